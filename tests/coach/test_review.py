"""The review of a game: a sum that is exact, chances that are chances, and costs."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from qwixx.batch.positions import Active, Positions, Values
from qwixx.coach import Review, evaluate, review
from qwixx.coach.advice import luck_in
from qwixx.coach.evaluator import Evaluator
from qwixx.kernel.arrays import Ints
from qwixx.notation import Record, Turn
from qwixx.rules import CLASSIC, PASS, Game, Move, Phase, Roll
from tests.coach.games import play

TABLES = pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "strong,strong"),
        ("classic", "casual,random"),
        ("classic", "strong,heuristic,beginner"),
        ("classic", "random,random,random,random,random"),
        ("longo", "casual,beginner"),
        ("longo", "strong,random,greedy,beginner"),
        ("mixx-a", "casual,random,strong"),
        ("mixx-b", "strong,random"),
    ],
)


@lru_cache
def reviewed(variant: str, bots: str, seed: int) -> Review:
    return review(play(variant, bots, seed))


def assert_sum_is_exact(found: Review) -> None:
    for seat in found.seats:
        parts = seat.expected + seat.luck + seat.own + seat.others + seat.rest
        assert seat.result == pytest.approx(parts, abs=1e-9)


@TABLES
def test_the_sum_is_exact_in_every_seat(variant: str, bots: str) -> None:
    record, found = play(variant, bots, 1), reviewed(variant, bots, 1)
    assert found.finished
    assert_sum_is_exact(found)
    winners = record.game.winners
    for seat, told in enumerate(found.seats):
        assert told.result == (1 / len(winners) if seat in winners else 0)
        assert told.adjusted == pytest.approx(told.result - told.luck)
        costs = sum(choice.cost for choice in found.choices if choice.seat == seat)
        assert told.given_away == pytest.approx(costs)
    for part in ("expected", "result"):
        assert sum(getattr(seat, part) for seat in found.seats) == pytest.approx(1)
    for part in ("luck", "rest"):
        assert sum(getattr(seat, part) for seat in found.seats) == pytest.approx(0, abs=1e-9)


@TABLES
def test_chances_are_listed_for_every_step(variant: str, bots: str) -> None:
    record, steps = play(variant, bots, 1), reviewed(variant, bots, 1).chances
    assert [step.after for step in steps[:4]] == ["start", "roll", "white", "colour"]
    assert steps[-1].after == "end"
    assert {step.turn for step in steps} == set(range(1, len(record.turns) + 1))
    for step in steps:
        assert sum(step.shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in step.shares)
    assert steps[-1].points == record.game.scores


@pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "strong,strong"),
        ("classic", "strong,strong,strong,strong"),
        ("longo", "strong,strong,strong"),
    ],
)
def test_own_and_others_are_zero_in_games_of_strong(variant: str, bots: str) -> None:
    for seat in reviewed(variant, bots, 1).seats:
        assert seat.own == pytest.approx(0, abs=1e-6)
        assert seat.others == pytest.approx(0, abs=1e-6)


@TABLES
def test_every_real_choice_is_listed_and_costs_are_not_negative(variant: str, bots: str) -> None:
    record, found = play(variant, bots, 1), reviewed(variant, bots, 1)
    real = []
    for game in record.games():
        seats = range(game.players) if game.phase is Phase.WHITE else [game.active]
        real += [(game.turn, s, game.phase) for s in seats if len(game.legal_moves(s)) > 1]
    assert [(c.turn, c.seat, c.phase) for c in found.choices] == real
    for choice in found.choices:
        assert choice.cost >= 0
        assert choice.hindsight >= 0
        assert choice.costs[0][1] == 0
        assert dict(choice.costs)[choice.played] == pytest.approx(choice.cost)
        assert [cost for _, cost in choice.costs] == sorted(cost for _, cost in choice.costs)
        assert choice.best == choice.costs[0][0]
        assert (choice.best == choice.played) is (choice.cost == 0)


def test_only_fights_have_hindsight() -> None:
    choices = review(play("classic", "heuristic,heuristic,casual,casual", 3)).choices
    assert all(choice.fight or choice.hindsight == choice.cost for choice in choices)
    assert any(choice.fight and choice.hindsight > choice.cost + 0.01 for choice in choices)


def test_a_record_full_of_mistakes_is_reviewed_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All players pass the white dice, and the active player crosses cell after cell."""
    players, names = 3, ("r", "y", "g", "b")
    turns = []
    for row, name in enumerate(names):
        for cell in CLASSIC.rows[row][:-1]:
            white = max(1, cell.number - 6)
            roll = Roll.parse(f"{white}{white}/" + f"{cell.number - white}" * len(names))
            turn = Turn(roll, (PASS,) * players, Move.parse(f"{name}{cell.number}"))
            turns += [turn] * players
    record = Record.new(Game.new(players=players), [""] * players, turns)
    played = 0
    after_roll = Evaluator.after_roll

    def counted(evaluator: Evaluator, tables: Positions[Active], dice: Ints) -> Values[Active]:
        nonlocal played
        played += len(tables)
        return after_roll(evaluator, tables, dice)

    monkeypatch.setattr(Evaluator, "after_roll", counted)
    choices = review(record).choices
    assert sum(choice.cost >= 0.03 for choice in choices) > 2 * 50
    # Every position once with 144 rolls, and fifty choices of either phase again.
    assert played < 144 * (len(turns) + 2 * 50 * players) * 1.2


def test_weaker_players_give_more_away() -> None:
    given = {"strong": 0.0, "casual": 0.0, "random": 0.0}
    for seed in range(2):
        for seat in reviewed("classic", "strong,casual,random", seed).seats:
            given[seat.name] += seat.given_away
    assert given["strong"] < given["casual"] < given["random"]


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes() -> None:
    record = play("classic", "casual,beginner", 3)
    headers = {name: values for name, values in record.headers.items() if name != "Scores"}
    last = record.turns[9]
    for turn in (replace(last, choices=(), colour=None), replace(last, colour=None), last):
        part = Record(headers, (*record.turns[:9], turn))
        found = review(part)
        assert not found.finished
        assert_sum_is_exact(found)
        assert all(seat.adjusted is None for seat in found.seats)
        if part.game.phase is not Phase.WHITE or not turn.choices:
            shares = evaluate(part.game).shares
            assert [seat.result for seat in found.seats] == pytest.approx(shares, abs=1e-6)
    nothing = review(Record(headers, ()))
    assert_sum_is_exact(nothing)
    assert not nothing.choices


def test_later_turns_do_not_change_earlier_numbers() -> None:
    """The value before a roll does not depend on the roll that came."""
    record = play("classic", "strong,strong,casual", 4)
    before = review(record).chances
    headers = {name: values for name, values in record.headers.items() if name != "Scores"}
    again = review(Record(headers, (*record.turns[:5], Turn(record.turns[5].dice)))).chances
    for one, other in zip(before, again, strict=False):
        assert one.shares == pytest.approx(other.shares, abs=1e-6)


def test_mean_luck_is_zero() -> None:
    lucks = luck_in([play("classic", "strong,casual", seed) for seed in range(16)])
    told = reviewed("classic", "strong,casual", 0).seats
    assert lucks[0] == pytest.approx([seat.luck for seat in told], abs=1e-6)
    error = lucks.std(0, ddof=1) / np.sqrt(len(lucks))
    assert (np.abs(lucks.mean(0)) < 4 * error).all()
