"""Brings a database to the present shape, from that of any released version.

While a site is being upgraded, nodes of two successive versions share one database. So a migration
only adds: what the version before it reads and writes stays as it is, and a column or table that
nobody needs any more goes one version later. A node that finds a newer shape than its own leaves it
alone.

To add one: change `schema.py`, and write `versions/NNNN_what_it_does.py` with the next number as
its `revision` and the last one as its `down_revision`. The tests compare the result with
`schema.py`, and play on in a database of each shape. A migration that was released never changes.
"""

import logging
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

_log: Final = logging.getLogger(__name__)

_NODES_WAIT_HERE: Final = 0x71776978_78


def upgrade(connection: sa.Connection, shape: str = "head") -> bool:
    """Brings the database to that shape, the present one by default. Returns False, and does
    nothing, if it has a newer one than this version knows."""
    config = _config()
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # Nodes that start together: the first one does it, the others find it done.
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_NODES_WAIT_HERE)))
    present = revision(connection)
    if present is not None and not is_known(present):
        _log.warning("the database is of a newer version (%s) and is left as it is", present)
        return False
    command.upgrade(config, shape)
    return True


def revision(connection: sa.Connection) -> str | None:
    """The shape of that database; None where there is none of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(shape: str) -> bool:
    """Returns whether this version knows that shape; else the database is of a newer one."""
    scripts = ScriptDirectory.from_config(_config())
    return shape in {script.revision for script in scripts.walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
