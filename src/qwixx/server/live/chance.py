"""Where secrets and codes come from, and the time: what the table is handed."""

import secrets
import time
from typing import Final

from qwixx.table.names import CODE_LENGTH, CODE_LETTERS

# The clock of the wall may be set while games go on; nobody should wait for that, or be late by it.
_STARTED: Final = time.time_ns() - time.monotonic_ns()


def clock() -> int:
    """Milliseconds since 1970, by a clock that was right at the start and never jumps."""
    return (_STARTED + time.monotonic_ns()) // 1_000_000


def clock_at(monotonic: float) -> int:
    """What `clock` was, or will be, at that time of `time.monotonic`."""
    return (_STARTED + int(monotonic * 1e9)) // 1_000_000


def new_secret() -> str:
    """The house's secret for the dice of one game."""
    return secrets.token_hex(32)


def new_code() -> str:
    """A code for a new table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
