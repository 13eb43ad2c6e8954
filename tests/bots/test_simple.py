"""The bots that need nothing but the rules."""

from collections import Counter
from random import Random

import pytest

from qwixx.bots import BOTS, Bot, UnknownBot, load_bot
from qwixx.rules import Game


def test_random_chooses_every_legal_move_equally_often() -> None:
    game = Game.new("longo", players=2, lucky=[(6, 11), (5, 8)]).roll("51/3728")
    rng = Random(3)
    chosen = Counter(str(load_bot("random").choose(game, 0, rng)) for _ in range(9000))
    assert set(chosen) == {str(move) for move in game.legal_moves(0)}
    assert len(chosen) == 9
    assert all(abs(count - 1000) < 150 for count in chosen.values()), chosen


@pytest.mark.parametrize(
    ("played", "roll", "expected"),
    [
        ("r5 y3 g12 b9", "13/1111", "r4 y4 g4 b4"),
        ("r2 y3 g11 b9", "22/1111", "y4"),
        ("r3 y3 g12 b12", "22/1111", "r4 y4"),
    ],
)
def test_greedy_crosses_with_the_smallest_gap(played: str, roll: str, expected: str) -> None:
    game = Game.new(players=1)
    for move in played.split():
        number = int(move[1:])
        low = max(1, number - 6)
        whites = f"{low}{number - low}"
        game = game.roll(f"{whites}/1111").play(0, move).play(0, "-")
    game = game.roll(roll)
    bot = load_bot("greedy")
    chosen = {str(bot.choose(game, 0, Random(seed))) for seed in range(60)}
    assert chosen <= set(expected.split())
    assert "-" not in chosen


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_of_the_list_can_be_loaded(name: str) -> None:
    assert isinstance(load_bot(name), Bot)


@pytest.mark.parametrize("name", ["nobody", "", "no.such.module:Bot", "math:tau", "random:nothing"])
def test_an_unknown_bot_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnknownBot, match=repr(name)):
        load_bot(name)
