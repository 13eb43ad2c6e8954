"""The public surface that other people's code relies on."""

import copy
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import (
    Game,
    IllegalMove,
    Move,
    NotationError,
    Reason,
    Roll,
    read_position,
    write_position,
)
from qwixx.bots import load_bot
from qwixx.rules import CLASSIC, VARIANTS


def test_a_classic_turn_has_two_phases() -> None:
    game = Game.new("classic", players=2)
    assert (game.phase, game.active, set(game.closed)) == ("roll", 0, set())
    game = game.roll("41/3256")
    assert game.phase == "white"
    moves = game.legal_moves(0)
    assert len(moves) == 5
    assert {str(move) for move in moves} == {"r5", "y5", "g5", "b5", "-"}
    assert "r5" in moves
    assert Move.parse("r5") in moves
    assert "r6" not in moves
    assert "nonsense" not in moves
    game = game.play(1, "y5")
    assert game.scores == (0, 0)
    assert game.answered == {1}
    assert game.awaited == (0,)
    assert not game.legal_moves(1)
    game = game.play(0, Move.parse("r5"))
    assert game.phase == "colour"
    assert game.cards[0].crosses("r") == 1
    game = game.play(0, "b10")
    assert (game.phase, game.active, game.turn) == ("roll", 1, 2)
    assert game.scores == (2, 1)
    assert game.winners == ()
    assert game.outcome is None
    assert game.cards[0].misthrows == 0


def test_a_game_is_played_to_its_end() -> None:
    game = Game.new("classic", players=2, first=1)
    for _ in range(7):
        game = game.roll(Roll.parse("11/1111")).play(0, "-").play(1, "-").play(game.active, "-")
    assert game.phase == "over"
    assert game.scores == (-15, -20)
    assert game.winners == (0,)
    assert game.outcome is not None
    assert game.outcome.ending == "fourth misthrow"
    assert (game.outcome.scores, game.outcome.winners) == ((-15, -20), (0,))
    assert all(not game.legal_moves(seat) for seat in (0, 1))
    assert game.awaited == ()


def test_sealed_answers_are_hidden() -> None:
    before = Game.new("classic", players=3).roll("41/3256")
    after_cross, after_pass = before.play(1, "r5"), before.play(1, "-")
    assert after_cross != after_pass
    for seat in (0, 2, None):
        assert after_cross.seen_by(seat) == after_pass.seen_by(seat)
        assert after_cross.seen_by(seat).answered == {1}
    assert after_cross.seen_by(1) == after_cross
    assert repr(after_cross) == repr(after_pass)
    assert after_cross.cards == before.cards


def test_a_view_plays_on_but_reveals_nothing() -> None:
    view = Game.new("classic", players=2).roll("41/3256").play(1, "r5").seen_by(0)
    view = view.play(0, "y5")
    assert view.phase == "white"
    assert view.awaited == ()
    assert view.scores == (0, 0)
    assert view.retract(0).legal_moves(0)


def test_an_unsealed_view_can_be_played_on() -> None:
    game = Game.new("classic", players=3).roll("41/3256").play(0, "r5").play(1, "y5")
    opened = game.seen_by(0).unsealed()
    assert opened == game.retract(1)  # its own answer stays
    assert game.seen_by(None).unsealed() == game.retract(0).retract(1)
    assert game.seen_by(0).play(2, "-").unsealed().awaited == (1,)
    colour = game.play(2, "-")
    for nothing_sealed in (game, colour, colour.play(0, "-"), Game.new()):
        assert nothing_sealed.unsealed() is nothing_sealed


def test_an_answer_can_be_taken_back_while_others_are_missing() -> None:
    game = Game.new("classic", players=2).roll("41/3256").play(0, "r5")
    with pytest.raises(IllegalMove) as caught:
        game.play(0, "y5")
    assert caught.value.reason == Reason.ALREADY_ANSWERED
    assert game.retract(0).play(0, "y5").play(1, "-").cards[0].crosses("y") == 1
    with pytest.raises(IllegalMove) as caught:
        game.retract(1)
    assert caught.value.reason == Reason.NOTHING_TO_RETRACT
    with pytest.raises(IllegalMove) as caught:
        game.play(1, "-").retract(0)
    assert caught.value.reason == Reason.WRONG_PHASE


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"variant": "chess"}, "no variant 'chess'"),
        ({"variant": None}, "no variant None"),
        ({"variant": ["classic"]}, "no variant"),
        ({"players": 0}, "expected 1 to 5 players"),
        ({"players": 6}, "expected 1 to 5 players, found 6"),
        ({"players": "2"}, "expected 1 to 5 players"),
        ({"players": True}, "expected 1 to 5 players"),
        ({"first": 2}, "no seat 2"),
        ({"first": -1}, "no seat -1"),
        ({"first": "0"}, "no seat '0'"),
        ({"lucky": [(6, 11), (5, 8)]}, "classic game has no lucky numbers"),
        ({"variant": "longo"}, "longo game needs the lucky numbers"),
        ({"variant": "longo", "lucky": [(6, 11)]}, "expected 2 lucky pairs, one per seat, found 1"),
        ({"variant": "longo", "lucky": [(6, 11), (11, 6)]}, "same lucky numbers"),
        ({"variant": "longo", "lucky": [(6, 11), (5, 5)]}, "two different numbers from 2 to 16"),
        ({"variant": "longo", "lucky": [(6, 11), (1, 5)]}, "two different numbers from 2 to 16"),
        ({"variant": "longo", "lucky": [(6, 11), (5, 8, 9)]}, "two different numbers"),
        ({"variant": "longo", "lucky": [(6, 11), ("5", "8")]}, "two different numbers"),
        ({"variant": "longo", "lucky": 6}, "expected a pair of lucky numbers"),
        ({"variant": "longo", "lucky": [6, 11]}, "expected a pair of lucky numbers"),
    ],
)
def test_bad_arguments_for_a_new_game_are_refused(arguments: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Game.new(**{"variant": "classic", "players": 2, **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 2, 99, "0", None, 0.5])
def test_an_unknown_seat_is_refused(seat: int) -> None:
    game = Game.new("classic", players=2).roll("41/3256")
    for ask in (game.legal_moves, game.retract):
        with pytest.raises(ValueError, match="there is no seat"):
            ask(seat)
    with pytest.raises(ValueError, match="there is no seat"):
        game.play(seat, "-")
    with pytest.raises(ValueError, match="there is no seat"):
        game.refusal(seat, "-")
    if seat is not None:
        with pytest.raises(ValueError, match="there is no seat"):
            game.seen_by(seat)


@pytest.mark.parametrize(
    "text", ["", "r", "5", "r0", "r05", "r100", "R5", "x5", " r5", "r5 ", "**r5", "*-", "r٥", "--"]
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a move"):
        Move.parse(text)


@pytest.mark.parametrize(
    "text",
    ["", "41", "41/325", "41/32567", "41-3256", "40/3256", ".1/3256", "41/325٥", "a1/3256"],
)
def test_a_text_that_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a roll"):
        Roll.parse(text)


@pytest.mark.parametrize("thing", [None, 5, ["r5"], b"r5"])
def test_a_value_that_is_no_text_is_refused(thing: object) -> None:
    game = Game.new("classic", players=1)
    with pytest.raises(NotationError):
        game.roll(thing)  # type: ignore[arg-type]
    with pytest.raises(NotationError):
        game.roll("41/3256").play(0, thing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ("71/3256", "6 sides cannot show 7"),
        ("41/3257", "6 sides cannot show 7"),
        ("41/3.56", "the yellow die is still in the game"),
    ],
)
def test_dice_that_do_not_fit_the_game_are_refused(dice: str, why: str) -> None:
    game = Game.new("classic", players=2)
    with pytest.raises(IllegalMove, match=why) as caught:
        game.roll(dice)
    assert caught.value.reason == Reason.DICE_DO_NOT_FIT
    assert game == Game.new("classic", players=2)


def test_errors_are_value_errors() -> None:
    assert issubclass(NotationError, ValueError)
    assert issubclass(IllegalMove, ValueError)
    assert not issubclass(IllegalMove, NotationError)


@given(st.text())
def test_no_text_breaks_the_parsers(text: str) -> None:
    for parse in (Move.parse, Roll.parse):
        try:
            thing = parse(text)
        except NotationError:
            continue
        assert str(thing) == text
        assert eval(repr(thing)) == thing


def test_games_are_values() -> None:
    game = Game.new("longo", players=2, lucky=[(6, 11), (5, 8)]).roll("51/3728").play(0, "*g16")
    again = Game.new("longo", players=2, lucky=[(6, 11), (5, 8)]).roll("51/3728").play(0, "*g16")
    assert game == again
    assert hash(game) == hash(again)
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) == game
    assert repr(game) == "<Game longo turn 1 seat 0 active, phase white 51/3728, scores 0/0>"
    assert repr(game.variant) == "<Variant longo>"
    with pytest.raises(AttributeError):
        game.turn = 2  # type: ignore[misc]


def test_cards_can_be_read() -> None:
    game = Game.new("classic", players=1).roll("41/3256").play(0, "r5").play(0, "b10")
    card = game.cards[0]
    assert card.crossed("r") == (5,)
    assert card.points("b") == 1
    assert not card.has_lock("b")
    with pytest.raises(ValueError, match="there is no row 'x'"):
        card.crosses("x")  # type: ignore[arg-type]


def test_a_card_counts_the_cells_that_a_cross_would_skip() -> None:
    game = Game.new("classic", players=1).roll("41/3256").play(0, "r5").play(0, "b10")
    card = game.cards[0]
    cell = game.variant.cell(Move.parse("r9"))
    assert (cell.row, cell.position, cell.colour, cell.number) == (0, 7, "r", 9)
    assert card.skips(cell) == 3
    assert card.skips(game.variant.cell(Move.parse("r6"))) == 0
    assert card.skips(game.variant.cell(Move.parse("r2"))) == 0
    for move in ("r13", "-"):
        with pytest.raises(ValueError, match=f"no cell {move} on the classic card"):
            game.variant.cell(Move.parse(move))


def test_a_variant_knows_the_points_of_a_row() -> None:
    assert Game.new().variant.points == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    assert VARIANTS["longo"].points[-3:] == (91, 105, 120)


def test_a_random_roll_has_the_dice_of_the_game() -> None:
    rng = Random(1)
    game = read_position("classic 0.6 - 2,3,4,5,6,12/-/-/-/0")
    for _ in range(100):
        dice = Roll.random(rng, game)
        assert dice.coloured[0] is None
        assert game.roll(dice).phase == "white"
    longo = VARIANTS["longo"]
    lucky = longo.deal_lucky(rng, 5)
    assert lucky is not None
    assert set(lucky) < set(longo.lucky_pairs)
    assert Game.new(longo, 5, lucky=lucky).cards[4].lucky == lucky[4]
    assert CLASSIC.deal_lucky(rng, 5) is None


def test_a_position_is_one_line() -> None:
    line = "classic 0.2 - 5/-/-/10/0 -/5/-/-/0"
    assert write_position(read_position(line)) == line


@pytest.mark.parametrize("name", ["classic-all", "longo-all"])
def test_by_a_house_rule_only_the_fourth_closed_row_ends_the_game(name: str) -> None:
    game = Game.new(name, 1, lucky=[(2, 3)] if "longo" in name else None)
    assert game.variant.sheet == name.removesuffix("-all")
    rows = "2,3,4,5,6,7,16" if "longo" in name else "2,3,4,5,6,12"
    down = "16,15,14,13,12,11,2" if "longo" in name else "12,11,10,9,8,2"
    lucky = "@2,3" if "longo" in name else ""
    game = read_position(f"{name} 0.16 - {rows}/{rows}/{down}/-/0{lucky}")
    assert game.phase == "roll"
    assert game.outcome is None
    game = read_position(f"{name} 0.22 - {rows}/{rows}/{down}/{down}/0{lucky}")
    assert game.outcome is not None
    assert game.outcome.ending == "four rows closed"


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_choose_legal_moves(name: str) -> None:
    bot = load_bot(name)
    game = Game.new("classic", players=2).roll("41/3256")
    assert bot.choose(game, 1, Random(1)) in game.legal_moves(1)
