"""A match: the same bots in many games, on every seat equally often."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.bots import Bot, UnknownBot, bots_for, load_bot
from qwixx.bots.base import bot_name
from qwixx.kernel.games import Tally
from qwixx.notation import Record
from qwixx.rules import Game, Variant, find_variant

BotSource: TypeAlias = str | Bot | Callable[[], Bot]


@dataclass(frozen=True)
class Match:
    """The bots, the variant and the number of games of a match.

    Examples:
        >>> from qwixx.arena import Match
        >>> match = Match.new(["strong", "greedy", "greedy"], 300, variant="mixx-a", seed=1)
        >>> match.players, match.rounds, match.bots[match.bot_at(game=1, seat=2)]
        (3, 100, 'strong')
    """

    bots: tuple[str, ...]
    """The name of each bot."""
    games: int
    """The number of games."""
    variant: Variant
    """The variant."""
    seed: int
    """The seed of all dice and all random choices."""
    lucky: tuple[tuple[int, ...], ...] | None = None
    """The lucky numbers of each bot; without them, every round is dealt its own."""
    sources: tuple[BotSource, ...] = ()
    """The source of each bot; by default, its name."""

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
        """Makes a match of one to five bots, and checks it before the first game.

        A bot is a name as in `qwixx bots`, `package.module:Name`, a bot, or a callable that makes
        one. Raises ValueError with a reason.
        """
        if games < 1:
            raise ValueError(f"expected at least 1 game, found {games}")
        if seed is None:
            seed = Random().randrange(1 << 32)
        if not 0 <= seed < 1 << 63:
            raise ValueError(f"expected a seed from 0 to 2⁶³ − 1, found {seed}")
        if not isinstance(variant, Variant):
            variant = find_variant(variant)
        pairs = None if lucky is None else tuple(tuple(pair) for pair in lucky)
        # The rules check the number of players and the lucky numbers.
        dealt = variant.lucky_pairs[: len(bots)] if variant.lucky_count else None
        Game.new(variant, len(bots), lucky=dealt if pairs is None else pairs)
        for source in bots:
            if not (isinstance(source, str) and source in bots_for(variant)):
                _load(source)
        names = [source if isinstance(source, str) else bot_name(source) for source in bots]
        return cls(tuple(names), games, variant, seed, pairs, tuple(bots))

    def load_bots(self) -> list[Bot]:
        """Returns the bots. If a bot comes from a name or a callable, each call makes a new one."""
        return [_load(source) for source in self.sources]

    @property
    def players(self) -> int:
        """The number of players in each game."""
        return len(self.bots)

    @property
    def rounds(self) -> int:
        """The number of rounds. A round is a game for each seating, all with the same dice.

        The last round may be cut short.
        """
        return -(-self.games // self.players)

    def games_in(self, rounds: range) -> int:
        """Returns the number of games in these rounds."""
        return min(rounds.stop * self.players, self.games) - rounds.start * self.players

    def bot_at(self, game: int, seat: int) -> int:
        """Returns the bot on a seat in a game; from game to game, all bots move on by one seat."""
        return (seat + game) % self.players


@dataclass(frozen=True, eq=False)
class MatchGames:
    """Finished games of a match.

    Examples:
        >>> from qwixx.arena import Match, play_rounds
        >>> match = Match.new(["greedy", "random"], 10, seed=1)
        >>> games = play_rounds(match, range(2, 4), records=True)
        >>> games.first, [record.players for record in games.records][:2]
        (4, [('greedy', 'random'), ('random', 'greedy')])
    """

    first: int
    """The number of the first game, from 0."""
    tally: Tally
    """The counts that `Count` adds up."""
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
    except Exception as error:  # The code of any bot may run here.
        raise UnknownBot(f"cannot make a bot of {bot_name(source)}: {error}") from error
    if not isinstance(bot, Bot):
        raise UnknownBot(
            f"{bot_name(source)} makes no bot: it has no method choose(game, seat, rng)"
        )
    return bot
