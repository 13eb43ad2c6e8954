"""Messages made up at random: good ones, nearly good ones, and nonsense."""

import hashlib
import json
import secrets
from random import Random
from typing import Any

Message = dict[str, Any]

WORDS = ["", "-", "r5", "*g16", "b2", "\x00", "ü" * 40, "null", "🎲", "a" * 39, "0" * 64, "f" * 32]
NUMBERS = [-1, 0, 1, 2, 4, 5, 255, 2**31, 2**63, -(2**64), 10**30, 0.5, 1e308]
FIELDS = (
    *("type", "id", "version", "name", "seat", "level", "move", "part", "game", "commitment"),
    *("options", "preferences", "ticket", "secret", "variant", "seats", "timer", "autoPass"),
)
KINDS = (
    *("sit", "rename", "leave", "ticket", "preferences", "options", "bot", "remove", "host"),
    *("start", "take-over", "rematch", "withdraw", "reopen", "commit", "reveal", "roll"),
    *("choose", "retract", "portrait"),
)
# Actions that interrupt a game for all are rarer than those that continue it.
RARE = {"leave": 0.03, "remove": 0.03, "reopen": 0.2, "ticket": 0.2, "options": 0.3}


class Maker:
    """Makes up messages for one person, who has seen a view."""

    def __init__(self, rng: Random, name: str) -> None:
        self._rng = rng
        self._name = name
        self._part = rng.randbytes(32).hex()
        self._used: list[str] = []

    def message(self, view: dict[str, Any], action_id: str) -> str | bytes:
        """Something to send."""
        chance = self._rng.random()
        if chance < 0.55:
            message = self.expected(view)
        elif chance < 0.65:
            message = self.of_kind(self._kind(), view)
        elif chance < 0.87:
            return json.dumps(self.spoilt(self.of_kind(self._kind(), view) | {"id": action_id}))
        else:
            return self.nonsense()
        if self._used and self._rng.random() < 0.05:
            action_id = self._rng.choice(self._used)  # sent again, perhaps with another content
        self._used = [*self._used[-20:], action_id]
        return json.dumps(message | {"id": action_id})

    def expected(self, view: dict[str, Any]) -> Message:
        """Returns a message that a browser would send now."""
        rng, you, stage = self._rng, view["you"], view["stage"]
        if you is None:
            return self.of_kind("sit", view)
        if stage in ("lobby", "sealing"):
            own = next(part for part in view["fair"]["parts"] if part["seat"] == you["seat"])
            if own["commitment"] is None:
                return self.of_kind("commit", view)
            return self.of_kind("reveal" if stage == "sealing" else "start", view)
        if stage == "over":
            agreed = you["seat"] in view["agreed"] and rng.random() < 0.5
            return self.of_kind("withdraw" if agreed else "rematch", view)
        if you["asked"] == "roll":
            return self.of_kind("roll", view)
        if you["answer"] is not None and rng.random() < 0.1:
            return self.of_kind("retract", view)
        moves = ["-", *(offer["move"] for offer in you["offers"])]
        return self.of_kind("choose", view) | {"move": rng.choice(moves)}

    def of_kind(self, kind: str, view: dict[str, Any]) -> Message:
        """A message that is well formed, whether or not it may be done."""
        rng = self._rng
        version = view["version"] if rng.random() < 0.9 else rng.randrange(view["version"] + 3)
        message: Message = {"type": kind, "version": version}
        seat = rng.randrange(5)
        commitment = hashlib.sha256(bytes.fromhex(self._part)).hexdigest()
        level = rng.choice(["random", "greedy", "random", "nobody"])
        more: dict[str, Message] = {
            "sit": {"name": self._name, "seat": rng.choice([None, seat])},
            "rename": {"name": rng.choice([self._name, "Anna", "\u202e", " ", "x" * 500])},
            "portrait": {"portrait": rng.choice(["leaf", "die", "", "cat"])},
            "ticket": {"ticket": secrets.token_hex(16)},
            "preferences": {
                "preferences": {"autoPass": rng.random() < 0.5, "autoRoll": rng.random() < 0.2}
            },
            "options": {
                "options": {
                    "variant": rng.choice(["classic", "longo"]),
                    "seats": rng.randint(2, 5),
                    "timer": rng.choice([0, 600]),
                }
            },
            "bot": {"seat": seat, "level": level},
            "remove": {"seat": seat},
            "host": {"seat": seat},
            "take-over": {"seat": seat, "level": level},
            "commit": {"game": view["fair"]["game"], "commitment": commitment},
            "reveal": {"game": view["fair"]["game"], "part": self._part},
            "choose": {
                "move": rng.choice(["-", "r2", "r12", "y7", "g12", "b2", "*r5", "g16", "zz"])
            },
        }
        return message | more.get(kind, {})

    def spoilt(self, message: Message) -> Any:
        """The same with one to three things wrong."""
        rng = self._rng
        for _ in range(rng.randint(1, 3)):
            field = rng.choice([*message, rng.choice(FIELDS)])
            how = rng.random()
            if how < 0.25:
                message.pop(field, None)
            elif how < 0.9:
                message[field] = self._value(2)
            else:
                message[f"{field}{rng.choice(WORDS)}"] = self._value(1)
        return message if rng.random() < 0.95 else [message]

    def nonsense(self) -> str | bytes:
        """Returns a malformed message."""
        rng = self._rng
        how = rng.randrange(6)
        if how == 0:
            return json.dumps(self._value(4))
        if how == 1:
            return rng.randbytes(rng.randrange(60))  # a binary frame
        if how == 2:
            return "".join(chr(rng.randrange(1, 0xD000)) for _ in range(rng.randrange(80)))
        if how == 3:
            return rng.choice(["", '{"id":"deep","type":']) + "[" * rng.randrange(4000)
        if how == 4:
            return json.dumps({"type": "hello", "secret": rng.choice(WORDS), "ticket": None})
        return json.dumps({"type": rng.choice(KINDS), "id": "x" * rng.randrange(3000)})

    def _kind(self) -> str:
        kind = self._rng.choice(KINDS)
        return kind if self._rng.random() < RARE.get(kind, 1.0) else "roll"

    def _value(self, depth: int) -> Any:
        rng = self._rng
        kinds: list[Any] = [None, True, rng.choice(NUMBERS), rng.choice(WORDS), rng.choice(KINDS)]
        if depth and rng.random() < 0.3:
            kinds.append([self._value(depth - 1) for _ in range(rng.randrange(4))])
            kinds.append({rng.choice(FIELDS): self._value(depth - 1)})
        return rng.choice(kinds)
