"""Tables in use: their connections, their automatic actions, and other nodes."""
