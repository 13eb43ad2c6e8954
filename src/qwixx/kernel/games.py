"""Whole games, and what is counted over many of them, in compiled loops."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.chart import POSITION, ROWS, Chart, Integers, Position
from qwixx.kernel.heuristic import Formula
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.kinds import NET, RANDOM, SOLO
from qwixx.kernel.net import net_colour, net_white
from qwixx.kernel.options import (
    PASS,
    after_colour,
    after_white,
    colour_options,
    colour_row,
    white_options,
)
from qwixx.kernel.policies import colour_pick, random_pick, white_pick
from qwixx.kernel.solo import SoloTables, solo_colour, solo_white
from qwixx.kernel.streams import CHOICES, DICE, LUCKY, deal, draw, roll, stream
from qwixx.rules import MOST_PLAYERS

SHARE: Final = 60
"""A whole win in counting: it can be shared by up to five without a fraction."""
LOWEST: Final = -32
"""No score is lower, nor as high as LOWEST + BINS."""
BINS: Final = 544
MOST_TURNS: Final = 512
"""No game takes so many: in each turn somebody crosses a cell or has a misthrow."""

TURN: Final = np.dtype(
    [("dice", np.uint8, 2 + ROWS), ("white", np.uint8, MOST_PLAYERS), ("colour", np.uint8)]
)
"""One turn of a traced game: dice and picks. Where the white phase ended the game, the colour pick
is NO_COLOUR_PHASE."""
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


class Policies(NamedTuple):
    """How each of the players chooses."""

    kinds: NDArray[np.int64]
    """[policy]: one of the kinds of `policies`."""
    formulas: NDArray[np.void]
    """[policy]: records of WEIGHTS, for heuristics."""
    tables: SoloTables | None
    """For those who play by a table. Without them there is compiled code that knows of no tables:
    so many more arguments would cost the simple policies a fifth of their speed."""
    net: NDArray[np.void] | None = None
    """For those who play by the value net, in the same way. Each thread needs its own."""


@jit
def play_game(
    chart: Chart,
    position: Position,
    kinds: Integers,
    formulas: Formula,
    tables: Any,
    net: Any,
    offset: int,
    dice_stream: np.uint64,
    choice_stream: np.uint64,
    trace: Any,
) -> tuple[int, bool]:
    """Plays a game to its end: how many turns it took, and whether misthrows ended it.

    Seat s is played by policy (s + offset) modulo the players. The turns are written into `trace`,
    unless that is empty.
    """
    players = position.players
    for place in range(players * ROWS):
        position.rows[place] = 0
    for seat in range(players):
        position.misthrows[seat] = 0
    position.closed = 0
    position.active = 0
    closed_count = 0
    white = np.zeros(MOST_PLAYERS, np.uint8)
    turn = 0
    by_misthrows = False
    while True:
        roll(dice_stream, turn, chart.sides, position.dice)
        # Everybody chooses before anything is crossed (R1).
        for seat in range(players):
            policy = policy_of(seat, offset, players)
            kind = kinds[policy]
            picks = white_options(chart, position, seat)
            bits = draw(choice_stream, turn * 8 + seat)
            if kind == RANDOM:
                white[seat] = random_pick(picks, bits)
            elif kind == NET:
                if net is not None:
                    white[seat] = net_white(chart, position, seat, turn, net[0])
            elif kind != SOLO:
                formula = formulas[policy]
                white[seat] = white_pick(kind, chart, position, seat, picks, bits, formula)
            elif tables is not None:
                white[seat] = solo_white(chart, position, seat, picks, tables)
        closing = 0
        for seat in range(players):
            pick = white[seat]
            if pick != PASS:
                after = after_white(chart, position, seat, pick)
                position.rows[seat * ROWS + (pick & 3)] = after
                closing |= chart.locked[after] << (pick & 3)
        if len(trace):
            trace[turn].dice[:] = position.dice
            trace[turn].white[:] = white
            trace[turn].colour = NO_COLOUR_PHASE
        turn += 1
        if closing:
            position.closed |= closing
            for row in range(ROWS):
                closed_count += closing >> row & 1
            if closed_count >= chart.most_closed:
                break
        active = position.active
        policy = policy_of(active, offset, players)
        picks = colour_options(chart, position, active)
        bits = draw(choice_stream, turn * 8 - 1)
        crossed = white[active] != PASS
        kind = kinds[policy]
        pick = np.int64(PASS)
        if kind == RANDOM:
            pick = random_pick(picks, bits)
        elif kind == NET:
            if net is not None:
                pick = net_colour(chart, position, active, turn - 1, white, net[0])
        elif kind != SOLO:
            formula = formulas[policy]
            pick = colour_pick(kind, chart, position, active, picks, crossed, bits, formula)
        elif tables is not None:
            pick = solo_colour(chart, position, active, picks, crossed, tables)
        if len(trace):
            trace[turn - 1].colour = pick
        if pick != PASS:
            row = colour_row(chart, position, pick)
            after = after_colour(chart, position, active, pick)
            position.rows[active * ROWS + row] = after
            if chart.locked[after]:
                position.closed |= 1 << row
                closed_count += 1
                if closed_count >= chart.most_closed:
                    break
        elif not crossed:
            position.misthrows[active] += 1
            if position.misthrows[active] >= chart.most_misthrows:
                by_misthrows = True
                break
        position.active = active + 1 if active + 1 < players else 0
    return turn, by_misthrows


@inlined
def policy_of(seat: int, offset: int, players: int) -> int:
    """Who plays a seat when the policies have moved on by so many seats."""
    policy = seat + offset
    return policy if policy < players else policy - players


class Tally(NamedTuple):
    """What is counted over games, by policy. All integers, so that sums come out the same in
    whatever order they are added."""

    scores: NDArray[np.int64]
    """[policy, score - LOWEST]: how many games ended with that score."""
    shares: NDArray[np.int64]
    """[policy]: wins, SHARE for each that is not shared."""
    squares: NDArray[np.int64]
    """[policy]: the sum of the squares of what each round brought."""
    turns: NDArray[np.int64]
    """[turns]: how many games took so long."""
    games: NDArray[np.int64]
    """Games, and those that were ended by misthrows."""


def empty_tally(players: int) -> Tally:
    """Nothing counted yet."""
    return Tally(
        np.zeros((players, BINS), np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(MOST_TURNS, np.int64),
        np.zeros(2, np.int64),
    )


def no_results() -> NDArray[np.void]:
    """No room for results."""
    return np.zeros(0, GAME)


def room_for_traces(games: int) -> NDArray[np.void]:
    """Room for the turns of so many games; for none, traces are not written."""
    return np.zeros((games, MOST_TURNS) if games else (1, 0), TURN)


@jit
def run_rounds(
    charts: Any,
    policies: Any,
    lucky: Integers,
    seed: int,
    start: int,
    stop: int,
    rotations: int,
    tally: Tally,
    results: Any,
    traces: Any,
) -> None:
    """Plays the rounds from `start` to `stop` and counts what came of them.

    In a round every policy plays once on each seat, with the same dice and the same dealt lucky
    pairs; `rotations` ends the last round early. `lucky` has a pair for each policy, as bits, where
    they are not dealt. Results and traces are written by game, unless there is no room for any.
    """
    chart = charts[0]
    position = np.zeros(1, POSITION)[0]
    players = len(policies.kinds)
    position.players = players
    brought = np.zeros(MOST_PLAYERS, np.int64)
    scores = np.zeros(MOST_PLAYERS, np.int64)
    for round_ in range(start, stop):
        dice_stream = stream(seed, DICE, round_)
        if chart.pair_count and not len(lucky):
            deal(stream(seed, LUCKY, round_), chart, players, position.lucky)
        brought[:] = 0
        for rotation in range(rotations if round_ == stop - 1 else players):
            game = round_ * players + rotation
            for seat in range(players if len(lucky) else 0):
                position.lucky[seat] = lucky[policy_of(seat, rotation, players)]
            turns, by_misthrows = play_game(
                chart,
                position,
                policies.kinds,
                policies.formulas,
                policies.tables,
                policies.net,
                rotation,
                dice_stream,
                stream(seed, CHOICES, game),
                traces[game - start * players if traces.shape[1] else 0],
            )
            best, winners = -999, 0
            for seat in range(players):
                score = -chart.misthrow_points * position.misthrows[seat]
                for row in range(ROWS):
                    score += chart.points[position.rows[seat * ROWS + row]]
                scores[seat] = score
                tally.scores[policy_of(seat, rotation, players), score - LOWEST] += 1
                if score > best:
                    best, winners = score, 0
                winners += score == best
            for seat in range(players):
                if scores[seat] == best:
                    brought[policy_of(seat, rotation, players)] += SHARE // winners
            tally.turns[turns] += 1
            tally.games[0] += 1
            tally.games[1] += by_misthrows
            if len(results):
                result = results[game - start * players]
                for seat in range(players):
                    result.scores[seat] = scores[seat]
                    result.lucky[seat] = position.lucky[seat]
                result.turns = turns
                result.by_misthrows = by_misthrows
        for policy in range(players):
            tally.shares[policy] += brought[policy]
            tally.squares[policy] += brought[policy] * brought[policy]
