"""Makes the part of views that shows the score of an evening and the requests for seats."""

from typing import Final

from qwixx.protocol import evening as wire
from qwixx.table.context import TableContext
from qwixx.table.table_state import TableState

_LAST_GAMES: Final = 10
_MOST_LINES: Final = 12


def evening_view(table: TableState) -> wire.Evening | None:
    """Returns the score of the evening; None before the first game is over."""
    evening = table.evening
    if not evening.games:
        return None
    seat_of = {evening.line_of(seat): number for number, seat in enumerate(table.seats)}
    shown = [number for number in range(len(evening.lines)) if number in seat_of]
    others = [number for number in range(len(evening.lines)) if number not in seat_of]
    others.sort(key=lambda number: (-evening.lines[number].wins, -evening.lines[number].points))
    shown = sorted(shown + others[: max(0, _MOST_LINES - len(shown))])
    lines = [
        wire.EveningLine(
            line.name, line.bot, seat_of.get(number), line.games, line.wins, line.points
        )
        for number in shown
        for line in (evening.lines[number],)
    ]
    last = []
    for game in evening.games[-_LAST_GAMES:]:
        points = dict(zip(game.lines, game.points, strict=True))
        places = dict(zip(game.lines, game.places, strict=True))
        last.append(
            wire.EveningGame(
                game.number,
                [points.get(number) for number in shown],
                [places.get(number) for number in shown],
            )
        )
    return wire.Evening(len(evening.games), lines, last, _series(table, shown))


def _series(table: TableState, shown: list[int]) -> wire.Series | None:
    kind, goal = table.options.series, table.options.series_goal
    if kind == "none":
        return None
    series = table.evening.series(kind, goal)
    return wire.Series(
        kind,
        goal,
        series.games,
        [series.score[number] for number in shown],
        [shown.index(number) for number in series.winners if number in shown],
    )


def asks_view(table: TableState, context: TableContext) -> list[wire.SeatAsk]:
    """Returns the requests of spectators who are still here."""
    return [
        wire.SeatAsk(number, ask.name, ask.granted)
        for number, ask in table.asks.items()
        if not ask.declined and context.here(ask.person)
    ]
