"""The score of an evening: the sums over all games at one table, and the part of views with it."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from qwixx.protocol import views as wire
from qwixx.protocol.types import SeriesKind
from qwixx.table.game_views import places
from qwixx.table.options import GameOptions
from qwixx.table.stages import Seat

_LAST_GAMES: Final = 10
_MOST_LINES: Final = 12


@dataclass(slots=True)
class _Line:
    name: str
    bot: bool
    games: int = 0
    wins: int = 0
    points: int = 0
    earlier_wins: int = 0  # before the current series
    earlier_points: int = 0

    def view(self, seat: int | None) -> wire.EveningLine:
        return wire.EveningLine(self.name, self.bot, seat, self.games, self.wins, self.points)


@dataclass(frozen=True, slots=True)
class _Game:
    """The result of a game, in the order of its seats."""

    number: int
    lines: list[int]  # indices into the lines of the evening
    points: Sequence[int]


class Evening:
    """The games that were played at a table since it was opened."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._line_of: dict[Hashable, int] = {}
        self._games: list[_Game] = []
        self._series_from = 0  # the first game of the current series

    def add(self, number: int, seats: Sequence[Seat], points: Sequence[int]) -> None:
        lines, best = list[int](), max(points)
        for seat, own in zip(seats, points, strict=True):
            index = self._line_of.setdefault(_key(seat), len(self._lines))
            if index == len(self._lines):
                self._lines.append(_Line(seat.name, seat.kind == "bot"))
            line = self._lines[index]
            line.name = seat.name
            line.games += 1
            line.wins += own == best and len(seats) > 1  # a solo game has no winner
            line.points += own
            lines.append(index)
        self._games.append(_Game(number, lines, points))

    def rename(self, seat: Seat) -> None:
        line = self._line_of.get(_key(seat))
        if line is not None:
            self._lines[line].name = seat.name

    def move(self, old: str, new: str) -> None:
        """Keeps the line of a person who moves to another device, with another secret."""
        line = self._line_of.pop(old, None)
        if line is not None:
            self._line_of[new] = line

    def restart_series(self) -> None:
        """Begins a series with the next game."""
        self._series_from = len(self._games)
        for line in self._lines:
            line.earlier_wins, line.earlier_points = line.wins, line.points

    def series_winners(self, kind: SeriesKind, goal: int) -> list[int]:
        """Returns the lines that have reached the goal of the current series."""
        score = self._score(kind)
        best = max(score, default=0)
        return [line for line, own in enumerate(score) if own == best >= goal]

    def _score(self, kind: SeriesKind) -> list[int]:
        if kind == "points":
            return [line.points - line.earlier_points for line in self._lines]
        return [line.wins - line.earlier_wins for line in self._lines]

    def view(self, seats: Sequence[Seat], options: GameOptions) -> wire.Evening | None:
        """Returns the score as views show it; None before the first game is over.

        It has the lines of all who sit here, and the best of the others.
        """
        if not self._games:
            return None
        seat_of = {self._line_of.get(_key(seat)): number for number, seat in enumerate(seats)}
        present = [index for index in range(len(self._lines)) if index in seat_of]
        others = [index for index in range(len(self._lines)) if index not in seat_of]
        others.sort(key=lambda index: (-self._lines[index].wins, -self._lines[index].points))
        shown = sorted(present + others[: max(0, _MOST_LINES - len(present))])
        return wire.Evening(
            games=len(self._games),
            lines=[self._lines[index].view(seat_of.get(index)) for index in shown],
            last=[_game_view(game, shown) for game in self._games[-_LAST_GAMES:]],
            series=self._series_view(options, shown),
        )

    def _series_view(self, options: GameOptions, shown: list[int]) -> wire.Series | None:
        kind, goal = options.series, options.series_goal
        if kind == "none":
            return None
        score, winners = self._score(kind), self.series_winners(kind, goal)
        return wire.Series(
            kind=kind,
            goal=goal,
            games=len(self._games) - self._series_from,
            score=[score[line] for line in shown],
            winners=[place for place, line in enumerate(shown) if line in winners],
        )


def _game_view(game: _Game, shown: list[int]) -> wire.EveningGame:
    points = dict(zip(game.lines, game.points, strict=True))
    at = dict(zip(game.lines, places(game.points), strict=True))
    return wire.EveningGame(
        game.number, [points.get(line) for line in shown], [at.get(line) for line in shown]
    )


def _key(seat: Seat) -> Hashable:
    """Returns the identity of a player: the secret of a person, the name of a bot or card.

    A bot may have the name of a person who has left; the two still get separate lines.
    """
    is_person = seat.kind == "player" and seat.person
    return seat.person if is_person else (seat.kind, seat.person, seat.name)
