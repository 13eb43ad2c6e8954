"""The heuristic: one formula in two places, and what can be relied on when it plays."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from qwixx.arena import Match, play_rounds
from qwixx.bots import load_bot
from qwixx.notation import Record
from qwixx.rules import Game, Move, Phase

CASES = pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "heuristic"),
        ("classic", "heuristic,heuristic"),
        ("classic", "heuristic,greedy,heuristic,random,heuristic"),
        ("longo", "heuristic"),
        ("longo", "heuristic,greedy"),
        ("longo", "heuristic,heuristic,heuristic,heuristic"),
    ],
)
SEED = 20


def records(variant: str, bots: str, games: int) -> Iterator[Record]:
    """Games that the kernel has played, the same in every test run."""
    match = Match.new(bots.split(","), games, variant=variant, seed=SEED)
    yield from play_rounds(match, range(match.rounds), records=True).records


def decisions(record: Record) -> Iterator[tuple[Game, int, Move]]:
    """Every decision of a game: the visible game, the seat and the choice."""
    game = record.start
    for turn in record.turns:
        game = game.roll(turn.dice)
        for seat, move in enumerate(turn.choices):
            yield game.seen_by(seat), seat, move
            game = game.play(seat, move)
        if turn.colour is not None:
            yield game, game.active, turn.colour
            game = game.play(game.active, turn.colour)


def skips_nothing(game: Game, seat: int, move: Move) -> bool:
    if move.colour is None:
        return False
    cell = game.variant.by_name[move.colour, move.number]
    return cell.position == game.cards[seat].marks[cell.row].bit_length()


@CASES
def test_the_bot_and_the_simulator_choose_the_same(variant: str, bots: str) -> None:
    bot = load_bot("heuristic")
    for record in records(variant, bots, 15):
        for game, seat, move in decisions(record):
            if record.players[seat] == "heuristic":
                chosen = bot.choose(game, seat, Random(0))
                assert chosen == move, f"{record}\n{game!r} seat {seat}"


@CASES
def test_the_heuristic_takes_no_misthrow_if_a_cross_skips_nothing(variant: str, bots: str) -> None:
    taken = 0
    for record in records(variant, bots, 300):
        passed_free_cross = False
        for game, seat, move in decisions(record):
            if record.players[seat] != "heuristic" or seat != game.active:
                continue
            free = any(skips_nothing(game, seat, legal) for legal in game.legal_moves(seat))
            if game.phase is Phase.WHITE:
                passed_free_cross = move.is_pass and free
            elif game.answers[seat] == move:  # passed twice
                taken += 1
                assert not free
                assert not passed_free_cross
    assert taken, "the games had no misthrow at all, so nothing was tested"


def test_playing_the_heuristic_loads_no_compiler() -> None:
    code = (
        "import sys; from random import Random; from qwixx import Game; "
        "from qwixx.bots import load_bot; game = Game.new(players=2).roll('41/3256'); "
        "load_bot('heuristic').choose(game, 0, Random(1)); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
