"""Names of players and bots, codes of tables, and what is kept of secrets."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST_NAME: Final = 24

# No vowels, so that no code is a word; no letters that look like another or like a digit.
CODE_LETTERS: Final = "CDFGHJKMNPQRTVWXY"
CODE_LENGTH: Final = 6
# Easy to say in every language of the page, and more than there can be seats.
_BOT_NAMES: Final = ("Pip", "Ada", "Otto", "Juno", "Nilo", "Zora", "Tito", "Runa")

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


def read_code(text: str) -> str | None:
    """The code as it is kept, from one that somebody typed."""
    code = text.upper()
    return code if _CODE.fullmatch(code) else None


def person_of(secret: str) -> str:
    """What a table keeps of a person's secret: enough to know it again, not to use it."""
    return hashlib.sha256(f"qwixx person {secret}".encode()).hexdigest()


def bot_names(levels: Iterable[str], taken: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Each level with a name for that bot, none of which is taken."""
    used = {name.casefold() for name in taken}
    free = (name for name in _BOT_NAMES if name.casefold() not in used)
    return tuple(zip(levels, free, strict=False))
