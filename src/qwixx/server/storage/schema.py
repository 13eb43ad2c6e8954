"""The tables of the database. `migrations` migrates older databases to this schema."""

from typing import Final

import sqlalchemy as sa

metadata: Final = sa.MetaData()

tables: Final = sa.Table(
    "tables",
    metadata,
    sa.Column("code", sa.String(6), primary_key=True),
    # The time of the last use, in milliseconds since 1970, updated now and then.
    sa.Column("touched", sa.BigInteger, nullable=False, index=True),
)

# The log of each table. Of two nodes that add at once, the position lets one succeed.
entries: Final = sa.Table(
    "entries",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The reviews of finished games, so that each is made once. They can be made again.
reviews: Final = sa.Table(
    "reviews",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("review", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The dice of each day, drawn by the first node that needs them.
days: Final = sa.Table(
    "days",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
    # The time of drawing, in milliseconds since 1970.
    sa.Column("drawn", sa.BigInteger, nullable=False),
)

# The players of each day. A row is deleted with its table.
day_games: Final = sa.Table(
    "day_games",
    metadata,
    sa.Column("code", sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    sa.Column("day", sa.String(10), nullable=False),
    # The hash of a secret that the browser made for this day.
    sa.Column("person", sa.String(64), nullable=False),
    # Null until the game is over, and if it ended too late.
    sa.Column("points", sa.Integer),
    sa.Index("ix_day_games_person", "day", "person", unique=True),
    sa.Index("ix_day_games_points", "day", "points"),
)
