"""The formula as tensors against the bot that plays by it."""

import random

import pytest
import torch
from torch import Tensor

from qwixx.bots.heuristic import HeuristicBot
from qwixx.kernel.encoding import encoding_of
from qwixx.rules import SHEETS, Game, Phase, Roll, Variant
from research.training.formula import HeuristicPlayer
from research.training.table import Rules
from tests.research.training.batches import CPU, as_cards, as_moves, new_game

TIED = 1e-4
"""The bot counts in twice as many digits."""


class Check:
    """Plays as the bot or astray, once it is sure that the values agree with the bot."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        # From games that are played well to games that are played at random.
        self.astray = self.rng.random()

    def pick(self, game: Game, seat: int, values: Tensor, numbers: dict[str, int]) -> str:
        """One of the options, whose numbers among the values are given."""
        choice = str(HeuristicBot().choose(game, seat, self.rng))
        missed = values.max() - values[numbers[choice]]
        assert missed < TIED, f"seed {self.seed}, {game!r}: not {choice} but {values}"
        return self.rng.choice(sorted(numbers)) if self.rng.random() < self.astray else choice


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("variant", SHEETS.values(), ids=lambda variant: variant.name)
def test_it_chooses_as_the_bot(variant: Variant, players: int, seed: int, games: int) -> None:
    torch.set_num_threads(1)
    rules = Rules(encoding_of(variant), CPU)
    player = HeuristicPlayer(rules)
    for number in range(seed, seed + max(1, games // 100)):
        check = Check(number)
        game = new_game(variant, players, check.rng)
        while game.phase is not Phase.OVER:
            game = game.roll(Roll.random(check.rng, game))
            assert game.dice
            active = game.active
            dice = torch.tensor([[*game.dice.white, *(pips or 1 for pips in game.dice.coloured)]])
            cards = as_cards(game)
            white = rules.white_options(cards, dice)
            values = player.white(cards, white, dice)
            assert torch.equal(values.isfinite(), white.legal), f"seed {number}, {game!r}"
            answers = {}
            for index in range(players):
                seat = (active + index) % players
                numbers = as_moves(variant, cards, white, index)
                answers[seat] = check.pick(game, seat, values[0, index], numbers)
            for seat, answer in answers.items():
                game = game.play(seat, answer)
            if game.phase is Phase.OVER:
                break
            cards = as_cards(game)
            colour = rules.colour_options(cards.free[:, 0], cards.crosses[:, 0], cards.closed, dice)
            values = player.colour(cards, colour, torch.tensor([answers[active] != "-"]))
            assert torch.equal(values.isfinite(), colour.legal), f"seed {number}, {game!r}"
            numbers = as_moves(variant, cards, colour, None)
            game = game.play(active, check.pick(game, active, values[0], numbers))
