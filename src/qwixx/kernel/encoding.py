"""The input of the value net: every fact about a card is the number of an embedding row.

The net never sees crossed cells. An open row is the pair (next free cell, crosses), and a closed
row is its crosses alone. A player is a sum of embedding rows: of the four rows, the misthrows, the
rolls until that player's turn, and the lucky numbers.
"""

from dataclasses import dataclass
from functools import lru_cache
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
    length: int  # Cells in a row
    first_lock: int  # The position of the first locking cell
    row_index: list[list[list[int]]]
    """[closed, next free position, crosses]: the embedding row within its row's block."""
    row_states: int  # Embedding rows in a row's block
    # The first embedding row of each of these.
    misthrows: int
    seats: int  # Pairs (players, how soon)
    lucky: int
    margin: int  # That of a lead of 0 over the best opponent; opponents have none
    others_rows: int  # Embedding rows of an opponent
    own_rows: int  # Embedding rows of the player to move

    def seat(self, players: int, soon: int) -> int:
        """Returns the embedding row of a player who rolls after `soon` others."""
        return self.seats + players * (players - 1) // 2 + soon


@lru_cache
def encoding_of(variant: Variant) -> Encoding:
    first_row = variant.rows[0]
    length = len(first_row)
    first_lock = next(cell.position for cell in first_row if cell.locks)
    table = [[0] * (length + 2) for _ in range(length + 1)]
    count = 1  # 0 is the empty row
    for after in range(1, first_lock + 1):
        for crosses in range(1, after + 1):
            table[after][crosses] = count
            count += 1
    closed = [count + crosses for crosses in range(length + 2)]
    row_states = closed[-1] + 1
    misthrows = len(variant.rows) * row_states
    seats = misthrows + variant.most_misthrows
    lucky = seats + SEATS
    others_rows = lucky + (2 * variant.sides + 1 if variant.lucky_count else 0)
    return Encoding(
        *(variant, length, first_lock, [table, [closed] * (length + 1)], row_states),
        *(misthrows, seats, lucky, others_rows + MARGIN, others_rows, others_rows + 2 * MARGIN + 1),
    )
