"""What is played at a table, and what each player wants done without being asked."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from qwixx.protocol.types import DiceKind, Hurry, SeriesKind, Variant

SeatCount: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
TimerSeconds: TypeAlias = Annotated[int, Meta(ge=0, le=600)]
SeriesGoal: TypeAlias = Annotated[int, Meta(ge=1, le=9999)]

# A default with a name may be left out by who asks, but is always sent.
_NO_TIMER: Final = 0
_ON: Final = True
_OFF: Final = False


class Options(Struct, rename="camel", frozen=True):
    """What is played at a table, and by how many.

    Examples:
        >>> from qwixx.table import Options
        >>> Options("classic", seats=3, timer=60).dice
        'ours'
    """

    variant: Variant
    """The printed sheet."""
    seats: SeatCount
    """Seats at the table, 1 (alone) to 5. Free ones are closed at the start."""
    timer: TimerSeconds = _NO_TIMER
    """Seconds for a decision, after which you pass; a bot decides for who is away. 0: no limit."""
    hints: bool = False
    """Players may ask what their moves are worth."""
    dice: DiceKind = "ours"
    """Whose dice are thrown."""
    all_rows: bool = False
    """House rule: only the last closed row ends the game. Where the layout has a `houseRule`."""
    series: SeriesKind = "none"
    """Whether games at this table count for a series, and what decides it."""
    series_goal: SeriesGoal = 3
    """So many wins, or so many points."""


class OptionChanges(Struct, rename="camel", frozen=True, omit_defaults=True):
    """The options that are to change. What is left out stays as it is."""

    variant: Variant | None = None
    seats: SeatCount | None = None
    timer: TimerSeconds | None = None
    hints: bool | None = None
    dice: DiceKind | None = None
    all_rows: bool | None = None
    series: SeriesKind | None = None
    series_goal: SeriesGoal | None = None


class Preferences(Struct, rename="camel", frozen=True):
    """Kept per seat by the server, so that they hold while the phone sleeps."""

    auto_pass: bool = _ON
    """Be passed when there is nothing to choose."""
    auto_roll: bool = _OFF
    """Throw the dice without being asked."""
    pace: Hurry = "normal"
    """How fast bots play and you are passed, while no other person plays here."""
