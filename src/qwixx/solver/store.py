"""Solved games on disk: one file each in the user's cache folder, checked when it is read.

A file begins with one line of JSON that describes it, padded to a page. The numbers follow as they
lie in memory, so that they can be mapped. The format `.npy` has no place for the line, and two
files could not be replaced at once.
"""

import json
import os
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np

from qwixx._system import cache_folder
from qwixx.kernel.arrays import Reals

FORMAT: Final = 1
_PAGE: Final = 4096
_SUFFIX: Final = ".table"
_UNFINISHED: Final = ".unfinished"
_LONGEST_WRITE: Final = 24 * 60 * 60
"""Seconds after which an unfinished file must have been left by a process that was killed."""


class BadFile(Exception):  # noqa: N818  (says what the file is)
    """A file in the cache that cannot be used; the message says why."""


@dataclass(frozen=True, eq=False)
class Stored:
    """The content of a file."""

    facts: Mapping[str, Any]  # The facts that were saved with the numbers
    numbers: Reals  # Those of a file are mapped, so only the parts in use are read
    from_disk: bool = False


def folder() -> Path:
    return cache_folder() / "solved"


def has(name: str) -> bool:
    """Returns whether there is a file of that name; it may be damaged."""
    return (folder() / (name + _SUFFIX)).is_file()


def load(name: str, fingerprint: int) -> Stored | None:
    """Loads the file of that name; None if there is none.

    Raises BadFile if it is damaged, or made by another version or for other rules.
    """
    path = folder() / (name + _SUFFIX)
    try:
        with path.open("rb") as file:
            head = file.read(_PAGE)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise BadFile(f"{path} cannot be read ({problem.strerror})") from None
    try:
        facts = json.loads(head)
        shape = tuple(facts["shape"])
        if facts["format"] != FORMAT or facts["fingerprint"] != fingerprint:
            raise BadFile(f"{path} is from another version")
        whole = size == _PAGE + 8 * int(np.prod(shape))
        if whole:
            numbers = np.memmap(path, np.float64, "r", _PAGE, shape)
            whole = crc32(numbers.data) == facts["checksum"]
    except (ValueError, KeyError, TypeError, OSError):
        whole = False
    if not whole:
        raise BadFile(f"{path} is damaged")
    return Stored(facts["facts"], numbers, from_disk=True)


def save(name: str, fingerprint: int, facts: Mapping[str, Any], numbers: Reals) -> Path:
    """Stores numbers under a name, completely or not at all. Raises OSError if that fails."""
    numbers = np.ascontiguousarray(numbers)
    target = folder()
    target.mkdir(parents=True, exist_ok=True)
    _remove_unfinished(target)
    head = {
        "format": FORMAT,
        "fingerprint": fingerprint,
        "shape": numbers.shape,
        "checksum": crc32(numbers.data),
        "facts": dict(facts),
    }
    handle, unfinished = tempfile.mkstemp(_UNFINISHED, f"{name}-", target)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(head).encode().ljust(_PAGE))
            file.write(numbers.data)
            file.flush()
            os.fsync(file.fileno())
        path = target / (name + _SUFFIX)
        Path(unfinished).replace(path)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
    return path


def _remove_unfinished(target: Path) -> None:
    """Removes the files that killed processes have left behind."""
    for path in target.glob(f"*{_UNFINISHED}"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _LONGEST_WRITE:
                path.unlink()
