"""Errors that happened in the page, as browsers report them.

Anybody can send anything here, and a message may quote what a player has typed. So only what tells
where the page broke goes to the log, in one line.
"""

import logging
import re
from typing import Any, Final

from litestar import Request, post

from qwixx.protocol.http import PageError
from qwixx.server.live.house import House
from qwixx.server.web.routes import charge

_log: Final = logging.getLogger(__name__)

_COST: Final = 10
"""A report takes as much of what its address may ask for as this many requests more."""
_LONGEST_MESSAGE: Final = 120
_MOST_FRAMES: Final = 6

_QUOTED: Final = re.compile(r"""'[^']*'?|"[^"]*"?|`[^`]*`?|[‘“«„][^’”»“]*[’”»“]?""")
# Codes of tables, secrets, parts of dice: nothing of the kind is a word of an error message.
_CODE: Final = re.compile(r"\b(?:[A-Z0-9]{6,}|(?=\w*\d)\w{6,}|\w{25,})\b")
_ADDRESS: Final = re.compile(r"\w+://\S+")
_UNPRINTABLE: Final = re.compile(r"[^ -~]+")
_FRAME: Final = re.compile(r"([\w.-]{1,40}\.js)(?:\?[^\s:]{0,40})?:(\d{1,7}):(\d{1,7})", re.ASCII)


@post("/api/page-errors", status_code=204, summary="Reports that the page broke")
async def report(data: PageError, house: House, request: Request[Any, Any, Any]) -> None:
    """Of no interest to programs."""
    charge(request, house, _COST)
    house.metrics.errors["page"] += 1
    _log.warning("the page broke: %s", described(data))


def described(error: PageError) -> str:
    """One line of printable ASCII, without anything that somebody may have typed."""
    message = _QUOTED.sub("...", error.message)
    message = _UNPRINTABLE.sub(" ", _CODE.sub("...", _ADDRESS.sub("...", message)))
    frames = [":".join(frame) for frame in _FRAME.findall(error.stack)[:_MOST_FRAMES]]
    at = " < ".join(frames) or "an unknown place"
    return f"{message[:_LONGEST_MESSAGE]!r} at {at} (page {error.page}, {error.browser})"
