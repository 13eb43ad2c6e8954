"""What must be fast: cards as small integers, and jitted loops over whole games.

`chart`, `kinds`, `options`, `row_states` and `translate` may be imported anywhere; modules with
compiled loops load Numba.
"""
