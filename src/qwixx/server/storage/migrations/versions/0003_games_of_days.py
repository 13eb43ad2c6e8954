"""The game of each day, and who plays it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("drawn", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "day_games",
        sa.Column(
            "code",
            sa.String(6),
            sa.ForeignKey("tables.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("points", sa.Integer),
    )
    op.create_index("ix_day_games_person", "day_games", ["day", "person"], unique=True)
    op.create_index("ix_day_games_points", "day_games", ["day", "points"])
