"""Names of players, codes of tables, and the secrets behind both."""

import hashlib
import re
import secrets
import unicodedata
from typing import Final

from qwixx.protocol.words import LONGEST_NAME

# No vowels, so that no code is a word; no letters that look like another or like a digit.
CODE_LETTERS: Final = "CDFGHJKMNPQRTVWXY"
CODE_LENGTH: Final = 6
_CODE: Final = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")


def clean_name(name: str) -> str | None:
    """The name as it is shown: no control characters, single spaces. None if it will not do."""
    if len(name) > 10 * LONGEST_NAME:
        return None
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    # Category C: controls, marks that turn the direction of writing, what is no character at all.
    shown = "".join(sign for sign in text if unicodedata.category(sign)[0] != "C")
    shown = " ".join(shown.split())
    return shown if 1 <= len(shown) <= LONGEST_NAME else None


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """The code as it is kept, from one that somebody typed."""
    code = text.upper()
    return code if _CODE.fullmatch(code) else None


def new_secret() -> str:
    """The server's secret for the dice of one game."""
    return secrets.token_hex(32)


def person_of(secret: str) -> str:
    """What the server keeps of a browser's secret: enough to know it again, not to use it."""
    return hashlib.sha256(f"qwixx person {secret}".encode()).hexdigest()
