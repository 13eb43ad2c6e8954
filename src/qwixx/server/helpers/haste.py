"""Compiled code inside a helper process, where Numba is installed.

It is loaded in a thread of its own, and compiled there the first time, which takes minutes: until
it is there, numpy does the work. Nothing of the server itself loads this.
"""

from functools import cache
from threading import Thread

from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.bots.registry import weights_path
from qwixx.rules import Variant


@cache
def hurry(variant: Variant) -> Thread | None:
    """From soon on, turns of `strong` are played faster here: many are played in a review, and
    when `master` thinks."""
    if not weights_path(variant).exists():
        return None
    loading = Thread(target=use_compiled_turns, args=(variant,), daemon=True)
    loading.start()
    return loading
