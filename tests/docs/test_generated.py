"""The documents that programs write are up to date."""

from collections.abc import Callable
from pathlib import Path

import pytest

from qwixx.cli import COMMANDS
from tests.docs import commands, configuration

REFERENCE = Path(__file__).parents[2] / "docs/reference"


@pytest.mark.parametrize(
    ("name", "document"),
    [("commands", commands.document), ("configuration", configuration.document)],
)
def test_the_document_is_current(name: str, document: Callable[[], str]) -> None:
    written = (REFERENCE / f"{name}.md").read_text(encoding="utf-8")
    assert written == document(), f"python -m tests.docs.{name} > docs/reference/{name}.md"


def test_every_command_is_in_a_group() -> None:
    grouped = [name for group in commands._GROUPS.values() for name in group]
    assert sorted(grouped) == sorted(COMMANDS)
