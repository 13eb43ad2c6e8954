"""Writes messages as bytes and reads them."""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import msgspec

from qwixx.protocol.actions import Action
from qwixx.protocol.messages import ClientMessage
from qwixx.protocol.views import View

_decode: Final[Callable[[str | bytes], ClientMessage]] = msgspec.json.Decoder(ClientMessage).decode

write_message: Final[Callable[[Any], bytes]] = msgspec.json.Encoder().encode

T = TypeVar("T")

_NOBODY: Final = b"null}"


def read_message(text: str | bytes) -> ClientMessage:
    """Reads a message; raises msgspec.DecodeError if it does not fit this protocol."""
    try:
        message = _decode(text)
    except RecursionError:  # brackets in brackets in brackets …
        raise msgspec.DecodeError("nested too deeply") from None
    if isinstance(message, Action) and (not message.id or message.version < 0):
        raise msgspec.DecodeError("an action without an id or a version")
    return message


def encoded(part: T) -> T:
    """Encodes a part of several messages, in each of which its bytes are only copied then."""
    return cast("T", msgspec.Raw(write_message(part)))


class SharedView:
    """A view for everybody at a table: written once, then finished for each person."""

    def __init__(self, spectator: View) -> None:
        text = write_message(spectator)
        assert text.endswith(_NOBODY)
        self._start = text.removesuffix(_NOBODY)

    def seen_by(self, you: bytes | None) -> bytes:
        """Returns the whole view with the field `you`, which is already written."""
        return self._start + (_NOBODY if you is None else you + b"}")


class _Id(msgspec.Struct):
    id: str = ""


def id_of(text: str | bytes) -> str:
    """Returns the id of a malformed message, or "" if it has none."""
    try:
        return msgspec.json.decode(text, type=_Id).id[:40]
    except (msgspec.DecodeError, RecursionError):
        return ""


def kind_of(message: msgspec.Struct) -> str:
    """Returns the type of a message as it is written."""
    return str(message.__struct_config__.tag)
