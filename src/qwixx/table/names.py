"""Names of players and bots, codes of tables, and hashes of secrets."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from qwixx.protocol.types import LONGEST_NAME

# No vowels, so that no code is a word; no letters that look like another or like a digit.
CODE_LETTERS: Final = "CDFGHJKMNPQRTVWXY"
CODE_LENGTH: Final = 6
# Easy to pronounce in every language of the page, and more names than seats.
_BOT_NAMES: Final = ("Pip", "Ada", "Otto", "Juno", "Nilo", "Zora", "Tito", "Runa")

# Letters and marks that are invisible or look like a space.
_UNSEEN: Final = dict.fromkeys(
    [
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    ]
) | {0x2800: " "}
_MOST_MARKS: Final = 3
_MARKS: Final = re.compile(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+")
_JOINER: Final = "\u200d"
# These may stand between an emoji and its joiner: "as a picture", and the tones of skin.
_MODIFIERS: Final = "\ufe0f" + "".join(map(chr, range(0x1F3FB, 0x1F400)))
# Cyrillic and Greek letters that look like Latin ones.
_LOOKS_LIKE: Final = str.maketrans(
    "АВЕЗКМНОРСТУХІЈЅҮԚԜаеорсухіјѕһԁԛԝкԍΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανρκιυ",
    "ABE3KMHOPCTYXIJSYQWaeopcyxijshdqwkgABEZHIKMNOPTYXoavpkiu",
)

_ALIKE: Final = str.maketrans("l1|0", "iiio")

_CODE: Final = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")


def clean_name(name: str) -> str | None:
    """Returns the name without control characters and double spaces; None if it is not usable."""
    if len(name) > 10 * LONGEST_NAME:
        return None
    text = unicodedata.normalize("NFC", name)
    # Category C: control characters, marks of the writing direction, unassigned code points.
    shown = "".join(
        sign.translate(_UNSEEN)
        for place, sign in enumerate(text)
        if sign.isspace()
        or unicodedata.category(sign)[0] != "C"
        or (sign == _JOINER and _joins(text, place))
    )
    shown = _MARKS.sub(_few_marks, " ".join(shown.split()))
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in shown):
        return None
    return shown if 1 <= len(shown) <= LONGEST_NAME else None


def look_of(name: str) -> str:
    """Returns a key that is the same for names that look alike."""
    plain = unicodedata.normalize("NFKD", name.replace(_JOINER, "")).translate(_LOOKS_LIKE)
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return letters.casefold().translate(_ALIKE)


def _joins(text: str, place: int) -> bool:
    """Returns whether the joiner at `place` makes one emoji of two, as in a family."""
    before = text[:place].rstrip(_MODIFIERS)[-1:]
    after = text[place + 1 : place + 2]
    return all(sign and unicodedata.category(sign) == "So" for sign in (before, after))


def _few_marks(marks: re.Match[str]) -> str:
    """Drops combining marks beyond the number that a script needs: more would cover other text."""
    return marks[0][:_MOST_MARKS]


def read_code(text: str) -> str | None:
    """Returns the code from a user's input, or None if it is not one."""
    code = text.upper()
    return code if _CODE.fullmatch(code) else None


def person_of(secret: str) -> str:
    """Returns the hash of a person's secret: enough to recognize it, not to use it."""
    return hashlib.sha256(f"qwixx person {secret}".encode()).hexdigest()


def bot_names(levels: Iterable[str], taken: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Returns each level with a free name for that bot."""
    used = {look_of(name) for name in taken}
    free = (name for name in _BOT_NAMES if look_of(name) not in used)
    return tuple(zip(levels, free, strict=False))
