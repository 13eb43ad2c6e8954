"""The game of the day: the same dice for everybody, sealed before the day and published after it.

Days are in UTC, and the day on which a game begins counts. A player who begins before midnight has
an hour to finish. Then the secret is published, and later games do not count.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from qwixx.notation import write_record
from qwixx.protocol.http import Day, DayResult, DaySeal, DayTen, Today
from qwixx.server.clock_and_secrets import clock, new_code, new_secret
from qwixx.server.problems import RequestRefused
from qwixx.server.storage.days import DaySummary, Drawn
from qwixx.server.storage.store import SqlStore, StoreError
from qwixx.table.fair import commitment
from qwixx.table.lobby import Opened
from qwixx.table.log import Entry, write_entry
from qwixx.table.names import bot_names
from qwixx.table.options import GameOptions
from qwixx.table.stages import Finished
from qwixx.table.state import Table

_log: Final = logging.getLogger(__name__)

BOTS: Final = ("strong", "strong")
_OPTIONS: Final = GameOptions("classic", 1 + len(BOTS))
_DAY: Final = 86_400_000
_TO_FINISH: Final = 3_600_000  # milliseconds after midnight for finishing a game


class Days:
    def __init__(self, store: SqlStore, now: Callable[[], int] = clock) -> None:
        self._store = store
        self._now = now

    # The days

    def _today(self) -> date:
        return datetime.fromtimestamp(self._now() / 1000, UTC).date()

    async def prepare(self) -> None:
        """Draws the secrets of today and tomorrow. Each seal is published before its day."""
        today = self._today()
        for day in (today, today + timedelta(1)):
            await self._drawn(day)

    async def _drawn(self, day: date) -> Drawn:
        return await self._store.days.draw(str(day), new_secret(), self._now())

    async def today(self) -> Today:
        today = self._today()
        tomorrow, yesterday = today + timedelta(1), today - timedelta(1)
        await self._drawn(today)
        sealed = await self._drawn(tomorrow)
        day = await self.day(today)
        assert day
        return Today(
            day,
            _begins(tomorrow) - self._now(),
            DaySeal(str(tomorrow), commitment(sealed.secret), sealed.at),
            await self.day(yesterday),
        )

    async def day(self, day: date) -> Day | None:
        """Returns a day that has begun; None if it has no game or has not begun."""
        return self._day_view(day, await self._store.days.summary(str(day)))

    def _day_view(self, day: date, seen: DaySummary) -> Day | None:
        if seen.drawn is None or day > self._today():
            return None
        is_published = self._is_published(day)
        tens: dict[int, int] = {}
        for points, count in reversed(seen.standing):
            tens[points // 10 * 10] = tens.get(points // 10 * 10, 0) + count
        return Day(
            day=str(day),
            seal=commitment(seen.drawn.secret),
            sealed_at=seen.drawn.at,
            secret=seen.drawn.secret if is_published else None,
            players=sum(count for _, count in seen.standing),
            tens=[DayTen(points, players) for points, players in tens.items()],
            most=seen.standing[0][0] if seen.standing else None,
            best=seen.best if is_published else None,
        )

    def _is_published(self, day: date) -> bool:
        return self._now() >= _begins(day) + _DAY + _TO_FINISH

    # Playing

    async def play(self, day: str, person: str, touched: int) -> str:
        """Returns the code of that person's table for that day, and opens it the first time.

        Raises RequestRefused. `day-over` also meets a person who has deleted their game.
        """
        today = self._today()
        if day != str(today):
            raise RequestRefused("day-over" if _is_past(day, today) else "no-such-day")
        drawn = await self._drawn(today)
        # No name is stored, because everybody can watch the best game of a day.
        bots = bot_names(BOTS)
        event = Opened(_OPTIONS, person, "", bots, drawn.secret, start=True, day=day)
        entry = write_entry(Entry(self._now(), event))
        while True:
            code = await self._store.days.sit(day, person, new_code(), entry, touched)
            if code is not None:
                break
        if not await self._store.read(code):
            raise RequestRefused("day-over")
        return code

    async def finished(self, table: Table) -> None:
        """Notes the result of a game that has ended, unless it is late or was left to a bot."""
        points = _own_points(table)
        if points is None or self._is_published(date.fromisoformat(table.day)):
            return
        try:
            await self._store.days.note(table.code, points)
        except StoreError as error:  # the next request for the result notes it
            _log.warning("table %s: the result is not noted yet: %s", table.code, error)

    async def result(self, table: Table) -> DayResult | None:
        """Compares that game with all of its day; None if it is not a game of the day."""
        if not table.day:
            return None
        over = table.game if table.stage == "over" else None
        seen = await self._store.days.summary(table.day, table.code)
        if over and seen.game and seen.game.points is None:
            await self.finished(table)
            seen = await self._store.days.summary(table.day, table.code)
        day = self._day_view(date.fromisoformat(table.day), seen)
        if day is None or seen.game is None:
            return None
        own = seen.game.points
        place = None
        if own is not None:
            place = 1 + sum(count for points, count in seen.standing if points > own)
        return DayResult(day, over.scores[0] if over else None, place)

    async def with_secret(self, table: Table, game: Finished) -> Finished:
        """Adds the secret of the day to the record of a finished game, once it is published."""
        if not table.day or not self._is_published(date.fromisoformat(table.day)):
            return game
        record = game.record
        headers = {**record.headers, "DiceSecret": (table.secret,)}
        return replace(game, text=write_record(replace(record, headers=headers)))


def _begins(day: date) -> int:
    """Returns the start of a day in milliseconds since 1970."""
    return (day - date(1970, 1, 1)).days * _DAY


def _is_past(day: str, today: date) -> bool:
    try:
        return date.fromisoformat(day) < today
    except ValueError:
        return False


def _own_points(table: Table) -> int | None:
    """Returns the points of the player; None if a bot has taken over."""
    if not table.day or table.stage != "over" or table.game is None:
        return None
    return table.game.scores[0] if table.seats[0].kind == "player" else None
