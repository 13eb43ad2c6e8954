"""Arguments that several commands have, what they name, and how results are printed."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from qwixx.cli import BadInput
from qwixx.notation import Record, read_record
from qwixx.rules import VARIANTS, IllegalMove, NotationError

if TYPE_CHECKING:
    from qwixx.arena.cluster import Workers

LOCAL: Final = "local"


def add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="record to read (.qwixx), or - for standard input"
    )


def add_variant(parser: argparse.ArgumentParser, what: str, default: str = "classic") -> None:
    text = f"game to {what}: {', '.join(VARIANTS)} (default: {default})"
    known = default if default in VARIANTS else None
    parser.add_argument("--variant", choices=VARIANTS, default=known, metavar="NAME", help=text)


def add_seed(parser: argparse.ArgumentParser, text: str) -> None:
    text = f"random seed{text} (default: a new one)"
    parser.add_argument("--seed", type=int, metavar="S", help=text)


def add_threads(parser: argparse.ArgumentParser, what: str) -> None:
    text = f"threads that {what} (default: one for each core)"
    parser.add_argument("--threads", type=_threads, metavar="T", help=text)


def _threads(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise BadInput(f"expected at least 1 thread, found {text}")
    return int(text)


def add_cluster(parser: argparse.ArgumentParser) -> None:
    text = "Dask cluster that does the work; `local` starts one here (default: none)"
    parser.add_argument("--cluster", metavar="ADDRESS", help=text)


def add_json(parser: argparse.ArgumentParser) -> None:
    text = "print the result as one JSON object"
    parser.add_argument("--json", action="store_true", help=text)


def show(args: argparse.Namespace, facts: Mapping[str, Any], lines: Iterable[str]) -> None:
    """Prints the result of a command: the facts as JSON, or the lines to read."""
    print(json.dumps(facts) if args.json else "\n".join(lines))


@contextmanager
def bad_input(*problems: type[Exception]) -> Iterator[None]:
    """Turns these exceptions into BadInput."""
    try:
        yield
    except problems as problem:
        raise BadInput(str(problem)) from None


def read_text(file: str) -> str:
    """Returns the text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: not a text in UTF-8") from None
    except ValueError as error:  # a name that no file system can hold
        raise BadInput(f"{file!r}: {error}") from None


def read_record_file(file: str) -> Record:
    """Reads a record. The exit code is 1 if one of its moves breaks the rules."""
    try:
        return read_record(read_text(file))
    except NotationError as error:
        raise BadInput(f"{file}: {error}") from None
    except IllegalMove as error:
        raise BadInput(f"{file}: {error}", exit_code=1) from None


def check_seat(seat: int | None, players: int) -> None:
    if seat is not None and not 0 <= seat < players:
        raise BadInput(f"expected a seat from 0 to {players - 1}, found {seat}")


def check_picture(file: Path) -> None:
    """Raises BadInput if a picture cannot be written to that file."""
    from matplotlib.figure import Figure

    if file.suffix[1:].lower() not in Figure().canvas.get_supported_filetypes():
        raise BadInput(f"cannot draw {file}: its name must end in .png, .svg or .pdf")
    new = not file.exists()
    try:
        with file.open("ab"):
            pass
    except OSError as problem:
        raise BadInput(f"cannot write {file}: {problem.strerror}") from None
    if new:
        file.unlink()


@contextmanager
def workers_at(
    cluster: str | None, threads: int | None = None, bots: Iterable[object] = ()
) -> Iterator["Workers | None"]:
    """Yields the workers of a cluster, or None without one. `threads` is for a local cluster."""
    if cluster is None:
        yield None
        return
    from qwixx.arena.cluster import NoCluster, workers

    with bad_input(NoCluster), workers(cluster, threads, bots) as found:
        yield found
