"""Plays games of bots that the kernel knows, in compiled code."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwixx.arena.match import Match, MatchGames
from qwixx.bots.compiled import policies_for
from qwixx.kernel.chart import chart_for, lucky_bits, lucky_numbers
from qwixx.kernel.games import (
    GAME,
    NO_COLOUR_PHASE,
    empty_tally,
    room_for_traces,
    run_rounds,
)
from qwixx.kernel.jit import precompile
from qwixx.kernel.net import with_own_memory
from qwixx.kernel.translate import move_of, roll_of
from qwixx.kernel.turn import Policies
from qwixx.notation import Record, Recording
from qwixx.rules import Game


def policies_of(match: Match) -> Policies | None:
    """Returns the bots' policies; None if the kernel does not know all of the bots.

    Raises NotSolved if a table is missing.
    """
    if not all(isinstance(source, str) for source in match.sources):
        return None
    return policies_for(match.bots, match.variant, match.lucky)


def compile_games(match: Match, policies: Policies) -> None:
    """Plays no game, so that nothing is left to be compiled or loaded."""
    precompile(lambda: kernel_rounds(match, policies, range(0), results=False, records=False))


def kernel_rounds(
    match: Match, policies: Policies, rounds: range, *, results: bool, records: bool
) -> MatchGames:
    """Plays some rounds of a match in compiled code, which does not block other threads."""
    players = match.players
    games = match.games_in(rounds)
    tally = empty_tally(players)
    result_room = np.zeros(games if results or records else 0, GAME)
    traces = room_for_traces(games if records else 0)
    pairs = [lucky_bits(pair) for pair in match.lucky or ()]
    if policies.net is not None:
        policies = policies._replace(net=with_own_memory(policies.net))
    run_rounds(
        chart_for(match.variant),
        policies,
        np.array(pairs, np.int64),
        match.seed,
        rounds.start,
        rounds.stop,
        games - (len(rounds) - 1) * players,
        tally,
        result_room,
        traces,
    )
    first = rounds.start * players
    recorded = [
        _record(match, first + game, result, traces[game])
        for game, result in enumerate(result_room if records else ())
    ]
    return MatchGames(first, tally, result_room, recorded)


def _record(match: Match, number: int, result: Any, trace: NDArray[np.void]) -> Record:
    """Returns the record of a traced game."""
    dealt = result["lucky"][: match.players].tolist()
    lucky = [lucky_numbers(match.variant, bits) for bits in dealt]
    start = Game.new(
        match.variant, match.players, lucky=lucky if match.variant.lucky_count else None
    )
    names = [match.bots[match.bot_at(number, seat)] for seat in range(match.players)]
    recording = Recording(start, names)
    for turn in trace[: result["turns"]]:
        asked = recording.roll(roll_of(recording.game, turn["dice"].tolist()))
        for seat in range(match.players):
            recording.play(seat, move_of(asked, seat, int(turn["white"][seat])))
        if turn["colour"] != NO_COLOUR_PHASE:
            game = recording.game
            recording.play(game.active, move_of(game, game.active, int(turn["colour"])))
    return recording.record
