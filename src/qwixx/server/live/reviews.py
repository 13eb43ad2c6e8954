"""Reviews of games and hints for players: who may have one now, and what is kept of it."""

import asyncio
import logging
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import monotonic
from typing import Final, Literal, TypeAlias

import msgspec

from qwixx.notation import Record, read_record, write_record
from qwixx.protocol.coach import Hint, HintMove, Review, ReviewedGame, SoloGame
from qwixx.rules import CLASSIC, Game, IllegalMove, NotationError, Phase
from qwixx.server.helpers.coach_client import CoachClient
from qwixx.server.helpers.pool import Busy, NoAnswer
from qwixx.server.limits import LONGEST_RECORD, ConcurrencyLimit, TokenBuckets
from qwixx.server.settings import Settings
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.finished_views import frames
from qwixx.table.played import Finished
from qwixx.table.state import Table

_log: Final = logging.getLogger(__name__)

MOST_TURNS: Final = 512
_AT_ONCE: Final = 4
"""Reviews that one address may wait for: a family looks at its game on every phone."""

_SOLVED_FOR: Final = 60.0
"""Seconds after which it is looked again what the host has solved."""

NoReviewCode: TypeAlias = Literal[
    "busy", "too-many-requests", "bad-record", "no-review", "server-error"
]
NoHintCode: TypeAlias = Literal["busy", "no-hints", "not-seated", "wrong-stage", "server-error"]


class NoCoaching(Exception):  # noqa: N818
    """There is no review or no hint; `code` says why."""

    def __init__(self, code: NoReviewCode | NoHintCode) -> None:
        super().__init__(code)
        self.code = code


class Reviews:
    """What the coach is asked on this node."""

    def __init__(self, store: SqlStore, settings: Settings) -> None:
        self.coach = CoachClient(settings.coach_queue)
        self._store = store
        hourly = settings.reviews_per_address
        self._asked = TokenBuckets(hourly / 3600, hourly / 4)
        self._addresses = ConcurrencyLimit(_AT_ONCE)
        self._people = ConcurrencyLimit(1)
        self._solved: list[str] = []
        self._solved_until = 0.0
        self._making: dict[tuple[str, int], asyncio.Task[bytes]] = {}

    async def of_table(self, code: str, game: Finished, address: str) -> ReviewedGame:
        """A finished game of a table. Kept, so that it is looked at once for all."""
        record = _reviewable(game.record)
        place = code, game.number
        kept = await self._store.kept_review(*place)
        if kept is None:
            making = self._making.get(place)
            if making is None:
                with self._turn(address):
                    making = asyncio.create_task(self._make_and_keep(record, *place))
                    self._making[place] = making
                    making.add_done_callback(lambda _: self._making.pop(place))
                    kept = await asyncio.shield(making)
            else:
                kept = await asyncio.shield(making)
        bots = [kind == "bot" for kind in game.kinds]
        return _reviewed(record, bots, zlib.decompress(kept))

    async def of_record(self, text: str, address: str) -> ReviewedGame:
        """A record that somebody has brought along; it may be unfinished."""
        with self._person(address), self._turn(address):
            record = _reviewable(_readable(text))
            answer = await self._ask(record, address)
        return _reviewed(record, [False] * len(record.players), answer)

    async def hint(self, table: Table, person: str) -> Hint:
        """What the moves of that person's seat are worth, by what that seat may know."""
        seat = table.seat_of(person)
        if seat is None:
            raise NoCoaching("not-seated")
        if not table.options.hints or table.options.variant != table.options.sheet:
            raise NoCoaching("no-hints")
        game = _asked(table, seat)
        version = table.version
        with self._person(person):
            try:
                answer = await self.coach.advise(game, seat, person)
            except Busy as problem:
                raise NoCoaching("busy") from problem
            except NoAnswer as problem:
                raise self._failure(problem) from problem
        return Hint(version, msgspec.json.decode(answer, type=list[HintMove]))

    async def alone(self) -> list[SoloGame]:
        """What can be played alone: what is solved here, and the classic game in any case."""
        if monotonic() >= self._solved_until:
            try:
                self._solved = msgspec.json.decode(await self.coach.solved(), type=list[str])
            except NoAnswer as problem:
                raise self._failure(problem) from problem
            self._solved_until = monotonic() + _SOLVED_FOR
        names = dict.fromkeys((CLASSIC.name, *self._solved))
        return [SoloGame(name, name in self._solved) for name in names]

    async def close(self) -> None:
        await self.coach.close()

    async def _make_and_keep(self, record: Record, code: str, game: int) -> bytes:
        # Without names: what is kept says nothing about anybody.
        nameless = {**record.headers, "Players": ("",) * len(record.players)}
        answer = await self._ask(replace(record, headers=nameless), code)
        kept = zlib.compress(answer)
        with suppress(Conflict, StoreError):  # another node was faster, or it is made again
            await self._store.keep_review(code, game, kept)
        return kept

    async def _ask(self, record: Record, key: str) -> bytes:
        try:
            return await self.coach.review(record, key)
        except Busy as problem:
            raise NoCoaching("busy") from problem
        except NoAnswer as problem:
            raise self._failure(problem) from problem

    def _failure(self, problem: NoAnswer) -> NoCoaching:
        _log.warning("the coach has no answer: %s", problem)
        return NoCoaching("server-error")

    @contextmanager
    def _person(self, person: str) -> Iterator[None]:
        """One question of a person at a time."""
        with self._people.slot(person) as room:
            if not room:
                raise NoCoaching("busy")
            yield

    @contextmanager
    def _turn(self, address: str) -> Iterator[None]:
        """Some reviews of an address at a time, and not too many in an hour."""
        with self._addresses.slot(address) as room:
            if not room:
                raise NoCoaching("busy")
            if not self._asked.take(address):
                raise NoCoaching("too-many-requests")
            yield


def _readable(text: str) -> Record:
    """The record in that text, if it is one that can be looked at."""
    if len(text.encode()) > LONGEST_RECORD or text.count("\n") > MOST_TURNS + 50:
        raise NoCoaching("bad-record")
    try:
        record = read_record(text)
    except (NotationError, IllegalMove) as error:
        raise NoCoaching("bad-record") from error
    if len(record.turns) > MOST_TURNS:
        raise NoCoaching("bad-record")
    return record


def _reviewable(record: Record) -> Record:
    """The record, unless a house rule was played by: the nets have never seen one."""
    variant = record.start.variant
    if variant.name != variant.sheet:
        raise NoCoaching("no-review")
    return record


def _asked(table: Table, seat: int) -> Game:
    """The game as that seat sees it while it has something to choose."""
    game = table.game and table.game.seen_by(seat)
    if table.stage != "playing" or not game:
        raise NoCoaching("wrong-stage")
    if game.phase is Phase.WHITE and game.answers[seat] is not None:
        game = game.retract(seat)
    if not game.legal_moves(seat):
        raise NoCoaching("wrong-stage")
    return game


def _reviewed(record: Record, bots: list[bool], review: bytes) -> ReviewedGame:
    start = record.start
    return ReviewedGame(
        variant=start.variant.name,
        players=list(record.players),
        bots=bots,
        first=start.first,
        lucky=[list(card.lucky) for card in start.cards],
        frames=frames(record),
        record=write_record(record),
        review=msgspec.json.decode(review, type=Review),
    )
