"""What must be fast: cards as small integers, and jitted loops over whole games.

`tables` is plain numpy and may be imported anywhere; the other modules load Numba.
"""
