"""Settings of a database with which a crash may lose what players were told is done."""

from typing import Final

import sqlalchemy as sa

_NEEDED: Final = {
    "synchronous_commit": "off",
    "fsync": "off",
    "full_page_writes": "off",
}
"""Settings of PostgreSQL, and what each of them must not be."""


def risk(connection: sa.Connection) -> str:
    """Returns what is set dangerously and what to do, or nothing. SQLite is set by ourselves."""
    if connection.dialect.name != "postgresql":
        return ""
    for name, wrong in _NEEDED.items():
        if connection.exec_driver_sql(f"SHOW {name}").scalar() == wrong:
            return (
                f"{name} is {wrong}: a crash may lose what players were told is done; "
                f"set it to on (ALTER SYSTEM SET {name} = on)"
            )
    return ""
