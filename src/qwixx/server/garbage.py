"""When Python looks for garbage.

Playing leaves none; only coming and going does, and requests. Yet by itself Python would look again
and again, as old positions make way for new ones, and with a thousand tables each look stops every
game for a tenth of a second or more. So it looks only when there are really more things than
before: many more, or some when the house makes its rounds.
"""

import gc
from typing import Final

_MANY_MORE: Final = 100_000
_SOME: Final = 20_000


def collect_seldom() -> None:
    gc.freeze()
    gc.set_threshold(_MANY_MORE)
    gc.callbacks.append(_leave_alone)


def collect_if_worth_it() -> None:
    """Looks through everything."""
    more_than_before = gc.get_count()[0]
    if more_than_before > _SOME:
        gc.unfreeze()
        gc.collect()


def _leave_alone(phase: str, _info: dict[str, int]) -> None:
    """What has been looked through is not looked through again, until the next rounds."""
    if phase == "stop":
        gc.freeze()
