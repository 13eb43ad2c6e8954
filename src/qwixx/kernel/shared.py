"""Functions that are plain Python, for bots without Numba, and that compiled loops call too.

Whoever compiles a loop imports this.
"""

from qwixx.kernel import heuristic, options
from qwixx.kernel.jit import inlined_too, jit_too

inlined_too(
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
jit_too(options.score, options.is_free, options.threatened_rows, heuristic.hope)
jit_too(
    heuristic.breath,
    heuristic.card_hope,
    heuristic.end_gain,
    heuristic.cross_gain,
    heuristic.misthrow_gain,
    heuristic.colour_gain,
    heuristic.pass_gain,
    heuristic.free_colour,
)
inlined_too(
    heuristic.white_value,
    heuristic.white_pass_value,
    heuristic.colour_value,
    heuristic.colour_pass_value,
)
jit_too(heuristic.heuristic_white, heuristic.heuristic_colour)
