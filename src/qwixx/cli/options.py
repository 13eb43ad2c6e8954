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
from qwixx.cli.arguments import bad_input
from qwixx.server.settings import OPTIONS, Option, flag, variable
from qwixx.server.storage.database import BadDatabase, database_url


class _FromEnvironment(str):
    """A value of an environment variable. argparse reads it only if the option is missing."""

    __slots__ = ()


class _Repeated(argparse.Action):
    """Joins the values of an option that is given several times."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        earlier = getattr(namespace, self.dest)
        given = () if earlier is self.default else earlier
        setattr(namespace, self.dest, (*given, *values))


def add_options(parser: argparse.ArgumentParser, options: Mapping[str, Option]) -> None:
    """Declares options by name. The environment overrides their defaults."""
    for name, option in options.items():
        text = os.environ.get(variable(name))
        parser.add_argument(
            flag(name),
            action=_Repeated if option.repeatable else "store",
            default=_FromEnvironment(text) if text else option.value,
            metavar=option.metavar,
            choices=option.choices or None,
            type=_reader(name, option),
            help=f"{option.help} (default: {option.shown_default}) [{variable(name)}]",
        )


def add_database(parser: argparse.ArgumentParser) -> None:
    add_options(parser, {"database": OPTIONS["database"]})


def database_of(args: argparse.Namespace) -> sa.URL:
    with bad_input(BadDatabase):
        return database_url(args.database or _default_database())


def _reader(name: str, option: Option) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return option.read(text)
        except ValueError as error:
            found = str(error) if str(error) in text else text  # the wrong part of a list
            source = f"{variable(name)}: " if isinstance(text, _FromEnvironment) else ""
            problem = f"{source}expected {option.expected}, found {found!r}"
            raise argparse.ArgumentTypeError(problem) from None

    return read


def _default_database() -> str:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "qwixx"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot use the folder {folder}: {error.strerror}") from None
    return f"sqlite:///{folder / 'qwixx.db'}"
