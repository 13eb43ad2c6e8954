"""Draws a match: the distribution of the scores, and the share of wins of each bot."""

from pathlib import Path
from typing import Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from qwixx.arena.match import Match
from qwixx.arena.report import Report, SeatReport
from qwixx.kernel.games import LOWEST

_BIN: Final = 5
_COLOURS: Final = ("#c8102e", "#d99a00", "#00843d", "#1f4fa3", "#5b5b5b")


def _histogram(seat: SeatReport) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Returns the lower ends of bins that hold nearly all scores, and the part of games in each.

    Single scores would show little but that 1, 3, 6, 10 … add up to some numbers in more ways.
    """
    first = (seat.quantile(0.0005) - LOWEST) // _BIN
    last = (seat.quantile(0.9995) - LOWEST) // _BIN
    counts = [int(seat.scores[start * _BIN :][:_BIN].sum()) for start in range(first, last + 1)]
    # An empty bin on either side closes the outline.
    parts = np.array([0, *counts, 0, 0]) / seat.scores.sum()
    return np.arange(first - 1, last + 3) * _BIN + LOWEST, parts


def draw(match: Match, report: Report, file: Path) -> None:
    names = [
        f"{seat.bot} ({number})" if match.bots.count(seat.bot) > 1 else seat.bot
        for number, seat in enumerate(report.seats, 1)
    ]
    with mpl.rc_context({"axes.spines.top": False, "axes.spines.right": False, "font.size": 10}):
        figure = Figure(figsize=(10, 4.2), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        for seat, name, colour in zip(report.seats, names, _COLOURS, strict=False):
            scores, parts = _histogram(seat)
            left.plot(scores, 100 * parts, color=colour, drawstyle="steps-post", label=name)
            left.fill_between(scores, 100 * parts, step="post", color=colour, alpha=0.12)
            left.axvline(seat.mean, color=colour, linestyle=":", linewidth=1)
        left.set(
            xlabel=f"final score, by {_BIN} points (dotted: mean)",
            ylabel="% of games",
            ylim=(0, None),
        )
        left.legend(frameon=False)
        places = np.arange(len(names))[::-1]
        for place, seat, colour in zip(places, report.seats, _COLOURS, strict=False):
            below, above = seat.share - seat.ci95[0], seat.ci95[1] - seat.share
            right.barh(place, 100 * seat.share, color=colour, alpha=0.75, height=0.6)
            right.errorbar(
                100 * seat.share,
                place,
                xerr=[[100 * max(below, 0)], [100 * max(above, 0)]],
                color="black",
                capsize=4,
            )
            right.annotate(
                f"{seat.share:.1%}",
                (100 * seat.ci95[1], place),
                (6, 0),
                textcoords="offset points",
                va="center",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
            )
        right.axvline(100 / len(names), color="grey", linestyle=":", linewidth=1)
        right.set(xlabel="share of wins in % (95 % confidence; dotted: par)", xlim=(0, 115))
        right.set_yticks(places, names)
        figure.suptitle(f"{match.variant.name}, {report.games:,} games, seed {match.seed}")
        figure.savefig(file, dpi=150)
