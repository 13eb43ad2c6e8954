"""When Python looks for garbage: objects in cycles, which it does not free by itself.

Playing leaves none, nor do tables that are put away; connections do. Yet by default Python would
look again and again, as old positions make way for new ones. With a thousand tables each look stops
every game for a tenth of a second or more. So here it looks only at what is new, and only when
there is much of it. What survives such a look is not looked at again, even once it is garbage,
until everything is looked through: soon where nobody plays, else when much has come together.
"""

import gc
from typing import Final

_MANY_MORE: Final = 100_000
"""So many more objects than at the last look lead to the next one."""
_SOME: Final = 20_000
"""So many are worth looking through everything where nobody waits for it."""
_MOST_LOOKS: Final = 5
"""After so many looks at what is new, everything is looked through although people play."""

_looks = 0
"""Looks at what is new since everything was looked through."""


def collect_seldom() -> None:
    gc.freeze()
    gc.set_threshold(_MANY_MORE)
    gc.callbacks.append(_leave_alone)


def collect_if_worth_it(*, quiet: bool) -> bool:
    """Looks through everything if that is worth it; returns whether it has done so.

    `quiet` says that nobody plays just now.
    """
    worth_it = _looks >= _MOST_LOOKS or (quiet and (_looks > 0 or gc.get_count()[0] > _SOME))
    if worth_it:
        gc.unfreeze()
        gc.collect()
        _begin_again()
    return worth_it


def _begin_again() -> None:
    global _looks  # noqa: PLW0603  (as there is one garbage collector)
    _looks = 0


def _leave_alone(phase: str, _info: dict[str, int]) -> None:
    """What has been looked through is not looked through again until everything is."""
    global _looks  # noqa: PLW0603
    if phase == "stop":
        gc.freeze()
        _looks += 1
