"""The game inside another application: the pages of a club, and its tables beside them.

    python -m examples.club --port 8000

The game is an ASGI application like any other. Here a few lines of plain ASGI stand for the other
one; with Starlette or Litestar it would be mounted in the same way. Pass `lifespan` on to the
game: it opens the database and starts the helper processes.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvicorn
from litestar.types import Receive, Scope, Send

from qwixx.server.run import make_bus, prepare
from qwixx.server.settings import Settings
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.server.web.app import create_app

PAGE = b"""<!doctype html><html lang="en"><title>The club</title>
<h1>The club</h1><p>Fridays at eight. <a href="tables/">Our tables</a></p></html>"""
CORNER = "/tables"


class Club:
    """Serves the club's own page, and the game below one path."""

    def __init__(self, database: str) -> None:
        url = database_url(database)
        prepare(url)
        bus = make_bus("", url)
        self.game = create_app(SqlStore(url), bus, Settings(helpers=1))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.game(scope, receive, send)
        elif scope["path"].startswith(f"{CORNER}/"):
            # Removes the path, as a proxy would. The page of the game uses relative addresses.
            path, raw_path = scope["path"][len(CORNER) :], scope["raw_path"][len(CORNER) :]
            inside: Any = {**scope, "path": path, "raw_path": raw_path}
            await self.game(inside, receive, send)
        else:
            headers = [(b"content-type", b"text/html; charset=utf-8")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": PAGE, "more_body": False})


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database", type=Path, default=Path("club.db"))
    args = parser.parse_args(argv)
    app = Club(f"sqlite:///{args.database}")
    uvicorn.run(app, port=args.port, log_level="warning", ws="websockets-sansio")


if __name__ == "__main__":
    main()
