"""A player's share in the fair dice: a part is drawn, sealed, and revealed once all are sealed.

docs/fair-dice.md says why.
"""

import hashlib
import secrets
from typing import Any

import msgspec


class _Part(msgspec.Struct):
    seat: int
    commitment: str | None
    part: str | None
    excused: bool


class _Fair(msgspec.Struct):
    game: str
    reveal: bool
    parts: list[_Part]


class _You(msgspec.Struct):
    seat: int


class SealingView(msgspec.Struct):
    """What of a view sealing depends on."""

    stage: str
    fair: _Fair | None
    """None where the dice are real."""
    you: _You | None

    @classmethod
    def read(cls, text: str | bytes | memoryview) -> "SealingView":
        return msgspec.json.decode(text, type=cls)


class Parts(dict[str, str]):
    """The parts that one player has drawn, by game."""

    def wanted(self, view: SealingView) -> dict[str, Any] | None:
        """The commitment or the part that is to be sent now."""
        fair, you = view.fair, view.you
        if you is None or fair is None or view.stage not in ("lobby", "sealing"):
            return None
        own = next(part for part in fair.parts if part.seat == you.seat)
        if own.excused and fair.reveal:
            return None
        part = self.setdefault(fair.game, secrets.token_hex(32))
        if own.commitment is None:
            return {"type": "commit", "game": fair.game, "commitment": commitment(part)}
        if fair.reveal and own.part is None:
            return {"type": "reveal", "game": fair.game, "part": part}
        return None


def commitment(part: str) -> str:
    """What is shown of a part before the part itself."""
    return hashlib.sha256(bytes.fromhex(part)).hexdigest()
