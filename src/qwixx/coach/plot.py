"""Draws the winning chances of a reviewed game, turn by turn."""

from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.figure import Figure

from qwixx.coach.results import Review, Unit
from qwixx.notation import Record

_COLOURS: Final = ("#c8102e", "#1f4fa3", "#00843d", "#d99a00", "#5b5b5b")
_LINES: Final = ("-", "--", ":", "-.", (0, (1, 3)))  # Lines differ without colour, too


def draw(record: Record, review: Review, file: Path) -> None:
    """Draws a line for each seat, with a point before each turn and at the end; luck as bars."""
    alone = review.unit is Unit.POINTS
    scale = 1 if alone else 100
    ends = [step for step in review.chances if step.after in ("start", "end")]
    rolls = [step for step in review.chances if step.after == "roll"]
    starts = {step.turn: step for step in review.chances if step.after == "start"}
    with mpl.rc_context({"axes.spines.top": False, "axes.spines.right": False, "font.size": 10}):
        figure = Figure(figsize=(10, 5.4), layout="constrained")
        above, below = figure.subplots(2, 1, height_ratios=(3, 1), sharex=True)
        turns = [step.turn - (step.after == "start") for step in ends]
        names = [name or f"seat {seat}" for seat, name in enumerate(record.players)]
        for seat in range(len(names)):
            shares = [scale * step.shares[seat] for step in ends]
            look = {"color": _COLOURS[seat], "linestyle": _LINES[seat]}
            above.plot(turns, shares, linewidth=2, **look)
        luck = [scale * (step.shares[0] - starts[step.turn].shares[0]) for step in rolls]
        below.bar([step.turn for step in rolls], luck, color=_COLOURS[0], alpha=0.7)
        below.axhline(0, color="grey", linewidth=0.8)
        above.set(ylabel="expected points" if alone else "winning chance in %")
        if not alone:
            above.set_ylim(0, 100)
        below.set(xlabel="turn", ylabel=f"luck of {names[0]}")
        # Names may hold any text, but labels treat formulas and some first letters specially.
        legend = above.legend(above.lines, ["-"] * len(names), frameon=False)
        for text, name in zip(legend.get_texts(), names, strict=True):
            text.set(text=name, parse_math=False)
        below.yaxis.label.set_parse_math(False)
        figure.savefig(file, dpi=150)
