"""`qwixx review`: the cost of every choice of a game, and the part of luck."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from qwixx.cli import BadInput, arguments
from qwixx.cli.progress import ProgressBar
from qwixx.notation import Record, read_record

if TYPE_CHECKING:
    from qwixx.coach import Choice, Review

DESCRIPTION: Final = (
    "Reviews a recorded game: the winning chances and the cost of every choice. For every seat it "
    "shows what adds up to the result: expected + luck + own choices + others' choices + the "
    "unexplained rest. An unfinished game is reviewed as far as it goes. A solo game is judged in "
    "points, by the exact table if `qwixx solve` has made it."
)
EXAMPLE: Final = "qwixx review game.qwixx --seat 0 --plot chances.png"

_MOST_SHOWN: Final = 12  # the most choices that are listed


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    arguments.add_record(parser)
    add(
        "--seat",
        type=int,
        metavar="N",
        help="show only the choices of this seat, from 0 (default: all)",
    )
    arguments.add_json(parser)
    add("--plot", metavar="FILE", help="draw the winning chances to a file (.png, .svg, .pdf)")


def run(args: argparse.Namespace) -> int:
    try:
        record = read_record(arguments.read_text(args.file))
    except ValueError as error:  # no record, or one that breaks the rules
        raise BadInput(f"{args.file}: {error}") from None
    arguments.check_seat(args.seat, len(record.players))
    if args.plot:
        arguments.check_picture(Path(args.plot))
    # For little work, one thread is faster than several.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from qwixx.coach import review

    bar = ProgressBar()
    bar.say("looking at every choice …")
    began = perf_counter()
    try:
        found = review(record)
    finally:
        bar.clear()
    seconds = perf_counter() - began
    choices = [choice for choice in found.choices if args.seat in (None, choice.seat)]
    listed = [choice.as_json() for choice in choices]
    facts = {"seconds": seconds, **found.as_json(), "choices": listed}
    arguments.show(args, facts, _as_text(record, found, choices))
    if args.plot:
        from qwixx.coach.plot import draw

        draw(record, found, Path(args.plot))
    return 0


def _as_text(record: Record, review: "Review", choices: list["Choice"]) -> Iterator[str]:
    names = [name or f"seat {seat}" for seat, name in enumerate(record.players)]
    alone = review.unit == "points"
    scale = 1 if alone else 100
    judge = "the exact table" if review.source == "table" else "the net"
    what = "points" if alone else "the winning chance in percent"
    turns = f"{len(record.turns)} turn{'' if len(record.turns) == 1 else 's'}"
    yield f"{record.start.variant.name}, {turns}; {what}, judged by {judge}"
    yield ""
    width = max(6, *(len(name) for name in names))
    heads = ("expected", "luck", "own", "others", "rest", "result", "adjusted", "given away")
    yield f"{'':<{width}}" + "".join(f"{head:>11}" for head in heads)
    for name, seat in zip(names, review.seats, strict=True):
        parts = (seat.expected, seat.luck, seat.own, seat.others, seat.rest, seat.result)
        middle = [f"{part * scale:>+11.1f}" for part in parts[1:5]]
        adjusted = "–" if seat.adjusted is None else f"{seat.adjusted * scale:.1f}"
        yield (
            f"{name:<{width}}{seat.expected * scale:>11.1f}{''.join(middle)}"
            f"{seat.result * scale:>11.1f}{adjusted:>11}{seat.given_away * scale:>11.1f}"
        )
    if not review.finished:
        yield "The game is not finished: result is what was reached."
    costliest = sorted(choices, key=lambda choice: -choice.cost)[:_MOST_SHOWN]
    costliest = [choice for choice in costliest if choice.grade != "best"]
    yield ""
    if not costliest:
        yield "No choice cost as much as a point."
        return
    yield "The costliest choices:"
    for choice in costliest:
        why = f"  {choice.reasons[0]}" if choice.reasons else ""
        guess = f" (a fight for a lock; in hindsight {choice.hindsight * scale:.1f})"
        fight = guess if choice.fight else ""
        yield (
            f"  turn {choice.turn:>3}  {names[choice.seat]:<{width}}  {choice.phase:<6}  "
            f"{choice.played!s:<4} instead of {choice.best!s:<4}  "
            f"cost {choice.cost * scale:>5.1f}  {choice.grade}{fight}{why}"
        )
