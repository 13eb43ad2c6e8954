"""A SQLite file as it lies on the disk, looked at without changing anything."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

_LOOK_FOR: Final = 10.0
"""Seconds in which a large file is looked through as far as possible."""
_STEPS: Final = 10_000
"""Of SQLite between two looks at the clock."""


class SqliteFile:
    """`finished` says that nobody writes to it any more, as to a backup."""

    def __init__(self, file: Path, *, finished: bool = False) -> None:
        self._file = file
        # Of others, what was written last is in a file beside it, which SQLite has to lock.
        self._how = "mode=ro&immutable=1" if finished else "mode=rw"

    def damage(self) -> str:
        """Returns what SQLite finds wrong with its pages; nothing, if it finds nothing in time."""
        end = monotonic() + _LOOK_FOR
        try:
            with self._opened() as connection:
                connection.set_progress_handler(lambda: monotonic() > end, _STEPS)
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.OperationalError as error:
            return "" if monotonic() > end else str(error)
        except sqlite3.DatabaseError as error:
            return str(error)
        return "" if found == "ok" else " ".join(str(found).split())

    def tables(self) -> set[str]:
        """Returns the names of its tables. Raises sqlite3.DatabaseError."""
        with self._opened() as connection:
            named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {name for (name,) in named}

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        address = f"{self._file.resolve().as_uri()}?{self._how}"
        with closing(sqlite3.connect(address, uri=True, timeout=2)) as connection:
            yield connection
