"""The bots by name, from the weakest to the strongest. Each is imported only when it is loaded.

`docs/strength.md` shows matches of two, in which no bot has clearly lost to one before it. The one
exception is Mixx B, where `beginner` beats `solo`. Neighbours may be equally strong on a sheet.
"""

import os
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from qwixx.bots.base import Bot
from qwixx.extras import extra_named
from qwixx.kernel import kinds
from qwixx.rules import Variant

WEIGHTS_FOLDER: Final = Path(
    os.environ.get("QWIXX_WEIGHTS", default=Path(__file__).parent / "weights")
)
"""The folder of the nets: in the package, unless the environment variable names another one."""


class UnknownBot(ValueError):  # noqa: N818  (says what is unknown)
    """There is no bot of that name.

    Examples:
        >>> from qwixx.bots import UnknownBot, load_bot
        >>> try:
        ...     load_bot("cautious")
        ... except UnknownBot as error:
        ...     assert str(error).startswith("there is no bot 'cautious'")
    """


class Need(StrEnum):
    """A thing that a bot needs for a variant.

    Examples:
        >>> from qwixx.bots import BOTS, Need
        >>> BOTS["strong"].need is Need.WEIGHTS, BOTS["greedy"].need
        (True, None)
    """

    WEIGHTS = "weights"
    """The weights of a net that was trained for this variant."""
    FORMULA = "formula"
    """The formula, which fits games that two closed rows end."""
    SOLO_TABLE = "solo table"
    """The exact table of the solo game; it takes seconds for sheets without lucky numbers."""


@dataclass(frozen=True, slots=True)
class BotInfo:
    """Facts about a bot that is not loaded yet.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.bots import BOTS
        >>> info = BOTS["strong"]
        >>> info.strength, info.for_players, info.can_play(VARIANTS["longo"])
        ('strong', True, True)
    """

    name: str
    """The name for `load_bot`."""
    strength: str
    """Its strength in a word."""
    summary: str
    """A description in a line."""
    factory: str
    """The callable that makes it: `module:callable`."""
    for_players: bool = False
    """Whether people play against it; the others are for comparison."""
    need: Need | None = None
    """The thing besides packages that it needs for a variant."""
    packages: tuple[str, ...] = ()
    """The packages that it needs."""
    kind: int | None = None
    """The kernel's number of the same policy, if it has been compiled."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that the bot needs and that are not installed."""
        return tuple(name for name in self.packages if not _installed(name))

    def can_play(self, variant: Variant) -> bool:
        """Returns whether everything is there that the bot needs for that variant."""
        if self.missing:
            return False
        if self.need is Need.WEIGHTS:
            return weights_path(variant).exists()
        if self.need is Need.FORMULA:
            return variant.most_closed == 2
        return self.need is None or (variant.most_closed == 2 and not variant.lucky_count)


@cache
def _installed(package: str) -> bool:
    return find_spec(package) is not None


def weights_path(variant: Variant) -> Path:
    """Returns the path of a variant's weights; the file may be missing."""
    return WEIGHTS_FOLDER / f"{variant.name}.npz"


def ends_path(variant: Variant) -> Path:
    """Returns the path of the larger net for turn ends at tables of two; it may be missing."""
    return WEIGHTS_FOLDER / f"{variant.name}-ends.npz"


_net_bot = partial(BotInfo, for_players=True, need=Need.WEIGHTS)

BOTS: Final[Mapping[str, BotInfo]] = {
    info.name: info
    for info in (
        BotInfo(
            *("random", "none", "chooses uniformly among the legal moves"),
            factory="qwixx.bots.simple:RandomBot",
            kind=kinds.RANDOM,
        ),
        BotInfo(
            *("greedy", "weak", "always crosses if it can, the smallest gap first"),
            factory="qwixx.bots.simple:GreedyBot",
            kind=kinds.GREEDY,
        ),
        _net_bot(
            *("beginner", "beginner", "plays sensibly and makes a beginner's mistakes"),
            factory="qwixx.bots.strong:BeginnerBot",
        ),
        BotInfo(
            *("solo", "medium", "plays perfectly for one player, and ignores the others"),
            factory="qwixx.bots.solo:SoloBot",
            need=Need.SOLO_TABLE,
            packages=("numpy", "numba"),
            kind=kinds.SOLO,
        ),
        _net_bot(
            *("casual", "fair", "plays well most of the time, as most friends do"),
            factory="qwixx.bots.strong:CasualBot",
        ),
        BotInfo(
            "heuristic",
            "good",
            "a tuned formula that avoids skipped cells and watches the other cards",
            factory="qwixx.bots.heuristic:HeuristicBot",
            need=Need.FORMULA,
            packages=("numpy",),
            kind=kinds.HEURISTIC,
        ),
        _net_bot(
            *("strong", "strong", "a net that learnt by playing against itself, one move ahead"),
            factory="qwixx.bots.strong:StrongBot",
            kind=kinds.NET,
        ),
        _net_bot(
            *("master", "master", "the same net, which also plays the best moves ahead"),
            factory="qwixx.bots.master:MasterBot",
            packages=("numpy",),
        ),
    )
}
"""Facts about every bot, by name, the weakest first.

Examples:
    >>> from qwixx.bots import BOTS
    >>> [name for name, info in BOTS.items() if info.for_players]
    ['beginner', 'casual', 'strong', 'master']
"""


def bots_for(variant: Variant) -> dict[str, BotInfo]:
    """Returns the bots that can play that variant, the weakest first.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.bots import bots_for
        >>> "solo" in bots_for(VARIANTS["classic"]), "solo" in bots_for(VARIANTS["longo"])
        (True, False)
    """
    return {name: info for name, info in BOTS.items() if info.can_play(variant)}


def load_bot(name: str) -> Bot:
    """Loads the bot of that name.

    `package.module:Name` loads your own bot, and calls that name without arguments.

    Examples:
        >>> from qwixx.bots import load_bot
        >>> type(load_bot("greedy")) is type(load_bot("qwixx.bots.simple:GreedyBot"))
        True
    """
    info = BOTS.get(name)
    if info is None and ":" not in name:
        raise UnknownBot(f"there is no bot {name!r}: there are {', '.join(BOTS)}")
    module_name, _, attribute = (info.factory if info else name).partition(":")
    try:
        with extra_named() if info else nullcontext():
            bot: object = getattr(import_module(module_name), attribute)()
    except Exception as error:  # The code of any bot may run here.
        if info:
            raise
        raise UnknownBot(f"cannot load the bot {name!r}: {error}") from error
    if not isinstance(bot, Bot):
        raise UnknownBot(f"{name!r} is no bot: it has no method choose(game, seat, rng)")
    return bot
