"""Scripted players on one event loop, who check every view.

A `LoadTable` knows the actions of all its players, so it can check each view. A view must show all
cards, misthrows and settled choices, and no sealed answer.
"""

import asyncio
import time
from collections import deque
from random import Random
from typing import Any, Final

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from qwixx.client import ClientProtocol, Refused

COLOURS: Final = "rygb"


class Offer(msgspec.Struct):
    move: str


class Preferences(msgspec.Struct, rename="camel"):
    auto_pass: bool


class You(msgspec.Struct):
    seat: int
    preferences: Preferences
    asked: str | None
    answer: str | None
    offers: list[Offer]


class Row(msgspec.Struct):
    marks: str


class Card(msgspec.Struct):
    rows: list[Row]
    misthrows: int


class Game(msgspec.Struct):
    id: str
    turn: int
    phase: str
    active: int
    white: list[str] | None
    cards: msgspec.Raw


class Fair(msgspec.Struct):
    secret: str | None


class Seat(msgspec.Struct):
    kind: str


class View(msgspec.Struct):
    """The parts of a view that these players read."""

    version: int
    stage: str
    seats: list[Seat]
    game: Game | None
    fair: Fair
    you: You | None


_read_view: Final = msgspec.json.Decoder(View).decode
_read_cards: Final = msgspec.json.Decoder(list[Card]).decode


class Tally:
    """The measured times and counts."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.began = time.perf_counter()
        self.sent = 0
        self.received = 0
        self.checked = 0
        self.waits: list[float] = []
        self.errors: list[str] = []


class Pace:
    """How long a player thinks. At 1 each does something every five seconds on average."""

    def __init__(self, factor: float, rng: Random) -> None:
        self._factor = factor
        self._rng = rng

    def think(self, asked: str) -> float:
        if not self._factor:
            return 0.0
        # A turn has six actions of four players: 7.5 s for it are five seconds a player and action.
        low, high = (1.0, 4.0) if asked == "white" else (1.0, 3.1)
        return self._factor * self._rng.uniform(low, high)


class LoadPlayer(ClientProtocol[View]):
    """One socket; those numbered behind the players are spectators.

    It shares its cores with the server. So it moves the bytes without tasks and waiting, unlike a
    `TableConnection`.
    """

    def __init__(self, table: "LoadTable", number: int, secret: str) -> None:
        super().__init__(table.code, secret, show=_read_view)
        self.table = table
        self.number = number
        self.seated = asyncio.Event()
        """A view has come that shows this player in a seat (a spectator: any view)."""
        self.playing = asyncio.Event()
        self._transport: WSTransport | None = None
        self._pending: tuple[str, float] | None = None
        self._question: tuple[str, int, str] | None = None

    async def come(self, address: str) -> None:
        self.seated.clear()
        self._pending = self._question = None
        hello, url = self.hello(), f"ws://{address}{self.path}"
        self._transport, _ = await ws_connect(
            lambda: _Ear(self), url, websocket_handshake_timeout=60
        )
        self._write(hello)

    def drop(self) -> None:
        """Cuts the connection, as a network does."""
        if self._transport:
            self._transport.disconnect(False)
            self._transport = None

    def listen(self, text: memoryview) -> None:
        """A message has come."""
        tally, before = self.table.tally, self.version
        tally.received += 1
        try:
            reply = self.receive(text)
            assert self.version >= before, "back in time"
            assert self.bye is None, f"sent away: {self.bye}"
        except (AssertionError, msgspec.DecodeError) as error:
            tally.errors.append(f"table {self.table.code}, player {self.number}: {error}")
        else:
            if reply:
                self._write(reply)

    def on_view(self, view: View) -> None:
        self.table.check(self.number, view)
        if view.you is not None or self.number >= self.table.players:
            self.seated.set()
        if view.stage == "playing":
            self.playing.set()
        self._decide(view)

    def on_answer(self, action: str, answer: int | Refused) -> None:
        if isinstance(answer, Refused):
            self._pending = None
            assert answer.code == "stale", f"refused: {answer.code}"
        elif self._pending and self._pending[0] == action:
            self.table.tally.waits.append(time.perf_counter() - self._pending[1])
            self._pending = None
            if self.version >= answer:
                self._decide(self.shown)

    def _decide(self, view: View) -> None:
        """Does what is asked, after some thought; says nothing twice."""
        you, table = view.you, self.table
        if self._pending or self.number >= table.players:
            return
        if you is None:
            if view.stage == "lobby":
                self._act("sit", view.version, name=f"P{self.number}", seat=self.number)
        elif you.preferences.auto_pass:
            # Everything is done by these players, so that every change is known here.
            mine = {"autoPass": False, "autoRoll": False}
            self._act("preferences", view.version, preferences=mine)
        elif view.stage in ("lobby", "over"):
            self._begin(view)
        elif you.asked and you.answer is None and view.game:
            question = (view.game.id, view.game.turn, you.asked)
            if self._question != question:
                self._question = question
                self._think(question, view.version, you)

    def _begin(self, view: View) -> None:
        """The first game, once all are there, and another one whenever one is over."""
        if view.stage == "over":
            again = (view.game.id if view.game else "", 0, "rematch")
            if self._question != again:
                self._question = again
                self._act("rematch", view.version)
        elif self.number == 0 and all(seat.kind == "player" for seat in view.seats):
            self._act("start", view.version)

    def _think(self, question: tuple[str, int, str], version: int, you: You) -> None:
        table = self.table
        if question[2] != "roll":
            # A player who passed every second time would be done in a few turns.
            moves = [offer.move for offer in you.offers if table.rng.random() < 0.9] or ["-"]
            table.answers[self.number] = table.rng.choice(moves)
        wait = table.pace.think(question[2])
        if wait:
            asyncio.get_running_loop().call_later(wait, self._answer, question, version)
        else:
            self._answer(question, version)

    def _answer(self, question: tuple[str, int, str], version: int) -> None:
        if self._question is not question or self._transport is None:
            return  # it was cut off meanwhile
        if question[2] == "roll":
            self._act("roll", version)
        else:
            self._act("choose", version, move=self.table.answers[self.number])

    def _act(self, kind: str, version: int, **more: Any) -> None:
        table = self.table
        table.actions += 1
        action = f"{self.number}-{table.actions}"
        self._pending = (action, time.perf_counter())
        self._write(self.action(kind, action, version, **more))

    def _write(self, text: bytes) -> None:
        assert self._transport
        self._transport.send(WSMsgType.TEXT, text)
        self.table.tally.sent += 1


class _Ear(WSListener):
    """The socket of one player."""

    def __init__(self, player: LoadPlayer) -> None:
        self._player = player

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._player.listen(frame.get_payload_as_memoryview())


class LoadTable:
    """One table and its players, all in this process."""

    def __init__(
        self, code: str, secret: str, players: int, spectators: int, pace: Pace, tally: Tally
    ) -> None:
        self.code = code
        self.players = players
        self.pace = pace
        self.tally = tally
        self.rng = Random(code)
        self.actions = 0
        self.answers: dict[int, str] = {}
        """The latest answer of each player. Others must not see it before all have answered."""
        secrets = [secret, *(self.rng.randbytes(16).hex() for _ in range(players + spectators - 1))]
        self.people = [LoadPlayer(self, number, each) for number, each in enumerate(secrets)]
        self._crosses: list[set[str]] = []
        self._misthrows: list[int] = []
        self._at = ("", 0, "")
        self._cards = b""
        self._passed_white = False
        self._seen: deque[tuple[str, int, str]] = deque(maxlen=8)

    def check(self, number: int, view: View) -> None:
        """Compares a view with what this table knows."""
        self.tally.checked += 1
        assert (view.fair.secret is None) == (view.stage != "over"), "the secret of the dice"
        if view.you:
            assert view.you.seat == number, "another's seat"
        game = view.game
        if game is None:
            return
        if game.phase == "white":
            assert game.white is None, "a sealed choice is shown"
            if view.you and view.you.answer is not None:
                assert view.you.answer == self.answers[number], "not the own answer"
        at = (game.id, game.turn, game.phase)
        if at == self._at:
            assert bytes(game.cards) == self._cards, "cards differ in one phase"
        elif at not in self._seen:
            self._advance(at, game)
            self._seen.append(at)

    def _advance(self, at: tuple[str, int, str], game: Game) -> None:
        """The first view of a phase: settles what was chosen before, and compares the cards."""
        cards = _read_cards(game.cards)
        before, self._at, self._cards = self._at, at, bytes(game.cards)
        if before[0] != game.id:
            self._crosses = [set() for _ in cards]
            self._misthrows = [0] * len(cards)
            assert all("x" not in row.marks for card in cards for row in card.rows)
            return
        if before[2] == "white":
            self._settle_white(game)
        elif before[2] == "colour":
            self._settle_colour(game, cards)
        for seat, card in enumerate(cards):
            assert _crosses_on(card) == self._crosses[seat], f"the card of seat {seat}"
            assert card.misthrows == self._misthrows[seat], f"the misthrows of seat {seat}"

    def _settle_white(self, game: Game) -> None:
        chosen = [self.answers[seat] for seat in range(self.players)]
        if game.phase == "colour":
            assert game.white == chosen, "not what was chosen"
        for seat, move in enumerate(chosen):
            if move != "-":
                self._crosses[seat].add(move)
        self._passed_white = chosen[game.active] == "-"

    def _settle_colour(self, game: Game, cards: list[Card]) -> None:
        # Once over, the active player is still that of the last turn.
        active = game.active if game.phase == "over" else (game.active - 1) % len(cards)
        move = self.answers[active]
        if move != "-":
            self._crosses[active].add(move)
        elif self._passed_white:
            self._misthrows[active] += 1


def _crosses_on(card: Card) -> set[str]:
    crosses = set()
    for colour, row in zip(COLOURS, card.rows, strict=True):
        if "x" in row.marks:
            for position, mark in enumerate(row.marks):
                if mark == "x":
                    crosses.add(f"{colour}{2 + position if colour in 'ry' else 12 - position}")
    return crosses
