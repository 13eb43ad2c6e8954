"""Two sheets that no table is opened with: they keep it true that a sheet is data."""

from qwixx.rules.variant import make_variant

SHUFFLED = make_variant(
    "shuffled",
    sides=6,
    locking_cells=1,
    crosses_to_lock=5,
    rows=(
        "r10 r6 r2 r8 r3 r4 r12 r5 r9 r7 r11",
        "y9 y12 y4 y6 y7 y2 y5 y8 y11 y3 y10",
        "g8 g2 g10 g12 g6 g9 g7 g4 g5 g11 g3",
        "b5 b7 b11 b9 b12 b3 b8 b10 b2 b6 b4",
    ),
)
"""One colour a row, the numbers in no order."""

MIXED = make_variant(
    "mixed",
    sides=6,
    locking_cells=1,
    crosses_to_lock=5,
    rows=(
        "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
        "r2 r3 g4 g5 g6 g7 b8 b9 y10 y11 y12",
        "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2",
        "g12 g11 r10 r9 r8 r7 y6 y5 b4 b3 b2",
    ),
)
"""The numbers in order, several colours in a row."""
