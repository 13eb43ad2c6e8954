"""Positions: one line that holds everything needed to go on playing."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import Game, IllegalMove, NotationError
from qwixx.notation import Recording, read_position, write_position
from tests.notation.play import new_game, play_on


@pytest.mark.parametrize("seed", range(40))
def test_every_position_of_a_game_comes_back_as_it_was(seed: int) -> None:
    rng = Random(seed)
    start = new_game(rng)
    recording = Recording(start, [""] * start.players)
    assert read_position(write_position(start)) == start
    for game in play_on(recording, rng):
        for seen in (game, game.seen_by(rng.randrange(game.players)), game.seen_by(None)):
            text = write_position(seen)
            assert "\n" not in text
            assert read_position(text) == seen
            assert write_position(read_position(text)) == text


def test_hidden_answers_are_not_in_a_position() -> None:
    game = Game.new("classic", players=3).roll("41/3256").play(0, "r5").play(2, "y5")
    assert write_position(game) == "classic 0.1 41/3256=r5,.,y5 -/-/-/-/0 -/-/-/-/0 -/-/-/-/0"
    assert write_position(game.seen_by(0)).split()[2] == "41/3256=r5,.,?"
    assert write_position(game.seen_by(1)).split()[2] == "41/3256=?,.,?"
    assert write_position(game.seen_by(None)).split()[2] == "41/3256=?,.,?"


def test_play_goes_on_from_a_position() -> None:
    game = read_position("classic 0.3 - 5/-/-/10/0 -/5/-/-/1")
    assert (game.turn, game.active, game.scores) == (3, 0, (2, -4))
    game = game.roll("66/1111")
    with pytest.raises(IllegalMove, match="needs 5 crosses"):
        game.play(0, "r12")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a position"),
        ("classic", "not a position"),
        ("chess 0.1 - -/-/-/-/0", "no variant 'chess'"),
        ("classic 0.1 -", "expected 1 to 5 cards"),
        ("classic 0.1 - " + " ".join(["-/-/-/-/0"] * 6), "expected 1 to 5 cards, found 6"),
        ("classic 1.1 - -/-/-/-/0", "no seat 1"),
        ("classic 0.0 - -/-/-/-/0", "expected a turn from 1 on"),
        ("classic x.1 - -/-/-/-/0", "not part of a position: 'x.1'"),
        ("classic 0.1 - -/-/-/0", "a card has 4 rows"),
        ("classic 0.1 - -/-/-/-/0@6,11", "no lucky numbers"),
        ("longo 0.1 - -/-/-/-/0", "two different numbers"),
        ("longo 0.1 - -/-/-/-/0@6,6", "two different numbers"),
        ("longo 0.1 - -/-/-/-/0@6,11 -/-/-/-/0@11,6", "same lucky numbers"),
        ("classic 0.3 - 5,4/-/-/-/0", "from left to right"),
        ("classic 0.3 - 5,5/-/-/-/0", "from left to right"),
        ("classic 0.3 - 13/-/-/-/0", "no 13 in row r"),
        ("classic 0.9 - 2,3,4,5,12/-/-/-/0", "too few crosses before the lock"),
        ("classic 0.1 - 5/-/-/-/0", "more marks than 0 turns"),
        ("classic 0.2 - -/-/-/-/0", "fewer marks than its 1 rolls"),
        ("classic 0.2 - 5/6/7/-/0", "more marks than 1 turns"),
        ("classic 0.2 - 5/-/-/-/0 -/-/-/-/1", "more marks than 1 turns"),
        ("classic 0.6 - -/-/-/-/5", "cannot have 5 misthrows"),
        ("classic 0.3 - -/-/-/-/4", "more marks than 3 turns"),
        ("classic 0.8 - -/-/-/-/4 -/-/-/-/4", "seat 0 cannot have 4 misthrows"),
        ("classic 0.2 - 05/-/-/-/0", "not how a position is written"),
        ("classic 0.1 41/3256=.,. -/-/-/-/0", "expected 1 answers"),
        ("classic 0.1 41/3256=r6 -/-/-/-/0", "the dice give 5"),
        ("classic 0.1 77/3256=. -/-/-/-/0", "cannot show 7"),
        ("classic 0.1 41/3256=x -/-/-/-/0", "not a move"),
        ("classic 0.1 41=. -/-/-/-/0", "not a roll"),
        ("classic 0.1 - -/-/-/-/0 ", "a card has 4 rows"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        read_position(text)


@given(st.text() | st.text("classiclongo 0123456789.,-/@=?rygb*"))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        game = read_position(text)
    except NotationError:
        return
    assert write_position(game) == text


@given(st.integers(0, 200), st.data())
def test_no_damaged_position_breaks_the_reader(seed: int, data: st.DataObject) -> None:
    rng = Random(seed)
    start = new_game(rng)
    games = list(play_on(Recording(start, [""] * start.players), rng))
    text = list(write_position(data.draw(st.sampled_from(games))))
    at = data.draw(st.integers(0, len(text) - 1))
    text[at] = data.draw(st.sampled_from("0123456789.,-/@=?rygb* "))
    try:
        game = read_position("".join(text))
    except NotationError:
        return
    assert write_position(game) == "".join(text)


def test_a_position_is_text() -> None:
    with pytest.raises(NotationError):
        read_position(None)  # type: ignore[arg-type]
