"""What was found about one thing."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import sqlalchemy as sa

PATIENCE: Final = 5.0
"""Seconds after which something that does not answer is said not to."""
SILENT: Final = f"no answer within {PATIENCE:g} seconds"


@dataclass(frozen=True)
class Finding:
    about: str
    state: Literal["ok", "WRONG", "SKIPPED"]
    text: str
    """What was found; where it is wrong, what to do; where it was skipped, how to ask for it."""

    @property
    def wrong(self) -> bool:
        return self.state == "WRONG"


def file_of(database: sa.URL) -> Path | None:
    """Returns the file of the database, if it is one."""
    if database.get_backend_name() != "sqlite":
        return None
    return Path((database.database or "").removeprefix("file:"))


def is_new(database: sa.URL) -> bool:
    """Returns whether the database is a file that the server has yet to make."""
    file = file_of(database)
    return file is not None and (not file.exists() or not file.stat().st_size)
