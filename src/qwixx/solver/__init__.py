"""The exact solo optimum: tables of the points still to come, and the values of moves.

The modules that solve load Numba. A table on disk is read without it.
"""

from qwixx.extras import extra_named

with extra_named():
    from qwixx.solver.advice import Choice, choices
    from qwixx.solver.table import NotSolved, SoloTable, read_table, solo_table

__all__ = ["Choice", "NotSolved", "SoloTable", "choices", "read_table", "solo_table"]
