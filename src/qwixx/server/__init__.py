"""The web game as a server: tables, their logs, and the connections of people and bots."""
