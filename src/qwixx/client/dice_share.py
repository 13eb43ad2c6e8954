"""A player's share in the fair dice: a part is drawn, sealed, and revealed once all are sealed.

docs/fair-dice-specification.md gives the reasons.
"""

import secrets
from collections.abc import Collection
from typing import Any

import msgspec

from qwixx.protocol.dice import FairPart
from qwixx.table.fair import commitment


class _Seat(msgspec.Struct):
    kind: str


class _Fair(msgspec.Struct):
    game: str
    reveal: bool
    parts: list[FairPart]


class _You(msgspec.Struct):
    seat: int


class SealingView(msgspec.Struct):
    stage: str
    seats: list[_Seat]
    fair: _Fair | None  # None if the dice are real
    you: _You | None

    @classmethod
    def read(cls, text: str | bytes | memoryview) -> "SealingView":
        return msgspec.json.decode(text, type=cls)


class Parts(dict[str, str]):
    def wanted(self, view: SealingView) -> dict[str, Any] | None:
        """Returns the commitment or the part that must be sent now, if any."""
        fair, you = view.fair, view.you
        if you is None or fair is None or view.stage not in ("lobby", "sealing"):
            return None
        own = next((part for part in fair.parts if part.seat == you.seat), None)
        if own is None or own.excused:
            return None
        part = self.setdefault(fair.game, secrets.token_hex(32))
        if own.commitment is None:
            return {"type": "commit", "game": fair.game, "commitment": commitment(part)}
        # The server says when to reveal. The client checks it, so that it cannot be deceived.
        players = [number for number, seat in enumerate(view.seats) if seat.kind == "player"]
        ready = view.stage == "sealing" and fair.reveal and all_sealed(fair.parts, players)
        if ready and own.part is None:
            return {"type": "reveal", "game": fair.game, "part": part}
        return None


def all_sealed(parts: Collection[FairPart], players: Collection[int]) -> bool:
    """Returns whether each of these players has committed to a part, or is excused."""
    sealed = {part.seat for part in parts if part.excused or part.commitment}
    return sealed >= {*players, *(part.seat for part in parts)}
