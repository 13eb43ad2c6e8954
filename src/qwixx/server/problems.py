"""The reasons for refusing a request, and the status of each."""

from collections.abc import Mapping
from typing import Final

from qwixx.protocol.http import ProblemCode

STATUS: Final[Mapping[ProblemCode, int]] = {
    "no-hints": 403,
    "not-seated": 403,
    "no-such-day": 404,
    "no-such-table": 404,
    "not-found": 404,
    "day-over": 409,
    "not-over": 409,
    "wrong-stage": 409,
    "no-review": 422,
    "too-many-requests": 429,
    "busy": 503,
    "server-error": 503,
}
"""All other codes have the status 400."""


class RequestRefused(Exception):  # noqa: N818  (no error of the program)
    """A request is refused; `code` says why."""

    def __init__(self, code: ProblemCode) -> None:
        super().__init__(code)
        self.code = code
