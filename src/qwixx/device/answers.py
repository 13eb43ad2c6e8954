"""Answers to questions about bots and finished games, as the routes of a server give them."""

import re
from collections.abc import Callable
from typing import Final

import msgspec

from qwixx.bots import BOTS
from qwixx.device.messages import Answer
from qwixx.protocol.http import BotLevel
from qwixx.rules import VARIANTS
from qwixx.table.finished_views import finished_view, frames
from qwixx.table.stages import Finished
from qwixx.table.state import Table

_GAME: Final = re.compile(r"tables/([A-Z]{6})(?:/games/([1-9][0-9]{0,5}))?(?:/(record|replay))?")


def found(content: object) -> Answer:
    """Returns the answer with that content."""
    return Answer(200, msgspec.Raw(msgspec.json.encode(content)))


def problem(status: int, code: str) -> Answer:
    """Returns an answer that is an error."""
    return Answer(status, msgspec.Raw(msgspec.json.encode({"code": code})))


def answer(
    method: str, path: str, game_of: Callable[[str, int | None], tuple[Table, Finished | None]]
) -> Answer:
    """Answers a request by its path, as it would stand behind `/api/`.

    `game_of` returns a table and the game of that number; without a number, its last game.
    """
    if method == "GET" and path == "bots":
        return found(bot_levels())
    match = _GAME.fullmatch(path) if method == "GET" else None
    if match is None:
        return problem(404, "not-found")
    code, number, part = match.groups()
    table, finished = game_of(code, int(number) if number else None)
    if finished is None:
        return problem(409, "not-over")
    if part == "record":
        return found(finished.text)
    if part == "replay":
        return found(frames(finished.record))
    return found(finished_view(code, table.version, finished))


def bot_levels() -> list[BotLevel]:
    """Returns the bots that can play here, from the weakest to the strongest."""
    return [
        BotLevel(
            info.name,
            strength,
            info.for_players,
            [name for name, variant in VARIANTS.items() if info.can_play(variant)],
        )
        for strength, info in enumerate((info for info in BOTS.values() if not info.missing), 1)
    ]
