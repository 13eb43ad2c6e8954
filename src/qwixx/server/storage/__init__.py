"""The database of the tables: its schema, migrations and backups."""
