"""The number of open files, and so of connections, that the system allows this process."""

import logging
from typing import Final

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_log: Final = logging.getLogger(__name__)

# For the database, Redis, the helper processes, and the files that Python opens.
_RESERVED: Final = 64


def allowed_connections() -> int:
    """Returns how many connections the system allows at most, besides other open files."""
    if resource is None:
        return 1 << 20
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (1 << 20 if hard == resource.RLIM_INFINITY else hard) - _RESERVED


def allow_connections(wanted: int) -> int:
    """Raises the limit of open files as far as possible, and returns how many connections fit."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = wanted + _RESERVED
        if soft != resource.RLIM_INFINITY and soft < files:
            most = files if hard == resource.RLIM_INFINITY else min(files, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    allowed = max(1, min(wanted, allowed_connections()))
    if allowed < wanted:
        _log.warning(
            "only %d connections at a time instead of %d: the system allows no more than %d open "
            "files; raise that limit (LimitNOFILE= in systemd, ulimit -n) or lower --connections",
            allowed,
            wanted,
            allowed_connections() + _RESERVED,
        )
    return allowed
