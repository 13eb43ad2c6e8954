"""Inspects a SQLite file without changing it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

_CHECK_SECONDS: Final = 10.0
"""The time for a check. A large file is checked as far as possible."""
_STEPS: Final = 10_000  # steps of SQLite between two readings of the clock


class SqliteFile:
    """`finished` says that no process writes to the file any more, as with a backup."""

    def __init__(self, file: Path, *, finished: bool = False) -> None:
        self._file = file
        # Other files have a log beside them, which SQLite has to lock.
        self._mode = "mode=ro&immutable=1" if finished else "mode=rw"

    def damage(self) -> str:
        """Returns the damage that SQLite finds in time; empty for none."""
        end = monotonic() + _CHECK_SECONDS
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
        address = f"{self._file.resolve().as_uri()}?{self._mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=2)) as connection:
            yield connection
