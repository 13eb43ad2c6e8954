"""Finds settings of a database with which a crash may lose confirmed moves."""

from typing import Final

import sqlalchemy as sa

_NEEDED: Final = {
    "synchronous_commit": "off",
    "fsync": "off",
    "full_page_writes": "off",
}
"""Settings of PostgreSQL, and the value that each must not have."""


def risk(connection: sa.Connection) -> str:
    """Returns which setting is wrong and what to do, or nothing. SQLite is set up by the server."""
    if connection.dialect.name != "postgresql":
        return ""
    for name, wrong in _NEEDED.items():
        if connection.exec_driver_sql(f"SHOW {name}").scalar() == wrong:
            return (
                f"{name} is {wrong}: a crash may lose moves that players have seen confirmed; "
                f"set it to on (ALTER SYSTEM SET {name} = on)"
            )
    return ""
