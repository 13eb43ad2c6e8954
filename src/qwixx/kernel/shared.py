"""Registers plain functions that compiled loops call too.

Every module that compiles a loop imports this one.
"""

from qwixx.kernel import heuristic, options
from qwixx.kernel.jit import register_compiled, register_inlined

register_inlined(
    options.white_options,
    options.lucky_rows,
    options.colour_options,
    options.may_cross,
    options.after_cross,
    options.after_white,
    options.colour_row,
    options.colour_number,
    options.rows_needed,
    options.after_colour,
)
register_compiled(
    options.score,
    options.is_free,
    options.has_free_white,
    options.threatened_rows,
    heuristic.crosses_left,
    heuristic.expected_row,
    heuristic.expected_card,
    heuristic.end_gain,
    heuristic.cross_gain,
    heuristic.misthrow_gain,
    heuristic.colour_gain,
    heuristic.pass_gain,
    heuristic.free_colour,
)
register_inlined(
    heuristic.white_value,
    heuristic.white_pass_value,
    heuristic.colour_value,
    heuristic.colour_pass_value,
)
register_compiled(heuristic.heuristic_white, heuristic.heuristic_colour)
