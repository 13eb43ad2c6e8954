"""Plays whole games in compiled loops, and counts their results."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.chart import POSITION, ROWS, Chart, Position
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.options import PASS, score
from qwixx.kernel.records import Integers
from qwixx.kernel.streams import CHOICES, DICE, LUCKY, deal, draw, roll, stream
from qwixx.kernel.turn import (
    Knowledge,
    Policies,
    apply_colour,
    apply_white,
    choose_colour,
    choose_white,
    clear_cards,
    pass_dice,
    policy_of,
    record_or_none,
)
from qwixx.rules import MOST_PLAYERS

SHARE: Final = 60  # A whole win in counting: up to five players can share it without a fraction
LOWEST: Final = -32  # No score is lower, nor as high as LOWEST + BINS
BINS: Final = 544
MOST_TURNS: Final = 512  # No game takes 512 turns: each turn adds a cross or a misthrow

TURN: Final = np.dtype(
    [("dice", np.uint8, 2 + ROWS), ("white", np.uint8, MOST_PLAYERS), ("colour", np.uint8)]
)
"""One turn of a traced game: dice and picks. The colour pick is NO_COLOUR_PHASE if the white phase
ended the game."""
NO_COLOUR_PHASE: Final = 255

GAME: Final = np.dtype(
    [
        ("scores", np.int16, MOST_PLAYERS),
        ("lucky", np.int32, MOST_PLAYERS),
        ("turns", np.int16),
        ("by_misthrows", np.uint8),
    ]
)
"""The result of one game, by seat."""


@jit
def play_game(
    chart: Chart,
    position: Position,
    players: Any,
    knowledge: Knowledge,
    offset: int,
    streams: tuple[np.uint64, np.uint64],
    trace: Any,
) -> tuple[int, bool]:
    """Plays a game to its end. Returns its turns, and whether misthrows ended it.

    Seat s is played by policy (s + offset) modulo the number of players. The dice and the choices
    each have their own stream of random numbers. The turns are written into `trace` if it has room
    for more than one turn.
    """
    dice_stream, choice_stream = streams
    clear_cards(position)
    traced = len(trace) > 1
    turn = 0
    while True:
        record = trace[turn if traced else 0]
        white = record.white
        roll(dice_stream, turn, chart.sides, position.dice)
        # All players choose before anything is crossed (R1).
        for seat in range(position.players):
            player = players[policy_of(seat, offset, position.players)]
            bits = draw(choice_stream, turn * 8 + seat)
            white[seat] = choose_white(player, knowledge, chart, position, seat, bits, turn)
        over = apply_white(chart, position, white)
        if traced:
            record.dice[:] = position.dice
            record.colour = NO_COLOUR_PHASE
        if over:
            return turn + 1, False
        active = position.active
        player = players[policy_of(active, offset, position.players)]
        bits = draw(choice_stream, turn * 8 + 7)
        pick = choose_colour(player, knowledge, chart, position, white, bits, turn)
        if traced:
            record.colour = pick
        if apply_colour(chart, position, pick, white[active] != PASS):
            return turn + 1, position.misthrows[active] >= chart.most_misthrows
        pass_dice(position)
        turn += 1


class Tally(NamedTuple):
    """Counts over many games, by policy.

    All are integers, so that sums are the same in every order of adding.
    """

    scores: NDArray[np.int64]  # [policy, score - LOWEST]: the games with that final score
    shares: NDArray[np.int64]  # [policy]: wins, SHARE for each that is not shared
    squares: NDArray[np.int64]  # [policy]: the sum of the squares of the shares of each round
    turns: NDArray[np.int64]  # [turns]: the games of that length
    games: NDArray[np.int64]  # All games, and those that misthrows ended


def empty_tally(players: int) -> Tally:
    return Tally(
        np.zeros((players, BINS), np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(MOST_TURNS, np.int64),
        np.zeros(2, np.int64),
    )


def no_results() -> NDArray[np.void]:
    """Returns an array without room for results."""
    return np.zeros(0, GAME)


def room_for_traces(games: int) -> NDArray[np.void]:
    """Returns room for the turns of some games; of none, each turn overwrites the one before."""
    return np.zeros((games, MOST_TURNS) if games else (1, 1), TURN)


def _count_round(results: Any, games: int, players: int, tally: Tally) -> None:
    """Counts the games of a round, in each of which the policies move on by one seat."""
    for policy in range(players):
        brought = 0
        for game in range(games):
            scores = results[game]["scores"]
            own = scores[(policy - game) % players]
            best, winners = own, 0
            for seat in range(players):
                best = max(best, scores[seat])
            for seat in range(players):
                winners += scores[seat] == best
            tally.scores[policy, own - LOWEST] += 1
            brought += SHARE // winners if own == best else 0
        tally.shares[policy] += brought
        tally.squares[policy] += brought * brought
    for game in range(games):
        tally.turns[results[game]["turns"]] += 1
        tally.games[0] += 1
        tally.games[1] += results[game]["by_misthrows"]


count_round: Final = jit(_count_round)
_count_here: Final = inlined(_count_round)


@jit
def run_rounds(
    charts: Any,
    policies: Policies,
    lucky: Integers,
    seed: int,
    start: int,
    stop: int,
    rotations: int,
    tally: Tally,
    all_results: Any,
    traces: Any,
) -> None:
    """Plays the rounds from `start` to `stop` and counts their results.

    In a round every policy plays once on each seat, with the same dice and dealt lucky pairs.
    `rotations` ends the last round early. `lucky` is empty if pairs are dealt, otherwise it has one
    for each policy, as bits. All results and traces are written by game if there is room for them.
    """
    chart = charts[0]
    position = np.zeros(1, POSITION)[0]
    players = len(policies.players)
    position.players = players
    knowledge = Knowledge(policies.tables, record_or_none(policies.net))
    results = np.zeros(players, GAME)
    for round_ in range(start, stop):
        dice_stream = stream(seed, DICE, round_)
        if chart.pair_count and not len(lucky):
            deal(stream(seed, LUCKY, round_), chart, players, position.lucky)
        games = rotations if round_ == stop - 1 else players
        for rotation in range(games):
            game = round_ * players + rotation
            for seat in range(players if len(lucky) else 0):
                position.lucky[seat] = lucky[policy_of(seat, rotation, players)]
            turns, by_misthrows = play_game(
                chart,
                position,
                policies.players,
                knowledge,
                rotation,
                (dice_stream, stream(seed, CHOICES, game)),
                traces[game - start * players if traces.shape[1] > 1 else 0],
            )
            result = results[rotation]
            for seat in range(players):
                result.scores[seat] = score(chart, position, seat)
                result.lucky[seat] = position.lucky[seat]
            result.turns = turns
            result.by_misthrows = by_misthrows
            if len(all_results):
                all_results[game - start * players] = result
        _count_here(results, games, players, tally)
