"""The exact solo optimum: tables of the points still to come, and what can be read from them.

`layout`, `store`, `table` and `advice` are plain numpy; the other modules load Numba.
"""
