"""Where secrets and codes come from, and the time: what the table is handed."""

import secrets
import time

from qwixx.table.names import CODE_LENGTH, CODE_LETTERS


def clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_secret() -> str:
    """The house's secret for the dice of one game."""
    return secrets.token_hex(32)


def new_code() -> str:
    """A code for a new table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
