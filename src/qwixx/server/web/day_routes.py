"""The game of the day over HTTP."""

from datetime import date

from litestar import get, post

from qwixx.protocol.http import Day, DayResult, PlayDay, TableOpened, Today
from qwixx.server.live.days import DayOver, NoSuchDay
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.web.routes import Problematic, known_table
from qwixx.table.names import person_of


@get("/api/day", summary="The game of the day, and the seal of tomorrow's")
async def today(registry: TableRegistry) -> Today:
    return await registry.days.today()


@get("/api/day/{day:str}", summary="A day that has begun; an hour after it, with its secret")
async def one_day(day: str, registry: TableRegistry) -> Day:
    try:
        found = await registry.days.day(date.fromisoformat(day))
    except ValueError:
        found = None
    if found is None:
        raise Problematic(404, "no-such-day")
    return found


@post("/api/day", summary="Plays the game of the day: a table of one's own, once for each secret")
async def play_day(data: PlayDay, registry: TableRegistry) -> TableOpened:
    try:
        return TableOpened(await registry.play_day(data.day, person_of(data.secret)))
    except NoSuchDay:
        raise Problematic(404, "no-such-day") from None
    except DayOver:
        raise Problematic(409, "day-over") from None


@get("/api/tables/{code:str}/day", summary="A game of a day among all of that day")
async def day_result(code: str, registry: TableRegistry) -> DayResult:
    result = await registry.days.result((await known_table(code, registry)).table)
    if result is None:
        raise Problematic(404, "no-such-day")
    return result


DAY_ROUTES = [today, one_day, play_day, day_result]
