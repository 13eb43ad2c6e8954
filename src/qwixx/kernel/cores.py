"""How much this machine can compute at once."""

import os


def usable_cores() -> int:
    """The cores that this process may use, which in a container can be fewer than there are.

    Only some systems tell; elsewhere all cores count.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
