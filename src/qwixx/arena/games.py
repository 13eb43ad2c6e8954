"""Plays games to their ends: through the rules, or in compiled code if it knows all bots."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwixx.arena.match import Match, MatchGames
from qwixx.bots import Bot
from qwixx.bots.base import answer, bot_name
from qwixx.bots.compiled import policies_for
from qwixx.kernel.chart import chart_for, lucky_bits, lucky_numbers
from qwixx.kernel.games import (
    GAME,
    NO_COLOUR_PHASE,
    count_round,
    empty_tally,
    room_for_traces,
    run_rounds,
)
from qwixx.kernel.jit import precompile
from qwixx.kernel.streams import deal_lucky, roll_dice
from qwixx.kernel.translate import move_of, roll_of
from qwixx.kernel.turn import Policies
from qwixx.notation import Record, Recording
from qwixx.rules import Ending, Game, Phase, Roll, Sealed


def playout(game: Game, bots: Bot | Sequence[Bot], rng: Random) -> Game:
    """Plays a game on to its end, from any phase, and returns the finished game.

    `bots` is one bot for each seat, in seat order, or one bot that plays all seats. Raises
    ValueError for a game with sealed answers, such as the one that a bot gets: play
    `game.unsealed()` instead.

    Examples:
        >>> from random import Random
        >>> from qwixx import Game
        >>> from qwixx.arena import playout
        >>> from qwixx.bots import load_bot
        >>> playout(Game.new(players=2), load_bot("greedy"), Random(1)).phase.value
        'over'
    """
    if Sealed.SEALED in game.answers:
        raise ValueError("the game has sealed answers: play game.unsealed() on instead")
    seated = [bots] * game.players if isinstance(bots, Bot) else list(bots)
    if len(seated) != game.players:
        raise ValueError(f"expected {game.players} bots, one per seat, found {len(seated)}")
    names = [bot_name(bot) for bot in seated]
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            game = game.roll(Roll.random(rng, game))
        for seat in game.awaited:
            game = answer(seated[seat], names[seat], game, seat, rng, game.play)
    return game


def bot_rounds(
    match: Match, bots: Sequence[Bot], rounds: range, *, results: bool, records: bool
) -> MatchGames:
    """Plays some rounds of a match, with the dice that the kernel would roll."""
    players = match.players
    first = rounds.start * players
    tally = empty_tally(players)
    played: list[Recording] = []
    filled = np.zeros(match.games_in(rounds), GAME)
    for round_ in rounds:
        numbers = range(round_ * players, min((round_ + 1) * players, match.games))
        games = [_play(match, bots, number) for number in numbers]
        part = filled[numbers.start - first : numbers.stop - first]
        for result, recording in zip(part, games, strict=True):
            _fill(result, recording.game)
        count_round(part, len(part), players, tally)
        if records:
            played += games
    return MatchGames(
        first, tally, filled if results or records else filled[:0], [r.record for r in played]
    )


def _play(match: Match, bots: Sequence[Bot], number: int) -> Recording:
    players = match.players
    round_ = number // players
    seated = [match.bot_at(number, seat) for seat in range(players)]
    lucky: list[tuple[int, ...]] | None = None
    if match.lucky:
        lucky = [match.lucky[bot] for bot in seated]
    elif match.variant.lucky_count:
        lucky = deal_lucky(match.variant, match.seed, round_, players)
    names = [match.bots[bot] for bot in seated]
    recording = Recording(Game.new(match.variant, players, lucky=lucky), names)
    rngs = [Random(f"{match.seed} {number} {seat}") for seat in range(players)]
    while recording.game.phase is not Phase.OVER:
        game = recording.game
        dice = roll_dice(match.variant, match.seed, round_, game.turn - 1)
        recording.roll(roll_of(game, dice))
        for seat in (*range(players), game.active):
            if seat in recording.game.awaited:
                answer(
                    *(bots[seated[seat]], names[seat], recording.game, seat, rngs[seat]),
                    *(recording.play, f"game {number + 1}, "),
                )
    return recording


def _fill(result: Any, game: Game) -> None:
    assert game.outcome is not None
    result["scores"][: game.players] = game.scores
    result["lucky"][: game.players] = [lucky_bits(card.lucky) for card in game.cards]
    result["turns"] = game.turn
    result["by_misthrows"] = game.outcome.ending is Ending.MISTHROWS


def policies_of(match: Match) -> Policies | None:
    """Returns the bots' policies; None if the kernel does not know all of the bots.

    Raises NotSolved if a table is missing.
    """
    if not all(isinstance(source, str) for source in match.sources):
        return None
    return policies_for(match.bots, match.variant, match.lucky)


def compile_games(match: Match, policies: Policies) -> None:
    """Plays no games, only to compile and load the code that will play them."""
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
    if policies.net is not None:  # It has working memory for one thread.
        policies = policies._replace(net=policies.net.copy())
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
