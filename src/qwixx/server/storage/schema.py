"""The tables of the database. `migrations` migrates older databases to this schema."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("code", String(6), primary_key=True),
    # The time of the last use, in milliseconds since 1970, updated now and then.
    Column("touched", BigInteger, nullable=False, index=True),
)

# The log of each table. Of two nodes that add at once, the position lets one succeed.
entries: Final = Table(
    "entries",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The reviews of finished games, so that each is made once. They can be made again.
reviews: Final = Table(
    "reviews",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("review", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The dice of each day, drawn by the first node that needs them.
days: Final = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),
    # The time of drawing, in milliseconds since 1970.
    Column("drawn", BigInteger, nullable=False),
)

# The players of each day. A row is deleted with its table.
day_games: Final = Table(
    "day_games",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), nullable=False),
    # The hash of a secret that the browser made for this day.
    Column("person", String(64), nullable=False),
    # Null until the game is over, and if it ended too late.
    Column("points", Integer),
    Index("ix_day_games_person", "day", "person", unique=True),
    Index("ix_day_games_points", "day", "points"),
)
