"""`qwixx advise`: the value of every move in a position."""

import argparse
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from qwixx.cli import BadInput, arguments
from qwixx.notation import read_position
from qwixx.rules import Game, NotationError

if TYPE_CHECKING:
    from qwixx.coach import Advice

DESCRIPTION: Final = (
    "Shows every legal move of a seat, best first. For each it shows the winning chance, the cost "
    "compared with the best move, the expected points and the reason. POSITION is the one-line "
    "text of a position with its dice. Answers of other seats are ignored."
)
EXAMPLE: Final = "qwixx advise 'classic 0.3 41/3256=.,. 3,4/-/12/-/0 -/7/-/-/1' --seat 1"


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("position", metavar="POSITION", help="position in one line of text, in quotes")
    add("--seat", type=int, metavar="N", help="seat to advise, from 0 (default: the active seat)")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        game = read_position(args.position)
    except NotationError as error:
        raise BadInput(f"{error} (an example is in qwixx advise --help)") from None
    arguments.check_seat(args.seat, game.players)
    seat = game.active if args.seat is None else args.seat
    # For little work, one thread is faster than several.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from qwixx.coach import advise

    moves = advise(game, seat)
    facts = {
        "seat": seat,
        "unit": "points" if game.players == 1 else "share",
        "source": moves[0].source if moves else None,
        "moves": [advice.as_json() for advice in moves],
    }
    arguments.show(args, facts, _lines(game, seat, moves))
    return 0


def _lines(game: Game, seat: int, moves: tuple["Advice", ...]) -> Iterator[str]:
    if not moves:
        yield f"Seat {seat} has nothing to decide: {_why_nothing(game, seat)}."
        return
    alone = game.players == 1
    if alone:
        judge = "the exact table" if moves[0].source == "table" else "the net"
        yield f"Points to expect, judged by {judge}."
    yield f"{'move':<6}{'points' if alone else 'chance':>8}{'cost':>7}{'total':>8}"
    for advice in moves:
        value = f"{advice.share:8.1f}" if alone else f"{advice.share:8.1%}"
        cost = advice.cost * (1 if alone else 100)
        why = f"  {advice.reasons[0]}" if advice.reasons else ""
        mix = "" if advice.mix is None else f"  (choose it {advice.mix:.0%} of the time)"
        yield f"{advice.move!s:<6}{value}{cost:>7.1f}{advice.points:>8.1f}{mix}{why}"


def _why_nothing(game: Game, seat: int) -> str:
    if game.phase == "over":
        return "the game is over"
    if game.phase == "roll":
        return "no dice have been rolled (they stand behind the turn, like 41/3256=.,.)"
    if game.phase == "white":
        return f"seat {seat} has answered the white dice, and others have not"
    return f"seat {game.active} makes a colour move now"
