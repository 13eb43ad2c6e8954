"""One face for the engine and for the naive model, so that the same script can drive both."""

import json
from pathlib import Path
from typing import Any, Protocol, Self, cast

from qwixx import Colour, Ending, Game, IllegalMove
from tests.rules.naive import COLOURS, Refused
from tests.rules.sheets import UNREGISTERED

CONFORMANCE = Path(__file__).parents[2] / "conformance"


class Table(Protocol):
    """A game in progress that changes in place and raises `Refused` for illegal moves."""

    @property
    def phase(self) -> str: ...
    @property
    def active(self) -> int: ...
    @property
    def closed(self) -> set[str]: ...
    @property
    def answered(self) -> set[int]: ...
    @property
    def players(self) -> int: ...
    @property
    def misthrows(self) -> list[int]: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    @property
    def ending(self) -> str | None: ...

    def fork(self) -> Self: ...
    def crosses(self, seat: int, colour: str) -> int: ...
    def legal(self, seat: int) -> set[str]: ...
    def roll(self, text: str) -> None: ...
    def play(self, seat: int, text: str) -> None: ...
    def retract(self, seat: int) -> None: ...


class EngineTable:
    """The engine, behind the same face as the naive model."""

    def __init__(
        self,
        variant: str,
        players: int,
        first: int = 0,
        lucky: list[tuple[int, int]] | None = None,
    ) -> None:
        sheet = UNREGISTERED.get(variant, variant)
        self.game = Game.new(sheet, players, first=first, lucky=lucky)

    @classmethod
    def of(cls, game: Game) -> "EngineTable":
        table = cls.__new__(cls)
        table.game = game
        return table

    def fork(self) -> "EngineTable":
        return EngineTable.of(self.game)

    @property
    def phase(self) -> str:
        return str(self.game.phase)

    @property
    def active(self) -> int:
        return self.game.active

    @property
    def closed(self) -> set[str]:
        return {str(colour) for colour in self.game.closed}

    @property
    def answered(self) -> set[int]:
        return set(self.game.answered) if self.phase == "white" else set()

    @property
    def players(self) -> int:
        return len(self.game.cards)

    @property
    def misthrows(self) -> list[int]:
        return [card.misthrows for card in self.game.cards]

    @property
    def scores(self) -> list[int]:
        return list(self.game.scores)

    @property
    def winners(self) -> list[int]:
        return list(self.game.winners)

    @property
    def ending(self) -> str | None:
        if self.game.outcome is None:
            return None
        return "misthrows" if self.game.outcome.ending is Ending.MISTHROWS else "rows"

    def crosses(self, seat: int, colour: str) -> int:
        return self.game.cards[seat].crosses(cast("Colour", colour))

    def legal(self, seat: int) -> set[str]:
        return {str(move) for move in self.game.legal_moves(seat)}

    def roll(self, text: str) -> None:
        try:
            self.game = self.game.roll(text)
        except IllegalMove as error:
            raise Refused({str(error.reason)}) from error

    def play(self, seat: int, text: str) -> None:
        try:
            self.game = self.game.play(seat, text)
        except IllegalMove as error:
            raise Refused({str(error.reason)}) from error

    def retract(self, seat: int) -> None:
        try:
            self.game = self.game.retract(seat)
        except IllegalMove as error:
            raise Refused({str(error.reason)}) from error


def snapshot(table: Table) -> dict[str, Any]:
    """Everything there is to see, with the key names of the conformance cases."""
    seats = range(table.players)
    return {
        "phase": table.phase,
        "active": table.active,
        "closed": "".join(colour for colour in COLOURS if colour in table.closed),
        "answered": sorted(table.answered),
        "legal": {str(seat): sorted(table.legal(seat)) for seat in seats},
        "crosses": [[table.crosses(seat, colour) for colour in COLOURS] for seat in seats],
        "misthrows": list(table.misthrows),
        "scores": list(table.scores),
        "winners": list(table.winners),
        "ending": table.ending,
    }


def play_turn(table: Table, line: str) -> None:
    """A turn of a record: `1. 41/3256  r5 y5 - -  b10`."""
    _number, roll, *moves = line.split()
    table.roll(roll)
    for seat, move in enumerate(moves[: table.players]):
        table.play(seat, move)
    for move in moves[table.players :]:
        table.play(table.active, move)


def load(name: str) -> Any:
    return json.loads((CONFORMANCE / name).read_text(encoding="utf-8"))
