"""The extra to install if a part of this package cannot be imported."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_MODULES: Final = {
    "server": "alembic httptools litestar msgspec segno sqlalchemy uvicorn uvloop websockets",
    "solver": "numba numpy",
    "plot": "matplotlib",
    "cluster": "asyncpg redis",
    "dask": "distributed",
    "rl": "gymnasium pettingzoo",
}
EXTRAS: Final = {module: extra for extra, names in _MODULES.items() for module in names.split()}
"""The smallest extra that brings each module."""


@contextmanager
def extra_named() -> Iterator[None]:
    """Adds the command that installs the missing package to an import error."""
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
    extra = EXTRAS.get(module)
    return extra and f"{module} is not installed; this brings it: pip install 'qwixx[{extra}]'"
