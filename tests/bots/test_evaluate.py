"""Bots value all moves, and choose by these values."""

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qwixx.bots import Bot, EvaluatingBot, best_move, load_bot
from qwixx.bots.base import PatientBot
from qwixx.bots.compiled import shipped_net_tables
from qwixx.bots.master import MasterBot
from qwixx.bots.simple import GreedyBot
from qwixx.bots.strong import StrongBot
from qwixx.kernel.chart import POSITION, chart_for
from qwixx.kernel.net import net_colour
from qwixx.kernel.options import PASS as PASS_PICK
from qwixx.kernel.translate import position_of
from qwixx.notation import Record, read_position, read_record
from qwixx.rules import MOST_PLAYERS, Game, Move, Phase

CHOICES = sorted((Path(__file__).parent / "choices").glob("*.qwixx"))
"""Games of bots as they chose before they could say what moves are worth."""


def decisions(record: Record) -> Iterator[tuple[Game, int, Move]]:
    """Yields the decisions of a record: the view of each seat, and its choice."""
    game = record.start
    for turn in record.turns:
        game = game.roll(turn.dice)
        for seat, move in enumerate(turn.choices):
            yield game.seen_by(seat), seat, move
            game = game.play(seat, move)
        if turn.colour is not None:
            yield game, game.active, turn.colour
            game = game.play(game.active, turn.colour)


@pytest.fixture(scope="module")
def bots() -> dict[str, Bot]:
    made = {name: load_bot(name) for name in ("beginner", "casual", "heuristic", "strong")}
    return {**made, "master": MasterBot(rounds=1)}


@pytest.mark.parametrize("file", CHOICES, ids=lambda file: file.stem)
def test_bots_choose_as_recorded(file: Path, bots: dict[str, Bot]) -> None:
    record = read_record(file.read_text("utf-8"))
    variant, number = file.stem.split("-")
    for place, (game, seat, chosen) in enumerate(decisions(record)):
        bot = bots[record.players[seat]]
        assert isinstance(bot, EvaluatingBot)

        def chance(game: Game = game, seat: int = seat) -> Random:
            return Random(f"{variant} {int(number)} {game.turn} {game.phase} {seat}")

        values = bot.evaluate(game, seat, chance())
        where = f"{record.players[seat]}, turn {game.turn}, seat {seat}: {values}"
        assert set(values) == set(game.legal_moves(seat)), where
        if place % 10 == 0:
            assert bot.choose(game, seat, chance()) == best_move(values), where
        if record.players[seat] == "master":  # it has learnt since
            continue
        # Single precision may add up a little differently on another machine.
        assert values[chosen] > max(values.values()) - 1e-5, f"{chosen} was chosen by {where}"


def test_the_recorded_choices_are_thousands() -> None:
    found = [
        (record.players[seat], record.start.variant.name)
        for file in CHOICES
        for record in [read_record(file.read_text("utf-8"))]
        for _, seat, _ in decisions(record)
    ]
    assert len(found) > 2500
    for name in ("beginner", "casual", "heuristic", "strong", "master"):
        assert min(found.count((name, variant)) for variant in ("classic", "longo")) > 80, name


WINS_BY_A_MISTHROW = (
    "classic 0.21 65/1113=-,- 2,3,4,5,6,7,8,9/2,3,4,5,6,7,8/-/12,11,10/3 2,3,4,5,6,7,8,9/2,3/-/-/2"
)
"""Seat 0 leads by far with three misthrows: `b9` would skip nothing, but a pass ends the game."""


def test_a_misthrow_that_wins_at_once_is_taken() -> None:
    game = read_position(WINS_BY_A_MISTHROW)
    assert game.phase is Phase.COLOUR
    values = StrongBot().evaluate(game, 0, Random(1))
    assert isfinite(values[Move.parse("-")]), values
    assert str(best_move(values)) == "-"
    assert game.play(0, "-").winners == (0,)


def test_the_simulator_takes_a_winning_misthrow_too() -> None:
    game = read_position(WINS_BY_A_MISTHROW)
    position: Any = np.zeros(1, POSITION)[0]
    for name, values in vars(position_of(game)).items():
        if isinstance(values, list):
            position[name][: len(values)] = values
        else:
            position[name] = values
    white = np.full(MOST_PLAYERS, PASS_PICK)
    net: Any = shipped_net_tables(game.variant)[0]
    assert net_colour(chart_for(game.variant)[0], position, 0, 1, white, net) == PASS_PICK


def test_a_misthrow_that_does_not_end_the_game_is_not_taken() -> None:
    game = Game.new("classic", 2).roll("11/1111").play(0, "-").play(1, "-")
    assert StrongBot().evaluate(game, 0, Random(1))[Move.parse("-")] == float("-inf")


def test_a_bot_without_values_is_no_evaluating_bot() -> None:
    assert not isinstance(GreedyBot(), EvaluatingBot)


def test_a_master_without_time_plays_like_strong() -> None:
    master = load_bot("master")
    assert isinstance(master, PatientBot)
    assert isinstance(master.within(0), StrongBot)
    game = Game.new("classic", 3).roll("41/3256")
    for seconds in (0.0, 1e-9, 0.05):
        assert master.within(seconds).choose(game, 0, Random(1)) in game.legal_moves(0)
