"""The JSON Schema of the messages, with the documentation of their fields.

msgspec finds the docstrings of types. This module reads those of fields from the source.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from qwixx.protocol.actions import Action
from qwixx.protocol.messages import ClientMessage, Reply
from qwixx.protocol.views import View

MESSAGES: Final = (
    "protocol/types",
    "protocol/options",
    "protocol/actions",
    "protocol/cards",
    "protocol/pad",
    "protocol/dice",
    "protocol/views",
    "protocol/messages",
)
"""The modules that define the messages of the socket."""


def source_of(module: str) -> str:
    """Returns the source of a module of this package, named by its path."""
    return Path(__file__).parents[1].joinpath(f"{module}.py").read_text(encoding="utf-8")


@cache
def json_schema() -> dict[str, Any]:
    """Returns the messages of the socket as JSON Schema."""
    (client, view, reply), components = msgspec.json.schema_components(
        [ClientMessage, View, Reply], ref_template="#/$defs/{name}"
    )
    for kind in _structs(ClientMessage | View | Reply):
        _describe(components[kind.__name__], kind)
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
    """Collects these types and the types of their fields."""
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


def _describe(schema: dict[str, Any], kind: type[msgspec.Struct]) -> None:
    """Adds the docstrings of fields that have no description yet to the schema of a type."""
    texts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        texts |= _texts().get(base.__name__, {})
    for field in msgspec.structs.fields(kind):
        if field.name in texts:
            schema["properties"][field.encode_name].setdefault("description", texts[field.name])


@cache
def _texts() -> dict[str, dict[str, str]]:
    """Returns descriptions by type and field. The docstring of an alias describes its fields."""
    words: dict[str, str] = {}
    found: dict[str, dict[str, str]] = {}
    for module in MESSAGES:
        tree = ast.parse(source_of(module))
        words |= dict(_fields(tree.body, {}))
        for statement in tree.body:
            if isinstance(statement, ast.ClassDef):
                found[statement.name] = dict(_fields(statement.body, words))
    return found


def _fields(body: list[ast.stmt], words: dict[str, str]) -> Iterator[tuple[str, str]]:
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            yield statement.target.id, " ".join(str(after.value.value).split())
        elif isinstance(statement.annotation, ast.Name) and statement.annotation.id in words:
            yield statement.target.id, words[statement.annotation.id]
