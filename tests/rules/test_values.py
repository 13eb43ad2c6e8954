"""Rolls, moves and refusals as somebody meets them who looks at a game in a Python shell."""

import pytest

from qwixx import PASS, Game, Move, NotationError, Reason, Roll


@pytest.mark.parametrize("value", [Roll.parse("66/62.3"), Move.parse("*g16"), PASS], ids=str)
def test_a_value_shows_how_it_can_be_made_again(value: Roll | Move) -> None:
    assert eval(repr(value), {"Move": Move, "Roll": Roll}) == value


@pytest.mark.parametrize(
    ("text", "words"), [("r5", "red 5"), ("*g16", "green 16 (lucky)"), ("-", "pass")]
)
def test_a_move_can_be_said_in_words(text: str, words: str) -> None:
    move = Move.parse(text)
    assert move.in_words() == words
    assert move.is_pass == (text == "-")


@pytest.mark.parametrize("phase", ["white", "colour"])
def test_one_can_ask_why_a_move_given_as_text_is_refused(phase: str) -> None:
    game = Game.new("classic", players=1).roll("41/3256")
    if phase == "colour":
        game = game.play(0, "-")
    refusal = game.refusal(0, "r16")
    assert refusal
    assert refusal.reason == Reason.NO_SUCH_CELL
    assert game.refusal(0, "-") is None
    with pytest.raises(NotationError):
        game.refusal(0, "five")
