"""The examples of messages are what the server accepts and sends, and none is missing."""

from pathlib import Path
from typing import get_args

from qwixx.protocol.messages import ClientMessage, Reply
from qwixx.protocol.views import View
from tests.docs.messages import document, examples

PAGE = Path(__file__).parents[2] / "docs/reference/messages.md"


def test_the_examples_of_messages_are_those_of_the_server() -> None:
    assert PAGE.read_text(encoding="utf-8") == document(), (
        "python -m tests.docs.messages > docs/reference/messages.md"
    )


def test_every_kind_of_message_has_an_example() -> None:
    sent, heard = examples()
    assert set(sent) == {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    replies = {kind.__struct_config__.tag for kind in get_args(Reply)}
    views = {f"view, {kind.__struct_config__.tag}" for kind in get_args(View)}
    assert set(heard) == replies | views
