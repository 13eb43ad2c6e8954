"""Tables, their logs, reviews of finished games, and the games of days."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("touched", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "entries",
        _table(),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reviews",
        _table(),
        sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("drawn", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "day_games",
        _table(),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("points", sa.Integer),
    )
    op.create_index("ix_day_games_person", "day_games", ["day", "person"], unique=True)
    op.create_index("ix_day_games_points", "day_games", ["day", "points"])


def _table() -> sa.Column[str]:
    """Returns the column that names a table; its row goes when the table is deleted."""
    table = sa.ForeignKey("tables.code", ondelete="CASCADE")
    return sa.Column("code", sa.String(6), table, primary_key=True)
