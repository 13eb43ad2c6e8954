"""Why a move is good or bad: a code with facts, which the rules and the values can prove."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """A code for translations, with the facts that its sentence needs."""

    code: str
    facts: dict[str, int | float | str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.code

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "facts": dict(self.facts)}
