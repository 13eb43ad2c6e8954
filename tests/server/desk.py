"""A table without sockets and disk: actions go in, the log grows, views come out."""

import copy
import hashlib
import hmac
import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from qwixx.bots import BOTS
from qwixx.protocol.actions import Action
from qwixx.protocol.codec import read_message
from qwixx.rules import Game, Move
from qwixx.table import events
from qwixx.table.context import TableContext
from qwixx.table.decide import decide
from qwixx.table.delays import Delays
from qwixx.table.log_codec import read_entry, write_entry
from qwixx.table.names import bot_names, person_of
from qwixx.table.options import GameOptions
from qwixx.table.request import Actor
from qwixx.table.state import Table
from qwixx.table.views import Viewer

HOST = "host"
SECRET = "5e" * 32
_ids = count()


def person(name: str) -> str:
    """The person who has that name's secret."""
    return person_of(hashlib.md5(name.encode()).hexdigest())


def luck_of(name: str) -> str:
    """Returns the seed from which the browser of that person draws its parts of the dice."""
    return hashlib.sha256(name.encode()).hexdigest()


def part_of(name: str, game: str) -> str:
    """The part that the browser of that person has in the dice of a game."""
    again = game.partition(".")[2] or "0"
    key = bytes.fromhex(luck_of(name))
    return hmac.new(key, f"{game} {again}".encode(), hashlib.sha256).hexdigest()


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
        self.context = TableContext(
            clock=lambda: self.now,
            new_secret=lambda: "5f" * 32,
            levels=lambda _variant: BOTS,
            standins=("random",),
            delays=Delays(),
            timers_start_at=lambda: 0,
            left_at=lambda who: self.now - 10_000 if who in map(person, self.away) else None,
            people=tuple,
        )
        options = GameOptions(variant, seats)
        named = bot_names(bots, (HOST,))
        self.add(events.Opened(options, person(HOST), HOST, named, secret, start))

    def add(self, event: events.Event, by: str = "", action: str = "") -> None:
        """Writes into the log, through its written form."""
        entry = read_entry(write_entry(events.Entry(self.now, event, by, action)))
        self.entries.append(entry)
        self.table.apply(entry)

    def action(self, kind: str, version: int | None = None, **more: Any) -> Action:
        """Such an action, read from a message; on the present version unless one is given."""
        seen = self.table.version if version is None else version
        message = read_message(json.dumps({"type": kind, "id": "1", "version": seen, **more}))
        assert isinstance(message, Action)
        return message

    def act(self, who: str, kind: str, version: int | None = None, **more: Any) -> None:
        """Does an action of that person. Raises Refused."""
        actor = Actor(person(who))
        event = decide(self.table, actor, self.action(kind, version, **more), self.context)
        self.add(event, actor.person, f"{next(_ids)}")

    def seal(self, *names: str) -> None:
        """These people commit to parts and reveal them."""
        parts = {name: part_of(name, self.table.game_id) for name in names}
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

    def view(
        self, name: str | None, viewer: Viewer | None = None, *, program: bool = False
    ) -> bytes:
        """Returns the view of that person, or of a spectator."""
        viewer = viewer or Viewer(self.context)
        return viewer.view(self.table, person(name or "nobody"), "", program=program)

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
