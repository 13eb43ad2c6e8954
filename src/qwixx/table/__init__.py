"""A table and everything that can happen at it: events, decisions, the fold, fair dice."""
