"""An example of every message, made by the server's own code: docs/reference/messages.md.

python -m tests.docs.messages > docs/reference/messages.md
"""

import json
import sys
from typing import Any, Final

from qwixx.protocol import messages
from qwixx.protocol.codec import read_message, write_message
from qwixx.table.fair import commitment
from qwixx.table.participant import Participant
from qwixx.table.views import Viewer
from tests.server.desk import HOST, Desk, person

Message = dict[str, Any]

_WIDTH: Final = 110
_TICKET: Final = "0123456789abcdef0123456789abcdef"
_HEAD: Final = """\
# A message of each kind

This document shows one real example of each message on the socket. [The protocol](../protocol.md)
explains them. A table accepted each of these actions, and the program in seat 1 received the views
(`tests/docs/messages.py`, which writes this document). The views have no `layout`, because `hello`
listed the variant in `knows`.
"""


class Scene:
    """A table at which everything that is done is written down, the first time."""

    def __init__(self, sent: dict[str, Message], desk: Desk) -> None:
        self.sent = sent
        self.desk = desk

    def act(self, who: str, kind: str, **fields: Any) -> None:
        message: Message = {"type": kind, "id": f"a{len(self.sent) + 1}"}
        message |= {"version": self.desk.table.version, **fields}
        self.desk.act(who, kind, **fields)
        self.sent.setdefault(kind, message)

    def view(self) -> Message:
        desk = self.desk
        player = Participant(person("b"), knows=(desk.table.options.sheet,), program=True)
        view: Message = json.loads(Viewer().view(desk.table, desk.context, player))
        return view


def examples() -> tuple[dict[str, Message], dict[str, Message]]:
    """Returns the sent messages by kind (a table accepts each), and the received ones by title."""
    sent: dict[str, Message] = {}
    heard: dict[str, Message] = {}
    hello: Message = {"type": "hello", "secret": "5e" * 16, "protocol": 1, "program": True}
    for message in (
        {**hello, "ticket": None, "knows": ["classic"]},
        {"type": "react", "sign": "well-done"},
        {"type": "tap", "roll": "41/3--6"},
    ):
        read_message(json.dumps(message))
        sent[str(message["type"])] = message
    _gather(sent, heard)
    _play(sent, heard)
    _throw(sent)
    _mark(sent, heard)
    for reply in (
        messages.Ack("a9", 12),
        messages.Refusal("a9", "stale"),
        messages.Bye("restarting"),
        messages.Reaction(1, "well-done"),
        messages.Tapped(1, 7, "41/3--6"),
    ):
        message = json.loads(write_message(reply))
        heard[message["type"]] = message
    return sent, heard


def _gather(sent: dict[str, Message], heard: dict[str, Message]) -> None:
    scene = Scene(sent, Desk("classic", 3))
    scene.act("b", "sit", name="Robin", seat=None)
    scene.act("b", "rename", name="Rob")
    scene.act("b", "portrait", portrait="leaf")
    wishes = {"autoPass": True, "autoRoll": False, "pace": "normal"}
    scene.act("b", "preferences", preferences=wishes)
    scene.act("b", "ticket", ticket=_TICKET)
    scene.act(HOST, "options", options={"variant": "classic", "seats": 3, "timer": 60})
    scene.act(HOST, "change-options", options={"timer": 30})
    scene.act(HOST, "bot", seat=2, level="greedy")
    heard["view, lobby"] = scene.view()
    scene.act(HOST, "remove", seat=2)
    scene.act(HOST, "screen", ticket="f" * 32)
    scene.act(HOST, "host", seat=1)
    scene.act("b", "leave")


def _play(sent: dict[str, Message], heard: dict[str, Message]) -> None:
    scene = Scene(sent, Desk("classic", 2))
    desk = scene.desk
    scene.act("b", "sit", name="Robin", seat=None)
    scene.act(HOST, "start")
    parts = {HOST: "1c" * 32, "b": "2d" * 32}
    for who, part in parts.items():
        scene.act(who, "commit", game="CDFGHJ-1", commitment=commitment(part))
    heard["view, sealing"] = scene.view()
    for who, part in parts.items():
        scene.act(who, "reveal", game="CDFGHJ-1", part=part)
    names = {0: HOST, 1: "b"}
    scene.act(names[desk.game.active], "roll")
    heard["view, playing"] = scene.view()
    offers = heard["view, playing"]["you"]["offers"]
    scene.act("b", "choose", move=offers[0]["move"])
    scene.act("b", "retract")
    desk.presence.absent.add(person("b"))
    scene.act(HOST, "take-over", seat=1, level="random")
    desk.presence.absent.clear()
    scene.act("b", "return")
    while desk.stage == "playing":
        game = desk.game
        if game.phase == "roll":
            desk.act(names[game.active], "roll")
        else:
            desk.act(names[game.awaited[0]], "choose", move="-")
    scene.act("c", "ask-seat", name="Carla")
    heard["view, over"] = scene.view()
    scene.act("c", "stop-asking")
    desk.act("c", "ask-seat", name="Carla")
    scene.act(HOST, "answer-ask", ask=desk.table.version, agree=True)
    scene.act("b", "rematch", now=False)
    scene.act("b", "withdraw")
    scene.act(HOST, "reopen")


def _throw(sent: dict[str, Message]) -> None:
    scene = Scene(sent, Desk("longo", 2))
    scene.act("b", "sit", name="Robin", seat=None)
    options = {"variant": "longo", "seats": 2, "timer": 0, "dice": "real"}
    scene.act(HOST, "options", options=options)
    scene.act(HOST, "first", seat=1)
    scene.act("b", "lucky", seat=1, numbers=[6, 11])
    scene.act(HOST, "start")
    scene.act(HOST, "enter", roll="41/3256")
    scene.act(HOST, "choose", move="-")
    scene.act(HOST, "correct", roll="42/3256")
    scene.act("b", "answer-correction", agree=True)
    while scene.desk.game.phase != "over":
        game = scene.desk.game
        if game.phase == "roll":
            scene.act(HOST, "enter", roll="41/3256")
        else:
            scene.act("b" if game.awaited[0] else HOST, "choose", move="-")
    scene.act(HOST, "confirm")


def _mark(sent: dict[str, Message], heard: dict[str, Message]) -> None:
    scene = Scene(sent, Desk("classic", 3))
    scene.act("b", "sit", name="Robin", seat=None)
    scene.act(
        HOST, "options", options={"variant": "classic", "seats": 3, "timer": 0, "dice": "pad"}
    )
    scene.act(HOST, "card", name="Grandma", seat=None)
    scene.act(HOST, "start")
    for seat, who in ((0, HOST), (1, "b")):
        for number in (2, 3, 4, 5, 6):
            scene.act(who, "mark", seat=seat, mark=f"r{number}")
    scene.act(HOST, "mark", seat=0, mark="r12")
    scene.act("b", "mark", seat=1, mark="m1")
    scene.act("b", "take-back", seat=1, mark="m1")
    heard["view, pad"] = scene.view()
    scene.act("b", "leave-lock", seat=1, colour="r")


def document() -> str:
    """The whole page."""
    sent, heard = examples()
    parts = [_HEAD, "## What a client sends\n", "```jsonl"]
    parts += [json.dumps(sent[kind], ensure_ascii=False) for kind in sent]
    parts += ["```\n", "## What the server sends\n"]
    for name in sorted(heard, key=lambda name: name.startswith("view")):
        parts += [f"### {name}\n", "```json", _pretty(heard[name]), "```\n"]
    return "\n".join(parts)


def _pretty(value: Any, indent: str = "", before: int = 0) -> str:
    """Returns JSON in one line if it fits, otherwise each value in a line of its own."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + before + len(flat) <= _WIDTH or not isinstance(value, dict | list):
        return flat
    inner = f"{indent}  "
    if isinstance(value, dict):
        lines = [f'"{key}": {_pretty(value[key], inner, len(key) + 4)}' for key in value]
        opening, closing = "{}"
    else:
        lines = [_pretty(each, inner) for each in value]
        opening, closing = "[]"
    written = ",\n".join(inner + line for line in lines)
    return f"{opening}\n{written}\n{indent}{closing}"


if __name__ == "__main__":
    sys.stdout.write(document())
