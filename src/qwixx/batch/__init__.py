"""The game and the value net for many positions at once, in NumPy."""
