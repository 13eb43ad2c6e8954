"""The exact solo optimum: tables of the points still to come, and what can be read from them.

`layout`, `store`, `table`, `advice` and `friendly` are plain numpy until something must be solved;
the other modules load Numba.
"""
