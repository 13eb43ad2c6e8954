"""The `qwixx` command: one file for each sub-command, imported only when it is asked for."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from textwrap import fill
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from qwixx import __version__
from qwixx.cli.streams import complain, let_go_of_stuck_streams, prepare_streams
from qwixx.extras import what_to_install
from qwixx.rules import CannotPlay

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

# What `qwixx --help` says; the modules of the same names do the work.
COMMANDS: Final = {
    "advise": "show what every move is worth in a position",
    "backup": "write all tables of the web game to a file",
    "bots": "list the bots",
    "cache": "show or clear what is kept in the cache folder",
    "doctor": "say what is wrong with a server, and what to do",
    "join": "let a bot play at a table of the web game",
    "play": "play in the terminal against a bot",
    "replay": "check a record move by move and show how it went",
    "restore": "read what backup has written into an unused database",
    "review": "tell what every choice of a game cost, and whose luck it was",
    "serve": "start the web game",
    "simulate": "let bots play many games against each other",
    "solve": "find the exact solo optimum, and what moves are worth",
    "verify": "check the dice of a game that was played at a table",
}


class Command(Protocol):
    """What a module of this package offers."""

    DESCRIPTION: str
    EXAMPLE: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Declares the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Does it, and returns the exit code."""


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Unlike the usual one, minds if nobody can read it: so exit codes tell the truth."""
        if file is sys.stderr:
            complain(message.removesuffix("\n"))
        else:
            (file or sys.stdout).write(message)


class BadInput(Exception):  # noqa: N818  (it is the user's input that is bad)
    """Something the user asked for cannot be done: one line, exit code 2."""


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
        complain(f"{title}: {problem}")
        return 2
    except ModuleNotFoundError as problem:
        if (advice := what_to_install(problem)) is None:
            raise
        complain(f"{title}: {advice}")
        return 2
    except KeyboardInterrupt:
        complain("")
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone (`qwixx … | head`): no reason to complain.
        let_go_of_stuck_streams()
        return 0
    except OSError as problem:
        # A full disk behind standard output, say: nothing that a traceback would explain.
        let_go_of_stuck_streams()
        where = f"{problem.filename}: " if problem.filename else ""
        complain(f"{title}: {where}{problem.strerror or problem}")
        return 2


def _run(name: str | None, arguments: Sequence[str]) -> int:
    parser = _main_parser(name)
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    return _load(args.command).run(args)


def _main_parser(name: str | None) -> argparse.ArgumentParser:
    """The parser of all commands, in which only the named one has its arguments."""
    parser = _Parser(
        prog="qwixx",
        description="The dice game Qwixx, classic, Longo and Mixx.",
        epilog="`qwixx COMMAND --help` tells more, with an example.",
    )
    parser.add_argument("--version", action="version", version=f"qwixx {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for known, summary in COMMANDS.items():
        if known == name:
            command = _load(known)
            subparser = commands.add_parser(
                known,
                help=summary,
                description=fill(command.DESCRIPTION, 100),
                epilog=f"example:\n  {command.EXAMPLE}",
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            command.configure(subparser)
        else:
            commands.add_parser(known, help=summary, add_help=False)
    return parser


def _load(name: str) -> Command:
    module: Command = import_module(f"qwixx.cli.{name}")
    return module
