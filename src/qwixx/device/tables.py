"""The tables of one device: they are run here as a server would run them."""

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

import msgspec

from qwixx.bots import BOTS, bots_for, load_bot
from qwixx.device import messages
from qwixx.device.messages import Answer, Effects
from qwixx.protocol.coach import AskHint, Hint, HintMove
from qwixx.protocol.http import BotLevel, OpenTable, ProblemCode, TableOpened
from qwixx.rules import VARIANTS, Game
from qwixx.table.decide import Refused
from qwixx.table.finished_views import finished_view, frames
from qwixx.table.hint_question import hint_question
from qwixx.table.local import LocalTable
from qwixx.table.log import Entry, read_entry, write_entry
from qwixx.table.names import CODE_LENGTH, CODE_LETTERS, person_of
from qwixx.table.participant import Participant
from qwixx.table.state import Table
from qwixx.table.views import summary

CODE_START: Final = "O"  # begins the code of every table on a device, and none of a server
_STANDINS: Final = ("strong", "greedy")  # the levels that play for a player who has left
_HINT: Final = re.compile(r"tables/([A-Z]{6})/hint")
_GAME: Final = re.compile(r"tables/([A-Z]{6})(?:/games/([1-9][0-9]{0,5}))?(?:/(record|replay))?")


class DeviceTables:
    """Answers what a page asks; every answer says what to write and what to send.

    Examples:
        >>> from qwixx.device.tables import DeviceTables
        >>> tables = DeviceTables(lambda: 0, lambda: "0" * 64, seed=1)
        >>> question = '{"type": "ask", "method": "GET", "path": "bots", "body": null}'
        >>> '"status":200' in tables.handle(question)
        True
    """

    def __init__(
        self, clock: Callable[[], int], new_secret: Callable[[], str], *, seed: int | str
    ) -> None:
        """`clock` returns milliseconds since 1970, `new_secret` 64 hex digits."""
        self._clock = clock
        self._new_secret = new_secret
        self._rng = Random(seed)
        self._tables: dict[str, LocalTable] = {}
        self._connections = dict[int, tuple[LocalTable, Participant]]()
        # Entries that the request under way has added: code, position, text.
        self._keep: list[tuple[str, int, str]] = []

    def handle(self, request: str) -> str:
        """Returns the effects of a request. Both are JSON, as in `messages`."""
        self._keep = []
        answer = self._do(msgspec.json.decode(request, type=messages.Request))
        sent = [
            (number, msgspec.Raw(message))
            for number, (table, participant) in self._connections.items()
            for message in table.take(participant)
        ]
        changed = {code for code, _, _ in self._keep}
        effects = Effects(
            keep=self._keep,
            send=sent,
            summaries={code: summary(self._tables[code].table, 0) for code in changed},
            answer=answer,
            next=self._next(),
        )
        return msgspec.json.encode(effects).decode()

    def _do(self, request: messages.Request) -> Answer | None:
        match request:
            case messages.Load():
                self._load(request.code, [read_entry(text.encode()) for text in request.entries])
            case messages.Connect():
                table = self._tables[request.code]
                participant = table.connect(bytes(request.hello))
                if participant is None:
                    return Answer(400, msgspec.Raw(b"null"))
                self._connections[request.connection] = table, participant
            case messages.Message():
                table, participant = self._connections[request.connection]
                table.receive(participant, bytes(request.message))
            case messages.Disconnect():
                table, participant = self._connections.pop(request.connection)
                table.leave(participant)
            case messages.Tick():
                for table in self._played():
                    table.do_due(self._choose)
            case messages.Ask():
                return self._ask(request)
        return None

    def _load(self, code: str, entries: Iterable[Entry]) -> LocalTable:
        table = LocalTable(
            code,
            clock=self._clock,
            new_secret=self._new_secret,
            levels=lambda variant: bots_for(VARIANTS[variant]),
            standins=_STANDINS,
            entries=entries,
            keep=lambda entry: self._write(code, entry),
        )
        self._tables[code] = table
        return table

    def _write(self, code: str, entry: Entry) -> None:
        position = len(self._tables[code].entries) + 1
        self._keep.append((code, position, write_entry(entry).decode()))

    # Automatic actions

    def _played(self) -> list[LocalTable]:
        """Returns the tables with a page that shows them: nothing moves at the others."""
        return [table for table in self._tables.values() if table.participants]

    def _next(self) -> int | None:
        due = [due.at for table in self._played() if (due := table.next_due()) is not None]
        return max(0, min(due) - self._clock()) if due else None

    def _choose(self, level: str, game: Game, seat: int) -> str:
        # The net of that bot may be missing here, and a server has bots that cannot play here.
        able = bots_for(game.variant)
        name = next(name for name in (level, *_STANDINS) if name in able)
        return str(load_bot(name).choose(game, seat, self._rng))

    # Questions that a server answers over HTTP

    def _ask(self, request: messages.Ask) -> Answer:
        if (request.method, request.path) == ("POST", "tables"):
            return self._open(msgspec.json.decode(request.body, type=OpenTable))
        if (request.method, request.path) == ("GET", "bots"):
            return _found(bot_levels())
        if request.method == "POST" and (match := _HINT.fullmatch(request.path)):
            asked = msgspec.json.decode(request.body, type=AskHint)
            return self._hint(self._tables[match[1]].table, person_of(asked.secret))
        match = _GAME.fullmatch(request.path) if request.method == "GET" else None
        if match is None:
            return _problem(404, "not-found")
        code, number, part = match.groups()
        table = self._tables[code].table
        finished = table.finished(int(number) if number else table.games)
        if finished is None:
            return _problem(409, "not-over")
        if part == "record":
            return _found(finished.text)
        if part == "replay":
            return _found(frames(finished.record))
        return _found(finished_view(code, table.version, finished))

    def _hint(self, table: Table, person: str) -> Answer:
        question = hint_question(table, person)
        if isinstance(question, str):
            return _problem(409, question)
        from qwixx.coach.plain import advise  # noqa: PLC0415  (most games need no coach)

        moves = [move.as_json() for move in advise(*question)]
        return _found(Hint(table.version, msgspec.convert(moves, list[HintMove])))

    def _open(self, wish: OpenTable) -> Answer:
        code = CODE_START + "".join(self._rng.choices(CODE_LETTERS, k=CODE_LENGTH - 1))
        try:
            self._load(code, []).open(person_of(wish.secret), wish)
        except Refused as refused:
            del self._tables[code]
            return _problem(409, refused.code)
        return _found(TableOpened(code))


def _found(content: object) -> Answer:
    return Answer(200, msgspec.Raw(msgspec.json.encode(content)))


def _problem(status: int, code: ProblemCode) -> Answer:
    return Answer(status, msgspec.Raw(msgspec.json.encode({"code": code})))


def bot_levels() -> list[BotLevel]:
    """Returns the bots that can play here, from the weakest to the strongest."""
    return [
        BotLevel(
            info.name,
            strength,
            info.for_players,
            [name for name, variant in VARIANTS.items() if info.can_play(variant)],
        )
        for strength, info in enumerate((info for info in BOTS.values() if not info.missing), 1)
    ]
