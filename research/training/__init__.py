"""Self-play training of the value net, and best responses to it, in NumPy."""
