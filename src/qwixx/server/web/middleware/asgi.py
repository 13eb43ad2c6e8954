"""Functions that several pieces of middleware share."""

import asyncio
from typing import Any, Final

import msgspec
from litestar.types import Send

from qwixx.protocol.http import Problem
from qwixx.server.limits import counted_address

_REFUSAL_DELAY: Final = 0.5


def client_address(scope: Any) -> str:
    """Returns the address that limits apply to."""
    return counted_address(scope["client"][0] if scope.get("client") else "")


async def send_response(send: Send, status: int, body: bytes, content_type: str) -> None:
    headers = [
        (b"content-type", content_type.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def send_problem(send: Send, status: int, code: str) -> None:
    body = msgspec.json.encode(Problem(code))  # type: ignore[arg-type]
    await send_response(send, status, body, "application/json")


async def refuse(send: Send, status: int, code: str) -> None:
    """Answers a little later, so that a flood waits for its own answers."""
    await refusal_delay()
    await send_problem(send, status, code)


async def refusal_delay() -> None:
    await asyncio.sleep(_REFUSAL_DELAY)
