"""Plays as the engine will play, so that all its modules have been imported.

Runs in the interpreter of browsers, with our sources in `/sources`. Tests use `Player`, too.
"""

import json
import sys
from itertools import count
from typing import Any

SECRET = "ab" * 16


class Player:
    """A page with one player, who takes the first move that is offered."""

    def __init__(self, variant: str, bots: list[str]) -> None:
        from qwixx.device.tables import DeviceTables  # noqa: PLC0415  (the path is set below)

        self.time = 1_800_000_000_000
        secrets = (f"{number:064x}" for number in count(1))
        self.tables = DeviceTables(lambda: self.time, lambda: next(secrets), seed=1)
        self.kept: list[str] = []
        self.view: Any = None
        self.sent = 0
        self.hints: list[Any] = []
        options = {"variant": variant, "seats": 1 + len(bots), "hints": True}
        wish = {"secret": SECRET, "name": "Ann", "options": options, "bots": bots}
        self.code = self.ask("POST", "tables", wish)["body"]["code"]
        self.connect(self.code)

    def connect(self, code: str) -> None:
        hello = {"type": "hello", "secret": SECRET, "protocol": 1}
        self.request(type="connect", connection=1, code=code, hello=hello)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return self.request(type="ask", method=method, path=path, body=body)["answer"]

    def hint(self) -> Any:
        return self.ask("POST", f"tables/{self.code}/hint", {"secret": SECRET})

    def request(self, **request: Any) -> Any:
        effects = json.loads(self.tables.handle(json.dumps(request)))
        self.kept += [text for _, _, text in effects["keep"]]
        for _, message in effects["send"]:
            if message["type"] not in ("view", "ack"):
                raise ValueError(message)
            if message["type"] == "view":
                self.view = message
        return effects

    def act(self, **action: Any) -> None:
        self.sent += 1
        message = {**action, "id": str(self.sent), "version": self.view["version"]}
        self.request(type="message", connection=1, message=message)

    def begin(self) -> None:
        """Starts a game and seals the dice."""
        from qwixx.table.fair import commitment  # noqa: PLC0415

        self.act(type="start")
        part = "a1" * 32
        game = self.view["fair"]["game"]
        self.act(type="commit", game=game, commitment=commitment(part))
        self.act(type="reveal", game=game, part=part)

    def play(self) -> None:
        """Plays a game to its end."""
        self.begin()
        while self.view["stage"] != "over":
            you = self.view["you"]
            if you["asked"] == "roll":
                self.act(type="roll")
            elif you["asked"] and not you["answer"]:
                if not self.hints:
                    self.hints = self.hint()["body"]["moves"]
                self.act(type="choose", move=you["offers"][0]["move"] if you["offers"] else "-")
            else:
                self.time += 500
                self.request(type="tick")


def rehearse() -> None:
    """Plays a game on each sheet, and asks for everything that can be asked of it."""
    for variant in ("classic", "longo", "mixx-a", "mixx-b"):
        bots = Player(variant, []).ask("GET", "bots")["body"]
        able = [bot["name"] for bot in bots if variant in bot["variants"]]
        player = Player(variant, able[-4:])
        player.play()
        for part in ("", "/record", "/replay"):
            answer = player.ask("GET", f"tables/{player.code}/games/1{part}")
            if answer["status"] != 200:
                raise ValueError(answer)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.path[:0] = ["/sources", "/wheels"]
    rehearse()
