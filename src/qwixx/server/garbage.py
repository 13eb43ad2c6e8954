"""Controls when Python collects garbage: objects in cycles, which are not freed otherwise.

Playing leaves none, nor do tables that are unloaded; connections do. By default Python would
collect again and again, because new positions replace old ones. With a thousand tables, each
collection stops every game for a tenth of a second or more. So only new objects are collected, and
only when there are many. Objects that survive are left out until a full collection. That happens as
soon as nobody plays, or after several collections of new objects.
"""

import gc
from typing import Final

_NEW_OBJECTS: Final = 100_000  # new objects that lead to a collection of new objects
_WORTH_IT: Final = 20_000  # new objects that are worth a full collection while nobody plays
_MOST_PARTIAL: Final = 5
"""Collections of new objects before a full collection, even while people play."""

_partial = 0  # collections of new objects since the last full one


def collect_seldom() -> None:
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    gc.callbacks.append(_freeze_survivors)


def collect_if_worth_it(*, quiet: bool) -> bool:
    """Collects all garbage if that is worth it, and returns whether it did.

    `quiet` says that nobody plays at the moment.
    """
    global _partial  # noqa: PLW0603  (as there is one garbage collector)
    worth_it = _partial >= _MOST_PARTIAL or (
        quiet and (_partial > 0 or gc.get_count()[0] > _WORTH_IT)
    )
    if worth_it:
        gc.unfreeze()
        gc.collect()
        _partial = 0
    return worth_it


def _freeze_survivors(phase: str, _info: dict[str, int]) -> None:
    """Leaves the objects that survived out of further collections of new objects."""
    global _partial  # noqa: PLW0603
    if phase == "stop":
        gc.freeze()
        _partial += 1
