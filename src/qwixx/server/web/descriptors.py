"""How many connections the system lets this process have."""

import logging
from typing import Final

try:
    import resource
except ImportError:  # there are no such limits on Windows
    resource = None  # type: ignore[assignment]

_log: Final = logging.getLogger(__name__)

# For the database, Redis, the processes of the bots, and whatever Python opens.
_OTHERS: Final = 64


def allowed() -> int:
    """How many files and connections a process may have at most, the others of this one aside."""
    if resource is None:
        return 1 << 20
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (1 << 20 if hard == resource.RLIM_INFINITY else hard) - _OTHERS


def make_room(connections: int) -> int:
    """Raises the limit as far as the system lets us, and says what comes of it."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = connections + _OTHERS
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    room = max(1, min(connections, allowed()))
    if room < connections:
        _log.warning(
            "only %d connections at a time instead of %d: the system allows no more than %d open "
            "files; raise that limit (LimitNOFILE= in systemd, ulimit -n) or lower --connections",
            room,
            connections,
            allowed() + _OTHERS,
        )
    return room
