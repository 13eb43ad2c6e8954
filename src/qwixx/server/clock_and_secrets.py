"""The clock, the secrets and the codes of tables."""

import secrets
import time
from typing import Final

from qwixx.table.names import CODE_LENGTH, CODE_LETTERS

# The system's clock may be set during a game. Timers must not depend on it.
_STARTED: Final = time.time_ns() - time.monotonic_ns()


def clock() -> int:
    """Returns milliseconds since 1970, from a clock that was right at the start and never jumps."""
    return (_STARTED + time.monotonic_ns()) // 1_000_000


def new_secret() -> str:
    """Draws the server's secret for the dice of one game."""
    return secrets.token_hex(32)


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
