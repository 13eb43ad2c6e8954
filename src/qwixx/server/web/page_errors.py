"""Logs errors of the page, as browsers report them.

A report may hold anything, and a message may quote the input of a player. So the log gets one line
with the place of the error and a cleaned message.
"""

import logging
import re
from typing import Final

from litestar import post

from qwixx.protocol.http import PageError
from qwixx.server.live.table_registry import TableRegistry
from qwixx.server.web.routes import charge

_log: Final = logging.getLogger(__name__)

_COST: Final = 10  # a report counts as this many further requests of its address
_LONGEST_MESSAGE: Final = 120
_MOST_FRAMES: Final = 6

_QUOTED: Final = re.compile(r"""'[^']*'?|"[^"]*"?|`[^`]*`?|[‘“«„][^’”»“]*[’”»“]?""")
# Codes of tables, secrets and parts of dice look like no word of an error message.
_CODE: Final = re.compile(r"\b(?:[A-Z0-9]{6,}|(?=\w*\d)\w{6,}|\w{25,})\b")
_ADDRESS: Final = re.compile(r"\w+://\S+")
_UNPRINTABLE: Final = re.compile(r"[^ -~]+")
_FRAME: Final = re.compile(r"([\w.-]{1,40}\.js)(?:\?[^\s:]{0,40})?:(\d{1,7}):(\d{1,7})", re.ASCII)


@post("/api/page-errors", status_code=204, summary="Reports that the page broke")
async def report(data: PageError, registry: TableRegistry, address: str) -> None:
    charge(registry, address, _COST)
    registry.metrics.errors["page"] += 1
    _log.warning("the page broke: %s", described(data))


def described(error: PageError) -> str:
    """Returns one line of printable ASCII, without the input of players."""
    message = _QUOTED.sub("...", error.message)
    message = _UNPRINTABLE.sub(" ", _CODE.sub("...", _ADDRESS.sub("...", message)))
    frames = [":".join(frame) for frame in _FRAME.findall(error.stack)[:_MOST_FRAMES]]
    at = " < ".join(frames) or "an unknown place"
    return f"{message[:_LONGEST_MESSAGE]!r} at {at} (page {error.page}, {error.browser})"
