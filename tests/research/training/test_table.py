"""The batched game of the training against the rules, move by move."""

import random
from collections.abc import Callable

import pytest
import torch

from qwixx.kernel.encoding import encoding_of
from qwixx.rules import VARIANTS, Game, Move, Phase, Roll, Variant
from research.training.table import Cards, Rules
from research.training.turn import after_colour, after_white
from tests.research.training.batches import CPU, as_cards, as_moves, new_game
from tests.rules.sheets import SCRAMBLED


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize(
    "variant", [*VARIANTS.values(), SCRAMBLED], ids=lambda variant: variant.name
)
def test_batched_games_follow_the_rules(
    variant: Variant, players: int, seed: int, games: int
) -> None:
    torch.set_num_threads(1)
    rules = Rules(encoding_of(variant), CPU)
    for number in range(seed, seed + max(1, games // 100)):
        rng = random.Random(number)
        game = new_game(variant, players, rng)
        cards = as_cards(game)
        while game.phase is not Phase.OVER:
            game = game.roll(Roll.random(rng, game))
            assert game.dice
            dice = torch.tensor([[*game.dice.white, *(pips or 1 for pips in game.dice.coloured)]])
            white = rules.white_options(cards, dice)
            answers = []
            for index in range(players):
                seat = (game.active + index) % players
                numbers = as_moves(variant, cards, white, index)
                legal = {str(move) for move in game.legal_moves(seat)}
                assert set(numbers) == legal, f"seed {number}, {game!r}"
                # Gaps now and then only, or games would be short and locks rare.
                move = min(rng.sample(sorted(legal), min(2, len(legal))), key=_gap(game, seat))
                answers.append((seat, move, numbers[move]))
            for seat, move, _ in answers:
                active = game.active
                game = game.play(seat, move)
            chosen = torch.tensor([[number for _, _, number in answers]])
            cards = after_white(cards, white, chosen)
            crossed = chosen[:, 0] > 0
            if game.phase is Phase.OVER:
                break
            colour = rules.colour_options(cards.free[:, 0], cards.crosses[:, 0], cards.closed, dice)
            numbers = as_moves(variant, cards, colour, None)
            legal = {str(move) for move in game.legal_moves(active)}
            assert set(numbers) == legal, f"seed {number}, {game!r}"
            move = min(rng.sample(sorted(legal), min(3, len(legal))), key=_gap(game, active))
            game = game.play(active, move)
            cards = after_colour(cards, colour, torch.tensor([numbers[move]]), crossed)
            if game.phase is not Phase.OVER:
                cards = Cards(
                    cards.free.roll(-1, 1),
                    cards.crosses.roll(-1, 1),
                    cards.misthrows.roll(-1, 1),
                    cards.closed,
                    cards.lucky.roll(-1, 1),
                )
                expected = as_cards(game)
                for name in ("free", "crosses", "misthrows", "closed", "lucky"):
                    assert torch.equal(getattr(cards, name), getattr(expected, name)), (
                        name,
                        number,
                    )
        order = [(game.active + step) % players for step in range(players)]
        assert rules.scores(cards)[0].tolist() == [game.scores[seat] for seat in order], (
            f"seed {number}"
        )


def _gap(game: Game, seat: int) -> Callable[[str], int]:
    def gap(text: str) -> int:
        move = Move.parse(text)
        return 3 if move.is_pass else game.cards[seat].skips(game.variant.cell(move))

    return gap
