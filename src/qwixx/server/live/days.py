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
from qwixx.server.storage.days import Drawn
from qwixx.server.storage.log_codec import write_entry
from qwixx.server.storage.store import Store, StoreError
from qwixx.table import events
from qwixx.table.fair import DAY_SCHEME, commitment
from qwixx.table.names import bot_names
from qwixx.table.played import Finished
from qwixx.table.state import Table
from qwixx.table.words import Options

_log: Final = logging.getLogger(__name__)

BOTS: Final = ("strong", "strong")
_OPTIONS: Final = Options("classic", 1 + len(BOTS))
_DAY: Final = 86_400_000
_TO_FINISH: Final = 3_600_000
"""Milliseconds after midnight for those who have begun before."""


class DayOver(Exception):  # noqa: N818
    """That day cannot be begun now."""


class Days:
    """The games of days, as this node sees them."""

    def __init__(self, store: Store, now: Callable[[], int] = clock) -> None:
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
        sealed = await self._drawn(tomorrow)
        return Today(
            await self._told(today, await self._drawn(today)),
            _begins(tomorrow) - self._now(),
            DaySeal(str(tomorrow), commitment(sealed.secret), sealed.at),
            await self.day(yesterday),
        )

    async def day(self, day: date) -> Day | None:
        """A day that has begun; None if there was no game, or not yet."""
        drawn = await self._store.days.drawn(str(day))
        return await self._told(day, drawn) if drawn and day <= self._today() else None

    async def _told(self, day: date, drawn: Drawn) -> Day:
        standing = await self._store.days.standing(str(day))
        told = self._is_told(day)
        best = await self._store.days.best(str(day)) if told else None
        tens: dict[int, int] = {}
        for points, count in reversed(standing):
            tens[points // 10 * 10] = tens.get(points // 10 * 10, 0) + count
        return Day(
            day=str(day),
            seal=commitment(drawn.secret),
            sealed_at=drawn.at,
            secret=drawn.secret if told else None,
            players=sum(count for _, count in standing),
            tens=[DayTen(points, players) for points, players in tens.items()],
            most=standing[0][0] if standing else None,
            best=best.code if best else None,
        )

    def _is_told(self, day: date) -> bool:
        return self._now() >= _begins(day) + _DAY + _TO_FINISH

    # Playing

    async def play(self, day: str, person: str, touched: int) -> str:
        """The table at which that person plays the game of that day: a new one, or theirs."""
        today = self._today()
        if day != str(today):
            raise DayOver
        drawn = await self._drawn(today)
        # Without a name: the best game of a day can be seen by everybody.
        bots = bot_names(BOTS)
        event = events.Opened(
            _OPTIONS, person, "", bots, drawn.secret, start=True, scheme=DAY_SCHEME, day=day
        )
        entry = write_entry(events.Entry(self._now(), event))
        while True:
            code = await self._store.days.sit(day, person, new_code(), entry, touched)
            if code:
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
        game = await self._store.days.game(table.code) if table.day else None
        if game is None:
            return None
        over = table.stage == "over" and table.game
        if over and game.points is None:
            await self.finished(table)
            game = await self._store.days.game(table.code) or game
        day = await self.day(date.fromisoformat(table.day))
        if day is None:
            return None
        place = None
        if game.points is not None:
            standing = await self._store.days.standing(table.day)
            place = 1 + sum(count for points, count in standing if points > game.points)
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


def _own_points(table: Table) -> int | None:
    """Of who has played to the end; None where a bot has taken over."""
    if not table.day or table.stage != "over" or table.game is None:
        return None
    return table.game.scores[0] if table.seats[0].kind == "player" else None
