"""Makes the part of views that shows the seats."""

from typing import cast

from qwixx.protocol import views as wire
from qwixx.protocol.types import Portrait
from qwixx.table.context import TableContext
from qwixx.table.table_state import TableState


def seat_views(table: TableState, context: TableContext) -> list[wire.Seat]:
    """Returns the seats with their players."""
    return [
        wire.Seat(
            seat.name,
            seat.kind,
            seat.bot,
            "away" if seat.kind == "player" and context.away(seat.person) else "here",
            seat.program,
            table.keeper(number) if seat.kind == "card" else None,
            seat.next_bot or None,
            cast(Portrait, seat.portrait),
        )
        for number, seat in enumerate(table.seats)
    ]
