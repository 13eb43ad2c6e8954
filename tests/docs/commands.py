"""The commands and their options, from their parsers: docs/reference/commands.md.

python -m tests.docs.commands > docs/reference/commands.md
"""

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Final
from unittest.mock import patch

from qwixx.cli import COMMANDS, command_parser

_HEAD: Final = """\
# Commands

This document lists all commands and their arguments. `qwixx COMMAND --help` prints the same.

With `--json`, a command prints one JSON object on standard output and nothing else there; progress
goes to standard error. Bad input gets one line on standard error and exit code 2. If an
[extra](../install.md) is missing, the command prints which one it needs.

"""
_GROUPS: Final = {
    "To play": {
        "serve": "[Host for a club](../tutorials/host.md), [Configuration](configuration.md)",
        "play": "[Play with friends](../tutorials/play.md)",
        "join": "[Let a program play at a table](../client.md)",
        "replay": "[Notation](../notation.md)",
        "verify": "[Fair dice](../fair-dice.md)",
    },
    "To learn": {
        "review": "[Reading a review](../reading-a-review.md)",
        "advise": "[Reading a review](../reading-a-review.md)",
    },
    "To study": {
        "bots": "[How strong the bots are](../strength.md)",
        "simulate": "[Simulating matches](../simulating.md)",
        "solve": "[The exact solo optimum](../solver.md)",
        "cache": "[The exact solo optimum](../solver.md)",
    },
    "To host": {
        "site": "[Publish a site without a server](../hosting/static.md)",
        "doctor": "[Operate a server](../hosting/operate.md#when-something-is-wrong)",
        "backup": "[Operate a server](../hosting/operate.md#back-up)",
        "restore": "[Operate a server](../hosting/operate.md#back-up)",
    },
    "In your shell": {"completion": ""},
}


def document() -> str:
    """Returns the document, with the defaults of an environment without variables."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("QWIXX_")}
    with patch.dict(os.environ, plain, clear=True):
        return "".join(_lines())


def _lines() -> Iterator[str]:
    yield _HEAD
    yield "| command | what it does |\n|---|---|\n"
    for commands in _GROUPS.values():
        for name in commands:
            yield f"| [`qwixx {name}`](#qwixx-{name}) | {COMMANDS[name]} |\n"
    for group, commands in _GROUPS.items():
        yield f"\n## {group}\n"
        for name, more in commands.items():
            yield from _command(name, more)


def _command(name: str, more: str) -> Iterator[str]:
    parser = command_parser(name)
    yield f"\n### qwixx {name}\n\n"
    yield " ".join((parser.description or "").split()) + "\n"
    if more:
        yield f"More: {more}.\n"
    example = (parser.epilog or "").partition("\n")[2].strip().replace("\n  ", "\n$ ")
    yield f"\n```console\n$ {example}\n```\n\n| argument | meaning |\n|---|---|\n"
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            yield f"| {_names(action)} | {_cell(_help(action))} |\n"


def _names(action: argparse.Action) -> str:
    value = action.metavar or ""
    if not action.option_strings:
        return f"`{value or action.dest}`"
    return f"`{' '.join([action.option_strings[-1], str(value)]).strip()}`"


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%(default)s", str(action.default))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(document())
