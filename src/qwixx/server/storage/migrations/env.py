"""Alembic runs this within the transaction of the connection that `upgrade` was given."""

from alembic import context

from qwixx.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
