"""Queries of the rules beside legal moves: the consequences of a move, the reasons of refusals."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from qwixx import PASS, Game, IllegalMove, Move, Phase, Reason, Roll
from qwixx.notation import read_position
from qwixx.rules import CLASSIC, VARIANTS
from qwixx.rules.variant import make_variant

NAMES = pytest.mark.parametrize("name", VARIANTS)


def random_games(name: str, seed: int, games: int = 15) -> Iterator[tuple[Random, Game]]:
    """Games on the way, played with few gaps so that rows are locked."""
    for number in range(games):
        rng = Random(f"{name} {seed} {number}")
        variant = VARIANTS[name]
        players = rng.randint(1, 4)
        game = Game.new(variant, players, lucky=variant.deal_lucky(rng, players))
        while game.phase is not Phase.OVER:
            game = game.roll(Roll.random(rng, game))
            yield rng, game
            while game.awaited:
                seat = rng.choice(game.awaited)
                card = game.cards[seat]
                crosses = [move for move in game.legal_moves(seat) if not move.is_pass]
                crosses.sort(key=lambda move: card.skips(card.variant.cell(move)))
                near = [move for move in crosses if card.skips(card.variant.cell(move)) < 3]
                game = game.play(seat, near[0] if near and rng.random() < 0.9 else PASS)
                yield rng, game


@NAMES
def test_consequences_are_the_results_of_a_move(name: str, seed: int) -> None:
    for _, game in random_games(name, seed):
        for seat in game.awaited:
            for move in game.legal_moves(seat):
                foreseen = game.consequences(seat, move)
                after = game.play(seat, move)
                while after.phase is Phase.WHITE and game.phase is Phase.WHITE:
                    after = after.play(after.awaited[0], PASS)  # nobody else does anything
                    if not after.awaited:
                        break
                card, then = game.cards[seat], after.cards[seat]
                assert foreseen.crosses == sum(
                    then.crosses(c) - card.crosses(c) for c in game.variant.row_colours
                )
                assert foreseen.points == then.score - card.score
                assert foreseen.misthrow == (then.misthrows > card.misthrows)
                closed = game.closed | {c for c in game.variant.row_colours if then.has_lock(c)}
                assert foreseen.closes == closed - game.closed
                if foreseen.ends:
                    assert after.phase is Phase.OVER
                elif game.phase is Phase.COLOUR:
                    assert after.phase is not Phase.OVER
                cell = None if move.is_pass else game.variant.cell(move)
                assert foreseen.cell == cell
                lost = [] if cell is None else _lost_on_the_way(game, seat, move)
                assert [str(skipped.cross) for skipped in foreseen.skipped] == lost


def _lost_on_the_way(game: Game, seat: int, move: Move) -> list[str]:
    """The open cells of the row that lie left of the cross."""
    card, cell = game.cards[seat], game.variant.cell(move)
    crossed = card.crossed(cell.closes)
    row = [each for each in game.variant.rows[cell.row] if each.position < cell.position]
    last = max((each.position for each in row if each.number in crossed), default=-1)
    return [str(each.cross) for each in row if each.position > last]


def test_consequences_do_not_depend_on_the_others() -> None:
    """One row is closed, and another player has locked a second one with a sealed answer."""
    game = read_position(
        "classic 0.13 66/66.6=.,r12 -/-/12,11,10,9,8,2/-/3 2,3,4,5,6/2,3,4,5,6/-/-/0"
    )
    assert not game.consequences(0, "-").ends
    assert not game.consequences(0, "-").misthrow
    assert game.play(0, "-").phase is Phase.OVER
    again = game.retract(1)
    assert again.consequences(1, "r12").ends
    assert again.consequences(1, "r12").closes == {"r"}


def test_a_misthrow_is_certain_in_the_colour_phase_alone() -> None:
    game = Game.new("classic", 1)
    for _ in range(3):
        game = game.roll("11/1111").play(0, "-").play(0, "-")
    game = game.roll("11/1111")
    assert game.consequences(0, "-").points == 0
    game = game.play(0, "-")
    last = game.consequences(0, "-")
    assert (last.misthrow, last.ends, last.points) == (True, True, -5)
    assert not game.consequences(0, "r2").ends
    with pytest.raises(IllegalMove, match="red 9") as caught:
        game.consequences(0, "r9")
    assert caught.value.reason is Reason.WRONG_NUMBER


@NAMES
def test_every_cell_says_why_it_is_refused(name: str, seed: int) -> None:
    reasons = set()
    for rng, game in random_games(name, seed):
        seat = rng.randrange(game.players)
        found = game.refusals(seat)
        assert list(found) == [cell for row in game.variant.rows for cell in row]
        for cell, refusal in found.items():
            told = game.refusal(seat, cell.cross)
            if told and game.refusal(seat, cell.lucky_cross) is None:
                told = None
            assert refusal == told
            reasons.add(refusal and refusal.reason)
    assert reasons >= {
        *(None, Reason.WRONG_NUMBER, Reason.LEFT_OF_LAST_CROSS, Reason.NOT_ENOUGH_CROSSES),
        *(Reason.ALREADY_ANSWERED, Reason.WRONG_PHASE, Reason.ROW_CLOSED),
    }


@NAMES
def test_a_pickled_game_is_small(name: str, seed: int) -> None:
    for _, game in random_games(name, seed, games=2):
        text = pickle.dumps(game)
        again = pickle.loads(text)
        assert again == game
        assert again.variant is game.variant
        assert len(text) < 600


def test_an_unregistered_variant_is_pickled_by_value() -> None:
    for strange in (
        replace(CLASSIC, name="strict", crosses_to_lock=6),
        replace(CLASSIC, crosses_to_lock=6),
    ):
        game = Game.new(strange, 2).roll("41/3256")
        again = pickle.loads(pickle.dumps(game))
        assert again == game
        assert again.variant.crosses_to_lock == 6
        assert again.variant.by_number == strange.by_number
        assert again.play(0, "r5") == game.play(0, "r5")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"sides": 8}, "every colour and sum of two dice is on one cell"),
        ({"rows": CLASSIC.rows[::-1]}, "the locks are red, yellow, green, blue"),
        ({"most_closed": 3}, "two closed rows end the game, or all"),
    ],
)
def test_an_invalid_sheet_is_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(CLASSIC, **change)  # type: ignore[arg-type]


def test_a_number_stands_once_in_a_row() -> None:
    rows = [" ".join(str(cell.cross) for cell in row) for row in CLASSIC.rows]
    rows[0], rows[1] = rows[0].replace("r3", "y2"), rows[1].replace("y2", "r3")
    with pytest.raises(ValueError, match="twice: no number stands twice in a row"):
        make_variant("twice", sides=6, locking_cells=1, crosses_to_lock=5, rows=rows)
