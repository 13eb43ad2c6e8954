"""Games of anybody's bots, played through the rules."""

from collections.abc import Generator, Sequence
from random import Random
from typing import Any

import numpy as np

from qwixx.arena.match import Match, MatchGames
from qwixx.bots import Bot, BotFailed
from qwixx.kernel.games import GAME, LOWEST, SHARE, Tally, empty_tally
from qwixx.kernel.streams import deal_lucky, roll_dice
from qwixx.kernel.translate import roll_of
from qwixx.notation import Recording
from qwixx.rules import Ending, Game, IllegalMove, Move, Phase


def bot_games(match: Match, bots: Sequence[Bot], *, records: bool) -> Generator[MatchGames]:
    """The games of a match, round by round. The dice are those that the kernel would roll."""
    players = match.players
    for first in range(0, match.games, players):
        numbers = range(first, min(first + players, match.games))
        played = [_play(match, bots, number) for number in numbers]
        results = np.zeros(len(played), GAME)
        for result, recording in zip(results, played, strict=True):
            _fill(result, recording.game)
        tally = _tally(match, first, results)
        yield MatchGames(first, tally, results, [r.record for r in played] if records else [])


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
        for seat in range(players):
            _ask(recording, seat, bots[seated[seat]], names[seat], rngs[seat])
        if recording.game.phase is Phase.COLOUR:
            seat = recording.game.active
            _ask(recording, seat, bots[seated[seat]], names[seat], rngs[seat])
    return recording


def _ask(recording: Recording, seat: int, bot: Bot, name: str, rng: Random) -> None:
    """Asks a bot, which sees what its seat may know, and plays what it says."""
    seen = recording.game.seen_by(seat)
    try:
        move = bot.choose(seen, seat, rng)
    except Exception as error:  # whatever it is, it is theirs
        raise BotFailed(f"the bot {name} failed: {type(error).__name__}: {error}") from error
    if not isinstance(move, Move):
        raise BotFailed(f"the bot {name} gave {move!r}, which is no Move")
    try:
        recording.play(seat, move)
    except IllegalMove as error:
        raise BotFailed(f"the bot {name} played {move}, which is not allowed: {error}") from None


def _fill(result: Any, game: Game) -> None:
    assert game.outcome is not None
    result["scores"][: game.players] = game.scores
    result["lucky"][: game.players] = [
        sum(1 << number for number in card.lucky) for card in game.cards
    ]
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
