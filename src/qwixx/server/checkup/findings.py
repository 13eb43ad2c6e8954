"""The result of one check."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import sqlalchemy as sa

PATIENCE: Final = 5.0
"""Seconds to wait for an answer."""
SILENT: Final = f"no answer within {PATIENCE:g} seconds"


@dataclass(frozen=True)
class Finding:
    about: str
    state: Literal["ok", "WRONG", "SKIPPED"]
    text: str
    """The result, with what to do if it is wrong, or how to ask for a check that was skipped."""

    @property
    def wrong(self) -> bool:
        return self.state == "WRONG"


def file_of(database: sa.URL) -> Path | None:
    """Returns the file of a SQLite database; None for another one."""
    if database.get_backend_name() != "sqlite":
        return None
    return Path((database.database or "").removeprefix("file:"))


def is_new(database: sa.URL) -> bool:
    """Returns whether the database is a file that does not exist yet."""
    file = file_of(database)
    return file is not None and (not file.exists() or not file.stat().st_size)
