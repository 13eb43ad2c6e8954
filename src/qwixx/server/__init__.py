"""The web game: tables, their log of events, and the doors through which people and bots play."""
