"""The game of the day: drawn and sealed before its day, the same for all, told after it.

A day is one of UTC, and the day on which a game was begun counts. Who begins before midnight has an
hour to finish; then the secret is told, and what is finished later does not count.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from qwixx.notation import write_record
from qwixx.protocol.day import Day, DayResult, DaySeal, DayTen, Today
from qwixx.server.live.chance import clock, new_code, new_secret
from qwixx.server.storage.days import DaySummary, Drawn
from qwixx.server.storage.store import SqlStore, StoreError
from qwixx.table import events
from qwixx.table.fair import commitment
from qwixx.table.log_codec import write_entry
from qwixx.table.names import bot_names
from qwixx.table.options import GameOptions
from qwixx.table.played import Finished
from qwixx.table.state import Table

_log: Final = logging.getLogger(__name__)

BOTS: Final = ("strong", "strong")
_OPTIONS: Final = GameOptions("classic", 1 + len(BOTS))
_DAY: Final = 86_400_000
_TO_FINISH: Final = 3_600_000
"""Milliseconds after midnight for those who have begun before."""


class DayOver(Exception):  # noqa: N818
    """The game of that day cannot be begun any more, or not by this player."""


class NoSuchDay(Exception):  # noqa: N818
    """There is no game of that day yet, or no such day at all."""


class Days:
    """The games of days, as this node sees them."""

    def __init__(self, store: SqlStore, now: Callable[[], int] = clock) -> None:
        self._store = store
        self._now = now

    # The days themselves

    def _today(self) -> date:
        return datetime.fromtimestamp(self._now() / 1000, UTC).date()

    async def prepare(self) -> None:
        """Draws what is to be played today and tomorrow, so that its seal is known before."""
        today = self._today()
        for day in (today, today + timedelta(1)):
            await self._drawn(day)

    async def _drawn(self, day: date) -> Drawn:
        return await self._store.days.draw(str(day), new_secret(), self._now())

    async def today(self) -> Today:
        """What everybody may know now."""
        today = self._today()
        tomorrow, yesterday = today + timedelta(1), today - timedelta(1)
        await self._drawn(today)
        sealed = await self._drawn(tomorrow)
        told = await self.day(today)
        assert told
        return Today(
            told,
            _begins(tomorrow) - self._now(),
            DaySeal(str(tomorrow), commitment(sealed.secret), sealed.at),
            await self.day(yesterday),
        )

    async def day(self, day: date) -> Day | None:
        """A day that has begun; None if there was no game, or not yet."""
        return self._told(day, await self._store.days.summary(str(day)))

    def _told(self, day: date, seen: DaySummary) -> Day | None:
        if seen.drawn is None or day > self._today():
            return None
        told = self._is_told(day)
        tens: dict[int, int] = {}
        for points, count in reversed(seen.standing):
            tens[points // 10 * 10] = tens.get(points // 10 * 10, 0) + count
        return Day(
            day=str(day),
            seal=commitment(seen.drawn.secret),
            sealed_at=seen.drawn.at,
            secret=seen.drawn.secret if told else None,
            players=sum(count for _, count in seen.standing),
            tens=[DayTen(points, players) for points, players in tens.items()],
            most=seen.standing[0][0] if seen.standing else None,
            best=seen.best if told else None,
        )

    def _is_told(self, day: date) -> bool:
        return self._now() >= _begins(day) + _DAY + _TO_FINISH

    # Playing

    async def play(self, day: str, person: str, touched: int) -> str:
        """Returns the table at which that person plays the game of that day: a new one, or theirs.

        Raises `NoSuchDay`, or `DayOver`, also where that person has deleted their game.
        """
        today = self._today()
        if day != str(today):
            raise DayOver if _is_past(day, today) else NoSuchDay
        drawn = await self._drawn(today)
        # Without a name: the best game of a day can be seen by everybody.
        bots = bot_names(BOTS)
        event = events.Opened(_OPTIONS, person, "", bots, drawn.secret, start=True, day=day)
        entry = write_entry(events.Entry(self._now(), event))
        while True:
            code = await self._store.days.sit(day, person, new_code(), entry, touched)
            if code is not None:
                break
        if not await self._store.read(code):
            raise DayOver
        return code

    async def finished(self, table: Table) -> None:
        """A game has come to its end: noted, unless it is too late or given up."""
        points = _own_points(table)
        if points is None or self._is_told(date.fromisoformat(table.day)):
            return
        try:
            await self._store.days.note(table.code, points)
        except StoreError as error:  # it is noted when somebody asks for the result
            _log.warning("table %s: the result is not noted yet: %s", table.code, error)

    async def result(self, table: Table) -> DayResult | None:
        """How that game did among all; None if it is no game of a day."""
        if not table.day:
            return None
        over = table.game if table.stage == "over" else None
        seen = await self._store.days.summary(table.day, table.code)
        if over and seen.game and seen.game.points is None:
            await self.finished(table)
            seen = await self._store.days.summary(table.day, table.code)
        day = self._told(date.fromisoformat(table.day), seen)
        if day is None or seen.game is None:
            return None
        own = seen.game.points
        place = None
        if own is not None:
            place = 1 + sum(count for points, count in seen.standing if points > own)
        return DayResult(day, over.scores[0] if over else None, place)

    async def with_secret(self, table: Table, game: Finished) -> Finished:
        """A finished game of a day whose secret is told, with that secret in its record."""
        if not table.day or not self._is_told(date.fromisoformat(table.day)):
            return game
        record = game.record
        told = {**record.headers, "DiceSecret": (table.secret,)}
        return replace(game, text=write_record(replace(record, headers=told)))


def _begins(day: date) -> int:
    """In milliseconds since 1970."""
    return (day - date(1970, 1, 1)).days * _DAY


def _is_past(day: str, today: date) -> bool:
    try:
        return date.fromisoformat(day) < today
    except ValueError:
        return False


def _own_points(table: Table) -> int | None:
    """Of who has played to the end; None where a bot has taken over."""
    if not table.day or table.stage != "over" or table.game is None:
        return None
    return table.game.scores[0] if table.seats[0].kind == "player" else None
