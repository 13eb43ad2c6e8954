"""The kernel plays by the rules: every decision of its games is compared with `rules/`."""

from random import Random
from typing import Any

import numpy as np
import pytest

from qwixx.kernel.chart import POSITION, chart_for
from qwixx.kernel.formula import formula_for
from qwixx.kernel.games import (
    GAME,
    LOWEST,
    NO_COLOUR_PHASE,
    SHARE,
    Tally,
    empty_tally,
    room_for_traces,
    run_rounds,
)
from qwixx.kernel.jit import jit
from qwixx.kernel.kinds import GREEDY, HEURISTIC, RANDOM
from qwixx.kernel.options import PASS, colour_options, white_options
from qwixx.kernel.policies import random_pick
from qwixx.kernel.streams import draw, stream
from qwixx.kernel.translate import move_of, position_of, roll_of
from qwixx.kernel.turn import Policies, players_of
from qwixx.rules import CLASSIC, LONGO, SHEETS, Ending, Game, Phase, Variant
from tests.rules.sheets import SCRAMBLED

BOTH = pytest.mark.parametrize("variant", [CLASSIC, LONGO], ids=lambda variant: variant.name)
ALL = pytest.mark.parametrize(
    "variant", [*SHEETS.values(), SCRAMBLED], ids=lambda variant: variant.name
)


@jit
def compiled_options(charts: Any, positions: Any, seat: int) -> tuple[int, int]:
    return white_options(charts[0], positions[0], seat), colour_options(
        charts[0], positions[0], seat
    )


@jit
def count_picks(options: int, seed: int, draws: int, counts: Any) -> None:
    numbers = stream(seed, 0, 0)
    for number in range(draws):
        counts[random_pick(options, draw(numbers, number))] += 1


def play(
    variant: Variant,
    kinds: list[int],
    seed: int,
    rounds: tuple[int, int] = (0, 1),
    rotations: int = 1,
    lucky: list[int] | None = None,
) -> tuple[Tally, Any, Any]:
    """The tally, the results by game and the trace of the first game if there is but one round."""
    tally = empty_tally(len(kinds))
    results = np.zeros((rounds[1] - rounds[0]) * len(kinds), GAME)
    traces = room_for_traces(len(results) if rounds == (0, 1) else 0)
    pairs = np.array(lucky or [], np.int64)
    numbers = (seed, *rounds, rotations)
    policies = Policies(players_of(kinds, formula_for(variant)))
    run_rounds(chart_for(variant), policies, pairs, *numbers, tally, results, traces)
    return tally, results, traces[0]


def numbers_of(bits: int) -> tuple[int, ...]:
    return tuple(number for number in range(32) if bits >> number & 1)


def assert_same_options(game: Game, seat: int) -> None:
    """The compiled options are the legal moves, in the same order."""
    record: Any = np.zeros(1, POSITION)
    for name, value in vars(position_of(game)).items():
        if isinstance(value, list):
            record[0][name][: len(value)] = value
        else:
            record[0][name] = value
    both = compiled_options(chart_for(game.variant), record, seat)
    options = both[game.phase is Phase.COLOUR]
    picks = [pick for pick in range(PASS) if options >> pick & 1] + [PASS]
    assert [move_of(game, seat, pick) for pick in picks] == list(game.legal_moves(seat))


@ALL
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_decision_and_every_result_is_that_of_the_rules(
    variant: Variant, players: int, games: int
) -> None:
    for seed in range(max(1, games // 25)):
        kinds = Random(seed).choices([RANDOM, GREEDY, GREEDY, HEURISTIC, HEURISTIC], k=players)
        _, results, trace = play(variant, kinds, seed)
        result = results[0]
        lucky = [numbers_of(bits) for bits in result["lucky"][:players]]
        game = Game.new(variant, players, lucky=lucky if variant.lucky_count else None)
        for turn in trace[: result["turns"]]:
            assert game.phase is Phase.ROLL, f"seed {seed}"
            game = game.roll(roll_of(game, turn["dice"].tolist()))
            asked = game
            for seat, pick in enumerate(turn["white"][:players].tolist()):
                assert_same_options(asked, seat)
                game = game.play(seat, move_of(asked, seat, pick))
            if turn["colour"] == NO_COLOUR_PHASE:
                assert game.phase is Phase.OVER, f"seed {seed}"
            else:
                assert_same_options(game, game.active)
                game = game.play(game.active, move_of(game, game.active, int(turn["colour"])))
        assert game.outcome is not None, f"seed {seed}"
        assert list(game.outcome.scores) == result["scores"][:players].tolist(), f"seed {seed}"
        by_misthrows = game.outcome.ending is Ending.MISTHROWS
        assert by_misthrows == bool(result["by_misthrows"]), f"seed {seed}"


@pytest.mark.parametrize("options", [0, 0b1, 0b1010, 0b10011001, 0b11111111])
def test_random_is_uniform_among_the_options_and_the_pass(options: int) -> None:
    draws, counts = 100_000, np.zeros(PASS + 1, np.int64)
    count_picks(options, 5, draws, counts)
    legal = [pick for pick in range(PASS) if options >> pick & 1] + [PASS]
    assert counts.sum() == counts[legal].sum() == draws
    expected = draws / len(legal)
    chi_squared = ((counts[legal] - expected) ** 2 / expected).sum()
    assert chi_squared < 30, counts  # eight degrees of freedom: beyond 30 once in 5000 seeds


@BOTH
def test_the_dice_do_not_depend_on_the_bots(variant: Variant) -> None:
    _, _, careless = play(variant, [RANDOM, RANDOM, GREEDY], seed=11)
    _, _, careful = play(variant, [HEURISTIC, GREEDY, GREEDY], seed=11)
    turns = 12  # no game is over by then
    assert careless["dice"][:turns].tolist() == careful["dice"][:turns].tolist()
    assert (careless["dice"][:turns] >= 1).all()
    assert (careless["dice"][:turns] <= variant.sides).all()


def test_dice_and_lucky_pairs_are_fair() -> None:
    _, results, _ = play(LONGO, [RANDOM] * 5, 3, rounds=(0, 20_000), rotations=5)
    dealt = results["lucky"][::5]
    assert {numbers_of(bits) for bits in dealt[:, 0].tolist()} == set(LONGO.lucky_pairs)
    for seat in range(5):
        _, counts = np.unique(dealt[:, seat], return_counts=True)
        assert abs(counts - 2000).max() < 5 * 2000**0.5
    assert all(len(set(deal)) == 5 for deal in dealt.tolist())
    faces = np.concatenate([play(CLASSIC, [RANDOM], seed)[2]["dice"][:4] for seed in range(3000)])
    for die in faces.T:
        counts = np.bincount(die, minlength=7)[1:]
        assert abs(counts - 2000).max() < 5 * 2000**0.5


@BOTH
def test_a_round_rotates_all_seats_and_can_be_divided(variant: Variant) -> None:
    kinds = [GREEDY, RANDOM, HEURISTIC]
    whole, results, _ = play(variant, kinds, 4, rounds=(0, 60), rotations=3)
    first, _, _ = play(variant, kinds, 4, rounds=(0, 25), rotations=3)
    second, rest, _ = play(variant, kinds, 4, rounds=(25, 60), rotations=3)
    for total, one, two in zip(whole, first, second, strict=True):
        assert (total == one + two).all()
    assert (results[75:] == rest).all()
    # Seat s is played by policy s + rotation, so the tallies can be counted from the results.
    for policy in range(3):
        scores = [results["scores"][game, (policy - game) % 3] for game in range(180)]
        shares = [
            SHARE // list(won).count(max(won)) * (won[(policy - game) % 3] == max(won))
            for game, won in enumerate(results["scores"][:, :3].tolist())
        ]
        assert whole.shares[policy] == sum(shares)
        assert (np.bincount(np.array(scores) - LOWEST, minlength=544) == whole.scores[policy]).all()
    assert whole.games.tolist() == [180, int(results["by_misthrows"].sum())]


def test_lucky_pairs_set_by_hand_stay_with_their_policy() -> None:
    pairs = [1 << 6 | 1 << 11, 1 << 5 | 1 << 8]
    _, results, _ = play(LONGO, [GREEDY, GREEDY], 2, rounds=(0, 3), rotations=2, lucky=pairs)
    assert results["lucky"][:, :2].tolist() == [pairs, pairs[::-1]] * 3
