"""The score of an evening: the sums over all games at one table."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from qwixx.protocol.types import SeriesKind
from qwixx.table.seat import Seat


@dataclass(slots=True)
class Line:
    """A person or a bot that has played at the table."""

    name: str
    bot: bool
    games: int = 0
    wins: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class EveningGame:
    """The result of a game. All sequences are in the order of its seats."""

    number: int
    lines: tuple[int, ...]
    """Indices into `Evening.lines`."""
    points: tuple[int, ...]

    @property
    def places(self) -> list[int]:
        """Returns the places, 1 for the winners; equal totals share a place."""
        return [1 + sum(other > own for other in self.points) for own in self.points]

    @property
    def winners(self) -> list[int]:
        """Returns the lines of the winners. A solo game has none."""
        if len(self.lines) == 1:
            return []
        return [line for line, place in zip(self.lines, self.places, strict=True) if place == 1]


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """The score of a series."""

    games: int
    score: list[int]
    """Wins or points by line."""
    winners: list[int]
    """The lines that have reached the goal."""


class Evening:
    """The games that were played at a table since it was opened."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.games: list[EveningGame] = []
        self._line_of: dict[Hashable, int] = {}
        self._series_from = 0
        """The first game of the current series."""

    def line_of(self, seat: Seat) -> int | None:
        """Returns the line of the player in that seat, if they have played."""
        return self._line_of.get(_key(seat))

    def add(self, number: int, seats: Sequence[Seat], points: Sequence[int]) -> None:
        """Counts a game that is over."""
        lines = tuple(self._line(seat) for seat in seats)
        game = EveningGame(number, lines, tuple(points))
        self.games.append(game)
        for line, own in zip(lines, points, strict=True):
            self.lines[line].games += 1
            self.lines[line].points += own
        for line in game.winners:
            self.lines[line].wins += 1

    def _line(self, seat: Seat) -> int:
        line = self._line_of.setdefault(_key(seat), len(self.lines))
        if line == len(self.lines):
            self.lines.append(Line(seat.name, seat.kind == "bot"))
        self.lines[line].name = seat.name
        return line

    def rename(self, seat: Seat) -> None:
        """Takes over the new name of the player in that seat."""
        line = self.line_of(seat)
        if line is not None:
            self.lines[line].name = seat.name

    def move(self, old: str, new: str) -> None:
        """Keeps the line of a person who moves to another device, with another secret."""
        line = self._line_of.pop(old, None)
        if line is not None:
            self._line_of[new] = line

    # A series

    def series(self, kind: SeriesKind, goal: int) -> SeriesScore:
        """Returns the score of the current series."""
        games = self.games[self._series_from :]
        score = [0] * len(self.lines)
        for game in games:
            if kind == "points":
                for line, own in zip(game.lines, game.points, strict=True):
                    score[line] += own
            else:
                for line in game.winners:
                    score[line] += 1
        best = max(score, default=0)
        winners = [line for line, own in enumerate(score) if own == best >= goal]
        return SeriesScore(len(games), score, winners)

    def restart_series(self) -> None:
        """Begins a series with the next game."""
        self._series_from = len(self.games)


def _key(seat: Seat) -> Hashable:
    """Returns the identity of a player: the secret of a person, the name of a bot or card.

    A bot may have the name of a person who has left; the two still get separate lines.
    """
    return (seat.kind, seat.person, seat.name) if not _is_person(seat) else seat.person


def _is_person(seat: Seat) -> bool:
    return seat.kind == "player" and bool(seat.person)
