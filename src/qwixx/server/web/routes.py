"""The HTTP interface: everything except the actions of a game."""

import re
from datetime import date
from typing import Any, Final

from litestar import MediaType, Request, Response, get, post

from qwixx.device.tables import bot_levels
from qwixx.protocol.coach import AskHint, Hint, ReviewedGame, SoloGame
from qwixx.protocol.http import (
    BotLevel,
    Day,
    DayResult,
    Frame,
    Mine,
    OpenTable,
    PlayDay,
    TableOpened,
    TableSummary,
    Today,
)
from qwixx.protocol.schema import json_schema
from qwixx.protocol.views import OverView
from qwixx.server.limits import LONGEST_RECORD, client_of
from qwixx.server.live.hosted_table import HostedTable
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.problems import RequestRefused
from qwixx.server.transport.http_protocol import PEER
from qwixx.table.finished_views import finished_view, frames
from qwixx.table.names import person_of, read_code
from qwixx.table.stages import Finished
from qwixx.table.views import summary

SEEN: Final = "/api/seen"
CLAIM: Final = "192.0.2.77"
"""An address of no computer. `qwixx doctor` claims it, and a proxy should correct that."""
_TABLES_FOR_A_REQUEST: Final = 5
_GAME_NUMBER: Final = re.compile("[1-9][0-9]{0,5}")
"""A game has one address, so its number has one form."""
_TABLE: Final = "/api/tables/{code:str}"
_GAME: Final = _TABLE + "/games/{number:str}"


def client_address(request: Request[Any, Any, Any]) -> str:
    return client_of(request.scope)


def charge(registry: TableRegistry, address: str, requests: int) -> None:
    """Counts further requests of an address. Raises RequestRefused beyond its limit."""
    if not registry.limits.requests.take(address, requests):
        raise RequestRefused("too-many-requests")


# Tables


@get("/api/bots", summary="The bots, from the weakest to the strongest")
async def list_bots() -> list[BotLevel]:
    return bot_levels()


@post("/api/tables", summary="Opens a table")
async def open_table(data: OpenTable, registry: TableRegistry) -> TableOpened:
    return TableOpened(await registry.open_table(person_of(data.secret), data))


@post("/api/tables/mine", status_code=200, summary="Your tables")
async def my_tables(data: Mine, registry: TableRegistry, address: str) -> list[TableSummary]:
    """Returns a summary of each of your tables. Unknown codes are left out."""
    charge(registry, address, len(data.seats) // _TABLES_FOR_A_REQUEST)
    summaries = []
    for mine in data.seats:
        hosted = await _table(mine.code, registry)
        seat = hosted.table.seat_of(person_of(mine.secret)) if hosted else None
        if hosted and seat is not None:
            summaries.append(summary(hosted.table, seat))
    return summaries


@post("/api/forget", status_code=204, summary="Deletes the stored data of a person at these tables")
async def forget(data: Mine, registry: TableRegistry, address: str) -> None:
    charge(registry, address, len(data.seats) // _TABLES_FOR_A_REQUEST)
    for mine in data.seats:
        hosted = await _table(mine.code, registry)
        if hosted:
            await hosted.forget(person_of(mine.secret))


async def _table(code: str, registry: TableRegistry) -> HostedTable | None:
    known = read_code(code)
    return await registry.find(known) if known else None


async def _known_table(code: str, registry: TableRegistry) -> HostedTable:
    hosted = await _table(code, registry)
    if hosted is None:
        raise RequestRefused("no-such-table")
    return hosted


# Games that are over


@get(
    [f"{_TABLE}/record", f"{_GAME}/record"],
    media_type=MediaType.TEXT,
    summary="The record of a game",
)
async def record(code: str, registry: TableRegistry, number: str = "") -> Response[str]:
    """Returns any game that is over; without a number, the latest one."""
    _, game = await _finished_game(code, registry, number)
    (name,) = game.record.headers["Game"]
    return Response(
        game.text,
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="qwixx-{name}.qwixx"'},
    )


@get([f"{_TABLE}/replay", f"{_GAME}/replay"], summary="A game that is over, step by step")
async def replay(code: str, registry: TableRegistry, number: str = "") -> list[Frame]:
    """Returns any game that is over; without a number, the latest one."""
    return frames((await _finished_game(code, registry, number))[1].record)


@get(_GAME, summary="The end of a game, as it was shown")
async def game(code: str, registry: TableRegistry, number: str) -> OverView:
    """Returns any game that is over, by its number at the table, even while a later one runs."""
    hosted, finished = await _finished_game(code, registry, number)
    return finished_view(hosted.table.code, hosted.table.version, finished)


async def _finished_game(
    code: str, registry: TableRegistry, named: str
) -> tuple[HostedTable, Finished]:
    if named and not _GAME_NUMBER.fullmatch(named):
        raise RequestRefused("not-found")
    hosted = await _known_table(code, registry)
    number = int(named) if named else hosted.table.games
    if hosted.table.finished(number) is None:
        await hosted.catch_up()  # another node may have come to its end just now
    game = hosted.table.finished(number)
    if game is None:
        raise RequestRefused("not-over")
    return hosted, await registry.days.with_secret(hosted.table, game)


# The coach


@get(f"{_GAME}/review", summary="The review of a finished game")
async def review_of_game(
    code: str, registry: TableRegistry, number: str, address: str
) -> ReviewedGame:
    """Reviews a game once it is over. After the error `busy`, try again a little later."""
    hosted, game = await _finished_game(code, registry, number)
    return await registry.reviews.of_table(hosted.table.code, game, address)


@post(
    "/api/review",
    status_code=200,
    request_max_body_size=LONGEST_RECORD,
    summary="The review of a record",
)
async def review_of_record(
    request: Request[Any, Any, Any], registry: TableRegistry, address: str
) -> ReviewedGame:
    """Reviews the record in the body: text of at most 64 kB and 512 turns, finished or not."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise RequestRefused("bad-record") from None
    return await registry.reviews.of_record(text, address)


@post(f"{_TABLE}/hint", status_code=200, summary="A hint: the value of each of your moves")
async def hint(data: AskHint, code: str, registry: TableRegistry) -> Hint:
    """Returns a hint for the player with that secret, if the host allows hints."""
    hosted = await _known_table(code, registry)
    return await registry.reviews.hint(hosted.table, person_of(data.secret))


@get("/api/solo", summary="The solo games of this server, and how exactly each is judged")
async def solo_games(registry: TableRegistry) -> list[SoloGame]:
    return await registry.reviews.solo_games()


# The game of the day


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
        raise RequestRefused("no-such-day")
    return found


@post("/api/day", summary="Opens your table of the day; the same secret always gets the same one")
async def play_day(data: PlayDay, registry: TableRegistry) -> TableOpened:
    return TableOpened(await registry.play_day(data.day, person_of(data.secret)))


@get(f"{_TABLE}/day", summary="A game of a day among all of that day")
async def day_result(code: str, registry: TableRegistry) -> DayResult:
    result = await registry.days.result((await _known_table(code, registry)).table)
    if result is None:
        raise RequestRefused("no-such-day")
    return result


# The server


@get("/api/schema/socket.json", summary="The messages of the socket as JSON Schema")
async def socket_schema() -> dict[str, Any]:
    return json_schema()


@get("/healthz", media_type=MediaType.TEXT, summary="Whether the server is alive")
async def healthz() -> str:
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, summary="Whether the server can do its work")
async def readyz(registry: TableRegistry) -> Response[str]:
    """Returns 503 with the reason while the server cannot play."""
    problem = await registry.readiness_problem()
    return Response(f"{problem or 'ok'}\n", status_code=503 if problem else 200)


@get(SEEN, include_in_schema=False, sync_to_thread=False)
def seen(request: Request[Any, Any, Any], me: int = 0) -> dict[str, str]:
    """Returns how the headers of a request of `qwixx doctor` arrived; `me` is the port it uses."""
    return {"seen": _seen(request, me)}


def _seen(request: Request[Any, Any, Any], port: int) -> str:
    peer, client = request.scope.get(PEER), request.scope["client"]
    given = request.headers.getall("x-forwarded-for", [])
    if not isinstance(peer, tuple) or not client:
        return "unknown"
    if peer[1] == port:
        return "direct"
    if not given:
        return "missing"
    if given == [CLAIM]:
        return "unchanged"
    return "untrusted" if client == peer else "named"


ROUTES = [
    *(list_bots, open_table, my_tables, forget, record, replay, game),
    *(review_of_game, review_of_record, hint, solo_games),
    *(today, one_day, play_day, day_result),
    *(socket_schema, healthz, readyz),
]
