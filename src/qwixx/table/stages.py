"""The stages of a table. Each has the data that exist in it, and no others."""

from dataclasses import dataclass, field
from typing import TypeAlias

from qwixx.notation import Recording
from qwixx.rules import Pad
from qwixx.table.fair import FairDice, Seal
from qwixx.table.played import Closing, PlayedTurn


@dataclass(slots=True)
class Lobby:
    """Players take their seats."""


@dataclass(slots=True)
class Sealing:
    """The dice are sealed before the first roll."""


@dataclass(frozen=True, slots=True)
class FairGame:
    """The fair dice of a game, with their inputs."""

    seal: Seal
    dice: FairDice


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of the dice that waits for an agreement."""

    roll: str
    seat: int | None


@dataclass(slots=True)
class Entered:
    """The real dice of the current turn, as they were entered."""

    version: int
    """The version of the table at which they were entered."""
    seat: int | None
    """The seat that has entered them last; None for a screen."""
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
    """None for real dice."""
    entered: Entered | None = None
    """The real dice of this turn, while they can be corrected."""
    closings: list[Closing] = field(default_factory=list)
    last: PlayedTurn | None = None
    """The turn before this one …"""
    before_last: PlayedTurn | None = None
    """… and the one before that."""


@dataclass(slots=True)
class PadGame:
    """Cards are marked, and the dice are unknown."""

    pad: Pad


@dataclass(slots=True)
class Over:
    """A game is over, and can be looked at."""

    game: Playing | PadGame
    agreed: set[int] = field(default_factory=set)
    """The seats that would play again."""


StageData: TypeAlias = Lobby | Sealing | Playing | PadGame | Over
