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
from qwixx.table.context import TableContext
from qwixx.table.decide import Actor, decide
from qwixx.table.lobby import Opened
from qwixx.table.log import Entry, Event, read_entry, write_entry
from qwixx.table.names import bot_names, person_of
from qwixx.table.options import GameOptions
from qwixx.table.participant import Participant
from qwixx.table.presence import Presence
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


class Everybody(Presence):
    """All people are connected, except people who have been away for a while."""

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__(clock, lambda _person: True)
        self.clock = clock
        self.absent: set[str] = set()
        self.elsewhere: set[str] = set()
        """The people for whom another node decides that they are late."""

    def here(self, person: str) -> bool:
        return person not in self.absent

    def left_at(self, person: str) -> int | None:
        return self.clock() - 10_000 if person in self.absent else None

    def lateness_known_from(self, person: str) -> int:
        return 2**62 if person in self.elsewhere else 0


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
        self.entries: list[Entry] = []
        self.now = 0
        self.context = TableContext(
            clock=lambda: self.now,
            new_secret=lambda: "5f" * 32,
            levels=lambda _variant: BOTS,
            standins=("random",),
        )
        self.context.presence = self.presence = Everybody(lambda: self.now)
        options = GameOptions(variant, seats)
        named = bot_names(bots, (HOST,))
        self.add(Opened(options, person(HOST), HOST, named, secret, start))

    def add(self, event: Event, by: str = "", action: str = "") -> None:
        """Writes into the log, through its written form."""
        entry = read_entry(write_entry(Entry(self.now, event, by, action)))
        self.entries.append(entry)
        entry.apply(self.table)

    def action(self, kind: str, version: int | None = None, **more: Any) -> Action:
        """Returns an action, read from a message, with the present version unless one is given."""
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
        viewer = viewer or Viewer()
        participant = Participant(person(name or "nobody"), program=program)
        return viewer.view(self.table, self.context, participant)

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
