"""Reviews of games and hints for players: checks permissions, and stores reviews."""

import asyncio
import logging
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from time import monotonic
from typing import Final, cast

import msgspec

from qwixx.notation import Record, read_record, write_record
from qwixx.protocol.coach import Hint, HintMove, Review, ReviewedGame, SoloGame
from qwixx.rules import CLASSIC, IllegalMove, NotationError
from qwixx.server.helpers.coach_pool import CoachPool
from qwixx.server.helpers.pool import Busy, NoAnswer
from qwixx.server.limits import LONGEST_RECORD, ConcurrencyLimit, LimitReached, TokenBuckets
from qwixx.server.problems import RequestRefused
from qwixx.server.settings import Settings
from qwixx.server.storage.store import Conflict, SqlStore, StoreError
from qwixx.table.finished_views import frames
from qwixx.table.hint_question import hint_question
from qwixx.table.stages import Finished
from qwixx.table.state import Table

_log: Final = logging.getLogger(__name__)

MOST_TURNS: Final = 512
_AT_ONCE: Final = 4  # reviews that one address may wait for: a family opens its game on every phone

_SOLVED_FOR: Final = 60.0  # seconds for which the list of solved games is kept


class Reviews:
    def __init__(self, store: SqlStore, settings: Settings) -> None:
        self.coach = CoachPool(settings.coach_queue)
        self._store = store
        hourly = settings.reviews_per_address
        self._asked = TokenBuckets(hourly / 3600, hourly / 4)
        self._addresses = ConcurrencyLimit(_AT_ONCE)
        self._people = ConcurrencyLimit(1)  # questions of a person at a time
        self._solved: list[str] = []
        self._solved_until = 0.0
        self._making: dict[tuple[str, int], asyncio.Task[bytes]] = {}

    async def of_table(self, code: str, game: Finished, address: str) -> ReviewedGame:
        """Returns the review of a table's finished game. It is stored after the first request."""
        record = _reviewable(game.record)
        place = code, game.number
        kept = await self._store.kept_review(*place)
        if kept is None:
            with _answering(), nullcontext() if place in self._making else self._turn(address):
                if place not in self._making:
                    making = asyncio.create_task(self._make_and_keep(record, *place))
                    making.add_done_callback(lambda _: self._making.pop(place))
                    self._making[place] = making
                kept = await asyncio.shield(self._making[place])
        bots = [seat.kind == "bot" for seat in game.seats]
        return _reviewed(record, bots, zlib.decompress(kept))

    async def of_record(self, text: str, address: str) -> ReviewedGame:
        with _answering(), self._people.slot(address), self._turn(address):
            record = _reviewable(_readable(text))
            answer = await self.coach.review(record, address)
        return _reviewed(record, [False] * len(record.players), answer)

    async def hint(self, table: Table, person: str) -> Hint:
        """Values the moves of that person's seat, with the knowledge of that seat."""
        question, version = hint_question(table, person), table.version
        if isinstance(question, str):
            raise RequestRefused(question)
        with _answering(), self._people.slot(person):
            answer = await self.coach.advise(*question, person)
        return Hint(version, msgspec.json.decode(answer, type=list[HintMove]))

    async def solo_games(self) -> list[SoloGame]:
        """Returns the solo games: the solved ones, and always the classic game."""
        if monotonic() >= self._solved_until:
            with _answering():
                self._solved = msgspec.json.decode(await self.coach.solved(), type=list[str])
            self._solved_until = monotonic() + _SOLVED_FOR
        names = dict.fromkeys((CLASSIC.name, *self._solved))
        return [SoloGame(name, name in self._solved) for name in names]

    async def _make_and_keep(self, record: Record, code: str, game: int) -> bytes:
        # The stored review has no names, so it holds no personal data.
        nameless = {**record.headers, "Players": ("",) * len(record.players)}
        with _answering():
            answer = await self.coach.review(replace(record, headers=nameless), code)
        kept = zlib.compress(answer)
        with suppress(Conflict, StoreError):  # another node stored it, or a later request will
            await self._store.keep_review(code, game, kept)
        return kept

    @contextmanager
    def _turn(self, address: str) -> Iterator[None]:
        """Limits the reviews of an address at a time and in an hour."""
        with self._addresses.slot(address):
            if not self._asked.take(address):
                raise RequestRefused("too-many-requests")
            yield


@contextmanager
def _answering() -> Iterator[None]:
    """Refuses the request if the coach does not answer, or too many questions wait."""
    try:
        yield
    except (Busy, LimitReached):
        raise RequestRefused("busy") from None
    except NoAnswer as problem:
        _log.warning("the coach has no answer: %s", problem)
        raise RequestRefused("server-error") from None


def _readable(text: str) -> Record:
    if len(text.encode()) > LONGEST_RECORD or text.count("\n") > MOST_TURNS + 50:
        raise RequestRefused("bad-record")
    try:
        record = read_record(text)
    except (NotationError, IllegalMove) as error:
        raise RequestRefused("bad-record") from error
    if len(record.turns) > MOST_TURNS:
        raise RequestRefused("bad-record")
    return record


def _reviewable(record: Record) -> Record:
    """Returns the record. Raises RequestRefused for a house rule, which the nets do not know."""
    variant = record.start.variant
    if variant.name != variant.sheet:
        raise RequestRefused("no-review")
    return record


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
        review=cast("Review", msgspec.Raw(review)),  # it goes out as the coach has written it
    )
