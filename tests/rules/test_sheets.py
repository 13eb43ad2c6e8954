"""Other sheets: their printed layout decides, not that of classic."""

from qwixx import Game, Reason
from qwixx.notation import draw_card
from qwixx.rules import CLASSIC, LONGO, VARIANTS, Card
from qwixx.rules.variant import MIXX_A, MIXX_B
from tests.rules.sheets import SCRAMBLED


def test_a_sheet_says_whether_its_rows_mix_colours() -> None:
    assert [sheet.name for sheet in VARIANTS.values() if sheet.is_mixed] == ["mixx-a"]


def test_the_symmetries_of_a_sheet_are_known() -> None:
    assert [len(sheet.symmetries) for sheet in (CLASSIC, LONGO, MIXX_A, MIXX_B, SCRAMBLED)] == [
        *(8, 8, 2, 1, 1)
    ]
    for sheet in VARIANTS.values():
        assert sheet.symmetries[0] == ((0, 1, 2, 3), False)
    # Red with green, yellow with blue, n with 14 - n.
    assert MIXX_A.symmetries[1] == ((2, 3, 0, 1), True)


def test_a_row_that_mixes_colours_is_drawn_with_their_letters() -> None:
    card = Game.new(MIXX_A, 1).roll("12/1111").play(0, "y3").cards[0]
    assert draw_card(card).splitlines()[0] == (
        "red      .   X  y4  b5  b6  b7  g8  g9 g10 r11 r12    1 points"
    )


def test_a_cell_has_its_own_colour_and_a_row_that_of_its_lock() -> None:
    game = Game.new(MIXX_A, 1)
    for dice, white, colour in (
        ("11/1111", "y2", "-"),
        ("12/1111", "y3", "-"),
        ("22/1111", "y4", "-"),
        ("23/1111", "b5", "-"),
        ("33/1114", "b6", "b7"),
    ):
        game = game.roll(dice).play(0, white).play(0, colour)
    assert game.cards[0].crosses("r") == 6
    assert game.cards[0].crosses("b") == 0
    game = game.roll("66/1111").play(0, "r12")
    assert game.closed == {"r"}
    assert "r7" not in game.legal_moves(0)
    refusal = game.refusal(0, "r7")
    assert refusal
    assert refusal.reason is Reason.WRONG_NUMBER
    assert refusal.message == "the red die has left the game, so only the white dice reach red 7"
    assert "b7" not in game.legal_moves(0)
    assert "g7" in game.legal_moves(0)
    game = game.play(0, "-").roll("11/.111")
    assert [str(move) for move in game.legal_moves(0)] == ["r2", "-"]
    assert game.play(0, "r2").cards[0].crosses("y") == 1


def test_the_last_cross_of_a_row_is_never_its_lock() -> None:
    card = Card.empty(CLASSIC)
    assert card.last_cross(0) is None
    for number in (2, 3, 12):
        card = card.with_cross(CLASSIC.by_name["r", number])
    last = card.last_cross(0)
    assert last
    assert last.name == "r12"
