"""Messages to bytes and back."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, get_args

import msgspec

from qwixx.protocol.actions import Action, ClientMessage
from qwixx.protocol.described import describe
from qwixx.protocol.views import Reply, View

_decode: Final[Callable[[str | bytes], ClientMessage]] = msgspec.json.Decoder(ClientMessage).decode

write_message: Final[Callable[[Any], bytes]] = msgspec.json.Encoder().encode

_NOBODY: Final = b"null}"


def read_message(text: str | bytes) -> ClientMessage:
    """Raises msgspec.DecodeError for what is no message of this protocol."""
    try:
        message = _decode(text)
    except RecursionError:  # brackets in brackets in brackets …
        raise msgspec.DecodeError("nested too deeply") from None
    if isinstance(message, Action) and (not message.id or message.version < 0):
        raise msgspec.DecodeError("an action without an id or a version")
    return message


class SharedView:
    """A view for everybody at a table: written once, then finished for each person."""

    def __init__(self, spectator: View) -> None:
        text = write_message(spectator)
        assert text.endswith(_NOBODY)
        self._start = text.removesuffix(_NOBODY)

    def seen_by(self, you: bytes | None) -> bytes:
        """The whole view; `you` is what only that person is told, written."""
        return self._start + (_NOBODY if you is None else you + b"}")


class _Id(msgspec.Struct):
    id: str = ""


def id_of(text: str | bytes) -> str:
    """The id of a message that is wrong otherwise, as far as there is one."""
    try:
        return msgspec.json.decode(text, type=_Id).id[:40]
    except (msgspec.DecodeError, RecursionError):
        return ""


def kind_of(message: ClientMessage) -> str:
    """The type of a message as it is written."""
    return str(message.__struct_config__.tag)


@cache
def json_schema() -> dict[str, Any]:
    """The messages of the socket as JSON Schema."""
    (client, view, reply), components = msgspec.json.schema_components(
        [ClientMessage, View, Reply], ref_template="#/$defs/{name}"
    )
    for kind in _structs(ClientMessage | View | Reply):
        describe(components[kind.__name__], kind)
        if issubclass(kind, Action):
            components[kind.__name__]["required"] += ["id", "version"]
    named = {"View": view, "Reply": reply}
    server = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in named]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the socket /api/tables/{code}/socket",
        "$defs": {"ClientMessage": client, "ServerMessage": server, **named, **components},
    }


def _structs(*kinds: Any) -> set[type[msgspec.Struct]]:
    """These types, and all of which their fields are made."""
    found: set[type[msgspec.Struct]] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in found:
                found.add(kind)
                waiting += [field.type for field in msgspec.structs.fields(kind)]
        else:
            waiting += get_args(kind)
    return found
