"""Records as text files: reading and writing."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from qwixx.notation.record import SCORES, Record, Turn
from qwixx.rules import Game, IllegalMove, Move, NotationError, Phase, Reason, Roll

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_VALUE: Final = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_HEADER: Final = re.compile(rf"\[({_NAME.pattern})((?: {_VALUE.pattern})+)\]")
_TURN: Final = re.compile(r"([1-9][0-9]*)\. ([^ ]+)(?:  ([^ ]+(?: [^ ]+)*))?(?:  ([^ ]+))?")
_SCORE: Final = re.compile(r"0|-?[1-9][0-9]*")
# A value stands on one line. Characters that end a line, turn the direction of reading or control a
# terminal are refused.
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def write_record(record: Record) -> str:
    """Returns the canonical text of a record. A finished game gets its Scores.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.notation import Recording, write_record
        >>> recording = Recording(Game.new(players=1), ["Ann"])
        >>> game = recording.roll("41/3256")
        >>> print(write_record(recording.record), end="")
        [Variant "classic"]
        [Players "Ann"]
        [First "0"]
        <BLANKLINE>
        1. 41/3256
    """
    headers = {name: values for name, values in record.headers.items() if name != SCORES}
    if record.finished:
        scores = " ".join(map(str, record.game.scores))
        headers = {**record.headers, SCORES: (scores,)}
    lines = [_write_header(name, values) for name, values in headers.items()]
    lines.append("")
    lines += [_write_turn(number, turn) for number, turn in enumerate(record.turns, 1)]
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """Reads a record, and plays it by the rules.

    Raises NotationError if the text is no record, and IllegalMove if it breaks the rules or has
    wrong Scores. Both name the line.

    Examples:
        >>> from qwixx.notation import read_record
        >>> headers = '[Variant "classic"]\\n[Players "Ann"]\\n[First "0"]\\n'
        >>> record = read_record(headers + "\\n1. 41/3256  r5  b10\\n")
        >>> record.players, record.game.scores
        (('Ann',), (2,))
    """
    if not isinstance(text, str):
        raise NotationError(f"expected a record as text, found {type(text).__name__}")
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    headers: dict[str, tuple[str, ...]] = {}
    header_lines: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line:
            break
        with _line(number):
            name, values = _read_header(line)
            if name in headers:
                raise NotationError(f"the header {name} is there twice")
        headers[name] = values
        header_lines[name] = number
    record = Record(headers)
    game = record.start
    turns: list[Turn] = []
    first_turn = len(headers) + 2
    for number, line in enumerate(lines[first_turn - 1 :], first_turn):
        with _line(number):
            turn = _read_turn(line, len(turns) + 1, game)
            *_, game = turn.play(game, record.players)
        turns.append(turn)
    if SCORES in headers:
        with _line(header_lines[SCORES]):
            _check_scores(headers[SCORES], game)
    return Record(headers, tuple(turns))


@contextmanager
def _line(number: int) -> Iterator[None]:
    """Adds the number of the line to errors that are raised inside the block."""
    try:
        yield
    except NotationError as error:
        raise NotationError(f"line {number}: {error}") from None
    except IllegalMove as error:
        raise IllegalMove(error.reason, f"line {number}: {error}") from None


def _read_header(line: str) -> tuple[str, tuple[str, ...]]:
    match = _HEADER.fullmatch(line)
    if match is None or _CONTROL.search(line):
        raise NotationError(f'expected a header like [First "0"], found {line!r}')
    values = [re.sub(r"\\(.)", r"\1", value) for value in _VALUE.findall(match[2])]
    return match[1], tuple(values)


def _write_header(name: str, values: tuple[str, ...]) -> str:
    if not values or not _NAME.fullmatch(name) or any(map(_CONTROL.search, values)):
        raise NotationError(f"not a header: {name!r} {values!r} (a name, and values of one line)")
    quoted = [value.replace("\\", "\\\\").replace('"', '\\"') for value in values]
    return f"[{name} " + " ".join(f'"{value}"' for value in quoted) + "]"


def _read_turn(line: str, number: int, game: Game) -> Turn:
    match = _TURN.fullmatch(line)
    if match is None:
        raise NotationError(f"expected a turn like 1. 41/3256  r5 y5  b10, found {line!r}")
    if match[1] != str(number):
        raise NotationError(f"expected turn {number}, found turn {match[1]}")
    if game.phase in (Phase.WHITE, Phase.COLOUR):
        raise NotationError(f"turn {number - 1} is not complete, and only the last may be so")
    choices = tuple(map(Move.parse, match[3].split(" "))) if match[3] else ()
    if match[3] and len(choices) != game.players:
        raise NotationError(
            f"expected {game.players} choices, one per player, found {len(choices)}"
        )
    return Turn(Roll.parse(match[2]), choices, Move.parse(match[4]) if match[4] else None)


def _write_turn(number: int, turn: Turn) -> str:
    parts = [f"{number}. {turn.dice}"]
    if turn.choices:
        parts.append(" ".join(map(str, turn.choices)))
    if turn.colour is not None:
        parts.append(str(turn.colour))
    return "  ".join(parts)


def _check_scores(values: tuple[str, ...], game: Game) -> None:
    scores = " ".join(map(str, game.scores))
    if len(values) != 1 or not all(map(_SCORE.fullmatch, values[0].split(" "))):
        raise NotationError(f"Scores are one value like {scores!r}")
    if game.phase is not Phase.OVER:
        raise IllegalMove(Reason.WRONG_SCORES, "the game is not over, so it has no Scores yet")
    if values[0] != scores:
        raise IllegalMove(
            Reason.WRONG_SCORES, f"Scores say {values[0]}, but the game gives {scores}"
        )
