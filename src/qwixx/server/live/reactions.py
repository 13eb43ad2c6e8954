"""Signs that people give each other at a table: passed on, limited in number, and forgotten."""

from qwixx.protocol.words import MOST_SIGNS
from qwixx.table.state import Table


class Reactions:
    """How many signs each seat has given in the turn that runs."""

    def __init__(self) -> None:
        self._turn = ("", 0)
        self._given: dict[int, int] = {}

    def allows(self, table: Table, seat: int) -> bool:
        """Whether that seat may give one more; it is counted."""
        turn = (table.game_id, table.game.turn if table.game else 0)
        if turn != self._turn:
            self._turn = turn
            self._given.clear()
        self._given[seat] = self._given.get(seat, 0) + 1
        return self._given[seat] <= MOST_SIGNS
