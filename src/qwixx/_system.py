"""Properties of this machine: processor cores, and a folder for computed files."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path


def usable_cores() -> int:
    """Returns how many cores this process may use; in a container they can be fewer than all.

    If the system does not report it, all cores count.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cache_folder() -> Path:
    """Returns the folder for computed files, `$XDG_CACHE_HOME/qwixx`. It may not exist yet."""
    # The XDG specification says that a relative path is to be ignored.
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (chosen if chosen.is_absolute() else Path.home() / ".cache") / "qwixx"


def sources_digest(folders: Iterable[str], pattern: str) -> str:
    """Returns a name for this version of the files in some folders of the package."""
    digest = hashlib.sha256()
    for folder in folders:
        for source in sorted((Path(__file__).parent / folder).glob(pattern)):
            digest.update(source.read_bytes())
    return digest.hexdigest()
