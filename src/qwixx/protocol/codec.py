"""Writes messages as bytes and reads them."""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import msgspec

from qwixx.protocol.actions import Action
from qwixx.protocol.messages import ClientMessage

_decode: Final[Callable[[str | bytes], ClientMessage]] = msgspec.json.Decoder(ClientMessage).decode

write_message: Final[Callable[[Any], bytes]] = msgspec.json.Encoder().encode

T = TypeVar("T")

NOBODY: Final = b"null}"
"""The end of the view of a spectator. Other views end with a player's `you` and the bracket."""


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
