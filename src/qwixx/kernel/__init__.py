"""The fast engine: cards as small integers, and compiled loops over whole games.

`chart`, `kinds`, `options`, `row_states` and `translate` may be imported anywhere. Modules with
compiled loops load Numba.
"""
