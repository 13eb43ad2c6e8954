"""Loads compiled code inside a helper process, where Numba is installed.

The first time, the code is compiled, which takes minutes. So this happens in a thread, and NumPy
does the work until then. The server process never loads this module.
"""

from functools import cache
from threading import Thread

from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.bots.registry import weights_path
from qwixx.rules import Variant


@cache
def start_in_background(variant: Variant) -> Thread | None:
    """Begins to load the compiled turns of `strong`, of which reviews and `master` play many."""
    if not weights_path(variant).exists():
        return None
    loading = Thread(target=use_compiled_turns, args=(variant,), daemon=True)
    loading.start()
    return loading
