"""Options that can be given on the command line or by environment variables.

`--keep-hours` is QWIXX_KEEP_HOURS. An option overrides the variable.
"""

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from qwixx.cli import BadInput
from qwixx.server.settings import OPTIONS, Option, flag, variable
from qwixx.server.storage.database import BadDatabase, database_url


def add_options(parser: argparse.ArgumentParser, options: Mapping[str, Option]) -> None:
    """Declares options by name. The environment overrides their defaults."""
    for name, option in options.items():
        default = option.value
        if text := os.environ.get(variable(name)):
            try:
                default = option.read(text)
            except ValueError:
                parser.error(f"{variable(name)}: {_wrong(option, text)}")
        parser.add_argument(
            flag(name),
            default=default,
            metavar=option.metavar,
            choices=option.choices or None,
            type=_reader(option),
            help=f"{option.help} (default: {option.shown_default}) [{variable(name)}]",
        )


def add_database(parser: argparse.ArgumentParser) -> None:
    add_options(parser, {"database": OPTIONS["database"]})


def database_of(args: argparse.Namespace) -> sa.URL:
    """Returns the address of the database that the options name."""
    try:
        return database_url(args.database or _default_database())
    except BadDatabase as error:
        raise BadInput(str(error)) from None


def _reader(option: Option) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return option.read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(_wrong(option, text)) from None

    return read


def _wrong(option: Option, text: str) -> str:
    return f"expected {option.expected}, found {text!r}"


def _default_database() -> str:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "qwixx"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot use the folder {folder}: {error.strerror}") from None
    return f"sqlite:///{folder / 'qwixx.db'}"
