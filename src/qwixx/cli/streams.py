"""Standard input, output and error as they may be: closed, full, cut off, or plain ASCII."""

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

# What stands in for letters that a terminal does not have.
_PLAIN: Final = {
    "…": "...",
    "–": "-",
    "−": "-",
    "±": "+/-",
    "×": "x",
    "█": "#",
    "░": ".",
}


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in letters), error.end


def prepare_streams() -> None:
    """Lets closed streams lead nowhere, and the others show every text as well as they can."""
    codecs.register_error("qwixx.plainly", _plainly)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # The lowest free number is the stream's own, so that no other file gets it.
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
        elif mode == "w" and isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="qwixx.plainly")


def harmless(text: str) -> str:
    """What somebody else has written, without what would do things to a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def complain(message: str) -> None:
    """Says on standard error what is wrong, if anybody can hear it."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _let_go("stderr")


def let_go_of_stuck_streams() -> None:
    """Drops what is still held for streams that take no more text."""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except OSError:
            _let_go(name)


def _let_go(name: str) -> None:
    """Otherwise Python would try again at its end, and complain."""
    with suppress(OSError, ValueError):
        stream = getattr(sys, name)
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        stream.flush()
