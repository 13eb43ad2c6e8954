"""Reviews of finished games, kept with their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column(
            "code",
            sa.String(6),
            sa.ForeignKey("tables.code", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
