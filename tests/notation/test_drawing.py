"""Cards in letters."""

from qwixx.notation import draw_card, draw_game, read_position

LONGO = """\
Ann
red     .  X  4  5  6  7  8  9 10 11 12 13 14 15 16    1 points
yellow  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16    0 points
green   X  X  X  X  X  X  .  .  .  .  .  .  .  .  X   36 points  locked
blue   16 15 14 13 12 11 10  9  8  7  6  5  4  3  2    0 points
misthrows 0, total 37, lucky numbers 6 and 11

Ben
red     2  3  4  5  6  7  8  9 10 11 12 13 14 15 16    0 points
yellow  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16    0 points
green  16 15 14 13 12 11 10  9  8  7  6  5  4  3  2    0 points  closed
blue   16 15 14 13 12 11 10  9  8  7  6  5  4  3  2    0 points
misthrows 3, total -15, lucky numbers 5 and 8"""


def test_a_game_is_drawn_card_by_card() -> None:
    game = read_position("longo 0.7 - 3/-/16,15,14,13,12,11,2/-/0@6,11 -/-/-/-/3@5,8")
    assert draw_game(game, ["Ann", "Ben"]) == LONGO
    assert draw_game(game).startswith("seat 0\nred")
    assert draw_card(game.cards[1]).splitlines()[2].endswith("0 points")
