"""The tables of the database. `migrations` brings any older database to this shape."""

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
    # When somebody was last there, in milliseconds since 1970; brought up to date now and then.
    Column("touched", BigInteger, nullable=False, index=True),
)

# The log of each table. The position is what decides between two nodes that want to go on at once.
entries: Final = Table(
    "entries",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# What the coach has said about finished games, so that a second look costs nothing. It can be made
# again.
reviews: Final = Table(
    "reviews",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("review", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The game of each day: drawn once for all nodes, by whichever comes first.
days: Final = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),
    # When, in milliseconds since 1970.
    Column("drawn", BigInteger, nullable=False),
)

# Who plays it, at tables of their own; it goes with the table.
day_games: Final = Table(
    "day_games",
    metadata,
    Column("code", ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), nullable=False),
    # The hash of a secret that the browser has for this day.
    Column("person", String(64), nullable=False),
    # Once the game is over, if that was in time.
    Column("points", Integer),
    Index("ix_day_games_person", "day", "person", unique=True),
    Index("ix_day_games_points", "day", "points"),
)
