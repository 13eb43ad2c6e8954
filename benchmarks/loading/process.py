"""Reads the memory and processor time of a process."""

import os
from contextlib import suppress
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """The time that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def computed_by(pids: list[int]) -> dict[int, float]:
    """The same of several, but for those that have ended."""
    times = {}
    for pid in pids:
        with suppress(OSError):
            times[pid] = cpu_seconds(pid)
    return times


def megabytes(pid: int) -> float:
    """The memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def named(name: str) -> list[int]:
    """The processes of that name."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):  # it has just ended
            if entry.read_text(encoding="utf-8").strip() == name:
                found.append(int(entry.parent.name))
    return found
