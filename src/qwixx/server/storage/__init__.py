"""Where tables are kept: the database, its shape and its copies."""
