"""The exceptions of checks, and the file of a database."""

from pathlib import Path
from typing import Final

import sqlalchemy as sa

PATIENCE: Final = 5.0  # seconds to wait for an answer
SILENT: Final = f"no answer within {PATIENCE:g} seconds"


class Wrong(Exception):  # noqa: N818  (the server is)
    """Something is wrong. The message says what, and what to do."""


class Skipped(Exception):  # noqa: N818  (no error)
    """A check was not made. The message says why, or how to ask for it."""


def file_of(database: sa.URL) -> Path | None:
    """Returns the file of a SQLite database; None for another one."""
    if database.get_backend_name() != "sqlite":
        return None
    return Path((database.database or "").removeprefix("file:"))


def is_new(database: sa.URL) -> bool:
    """Returns whether the database is a file that does not exist yet."""
    file = file_of(database)
    return file is not None and (not file.exists() or not file.stat().st_size)
