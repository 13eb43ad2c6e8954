"""`qwixx verify`: checks the dice of a game that was played at a table."""

import argparse
from collections.abc import Iterator
from typing import Final

from qwixx.cli import BadInput, arguments
from qwixx.notation import Record
from qwixx.table.fair import ABSENT, DAY_SCHEME, NotSealed, Seal, dice_headers, is_real, is_secret
from qwixx.table.verify import problems

DESCRIPTION: Final = (
    "Checks the record of a game from a table: the first player, the lucky numbers and every roll "
    "must follow from the sealed secrets. It also shows whose secrets they are. The exit code is "
    "1 if anything does not match, and 2 if the file holds no record of a table. Real dice "
    "cannot be checked; then the exit code is 0."
)
EXAMPLE: Final = "qwixx verify game.qwixx"


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    arguments.add_record(parser)
    add(
        "--commitment",
        metavar="HEX",
        type=_hex,
        help="server's commitment that you saw before the game, to compare with the record",
    )
    add(
        "--part",
        metavar="HEX",
        type=_hex,
        help="your own part of the dice, to compare with the record",
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    record = arguments.read_record_file(args.file)
    if is_real(record):
        facts: dict[str, object] = {"dice": "real", "problems": []}
        arguments.show(args, facts, ["Real dice: there is nothing to verify."])
        return 0
    try:
        found = list(problems(record, args.commitment))
        seal = dice_headers(record).seal
    except NotSealed as error:
        raise BadInput(f"{args.file}: {error}") from None
    if args.part and args.part not in (seal.parts[seat] for seat in seal.people):
        found.append("Your part is not in the dice.")
    arguments.show(args, _as_json(record, seal, found), _as_text(record, seal, found, args))
    return 1 if found else 0


def _as_text(
    record: Record, seal: Seal, found: list[str], args: argparse.Namespace
) -> Iterator[str]:
    of_day = seal.scheme == DAY_SCHEME
    fine = f"match the seal of the day {seal.game}" if of_day else "are as they were sealed"
    yield from found or [f"All {len(record.turns)} rolls {fine}."]
    yield from _who(record, seal)
    compare = _compare(seal, args)
    if compare and not found:
        yield f"Compare: {compare}"


def _compare(seal: Seal, args: argparse.Namespace) -> str:
    """Returns what only a player at the table can compare, and has not given."""
    if seal.scheme == DAY_SCHEME:
        seen = "the seal as it was published before that day (--commitment)"
        return "" if args.commitment else f"{seen}."
    known = {
        "the commitment that you saw before the game (--commitment)": args.commitment,
        "your part (--part)": args.part,
    }
    missing = [what for what, given in known.items() if given is None]
    return f"{', and '.join(missing)}." if missing else ""


def _hex(text: str) -> str:
    if not is_secret(text):
        raise argparse.ArgumentTypeError(f"expected 64 hexadecimal digits, found {text!r}")
    return text


def _as_json(record: Record, seal: Seal, found: list[str]) -> dict[str, object]:
    return {
        "dice": seal.scheme,
        "rolls": len(record.turns),
        "parts": list(seal.people),
        "absent": _absent(seal),
        "restarts": [list(seats) for seats in seal.restarts],
        "problems": found,
    }


def _who(record: Record, seal: Seal) -> Iterator[str]:
    """Yields a line for each part of the dice, and for the players without one."""

    def names(seats: list[int] | tuple[int, ...]) -> str:
        return ", ".join(f"{record.players[seat] or '?'} (seat {seat})" for seat in seats)

    if seal.scheme == DAY_SCHEME:
        yield "The dice of a day come from the server alone: its operator could know them before."
    for seat in seal.people:
        yield f"The part of {names([seat])}: {seal.parts[seat]}"
    if _absent(seal):
        yield f"No part came in time from {names(_absent(seal))}"
    for number, seats in enumerate(seal.restarts, 1):
        known = [seat for seat in seats if seat < len(record.players)]
        parts = "their part" if len(known) == 1 else "their parts"
        yield f"Re-sealed (restart {number}): {names(known)} did not reveal {parts}"


def _absent(seal: Seal) -> list[int]:
    return [seat for seat, part in enumerate(seal.parts) if part == ABSENT]
