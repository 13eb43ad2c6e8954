"""What to install where a part of the game was left out."""

import re
from importlib.metadata import PackageNotFoundError, requires


def what_to_install(problem: ModuleNotFoundError) -> str | None:
    """What helps against a module that is not there; None if it is none of our extras."""
    module = (problem.name or "").partition(".")[0]
    extras = extras_with(module)
    if not extras:
        return None
    return f"{module} is not installed; this brings it: pip install 'qwixx[{extras[0]}]'"


def extras_with(module: str) -> list[str]:
    """The extras of this package that bring a module, the smallest first.

    Everything that they name has the same name as a package and as a module.
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
