"""The options of a table, and the preferences of its players."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from qwixx.protocol.types import BotSpeed, DiceKind, SeriesKind, Variant

SeatCount: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
TimerSeconds: TypeAlias = Annotated[int, Meta(ge=0, le=600)]
SeriesGoal: TypeAlias = Annotated[int, Meta(ge=1, le=9999)]

# A client may leave fields with defaults out. The types of the page require those with a named
# default, because the server always sends them.
_NO_TIMER: Final = 0
_ON: Final = True
_OFF: Final = False


class Options(Struct, rename="camel", frozen=True):
    """The options of a table: the game, the number of seats and how it is played.

    Examples:
        >>> from qwixx.table import Options
        >>> Options("classic", seats=3, timer=60).dice
        'ours'
    """

    variant: Variant
    """The printed sheet."""
    seats: SeatCount
    """Seats at the table, 1 (solo) to 5. Free seats are closed at the start."""
    timer: TimerSeconds = _NO_TIMER
    """Seconds for a decision, after which you pass; a bot decides for an absent player. 0 means no
    limit."""
    hints: bool = False
    """Whether players may ask for the values of their moves."""
    dice: DiceKind = "ours"
    """Fair dice, real dice or a pad."""
    all_rows: bool = False
    """House rule: only the last closed row ends the game. Needs a `houseRule` in the layout."""
    series: SeriesKind = "none"
    """Whether games at this table count for a series, and its kind."""
    series_goal: SeriesGoal = 3
    """The wins or points that decide the series."""


class OptionChanges(Struct, rename="camel", frozen=True, omit_defaults=True):
    """The options to change. The others stay as they are."""

    variant: Variant | None = None
    seats: SeatCount | None = None
    timer: TimerSeconds | None = None
    hints: bool | None = None
    dice: DiceKind | None = None
    all_rows: bool | None = None
    series: SeriesKind | None = None
    series_goal: SeriesGoal | None = None


class Preferences(Struct, rename="camel", frozen=True):
    """The preferences of a seat. The server stores them, so that they hold while a phone sleeps."""

    auto_pass: bool = _ON
    """Whether the server passes for you if you have nothing to choose."""
    auto_roll: bool = _OFF
    """Whether the server rolls the dice for you."""
    pace: BotSpeed = "normal"
    """The speed of bots and of automatic passes, if you play only with bots."""
