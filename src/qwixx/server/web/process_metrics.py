"""Metrics of the server process: connections, memory, files, its event loop, the newest backup."""

import os
import time
from pathlib import Path
from typing import Final

from qwixx.server.metrics import Gauge
from qwixx.server.transport.connections import ConnectionLimiter

_OPEN_FILES: Final = Path("/proc/self/fd")
_MEMORY: Final = Path("/proc/self/statm")
_TICK: Final = 0.1


class ProcessMetrics:
    def __init__(self, limiter: ConnectionLimiter, backups: Path | None = None) -> None:
        self._limiter = limiter
        self._backups = backups
        self._ticked_at = time.monotonic()
        self._lag = 0.0
        self._began = time.time()

    def tick(self) -> None:
        """Measures the delay of the event loop, which should call this ten times a second."""
        now = time.monotonic()
        self._lag = max(self._lag, now - self._ticked_at - _TICK)
        self._ticked_at = now

    def gauges(self) -> dict[str, Gauge]:
        """Returns the metrics, and begins to measure the longest delay again."""
        lag, self._lag = self._lag, 0.0
        age = backup_age(self._backups) if self._backups else None
        backup = {} if age is None else {"backup_age_seconds": ("Since the last backup.", age)}
        return {
            **backup,
            "lines": ("Open connections of all kinds.", self._limiter.count),
            "lines_most": ("The most connections at the same time.", self._limiter.most),
            "loop_lag_seconds": ("The longest delay since the last scrape.", max(0.0, lag)),
            "memory_bytes": ("Memory of the server, its helpers aside.", _memory()),
            "open_files": ("Open files and connections.", _open_files()),
            "start_time_seconds": ("When the server started.", self._began),
        }


def backup_age(folder: Path) -> float | None:
    """Returns the seconds since the newest backup in a folder was complete; None without one."""
    try:
        times = [file.stat().st_mtime for file in folder.glob("*.db")]
    except OSError:
        return None
    return max(0.0, time.time() - max(times)) if times else None


def _memory() -> float:
    try:
        pages = int(_MEMORY.read_text(encoding="ascii").split()[1])
    except OSError:  # not Linux
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _open_files() -> float:
    try:
        return len(list(_OPEN_FILES.iterdir()))
    except OSError:
        return 0
