"""What people show each other beside the game: passed on, limited in number, and forgotten."""

from collections import Counter

from qwixx.table.state import Table


class Asides:
    """How much of one kind each person has shown in the turn that runs."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turn = ("", 0)
        self._shown: Counter[int | None] = Counter()

    def allows(self, table: Table, seat: int | None) -> bool:
        """Whether that seat, or a screen without one, may show one more; it is counted."""
        turn = (table.game_id, table.game.turn if table.game else 0)
        if turn != self._turn:
            self._turn = turn
            self._shown.clear()
        self._shown[seat] += 1
        return self._shown[seat] <= self._most
