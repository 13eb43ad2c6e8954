"""The input of the value net: every fact about a card is the number of an embedding row.

The net never sees crossed cells. An open row is the pair (next free cell, crosses), and a closed
row is its crosses alone. A player is a sum of embedding rows: of the four rows, the misthrows, the
rolls until that player's turn, and the lucky numbers.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from qwixx.rules import MOST_PLAYERS, Variant

SCALE: Final = 40.0  # Points of score difference for 1 on the second head of the net
TIE_BREAK: Final = 0.001
"""The weight of the second head in a choice: points matter in games that are nearly decided."""
MARGIN: Final = 48  # Leads and deficits beyond this many points look alike
SEATS: Final = MOST_PLAYERS * (MOST_PLAYERS + 1) // 2
"""One number for each pair (players, how soon one of them rolls)."""


@dataclass(frozen=True)
class Encoding:
    """The embedding rows of one variant."""

    variant: Variant

    @cached_property
    def length(self) -> int:
        """Cells in a row."""
        return len(self.variant.rows[0])

    @cached_property
    def first_lock(self) -> int:
        """The position of the first locking cell."""
        return next(cell.position for cell in self.variant.rows[0] if cell.locks)

    @cached_property
    def row_index(self) -> list[list[list[int]]]:
        """[closed, next free position, crosses]: the embedding row within its row's block."""
        length = self.length
        table = [[0] * (length + 2) for _ in range(length + 1)]
        count = 1  # 0 is the empty row
        for after in range(1, self.first_lock + 1):
            for crosses in range(1, after + 1):
                table[after][crosses] = count
                count += 1
        closed = [count + crosses for crosses in range(length + 2)]
        return [table, [closed] * (length + 1)]

    @cached_property
    def row_states(self) -> int:
        """Embedding rows in a row's block."""
        return self.row_index[1][0][-1] + 1

    @cached_property
    def misthrows(self) -> int:
        """The first embedding row of the misthrow counts."""
        return len(self.variant.rows) * self.row_states

    @cached_property
    def seats(self) -> int:
        """The first embedding row of the pairs (players, how soon)."""
        return self.misthrows + self.variant.most_misthrows

    @cached_property
    def lucky(self) -> int:
        """The first embedding row of the lucky numbers."""
        return self.seats + SEATS

    @cached_property
    def others_rows(self) -> int:
        """Embedding rows of an opponent."""
        return self.lucky + (2 * self.variant.sides + 1 if self.variant.lucky_count else 0)

    @cached_property
    def margin(self) -> int:
        """The embedding row of a lead of 0 over the best opponent; opponents have none."""
        return self.others_rows + MARGIN

    @cached_property
    def own_rows(self) -> int:
        """Embedding rows of the player to move."""
        return self.others_rows + 2 * MARGIN + 1

    def seat(self, players: int, soon: int) -> int:
        """Returns the embedding row of a player who rolls after `soon` others."""
        return self.seats + players * (players - 1) // 2 + soon


@lru_cache
def encoding_of(variant: Variant) -> Encoding:
    return Encoding(variant)
