"""The stages of a table. Each has the data that exist in it, and no others."""

from dataclasses import dataclass, field
from typing import TypeAlias

from qwixx.notation import Recording
from qwixx.rules import Pad
from qwixx.table.fair import FairDice, Seal
from qwixx.table.played import Closing, PlayedTurn


@dataclass(slots=True)
class Lobby:
    """People come and go."""


@dataclass(slots=True)
class Sealing:
    """The dice are sealed before the first roll."""


@dataclass(frozen=True, slots=True)
class FairGame:
    """What the dice of a game depend on, and the dice."""

    seal: Seal
    dice: FairDice


@dataclass(frozen=True, slots=True)
class Correction:
    """Somebody says that the dice fell otherwise."""

    roll: str
    seat: int | None


@dataclass(slots=True)
class Entered:
    """The real dice of the turn that runs, as they were entered."""

    version: int
    """Of the table, at which they were entered."""
    seat: int | None
    """The seat that has entered them last; None: a screen."""
    before: PlayedTurn | None
    """The turn before this one."""
    answered: set[int] = field(default_factory=set)
    """The players who have answered to these dice."""
    asked: Correction | None = None
    """A correction to which the active player has to agree."""


@dataclass(slots=True)
class Playing:
    """A game is played."""

    recording: Recording
    fair: FairGame | None
    """None where the dice are real."""
    entered: Entered | None = None
    """The real dice of this turn, while they can be corrected."""
    closings: list[Closing] = field(default_factory=list)
    last: PlayedTurn | None = None
    """The turn before this one …"""
    before_last: PlayedTurn | None = None
    """… and the one before that."""


@dataclass(slots=True)
class PadGame:
    """Cards are marked, and nothing is known of dice."""

    pad: Pad


@dataclass(slots=True)
class Over:
    """A game is over, and can be looked at."""

    game: Playing | PadGame
    agreed: set[int] = field(default_factory=set)
    """The seats that would play again."""


StageData: TypeAlias = Lobby | Sealing | Playing | PadGame | Over
