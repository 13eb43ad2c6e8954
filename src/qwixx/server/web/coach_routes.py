"""The coach over HTTP: reviews of games that are over, of records, and hints."""

from typing import Any, Final

from litestar import Request, get, post

from qwixx.protocol.coach import AskHint, Hint, ReviewedGame, SoloGame
from qwixx.server.limits import LONGEST_RECORD, counted_address
from qwixx.server.live.reviews import CoachUnavailable
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.web.routes import finished_game, known_table
from qwixx.table.names import person_of

AnyRequest = Request[Any, Any, Any]

STATUS: Final = {
    "busy": 503,
    "too-many-requests": 429,
    "bad-record": 400,
    "server-error": 503,
    "no-hints": 403,
    "no-review": 422,
    "not-seated": 403,
    "wrong-stage": 409,
}


@get("/api/tables/{code:str}/games/{number:str}/review", summary="A finished game, looked at again")
async def review_of_game(
    request: AnyRequest, code: str, number: str, registry: TableRegistry
) -> ReviewedGame:
    """Never before the game is over. `busy`: ask again a little later."""
    table, game = await finished_game(code, registry, number)
    return await registry.reviews.of_table(table.code, game, _address(request))


@post(
    "/api/review",
    status_code=200,
    request_max_body_size=LONGEST_RECORD,
    summary="A record, looked at again",
)
async def review_of_record(request: AnyRequest, registry: TableRegistry) -> ReviewedGame:
    """The body is the record as text, of at most 64 kB and 512 turns; it may be unfinished."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise CoachUnavailable("bad-record") from None
    return await registry.reviews.of_record(text, _address(request))


@post("/api/tables/{code:str}/hint", status_code=200, summary="What the own moves are worth now")
async def hint(data: AskHint, code: str, registry: TableRegistry) -> Hint:
    """For the player with that secret, if the host allows hints."""
    table = (await known_table(code, registry)).table
    return await registry.reviews.hint(table, person_of(data.secret))


@get("/api/solo", summary="What can be played alone here, and how exactly it is judged")
async def solo_games(registry: TableRegistry) -> list[SoloGame]:
    return await registry.reviews.solo_games()


def _address(request: AnyRequest) -> str:
    return counted_address(request.client.host if request.client else "")


COACH_ROUTES = [review_of_game, review_of_record, hint, solo_games]
