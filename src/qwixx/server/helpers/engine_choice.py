"""Chooses what plays turns of `strong` in a helper process: compiled code, or NumPy.

A process chooses once for each variant, so that it always gives a position the same value. If
the code has not been compiled yet, which takes minutes, the process stays with NumPy and a thread
compiles. The process that takes its place then finds the code. The server process never loads this
module.
"""

from functools import cache
from threading import Thread
from typing import Final

from qwixx.bots.compiled import are_compiled, compile_turns, use_compiled_turns
from qwixx.bots.registry import weights_path
from qwixx.rules import Variant

_compiling: Final[dict[Variant, Thread]] = {}


@cache
def choose_engine(variant: Variant) -> None:
    """Loads compiled turns, or begins to compile them for a later process."""
    if not weights_path(variant).exists():
        return
    if are_compiled(variant):
        use_compiled_turns(variant)
        return
    _compiling[variant] = Thread(target=compile_turns, args=(variant,), daemon=True)
    _compiling[variant].start()


def is_outdated() -> bool:
    """Returns whether a new process would find compiled code that this one has not loaded."""
    return any(
        not thread.is_alive() and are_compiled(variant) for variant, thread in _compiling.items()
    )
