"""Compiles functions with Numba, once, and keeps the code in the user's cache folder."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar, cast

import numba
from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]
from numba.extending import register_jitable

from qwixx._system import cache_folder, sources_digest
from qwixx.kernel import heuristic, options

_config: Any = numba.config
_Function = TypeVar("_Function", bound=Callable[..., Any])

_MOST_FUNCTIONS: Final = 200  # An upper bound on the functions that one program compiles

# Packages whose code may end up inside a compiled function.
_COMPILED_FROM: Final = ("env", "kernel", "solver")


def _fingerprint() -> str:
    """Returns a name for this version of the sources on this kind of processor.

    Numba compiles a function again when its own file has changed, but not when a function that it
    calls has changed. So each version of the sources has its own folder.
    """
    sources = sources_digest(_COMPILED_FROM, "*.py")
    name = f"{numba.__version__} {get_host_cpu_name()} {sources}"
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def _prepare_cache() -> bool:
    """Sets the folder for compiled code. Returns False if no folder can be written to."""
    if _config.CACHE_DIR:  # The user has set NUMBA_CACHE_DIR.
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
_COMPILED: Final[dict[str, Any]] = {"cache": _CACHE, "nogil": True, "error_model": "numpy"}
_INLINED: Final[dict[str, Any]] = {"forceinline": True, "nogil": True, "error_model": "numpy"}
_ANY_ORDER: Final = {"reassoc", "contract", "nsz"}


def jit(function: _Function) -> _Function:
    """Compiles a function at its first call. The function runs without the interpreter lock."""
    return cast("_Function", numba.njit(**_COMPILED)(function))


def inlined(function: _Function) -> _Function:
    """Like `jit`, for small functions of inner loops: their code is copied into the caller.

    A call would pass every array as seven arguments.
    """
    return cast("_Function", numba.njit(**_INLINED)(function))


def jit_fastmath(function: _Function) -> _Function:
    """Like `jit`, for sums of many products, which may be added in any order.

    The processor then adds several products at a time.
    """
    return cast("_Function", numba.njit(**_COMPILED, fastmath=_ANY_ORDER)(function))


def inlined_fastmath(function: _Function) -> _Function:
    """Like `inlined`, with sums as in `jit_fastmath`."""
    return cast("_Function", numba.njit(**_INLINED, fastmath=_ANY_ORDER)(function))


def _share(module: ModuleType) -> None:
    """Lets compiled code call the functions of a module, which others call as plain Python."""
    for function in vars(module).values():
        if isfunction(function) and function.__module__ == module.__name__:
            register_jitable(error_model="numpy", forceinline=True)(function)


_share(options)
_share(heuristic)


def precompile(call: Callable[[], object]) -> None:
    """Makes a call that has nothing to do, so that its functions are compiled.

    On a full disk Numba compiles a function, fails to store it and raises. The next attempt finds
    it compiled, and gets as far as the next function.
    """
    for _ in range(_MOST_FUNCTIONS):
        with suppress(OSError):
            call()
            return


def mark_of(name: str) -> Path | None:
    """Returns the file that exists if the code of that name is cached; None without a cache."""
    return Path(_config.CACHE_DIR) / f"{name}-{_fingerprint()}.compiled" if _CACHE else None
