"""A match: the same bots in many games, on every seat equally often."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.bots import Bot, UnknownBot, bots_for, load_bot
from qwixx.bots.asking import bot_name
from qwixx.kernel.games import Tally
from qwixx.notation import Record
from qwixx.rules import Game, Variant, find_variant

BotSource: TypeAlias = str | Bot | Callable[[], Bot]


@dataclass(frozen=True)
class Match:
    """Who plays what, and how often.

    Examples:
        >>> from qwixx.arena import Match
        >>> match = Match.new(["strong", "greedy", "greedy"], 300, variant="mixx-a", seed=1)
        >>> match.players, match.rounds
        (3, 100)
        >>> [match.bots[match.bot_at(game=1, seat=seat)] for seat in range(3)]
        ['greedy', 'greedy', 'strong']
    """

    bots: tuple[str, ...]
    """What each is called."""
    games: int
    """How many games are to be played."""
    variant: Variant
    """What is played."""
    seed: int
    """What all dice and choices by chance follow from."""
    lucky: tuple[tuple[int, ...], ...] | None = None
    """The lucky numbers of each bot; without them, every round is dealt its own."""
    sources: tuple[BotSource, ...] = ()
    """Where each comes from; without it, from its name."""

    def __post_init__(self) -> None:
        if not self.sources:
            object.__setattr__(self, "sources", self.bots)

    @classmethod
    def new(
        cls,
        bots: Sequence[BotSource],
        games: int,
        *,
        variant: str | Variant = "classic",
        seed: int | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
    ) -> "Match":
        """One to five bots: names as in `qwixx bots`, `package.module:Name`, bots, or whatever
        makes one when it is called. All that can be checked before the first game is checked; a
        ValueError says what is wrong."""
        if games < 1:
            raise ValueError(f"at least one game must be played, not {games}")
        if seed is None:
            seed = Random().randrange(1 << 32)
        if not 0 <= seed < 1 << 63:
            raise ValueError(f"a seed is a number from 0 to 2⁶³ − 1, not {seed}")
        if not isinstance(variant, Variant):
            variant = find_variant(variant)
        pairs = None if lucky is None else tuple(tuple(pair) for pair in lucky)
        # The rules know how many can play, and which lucky numbers are possible.
        dealt = variant.lucky_pairs[: len(bots)] if variant.lucky_count else None
        Game.new(variant, len(bots), lucky=dealt if pairs is None else pairs)
        for source in bots:
            if not (isinstance(source, str) and source in bots_for(variant)):
                _load(source)
        names = [source if isinstance(source, str) else bot_name(source) for source in bots]
        return cls(tuple(names), games, variant, seed, pairs, tuple(bots))

    def load_bots(self) -> list[Bot]:
        """The bots; those that are made by a name or a call are made anew."""
        return [_load(source) for source in self.sources]

    @property
    def players(self) -> int:
        """How many play in each game."""
        return len(self.bots)

    @property
    def rounds(self) -> int:
        """A round is a game for each seating, all with the same dice. The last may be cut short."""
        return -(-self.games // self.players)

    def games_in(self, rounds: range) -> int:
        """How many games these rounds have."""
        return min(rounds.stop * self.players, self.games) - rounds.start * self.players

    def bot_at(self, game: int, seat: int) -> int:
        """Which bot of the list plays a seat: from game to game they move on by one."""
        return (seat + game) % self.players


@dataclass(frozen=True, eq=False)
class MatchGames:
    """Some games of a match that have been played.

    Examples:
        >>> from qwixx.arena import Match, play_rounds
        >>> match = Match.new(["greedy", "random"], 10, seed=1)
        >>> games = play_rounds(match, range(2, 4), records=True)
        >>> games.first, [record.players for record in games.records][:2]
        (4, [('greedy', 'random'), ('random', 'greedy')])
    """

    first: int
    """The number of the first of them, from 0."""
    tally: Tally
    """What `Count` adds up."""
    results: NDArray[np.void]
    """Each game's result by seat, if results were asked for."""
    records: list[Record]
    """Each game, if records were asked for."""


def _load(source: BotSource) -> Bot:
    if isinstance(source, str):
        return load_bot(source)
    if isinstance(source, Bot) and not isinstance(source, type):
        return source
    if not callable(source):
        raise UnknownBot(f"{bot_name(source)} is no bot: it has no method choose(game, seat, rng)")
    try:
        bot = source()
    except Exception as error:  # anybody's code runs here
        raise UnknownBot(f"cannot make a bot of {bot_name(source)}: {error}") from error
    if not isinstance(bot, Bot):
        raise UnknownBot(
            f"{bot_name(source)} makes no bot: it has no method choose(game, seat, rng)"
        )
    return bot
