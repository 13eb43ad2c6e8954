"""`qwixx verify`: checks the dice of a game that was played at a table."""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from qwixx.cli import BadInput
from qwixx.notation import Record, read_record
from qwixx.rules import IllegalMove, NotationError
from qwixx.table.verify import NotSealed, problems

DESCRIPTION: Final = (
    "Checks the record of a game from a table: whether the first player, the lucky numbers and "
    "every roll follow from the secrets that were sealed before the game. The exit code is 1 if "
    "something does not, and 2 if the file holds no such record."
)
EXAMPLE: Final = "qwixx verify game.qwixx"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .qwixx record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def run(args: argparse.Namespace) -> int:
    try:
        record = _read(args.file)
        found = list(problems(record))
    except IllegalMove as error:
        print(f"qwixx verify: {args.file}: {error}", file=sys.stderr)
        return 1
    except (NotationError, NotSealed) as error:
        raise BadInput(f"{args.file}: {error}") from None
    if args.json:
        print(json.dumps({"rolls": len(record.turns), "problems": found}))
    elif found:
        print("\n".join(found))
    else:
        print(f"All {len(record.turns)} rolls are as they were sealed before the game.")
        print("A player's own part is the one that their browser shows for this game.")
    return 1 if found else 0


def _read(file: str) -> Record:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return read_record(data.decode("utf-8-sig"))
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: not a text in UTF-8") from None
