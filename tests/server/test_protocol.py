"""The wire types: one definition, and the page has the same."""

import json
import re
from pathlib import Path

import msgspec

from qwixx.protocol import actions, http, views
from qwixx.protocol.schema import json_schema
from web.scripts.protocol_types import typescript

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_page_are_up_to_date() -> None:
    written = (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert written == typescript(), "python -m web.scripts.protocol_types > web/src/protocol.ts"


def test_the_page_has_every_type_with_every_field() -> None:
    text = typescript()
    for module in (actions, views, http):
        for name, kind in vars(module).items():
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                if name == "Struct":
                    continue
                declared = re.search(rf"(?ms)^export interface {name}\b[^{{]*{{(.*?)^}}", text)
                assert declared, name
                for field in msgspec.structs.fields(kind):
                    if field.name in kind.__annotations__:
                        assert re.search(rf"(?m)^  {field.encode_name}\??: ", declared[1]), field


def test_every_action_is_described() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    kinds = re.findall(r'tag="([\w-]+)"', Path(actions.__file__).read_text(encoding="utf-8"))
    schema = json.dumps(json_schema())
    for kind in kinds:
        assert f'"{kind}"' in schema
        assert f"`{kind}`" in text, kind


def test_the_schema_says_what_the_source_says_about_fields() -> None:
    schema = json_schema()["$defs"]
    for name, field, text in (
        ("PadCard", "cells", "You may cross"),
        ("Choose", "move", "to pass"),
        ("CardRow", "marks", '"x" crossed'),
        ("MarkCard", "mark", "a misthrow"),
        ("GameView", "remaining", "Milliseconds"),
        ("PlayingView", "version", "Grows"),
        ("Ack", "version", "show it"),
    ):
        assert text in schema[name]["properties"][field]["description"], (name, field)
