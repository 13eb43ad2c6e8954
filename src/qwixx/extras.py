"""Which extra to install if a part of this package cannot be imported."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires


@contextmanager
def extra_named() -> Iterator[None]:
    """Adds to the error of an import the command that installs the missing package."""
    try:
        yield
    except ModuleNotFoundError as error:
        advice = what_to_install(error)
        if advice is None or advice == error.msg:
            raise
        raise ModuleNotFoundError(advice, name=error.name) from None


def what_to_install(problem: ModuleNotFoundError) -> str | None:
    """Says what to install for a missing module; None if no extra brings it."""
    module = (problem.name or "").partition(".")[0]
    extras = extras_with(module)
    if not extras:
        return None
    return f"{module} is not installed; this brings it: pip install 'qwixx[{extras[0]}]'"


def extras_with(module: str) -> list[str]:
    """Returns the extras of this package that bring a module, the smallest first.

    Every package that an extra names has the same name as its module.
    """
    try:
        requirements = requires("qwixx") or []
    except PackageNotFoundError:  # not installed at all: a folder on the path
        return []
    members: dict[str, list[str]] = {}
    for requirement in requirements:
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", requirement)
        named = re.match(r"[\w.-]+", requirement)
        if extra and named:
            members.setdefault(extra[1], []).append(named[0].lower())
    found = [extra for extra, names in members.items() if module.lower() in names]
    return sorted(found, key=lambda extra: len(members[extra]))
