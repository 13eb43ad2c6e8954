"""Migrates a database from the schema of any released version to the current one.

During an upgrade, nodes of two successive versions share one database. So a migration only adds.
The columns and tables of the version before stay, and are dropped one version later. A node that
finds a newer schema than its own leaves it alone.

To add one: change `schema.py`, and write `versions/NNNN_what_it_does.py` with the next number as
its `revision` and the last one as its `down_revision`. The tests compare the result with
`schema.py`, and continue games in a database of each version. A released migration never changes.
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

_LOCK: Final = 0x71776978_78


def upgrade(connection: sa.Connection, target: str = "head") -> bool:
    """Migrates to a revision, by default the newest. Returns False, and does nothing, if the
    database has one that this version does not know."""
    config = _config()
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # If nodes start together, the first one migrates and the others wait for it.
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    present = revision(connection)
    if present is not None and not is_known(present):
        _log.warning("the database has a newer schema (%s) and is left as it is", present)
        return False
    command.upgrade(config, target)
    return True


def revision(connection: sa.Connection) -> str | None:
    """Returns the revision of a database; None if it holds none."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision_of: str) -> bool:
    """Returns whether this version knows a revision; otherwise a newer version made it."""
    scripts = ScriptDirectory.from_config(_config())
    return revision_of in {script.revision for script in scripts.walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
