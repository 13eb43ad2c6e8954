"""Makes standard input, output and error safe to use: closed, full, cut off, or plain ASCII."""

import codecs
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

# Replacements for letters that a terminal does not have.
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
    """Opens the null device for closed streams, and lets the others replace letters they lack."""
    codecs.register_error("qwixx.plainly", _plainly)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # The stream gets its normal descriptor, the lowest free one, before another file does.
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
        elif mode == "w" and isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="qwixx.plainly")


def harmless(text: str) -> str:
    """Returns a text from elsewhere without the characters that control a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def print_error(message: str) -> None:
    """Prints a line on standard error, if that is possible."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _detach("stderr")


def detach_broken_streams() -> None:
    """Drops the text that is buffered for streams that take no more."""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except OSError:
            _detach(name)


def _detach(name: str) -> None:
    """Points a stream to the null device, because Python would flush it at exit and fail."""
    with suppress(OSError, ValueError):
        stream = getattr(sys, name)
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        stream.flush()
