"""A match: the same bots in many games, on every seat equally often."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from qwixx.bots import BOTS, load_bot
from qwixx.kernel.games import Tally
from qwixx.notation import Record
from qwixx.rules import Game, Variant, find_variant


@dataclass(frozen=True)
class Match:
    """Who plays what, and how often."""

    bots: tuple[str, ...]
    """One to five names, as in `qwixx bots`, or `package.module:Name`."""
    games: int
    variant: Variant
    seed: int
    lucky: tuple[tuple[int, ...], ...] | None = None
    """The lucky numbers of each bot; without them, every round is dealt its own."""

    @classmethod
    def new(
        cls,
        bots: Sequence[str],
        games: int,
        *,
        variant: str | Variant = "classic",
        seed: int | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
    ) -> "Match":
        """Checks all that can be checked before the first game; a ValueError says what is wrong."""
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
        for name in bots:
            if name not in BOTS:
                load_bot(name)
        return cls(tuple(bots), games, variant, seed, pairs)

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def rounds(self) -> int:
        """A round is a game for each seating, all with the same dice. The last may be cut short."""
        return -(-self.games // self.players)

    def bot_at(self, game: int, seat: int) -> int:
        """Which bot of the list plays a seat: from game to game they move on by one."""
        return (seat + game) % self.players


@dataclass(frozen=True, eq=False)
class MatchGames:
    """Some games of a match that have been played."""

    first: int
    """The number of the first of them, from 0."""
    tally: Tally
    results: NDArray[np.void]
    """Each game's result by seat, if results were asked for."""
    records: list[Record]
    """Each game, if records were asked for."""
