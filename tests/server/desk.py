"""A table without sockets and disk: actions go in, the log grows, views come out."""

import copy
import hashlib
import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from qwixx.protocol.actions import ClientAction
from qwixx.protocol.codec import read_message
from qwixx.protocol.views import Options
from qwixx.rules import Game, Move
from qwixx.server.live.views import Surroundings, Viewer
from qwixx.server.settings import Settings
from qwixx.server.storage.log_codec import read_entry, write_entry
from qwixx.table import events
from qwixx.table.decide import Actor, Situation, decide
from qwixx.table.names import person_of
from qwixx.table.state import Table, bot_names

HOST = "host"
SECRET = "5e" * 32
_ids = count()


def person(name: str) -> str:
    """The person who has that name's secret."""
    return person_of(hashlib.md5(name.encode()).hexdigest())


class Desk:
    """One table. People are known by their names."""

    def __init__(
        self,
        variant: str = "classic",
        seats: int = 2,
        *,
        bots: tuple[str, ...] = (),
        secret: str = SECRET,
        start: bool = False,
    ) -> None:
        self.table = Table("CDFGHJ")
        self.entries: list[events.Entry] = []
        self.away: set[str] = set()
        self.now = 0
        options = Options(variant, seats, 0)  # type: ignore[arg-type]
        named = bot_names(list(bots), (HOST,))
        self.add(events.Opened(options, person(HOST), HOST, named, secret, start))

    def add(self, event: events.Event, by: str = "", action: str = "") -> None:
        """Writes into the log, through its written form."""
        entry = read_entry(write_entry(events.Entry(self.now, event, by, action)))
        self.entries.append(entry)
        self.table.apply(entry)

    def action(self, kind: str, version: int | None = None, **more: Any) -> ClientAction:
        message = {
            "type": kind,
            "id": f"{next(_ids)}",
            "version": self.table.version if version is None else version,
            **more,
        }
        action = read_message(json.dumps(message))
        assert action.__class__.__name__ != "Hello"
        return action  # type: ignore[return-value]

    def act(self, who: str, kind: str, version: int | None = None, **more: Any) -> None:
        """What that person does; Refused if they may not."""
        action = self.action(kind, version, **more)
        actor = Actor(person(who), self.table.seat_of(person(who)))
        away = {person(name) for name in self.away}
        situation = Situation(lambda person: person not in away, "random")
        self.add(decide(self.table, actor, action, situation), actor.person, action.id)

    def seal(self, *names: str) -> None:
        """These people commit to parts and reveal them."""
        parts = {name: hashlib.sha256(name.encode()).hexdigest() for name in names}
        for name, part in parts.items():
            commitment = hashlib.sha256(bytes.fromhex(part)).hexdigest()
            self.act(name, "commit", game=self.table.game_id, commitment=commitment)
        for name, part in parts.items():
            self.act(name, "reveal", game=self.table.game_id, part=part)

    @property
    def stage(self) -> str:
        return self.table.stage

    @property
    def game(self) -> Game:
        assert self.table.game
        return self.table.game

    def view(self, name: str | None, viewer: Viewer | None = None) -> bytes:
        """What that person is told, or a spectator."""
        around = Surroundings(lambda _: False, 0, 0, self.now)
        viewer = viewer or Viewer(Settings())
        return viewer.view(self.table, person(name or "nobody"), "", around)

    def fork(self) -> "Desk":
        """The same table, to try something out."""
        return copy.deepcopy(self)


def playing(variant: str = "classic", players: int = 2, secret: str = SECRET) -> Desk:
    """A table at which the game has begun; the players are host, b, c, d, e."""
    names = [HOST, *"bcde"[: players - 1]]
    desk = Desk(variant, max(2, players), secret=secret)
    for name in names[1:]:
        desk.act(name, "sit", name=name, seat=None)
    desk.act(HOST, "start")
    desk.seal(*names)
    return desk


def name_of(desk: Desk, seat: int) -> str:
    return desk.table.seats[seat].name


def walk(
    desk: Desk,
    rng: Random,
    each: Callable[[Desk], None],
    choose: Callable[[Game, int, Random], Move] = lambda game, seat, rng: rng.choice(
        game.legal_moves(seat)
    ),
) -> None:
    """Plays to the end, with changes of mind; `each` sees every step on the way."""
    while desk.table.stage == "playing":
        each(desk)
        game = desk.game
        if game.phase == "roll":
            desk.act(name_of(desk, game.active), "roll")
            continue
        answered = sorted(game.answered) if game.phase == "white" else []
        if answered and rng.random() < 0.15:
            desk.act(name_of(desk, rng.choice(answered)), "retract")
            continue
        seat = rng.choice(game.awaited)
        desk.act(name_of(desk, seat), "choose", move=str(choose(game, seat, rng)))
    each(desk)
