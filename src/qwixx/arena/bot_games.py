"""Plays games of any bots through the rules."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from qwixx.arena.match import Match, MatchGames
from qwixx.arena.report import add_tally
from qwixx.bots import Bot
from qwixx.bots.asking import answer
from qwixx.kernel.chart import lucky_bits
from qwixx.kernel.games import GAME, LOWEST, SHARE, Tally, empty_tally
from qwixx.kernel.streams import deal_lucky, roll_dice
from qwixx.kernel.translate import roll_of
from qwixx.notation import Recording
from qwixx.rules import Ending, Game, Phase


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
        add_tally(tally, _tally(match, numbers.start, part))
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


def _tally(match: Match, first: int, results: Any) -> Tally:
    """Counts the results of a round."""
    tally = empty_tally(match.players)
    for number, result in enumerate(results, first):
        scores = result["scores"][: match.players].tolist()
        best = max(scores)
        for seat, score in enumerate(scores):
            bot = match.bot_at(number, seat)
            tally.scores[bot, score - LOWEST] += 1
            if score == best:
                tally.shares[bot] += SHARE // scores.count(best)
        tally.turns[result["turns"]] += 1
        tally.games[:] += (1, result["by_misthrows"])
    tally.squares[:] = tally.shares**2
    return tally
