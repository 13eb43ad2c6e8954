"""The rules for many positions against the rules, move by move."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from qwixx.batch.positions import Positions, dice_in, positions_of
from qwixx.batch.rules import Options, option_of_move, rules_for
from qwixx.rules import VARIANTS, Game, Move, Phase, Roll, Variant
from tests.rules.sheets import SCRAMBLED


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize(
    "variant", [*VARIANTS.values(), SCRAMBLED], ids=lambda variant: variant.name
)
def test_positions_follow_the_rules(variant: Variant, players: int, seed: int, games: int) -> None:
    rules = rules_for(variant)
    for number in range(seed, seed + max(1, games // 100)):
        rng = random.Random(number)
        lucky = variant.deal_lucky(rng, players)
        game = Game.new(variant, players, first=rng.randrange(players), lucky=lucky)
        while game.phase is not Phase.OVER:
            game = game.roll(Roll.random(rng, game))
            positions, dice = positions_of([game]), dice_in([game])
            order = [(game.active + step) % players for step in range(players)]
            white = rules.white(positions, dice)
            chosen = {}
            for place, seat in enumerate(order):
                options = {str(m): option_of_move(game, m) for m in game.legal_moves(seat)}
                assert _legal(white, (0, place)) == set(options.values()), (
                    f"seed {number}, {game!r}"
                )
                # Gaps now and then only, or games would be short and locks rare.
                some = rng.sample(sorted(options), min(2, len(options)))
                move = min(some, key=_gap(game, seat))
                chosen[seat] = move, options[move]
            answers = np.array([[chosen[seat][1] for seat in order]])
            for seat, (move, _) in chosen.items():
                game = game.play(seat, move)
            positions = rules.after_white(positions, white, answers)
            end: Positions[Any] = positions
            if game.phase is Phase.COLOUR:
                active = game.active
                colour = rules.colour(positions.rows[:, 0], positions.closed, dice)
                options = {str(m): option_of_move(game, m) for m in game.legal_moves(active)}
                assert _legal(colour, (0,)) == set(options.values()), f"seed {number}, {game!r}"
                some = rng.sample(sorted(options), min(3, len(options)))
                move = min(some, key=_gap(game, active))
                game = game.play(active, move)
                moves = np.array([options[move]])
                end = rules.after_colour(positions, colour, moves, answers[:, 0] > 0)
            assert end.over[0] == (game.phase is Phase.OVER), f"seed {number}, {game!r}"
            scores = rules.scores(end.rows, end.misthrows)[0]
            assert scores.tolist() == [game.scores[seat] for seat in order], f"seed {number}"
            if game.phase is not Phase.OVER:
                expected = positions_of([game])
                for name, part in vars(end.next_turn()).items():
                    assert (part == getattr(expected, name)).all(), (name, number)


def _legal(options: Options, at: tuple[int, ...]) -> set[int]:
    return set(np.flatnonzero(options.legal[at]).tolist())


def _gap(game: Game, seat: int) -> Callable[[str], int]:
    def gap(text: str) -> int:
        move = Move.parse(text)
        return 3 if move.is_pass else game.cards[seat].skips(game.variant.cell(move))

    return gap
