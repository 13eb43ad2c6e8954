"""Games of bots that the kernel knows: compiled, in several threads."""

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from qwixx.arena.match import Match, MatchGames
from qwixx.bots.compiled import lucky_bits, policies_for
from qwixx.kernel.games import (
    GAME,
    NO_COLOUR_PHASE,
    Policies,
    empty_tally,
    play_rounds,
    room_for_traces,
)
from qwixx.kernel.jit import compile_with
from qwixx.kernel.net import with_own_room
from qwixx.kernel.sheet import sheet_for
from qwixx.kernel.translate import move_of, roll_of
from qwixx.notation import Record, Recording
from qwixx.rules import Game

# Short enough for a lively progress bar and a quick end after Ctrl-C.
_SECONDS_A_PIECE: Final = 0.1
_MOST_ROUNDS: Final = 1 << 18
_MOST_THREADS: Final = 256
# The room for traces is large.
_MOST_ROUNDS_TO_RECORD: Final = 50


def policies_of(match: Match) -> Policies | None:
    """None if the kernel does not know all of the bots. NotSolved if a table is missing."""
    return policies_for(match.bots, match.variant, match.lucky)


def compile_games(match: Match, policies: Policies) -> None:
    """Plays no game, so that nothing is left to be compiled or loaded."""
    compile_with(lambda: _play(match, policies, 0, 0, results=False, records=False))


def kernel_games(
    match: Match, policies: Policies, threads: int, *, results: bool, records: bool
) -> Generator[MatchGames]:
    """The games of a match, in pieces and in their order."""
    threads = min(threads, _MOST_THREADS)
    executor = ThreadPoolExecutor(threads)
    waiting: deque[Future[tuple[MatchGames, float]]] = deque()
    most_rounds = _MOST_ROUNDS_TO_RECORD if records else _MOST_ROUNDS
    rounds = 1
    start = 0

    def timed(first: int, stop: int) -> tuple[MatchGames, float]:
        began = perf_counter()
        piece = _play(match, policies, first, stop, results=results, records=records)
        return piece, perf_counter() - began

    # The last round is a piece of its own if it is cut short.
    whole = match.games // match.players
    try:
        while start < match.rounds or waiting:
            while start < match.rounds and len(waiting) < 2 * threads:
                stop = min(start + rounds, whole) if start < whole else match.rounds
                waiting.append(executor.submit(timed, start, stop))
                start = stop
            piece, seconds = waiting.popleft().result()
            speed = piece.tally.games[0] / match.players / max(seconds, 1e-6)
            rounds = int(min(max(speed * _SECONDS_A_PIECE, 1), 2 * rounds, most_rounds))
            yield piece
    finally:
        executor.shutdown(cancel_futures=True)


def _play(
    match: Match, policies: Policies, start: int, stop: int, *, results: bool, records: bool
) -> MatchGames:
    players = match.players
    games = min(stop * players, match.games) - start * players
    tally = empty_tally(players)
    result_room = np.zeros(games if results or records else 0, GAME)
    traces = room_for_traces(games if records else 0)
    pairs = [lucky_bits(pair) for pair in match.lucky or ()]
    if policies.net:
        policies = policies._replace(net=with_own_room(policies.net))
    play_rounds(
        sheet_for(match.variant),
        policies,
        np.array(pairs, np.int64),
        match.seed,
        start,
        stop,
        games - (stop - start - 1) * players,
        tally,
        result_room,
        traces,
    )
    first = start * players
    recorded = [
        _record(match, first + game, result, traces[game])
        for game, result in enumerate(result_room if records else ())
    ]
    return MatchGames(first, tally, result_room, recorded)


def _record(match: Match, number: int, result: Any, trace: NDArray[np.void]) -> Record:
    """The record of a traced game."""
    lucky = [
        [lucky for lucky in match.variant.numbers if bits >> lucky & 1]
        for bits in result["lucky"][: match.players].tolist()
    ]
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
