"""The levels that people play against."""

from random import Random

import pytest

from qwixx.arena import Match, play_match
from qwixx.bots import load_bot
from qwixx.rules import Card, Game, Move, Phase, Roll
from tests.notation.play import new_game

LEVELS = ["beginner", "casual", "strong"]


def free(card: Card, move: Move) -> bool:
    """Whether that cross skips nothing."""
    if move.colour is None:
        return False
    cell = card.variant.by_name[move.colour, move.number]
    return cell.position == card.marks[cell.row].bit_length()


@pytest.mark.parametrize("variant", ["classic", "longo"])
@pytest.mark.parametrize("level", LEVELS)
def test_no_misthrow_is_taken_if_a_cross_skips_nothing(level: str, variant: str) -> None:
    rng, bot = Random(7), load_bot(level)
    for _ in range(4):
        game = new_game(rng, variant, 2)
        while game.phase is not Phase.OVER:
            active = game.active
            game = game.roll(Roll.random(rng, game))
            offered = [free(game.cards[active], move) for move in game.legal_moves(active)]
            game = _answer(game, bot.choose, rng)
            if game.phase is not Phase.COLOUR:
                continue
            offered += [free(game.cards[active], move) for move in game.legal_moves(active)]
            before = game.cards[active].misthrows
            game = game.play(active, bot.choose(game, active, rng))
            if game.phase is not Phase.OVER:  # a misthrow that ends the game may be worth it
                assert not (game.cards[active].misthrows > before and any(offered))


def _answer(game: Game, choose, rng: Random) -> Game:  # type: ignore[no-untyped-def]
    for seat in range(game.players):
        game = game.play(seat, choose(game.seen_by(seat), seat, rng))
    return game


@pytest.mark.parametrize(
    ("weaker", "stronger"), [("random", "beginner"), ("beginner", "casual"), ("casual", "strong")]
)
def test_each_level_wins_against_the_one_below(weaker: str, stronger: str) -> None:
    report = play_match(Match.new([weaker, stronger], 100, seed=5), threads=2)
    assert report.seats[1].share > 0.5
