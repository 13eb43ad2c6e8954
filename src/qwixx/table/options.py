"""Options, preferences and other parts of events, as the log of a table stores them.

Logs outlive the protocol, so a field, its name and its default never change.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from qwixx.protocol.cards import house_rule
from qwixx.protocol.options import Options, Preferences
from qwixx.protocol.types import BotSpeed, DiceKind, SeriesKind
from qwixx.rules import MOST_PLAYERS, find_variant

MovedBy: TypeAlias = Literal["player", "bot", "auto", "timer"]
"""The origin of a choice: the player, a bot, the player's preferences, or the clock."""


class GameOptions(Struct, rename="camel", frozen=True, omit_defaults=True):
    """The stored options of a table."""

    variant: str  # its name, as in `VARIANTS`
    seats: int  # from 1 (solo) to 5
    timer: int = 0  # seconds for a decision; 0 means no limit
    hints: bool = False
    dice: DiceKind = "ours"
    series: SeriesKind = "none"
    series_goal: int = 3

    def __post_init__(self) -> None:
        find_variant(self.variant)
        if not 1 <= self.seats <= MOST_PLAYERS or self.timer < 0:
            raise ValueError(f"no table is like this: {self}")

    @classmethod
    def chosen(cls, options: Options) -> "GameOptions":
        given = asdict(options)
        sheet, all_rows = given.pop("variant"), given.pop("all_rows")
        return cls((house_rule(sheet) if all_rows else None) or sheet, **given)

    @property
    def sheet(self) -> str:
        """The name of the printed card, which is the same with every house rule."""
        return find_variant(self.variant).sheet

    @property
    def shown(self) -> Options:
        return _shown(self)


@lru_cache(maxsize=1000)
def _shown(options: GameOptions) -> Options:
    sheet = {"variant": options.sheet, "all_rows": options.variant != options.sheet}
    return Options(**asdict(options) | sheet)


class SeatPreferences(Struct, rename="camel", frozen=True, omit_defaults=True):
    """The stored preferences of a seat's player."""

    auto_pass: bool = True
    auto_roll: bool = False
    pace: BotSpeed = "normal"

    @classmethod
    def chosen(cls, wish: Preferences) -> "SeatPreferences":
        return cls(wish.auto_pass, wish.auto_roll, wish.pace)

    @property
    def shown(self) -> Preferences:
        return Preferences(self.auto_pass, self.auto_roll, self.pace)
