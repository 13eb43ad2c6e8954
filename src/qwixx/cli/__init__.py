"""The `qwixx` command. Each of its commands is a module, imported when it is needed."""

import argparse
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from textwrap import fill
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from qwixx import __version__
from qwixx.cli.streams import detach_broken_streams, prepare_streams, print_error
from qwixx.extras import what_to_install
from qwixx.rules import CannotPlay

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

# The lines of `qwixx --help`. Modules of the same names do the work.
COMMANDS: Final = {
    "advise": "show what every move is worth in a position",
    "backup": "write all tables of the web game to a file",
    "bots": "list the bots",
    "cache": "show or clear the cache folder",
    "completion": "print a script that completes commands in your shell",
    "doctor": "find out what is wrong with a server, and what to do",
    "join": "let a bot play at a table of the web game",
    "play": "play in the terminal against a bot",
    "replay": "check a record move by move, and show the game",
    "restore": "read a backup into an unused database",
    "review": "show what every choice of a game cost, and how much was luck",
    "serve": "start the web game",
    "simulate": "let bots play many games against each other",
    "site": "write the web game as static files",
    "solve": "find the exact solo optimum, and the values of moves",
    "verify": "check the dice of a game that was played at a table",
}


# Messages of argparse, and our form of them: the expected value, then the one found.
_REWORDED: Final = (
    (r"invalid choice: (.*) .choose from (.*)\)", r"expected \2, found \1"),
    (r"invalid int value: (.*)", r"expected a whole number, found \1"),
)


class Command(Protocol):
    """A module of this package."""

    DESCRIPTION: str
    EXAMPLE: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Declares the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Runs the command, and returns the exit code."""


class _Parser(argparse.ArgumentParser):
    """A parser that prints an error in one line."""

    def error(self, message: str) -> NoReturn:
        for pattern, ours in _REWORDED:
            message = re.sub(pattern, ours, message)
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Fails if nothing can be written, unlike argparse, so that the exit code is right."""
        if file is sys.stderr:
            print_error(message.removesuffix("\n"))
        else:
            (file or sys.stdout).write(message)


class BadInput(Exception):  # noqa: N818  (it is the user's input that is bad)
    """The user's input cannot be used. The message is printed in one line, with this exit code."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `qwixx` and returns its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    name = next((argument for argument in arguments if not argument.startswith("-")), None)
    title = f"qwixx {name}" if name in COMMANDS else "qwixx"
    prepare_streams()
    try:
        try:
            return _run(name, arguments)
        finally:
            sys.stdout.flush()
    except (BadInput, CannotPlay) as problem:
        print_error(f"{title}: {problem}")
        return problem.exit_code if isinstance(problem, BadInput) else 2
    except ModuleNotFoundError as problem:
        if (advice := what_to_install(problem)) is None:
            raise
        print_error(f"{title}: {advice}")
        return 2
    except KeyboardInterrupt:
        print_error("")
        return 130
    except BrokenPipeError:
        # The reader of the output has ended (`qwixx … | head`), which is no error.
        detach_broken_streams()
        return 0
    except OSError as problem:
        # For example a full disk behind standard output. A traceback would explain nothing.
        detach_broken_streams()
        where = f"{problem.filename}: " if problem.filename else ""
        print_error(f"{title}: {where}{problem.strerror or problem}")
        return 2


def _run(name: str | None, arguments: Sequence[str]) -> int:
    parser = _main_parser(name)
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    return _load(args.command).run(args)


def command_parser(name: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=f"qwixx {name}")
    _configure(parser, name)
    return parser


def _main_parser(name: str | None) -> argparse.ArgumentParser:
    """Returns the parser of all commands, in which only the named one has its arguments."""
    parser = _Parser(
        prog="qwixx",
        description="The dice game Qwixx: classic, Longo and Mixx.",
        epilog="`qwixx COMMAND --help` prints the options of a command, with an example.",
    )
    parser.add_argument("--version", action="version", version=f"qwixx {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for known, summary in COMMANDS.items():
        subparser = commands.add_parser(known, help=summary, add_help=known == name)
        if known == name:
            _configure(subparser, known)
    return parser


def _configure(parser: argparse.ArgumentParser, name: str) -> None:
    command = _load(name)
    parser.description = fill(command.DESCRIPTION, 100)
    parser.epilog = f"example:\n  {command.EXAMPLE}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    command.configure(parser)


def _load(name: str) -> Command:
    module: Command = import_module(f"qwixx.cli.{name}")
    return module
