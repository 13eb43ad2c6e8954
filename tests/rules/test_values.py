"""Rolls, moves and refusals in a Python shell."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from qwixx import PASS, Ending, Game, Move, NotationError, Reason, Roll
from qwixx.notation import read_position
from qwixx.rules import CLASSIC


@pytest.mark.parametrize("value", [Roll.parse("66/62.3"), Move.parse("*g16"), PASS], ids=str)
def test_the_repr_of_a_value_makes_it_again(value: Roll | Move) -> None:
    assert eval(repr(value), {"Move": Move, "Roll": Roll}) == value


@pytest.mark.parametrize(
    ("text", "words"), [("r5", "red 5"), ("*g16", "green 16 (lucky)"), ("-", "pass")]
)
def test_a_move_can_be_said_in_words(text: str, words: str) -> None:
    move = Move.parse(text)
    assert move.in_words() == words
    assert move.is_pass == (text == "-")


@pytest.mark.parametrize("text", ["", "r", "r0", "r05", "r100", "x5", "*-", "r5 "])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


def test_a_move_is_not_lucky_unless_it_says_so() -> None:
    assert Move("r", 5) == Move.parse("r5") != Move.parse("*r5")
    assert (PASS.colour, PASS.number, PASS.lucky) == (None, 0, False)


def test_the_repr_of_a_variant_is_short() -> None:
    assert "by_n" not in repr(CLASSIC)


@pytest.mark.parametrize("seat", [-1, 2])
def test_an_unknown_seat_is_refused(seat: int) -> None:
    game = Game.new("classic", players=2).roll("41/3256")
    for ask in (game.legal_moves, game.refusals, game.seen_by):
        with pytest.raises(ValueError, match="the seats are 0 to 1"):
            ask(seat)


@pytest.mark.parametrize("phase", ["white", "colour"])
def test_refusal_accepts_a_move_as_text(phase: str) -> None:
    game = Game.new("classic", players=1).roll("41/3256")
    if phase == "colour":
        game = game.play(0, "-")
    refusal = game.refusal(0, "r16")
    assert refusal
    assert refusal.reason == Reason.NO_SUCH_CELL
    assert game.refusal(0, "-") is None
    with pytest.raises(NotationError):
        game.refusal(0, "five")


@pytest.mark.parametrize(
    ("most", "words"), [(1, "first misthrow"), (8, "eighth misthrow"), (9, "9th misthrow")]
)
def test_the_words_of_an_ending_fit_the_variant(most: int, words: str) -> None:
    game = Game.new(replace(CLASSIC, name="mine", most_misthrows=most), players=1)
    for _ in range(most):
        game = game.roll("11/6666").play(0, "-").play(0, "-")
    assert game.outcome
    assert (game.outcome.ending, game.outcome.words) == (Ending.MISTHROWS, words)


@pytest.mark.parametrize(
    "position", ["classic 0.1 - -/-/-/-/0", "classic 0.9 - 2,3,4,5,6,12/-/-/-/3"]
)
def test_all_rolls_come_with_their_chances(position: str) -> None:
    game = read_position(position)
    faces: list[str] = ["." if c in game.closed else "123456" for c in "rygb"]
    counted: Counter[str] = Counter()
    for white in product("123456", repeat=2):
        for coloured in product(*faces):
            counted[f"{''.join(sorted(white))}/{''.join(coloured)}"] += 1
    chances = {str(roll): chance for roll, chance in Roll.all(game)}
    assert set(chances) == set(counted)
    for roll, often in counted.items():
        assert chances[roll] == pytest.approx(often / counted.total())
