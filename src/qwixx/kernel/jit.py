"""Numba as everything here uses it: compiled once, cached in the user's cache folder."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.extending import register_jitable

import qwixx
from qwixx._system import cache_folder

_config: Any = numba.config
_Function = TypeVar("_Function", bound=Callable[..., Any])

_MOST_FUNCTIONS: Final = 200
"""More than are compiled in one program."""

# Whose code may end up inside a compiled function.
_COMPILED_FROM: Final = ("env", "kernel", "solver")


def _fingerprint() -> str:
    """A name for this version of the sources.

    Numba compiles a function again when its own file has changed, but not when a function that it
    calls has; so each version of the sources has a folder of its own.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    root = Path(qwixx.__file__).parent
    for package in _COMPILED_FROM:
        for source in sorted((root / package).glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _prepare_cache() -> bool:
    """Tells Numba where to keep compiled code; False if there is no place to write to."""
    if _config.CACHE_DIR:  # NUMBA_CACHE_DIR: somebody has decided
        return True
    folder = cache_folder() / "compiled" / _fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    if not os.access(folder, os.W_OK):
        return False
    _config.CACHE_DIR = str(folder)
    return True


_CACHE: Final = _prepare_cache()
_ANY_ORDER: Final = {"reassoc", "contract", "nsz"}


def jit(function: _Function) -> _Function:
    """Compiles a function when it is first called. It runs without the interpreter lock."""
    return cast("_Function", numba.njit(cache=_CACHE, nogil=True, error_model="numpy")(function))


def inlined(function: _Function) -> _Function:
    """Like `jit`, for small functions of inner loops: their code is copied to where they are used.

    A call would hand over every array as seven arguments.
    """
    return cast(_Function, numba.njit(nogil=True, error_model="numpy", forceinline=True)(function))


def jit_fastmath(function: _Function) -> _Function:
    """Like `jit`, for sums of many products: they may be added in any order, so that the
    processor adds several at a time."""
    compiled = numba.njit(cache=_CACHE, nogil=True, error_model="numpy", fastmath=_ANY_ORDER)
    return cast("_Function", compiled(function))


def inlined_fastmath(function: _Function) -> _Function:
    """Like `inlined`, with sums as in `jit_fastmath`."""
    compiled = numba.njit(nogil=True, error_model="numpy", forceinline=True, fastmath=_ANY_ORDER)
    return cast("_Function", compiled(function))


def inlined_too(*functions: Callable[..., Any]) -> None:
    """Lets compiled code inline these functions, which stay plain functions everywhere else."""
    for function in functions:
        register_jitable(error_model="numpy", forceinline=True)(function)


def jit_too(*functions: Callable[..., Any]) -> None:
    """The same for larger functions, which are called and not copied."""
    for function in functions:
        register_jitable(error_model="numpy")(function)


def compile_with(nothing: Callable[[], object]) -> None:
    """Calls something that has nothing to do, so that its code is compiled.

    On a full disk the code is compiled all the same; it is only not kept for the next time. Numba
    gives up at each function that it cannot keep, but it has it then.
    """
    for _ in range(_MOST_FUNCTIONS):
        with suppress(OSError):
            nothing()
            return


def mark_of(name: str) -> Path | None:
    """Returns the file whose existence says that the code of that name is in the cache; None where
    nothing can be kept."""
    return Path(_config.CACHE_DIR) / f"{name}-{_fingerprint()}.compiled" if _CACHE else None
