"""Reviews of games and hints for players: checks permissions, and stores reviews."""

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
from qwixx.table.stages import Finished
from qwixx.table.state import Table

_log: Final = logging.getLogger(__name__)

MOST_TURNS: Final = 512
_AT_ONCE: Final = 4
"""Reviews that one address may wait for: a family opens its game on every phone."""

_SOLVED_FOR: Final = 60.0
"""Seconds for which the list of solved games is kept."""

NoReviewCode: TypeAlias = Literal[
    "busy", "too-many-requests", "bad-record", "no-review", "server-error"
]
NoHintCode: TypeAlias = Literal["busy", "no-hints", "not-seated", "wrong-stage", "server-error"]


class CoachUnavailable(Exception):  # noqa: N818
    """There is no review or no hint; `code` is the reason."""

    def __init__(self, code: NoReviewCode | NoHintCode) -> None:
        super().__init__(code)
        self.code = code


class Reviews:
    """The coach of this node."""

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
        """Returns the review of a table's finished game. It is stored after the first request."""
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
        bots = [seat.kind == "bot" for seat in game.seats]
        return _reviewed(record, bots, zlib.decompress(kept))

    async def of_record(self, text: str, address: str) -> ReviewedGame:
        """Returns the review of a record, which may be unfinished."""
        with self._person(address), self._turn(address):
            record = _reviewable(_readable(text))
            answer = await self._ask(record, address)
        return _reviewed(record, [False] * len(record.players), answer)

    async def hint(self, table: Table, person: str) -> Hint:
        """Values the moves of that person's seat, with the knowledge of that seat."""
        seat = table.seat_of(person)
        if seat is None:
            raise CoachUnavailable("not-seated")
        if not table.options.hints or table.options.variant != table.options.sheet:
            raise CoachUnavailable("no-hints")
        game = _asked(table, seat)
        version = table.version
        with self._person(person):
            try:
                answer = await self.coach.advise(game, seat, person)
            except Busy as problem:
                raise CoachUnavailable("busy") from problem
            except NoAnswer as problem:
                raise self._failure(problem) from problem
        return Hint(version, msgspec.json.decode(answer, type=list[HintMove]))

    async def solo_games(self) -> list[SoloGame]:
        """Returns the solo games: the solved ones, and always the classic game."""
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
        # The stored review has no names, so it holds no personal data.
        nameless = {**record.headers, "Players": ("",) * len(record.players)}
        answer = await self._ask(replace(record, headers=nameless), code)
        kept = zlib.compress(answer)
        with suppress(Conflict, StoreError):  # another node stored it, or a later request will
            await self._store.keep_review(code, game, kept)
        return kept

    async def _ask(self, record: Record, key: str) -> bytes:
        try:
            return await self.coach.review(record, key)
        except Busy as problem:
            raise CoachUnavailable("busy") from problem
        except NoAnswer as problem:
            raise self._failure(problem) from problem

    def _failure(self, problem: NoAnswer) -> CoachUnavailable:
        _log.warning("the coach has no answer: %s", problem)
        return CoachUnavailable("server-error")

    @contextmanager
    def _person(self, person: str) -> Iterator[None]:
        """Allows one question of a person at a time."""
        with self._people.slot(person) as room:
            if not room:
                raise CoachUnavailable("busy")
            yield

    @contextmanager
    def _turn(self, address: str) -> Iterator[None]:
        """Limits the reviews of an address at a time and in an hour."""
        with self._addresses.slot(address) as room:
            if not room:
                raise CoachUnavailable("busy")
            if not self._asked.take(address):
                raise CoachUnavailable("too-many-requests")
            yield


def _readable(text: str) -> Record:
    """Reads a record. Raises CoachUnavailable if it is not valid."""
    if len(text.encode()) > LONGEST_RECORD or text.count("\n") > MOST_TURNS + 50:
        raise CoachUnavailable("bad-record")
    try:
        record = read_record(text)
    except (NotationError, IllegalMove) as error:
        raise CoachUnavailable("bad-record") from error
    if len(record.turns) > MOST_TURNS:
        raise CoachUnavailable("bad-record")
    return record


def _reviewable(record: Record) -> Record:
    """Returns the record. Raises CoachUnavailable for a house rule, which the nets do not know."""
    variant = record.start.variant
    if variant.name != variant.sheet:
        raise CoachUnavailable("no-review")
    return record


def _asked(table: Table, seat: int) -> Game:
    """Returns the game as that seat sees it. Raises CoachUnavailable if it has no decision."""
    game = table.game and table.game.seen_by(seat)
    if table.stage != "playing" or not game:
        raise CoachUnavailable("wrong-stage")
    if game.phase is Phase.WHITE and game.answers[seat] is not None:
        game = game.retract(seat)
    if not game.legal_moves(seat):
        raise CoachUnavailable("wrong-stage")
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
