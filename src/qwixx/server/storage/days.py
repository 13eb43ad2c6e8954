"""Stores the games of days: the dice of each day, its players and their points."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from qwixx.server.storage.schema import day_games, days, entries, tables

_Result = TypeVar("_Result")


class _Run(Protocol):
    def __call__(
        self, work: Callable[[sa.Connection], _Result], *, writing: bool = True
    ) -> Awaitable[_Result]: ...


class Drawn(NamedTuple):
    secret: str
    at: int  # the time of drawing, in milliseconds since 1970


class DayGame(NamedTuple):
    code: str
    points: int | None  # None until the game is over, and if it ended too late


class Days:
    """The games of days, in the database that all nodes share. All methods raise StoreError."""

    def __init__(self, run: _Run) -> None:
        self._run = run

    async def draw(self, day: str, secret: str, at: int) -> Drawn:
        """Returns the dice of a day: these, unless another node was faster."""
        found = await self.drawn(day)
        if found is None:
            await self._run(
                lambda connection: _unless_there(
                    connection, sa.insert(days).values(day=day, secret=secret, drawn=at)
                )
            )
            found = await self.drawn(day)
            assert found
        return found

    async def drawn(self, day: str) -> Drawn | None:
        return await self._run(lambda connection: _drawn(connection, day), writing=False)

    async def sit(self, day: str, person: str, code: str, entry: bytes, at: int) -> str | None:
        """Returns the table at which a person plays the game of a day.

        It is a new table with this code and first entry, or the person's table if there is one.
        None means that the code is taken.
        """

        def sit(connection: sa.Connection) -> str | None:
            mine = (day_games.c.day == day, day_games.c.person == person)
            theirs = sa.select(day_games.c.code).where(*mine)
            known: str | None = connection.scalar(theirs)
            if known is not None:
                return known
            new = {"code": code, "day": day, "person": person}
            done = _unless_there(
                connection,
                sa.insert(tables).values(code=code, touched=at),
                sa.insert(entries).values(code=code, position=1, entry=entry),
                sa.insert(day_games).values(new),
            )
            return code if done else connection.scalar(theirs)

        return await self._run(sit)

    async def forget(self, code: str, empty: str) -> None:
        """Deletes a table, but remembers that its player has begun the game of that day.

        That is stored with an empty table of another code. Raises Conflict if that code is taken.
        """

        def forget(connection: sa.Connection) -> None:
            touched = sa.select(tables.c.touched).where(tables.c.code == code)
            if (at := connection.scalar(touched)) is None:
                return
            moved = sa.update(day_games).where(day_games.c.code == code)
            connection.execute(sa.insert(tables).values(code=empty, touched=at))
            connection.execute(moved.values(code=empty, points=None))
            connection.execute(sa.delete(tables).where(tables.c.code == code))

        await self._run(forget)

    async def note(self, code: str, points: int) -> None:
        change = sa.update(day_games).where(day_games.c.code == code).values(points=points)
        await self._run(lambda connection: connection.execute(change).close())

    async def summary(self, day: str, code: str = "") -> "DaySummary":
        """Returns a summary of a day, and of the game at a table, as of one moment."""

        def summary(connection: sa.Connection) -> DaySummary:
            over = (day_games.c.day == day, day_games.c.points.is_not(None))
            standing = connection.execute(
                sa.select(day_games.c.points, sa.func.count())
                .where(*over)
                .group_by(day_games.c.points)
                .order_by(day_games.c.points.desc())
            )
            best = connection.scalar(
                sa.select(day_games.c.code)
                .where(*over)
                .order_by(day_games.c.points.desc(), day_games.c.code)
                .limit(1)
            )
            game = connection.execute(
                sa.select(day_games.c.code, day_games.c.points).where(day_games.c.code == code)
            ).first()
            return DaySummary(
                _drawn(connection, day),
                [(points, count) for points, count in standing],
                best,
                DayGame(*game) if game else None,
            )

        return await self._run(summary, writing=False)


class DaySummary(NamedTuple):
    drawn: Drawn | None
    standing: list[tuple[int, int]]  # points and how many have them, the most points first
    best: str | None  # the table with the most points; among several, always the same
    game: DayGame | None  # the game at the table that was asked for, if it is one of that day


def _drawn(connection: sa.Connection, day: str) -> Drawn | None:
    found = connection.execute(sa.select(days.c.secret, days.c.drawn).where(days.c.day == day))
    row = found.first()
    return Drawn(*row) if row else None


def _unless_there(connection: sa.Connection, *statements: sa.Executable) -> bool:
    """Runs all statements, or none if a row exists already. Returns whether it ran them."""
    try:
        with connection.begin_nested():
            for statement in statements:
                connection.execute(statement).close()
    except IntegrityError:
        return False
    return True
