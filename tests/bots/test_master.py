"""The bot that plays on: its continuations follow the rules, and its choices can be repeated."""

from itertools import product
from random import Random

import numpy as np
import pytest

from qwixx.batch.positions import positions_of
from qwixx.bots import load_bot
from qwixx.bots.master import MasterBot
from qwixx.bots.net import shipped_net
from qwixx.bots.shipped import shipped_policy
from qwixx.bots.simple import GreedyBot, RandomBot
from qwixx.bots.strong import StrongBot
from qwixx.kernel.row_states import row_states_for
from qwixx.kernel.translate import roll_of
from qwixx.notation import read_position
from qwixx.rules import CLASSIC, LONGO, Game, Phase, Variant

BOTH = pytest.mark.parametrize("variant", [CLASSIC, LONGO], ids=lambda variant: variant.name)


def some_game(variant: Variant, players: int, rng: Random) -> Game:
    lucky = rng.sample(variant.lucky_pairs, players) if variant.lucky_count else None
    return Game.new(variant, players, first=rng.randrange(players), lucky=lucky)


def throw(game: Game, rng: Random) -> list[int]:
    return [rng.randint(1, game.variant.sides) for _ in range(6)]


def play_turn(game: Game, dice: list[int], rng: Random) -> Game:
    bots = GreedyBot(), RandomBot()
    game = game.roll(roll_of(game, dice))
    while game.awaited:
        seat = game.awaited[0]
        game = game.play(seat, rng.choices(bots, (4, 1))[0].choose(game, seat, rng))
    return game


def cards(game: Game) -> tuple[object, ...]:
    tables = row_states_for(game.variant)
    rows = tuple(tables.row_states(card) for card in game.cards)
    closed = tuple(colour in game.closed for colour in game.variant.row_colours)
    return rows, tuple(card.misthrows for card in game.cards), closed


def outcomes(game: Game, dice: list[int]) -> set[tuple[object, ...]]:
    """Every way in which the rules let this turn end."""
    game = game.roll(roll_of(game, dice))
    found = set()
    for answers in product(*(game.legal_moves(seat) for seat in range(game.players))):
        after = game
        for seat, move in enumerate(answers):
            after = after.play(seat, move)
        if after.phase is Phase.OVER:
            found.add(cards(after))
        else:
            for move in after.legal_moves(after.active):
                found.add(cards(after.play(after.active, move)))
    return found


@BOTH
def test_continuations_follow_the_rules(variant: Variant, seed: int, games: int) -> None:
    for number in range(seed, seed + max(1, games // 100)):
        rng = Random(number)
        game = some_game(variant, 2, rng)
        while game.phase is not Phase.OVER:
            dice = throw(game, rng)
            after = shipped_policy(variant).turn(positions_of([game]), np.array([dice]))
            ended = (
                tuple(map(tuple, np.roll(after.rows[0], game.active, 0).tolist())),
                tuple(np.roll(after.misthrows[0], game.active).tolist()),
                tuple((after.closed[0] >> np.arange(4) & 1).astype(bool).tolist()),
            )
            assert ended in outcomes(game, dice), f"seed {number}, {game!r}, {dice}"
            shut, most = sum(ended[2]), max(ended[1])
            assert after.over[0] == (shut >= 2 or most >= 4), f"seed {number}"
            game = play_turn(game, dice, rng)


@BOTH
def test_values_of_the_start_agree_with_whole_games(variant: Variant) -> None:
    """The net's values of the start are the mean results of whole games."""
    games = 600
    policy = shipped_policy(variant)
    lucky = [(6, 11), (5, 8)] if variant.lucky_count else None
    tables = positions_of([Game.new(variant, 2, lucky=lucky)] * games)
    chance = np.random.default_rng(1)
    first = None
    won = 0.0
    turn = 0
    while len(tables):
        ends = policy.turn(tables, chance.integers(1, variant.sides + 1, (len(tables), 6)))
        if first is None:
            first = policy.net.leaves(ends)[0][:, 0].mean()
        ended = policy.net.leaves(ends.select(ends.over))[0]
        won += ended[:, turn % 2].sum()
        tables = ends.select(~ends.over).next_turn()
        turn += 1
    assert first is not None
    assert 0.5 < first < 0.6
    assert abs(first - won / games) < 0.08


@BOTH
@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_same_random_numbers_give_the_same_moves(variant: Variant, players: int) -> None:
    rounds = 5 if (variant, players) == (CLASSIC, 2) else 1  # the fifth is of two turns

    def played(seed: int) -> list[str]:
        bot = MasterBot(seconds=60, rounds=rounds)
        rng, chance = Random(3), Random(seed)
        game = some_game(variant, players, rng)
        moves = []
        for _ in range(3):
            game = game.roll(roll_of(game, throw(game, rng)))
            while game.awaited:
                seat = game.awaited[0]
                move = bot.choose(game.seen_by(seat), seat, chance)
                assert move in game.legal_moves(seat)
                moves.append(str(move))
                game = game.play(seat, move)
        return moves

    assert played(7) == played(7)


def test_master_answers_with_very_little_time() -> None:
    game = Game.new("classic", 3).roll("41/3256")
    move = MasterBot(seconds=1e-9).choose(game, 0, Random(1))
    assert move in game.legal_moves(0)


def test_master_takes_a_winning_end() -> None:
    game = read_position(
        "classic 0.21 66/.123=.,. 2,3,4,5,6,12/2,3,4,5,6,7,8,9,10,11/-/-/0 "
        "-/-/12,11,10,9/12,11,10,9/2"
    )
    assert str(load_bot("master").choose(game, 0, Random(1))) == "y12"


def test_master_plays_like_strong_if_no_moves_are_close() -> None:
    game = read_position("classic 0.9 44/1234=.,. 2,3,4/2,3,5/12,11/12,10/0 2,3,4,5,6,7/9/7/12,7/0")
    values = sorted(shipped_net(CLASSIC).values(game, 1).values(), reverse=True)
    assert values[0] > values[1] + 0.04
    assert MasterBot().choose(game, 1, Random(1)) == StrongBot().choose(game, 1, Random(1))


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_that_is_not_positive_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="a master needs some time"):
        MasterBot(seconds=seconds)


def test_fewer_than_one_round_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one round"):
        MasterBot(rounds=0)
