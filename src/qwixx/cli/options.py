"""Options that can be given as flags or, where a server is set up by its environment, as variables.

One table says everything about them: `--keep-hours` is QWIXX_KEEP_HOURS; a flag goes first.
"""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qwixx.cli import BadInput

# More of anything is a slip, and more than clocks and sockets can count.
_MOST: Final = 1_000_000


@dataclass(frozen=True)
class Option:
    flag: str
    default: str | int | float
    """Also says whether it is a text, a whole number or any number."""
    metavar: str
    help: str
    choices: tuple[str, ...] | None = None

    @property
    def variable(self) -> str:
        return "QWIXX_" + self.flag.removeprefix("--").replace("-", "_").upper()

    @property
    def expected(self) -> str:
        """What a value must be, for the error about one that is not."""
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.default, str):
            return "a text"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind} from 0 to {_MOST:,}"

    def read(self, text: str) -> str | int | float:
        value = type(self.default)(text)
        if not isinstance(value, str) and not 0 <= value <= _MOST:  # nor is it NaN
            raise ValueError(text)
        if self.choices and value not in self.choices:
            raise ValueError(text)
        return value


DATABASE: Final = Option(
    "--database", "", "URL", "sqlite:///FILE or postgresql://… (a file in the user's data folder)"
)


def add(parser: argparse.ArgumentParser, option: Option) -> None:
    """Declares an option, with what the environment says as its usual value."""
    default = option.default
    if text := os.environ.get(option.variable):
        try:
            default = option.read(text)
        except ValueError:
            parser.error(f"{option.variable}: {_wrong(option, text)}")
    parser.add_argument(
        option.flag,
        default=default,
        metavar=option.metavar,
        type=_checked(option),
        help=f"{option.help} [{option.variable}]",
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    add(parser, DATABASE)


def database_of(args: argparse.Namespace) -> str:
    """The database that is meant, as an address."""
    return args.database or _usual_database()


def _checked(option: Option) -> Callable[[str], str | int | float]:
    def read(text: str) -> str | int | float:
        try:
            return option.read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(_wrong(option, text)) from None

    return read


def _wrong(option: Option, text: str) -> str:
    return f"expected {option.expected}, found {text!r}"


def _usual_database() -> str:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "qwixx"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot use the folder {folder}: {error.strerror}") from None
    return f"sqlite:///{folder / 'qwixx.db'}"
