"""The HTTP interface of the tables: everything but playing itself."""

import re
from typing import Any, Final

from litestar import MediaType, Request, Response, get, post
from litestar.exceptions import HTTPException, NotFoundException

from qwixx.bots import BOTS
from qwixx.protocol.http import (
    BotLevel,
    Frame,
    Mine,
    OpenTable,
    TableOpened,
    TableSummary,
)
from qwixx.protocol.schema import json_schema
from qwixx.protocol.views import OverView
from qwixx.rules import VARIANTS
from qwixx.server.limits import counted_address
from qwixx.server.live.hosted_table import HostedTable
from qwixx.server.live.table_registry import TableRegistry
from qwixx.table.finished_views import finished_view, frames
from qwixx.table.names import person_of, read_code
from qwixx.table.stages import Finished
from qwixx.table.state import Table
from qwixx.table.views import summary

_TABLES_FOR_A_REQUEST: Final = 5
_GAME_NUMBER: Final = re.compile("[1-9][0-9]{0,5}")
"""A game has one address, so its number has one form."""


class Problematic(HTTPException):
    """An error whose answer is a Problem."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(status_code=status, detail=code)


@get("/api/bots", summary="The bots, from the weakest to the strongest")
async def list_bots() -> list[BotLevel]:
    return [
        BotLevel(
            info.name,
            strength,
            info.for_players,
            [name for name, variant in VARIANTS.items() if info.can_play(variant)],
        )
        for strength, info in enumerate((info for info in BOTS.values() if not info.missing), 1)
    ]


@post("/api/tables", summary="Opens a table")
async def open_table(data: OpenTable, registry: TableRegistry) -> TableOpened:
    code = await registry.open_table(person_of(data.secret), data)
    return TableOpened(code)


@post("/api/tables/mine", status_code=200, summary="The tables at which somebody sits")
async def my_tables(
    data: Mine, registry: TableRegistry, request: Request[Any, Any, Any]
) -> list[TableSummary]:
    """Unknown codes are left out."""
    charge(request, registry, len(data.seats) // _TABLES_FOR_A_REQUEST)
    summaries = []
    for mine in data.seats:
        code = read_code(mine.code)
        hosted = await registry.find(code) if code else None
        seat = hosted.table.seat_of(person_of(mine.secret)) if hosted else None
        if hosted and seat is not None:
            summaries.append(summary(hosted.table, seat))
    return summaries


@post("/api/forget", status_code=204, summary="Deletes what is kept of a person at these tables")
async def forget(data: Mine, registry: TableRegistry, request: Request[Any, Any, Any]) -> None:
    charge(request, registry, len(data.seats) // _TABLES_FOR_A_REQUEST)
    for mine in data.seats:
        code = read_code(mine.code)
        if code:
            await registry.forget(code, mine.secret)


def charge(request: Request[Any, Any, Any], registry: TableRegistry, requests: int) -> None:
    """Counts further requests of an address. Raises Problematic beyond its limit."""
    address = counted_address(request.client.host if request.client else "")
    if not registry.limits.requests.take(address, requests):
        raise Problematic(429, "too-many-requests")


@get("/api/tables/{code:str}/record", media_type=MediaType.TEXT, summary="The record of a game")
async def record(code: str, registry: TableRegistry) -> Response[str]:
    """Of the game that has just ended."""
    return _record(*await finished_game(code, registry))


@get("/api/tables/{code:str}/replay", summary="A game that is over, step by step")
async def replay(code: str, registry: TableRegistry) -> list[Frame]:
    """The game that has just ended."""
    return frames((await finished_game(code, registry))[1].record)


@get("/api/tables/{code:str}/games/{number:str}", summary="The end of a game, as it was shown")
async def game(code: str, number: str, registry: TableRegistry) -> OverView:
    """Any game that is over, by its number at the table, also during later games."""
    table, finished = await finished_game(code, registry, number)
    return finished_view(table.code, table.version, finished)


@get(
    "/api/tables/{code:str}/games/{number:str}/record",
    media_type=MediaType.TEXT,
    summary="The record of a game",
)
async def game_record(code: str, number: str, registry: TableRegistry) -> Response[str]:
    """Any game that is over, by its number at the table."""
    return _record(*await finished_game(code, registry, number))


@get(
    "/api/tables/{code:str}/games/{number:str}/replay",
    summary="A game that is over, step by step",
)
async def game_replay(code: str, number: str, registry: TableRegistry) -> list[Frame]:
    """Any game that is over, by its number at the table."""
    return frames((await finished_game(code, registry, number))[1].record)


def _record(_table: Table, game: Finished) -> Response[str]:
    (name,) = game.record.headers["Game"]
    return Response(
        game.text,
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="qwixx-{name}.qwixx"'},
    )


async def finished_game(
    code: str, registry: TableRegistry, named: str | None = None
) -> tuple[Table, Finished]:
    """A game that is over; without a number, the one at which the table is."""
    if named is not None and not _GAME_NUMBER.fullmatch(named):
        raise NotFoundException
    hosted = await known_table(code, registry)
    number = hosted.table.games if named is None else int(named)
    if hosted.table.finished(number) is None:
        await hosted.catch_up()  # another node may have come to its end just now
    table = hosted.table
    game = table.finished(number)
    if game is None:
        raise Problematic(409, "not-over")
    return table, await registry.days.with_secret(table, game)


async def known_table(code: str, registry: TableRegistry) -> HostedTable:
    """The table of that code, or the answer that there is none."""
    known = read_code(code)
    hosted = await registry.find(known) if known else None
    if hosted is None:
        raise Problematic(404, "no-such-table")
    return hosted


@get("/api/schema/socket.json", summary="The messages of the socket as JSON Schema")
async def socket_schema() -> dict[str, Any]:
    return json_schema()


@get("/healthz", media_type=MediaType.TEXT, summary="Whether the server is alive")
async def healthz() -> str:
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, summary="Whether the server can do its work")
async def readyz(registry: TableRegistry) -> Response[str]:
    """503 with the reason while it cannot."""
    problem = await registry.readiness_problem()
    return Response(f"{problem or 'ok'}\n", status_code=503 if problem else 200)


ROUTES = [
    list_bots,
    open_table,
    my_tables,
    forget,
    record,
    replay,
    game,
    game_record,
    game_replay,
    socket_schema,
    healthz,
    readyz,
]
