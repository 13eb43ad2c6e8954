"""Two sheets that no table is opened with: they keep it true that a sheet is data."""

from qwixx.rules.variant import make_variant
from tests.rules.naive import PRINTED

SHUFFLED = make_variant(
    "shuffled", sides=6, locking_cells=1, crosses_to_lock=5, rows=PRINTED["shuffled"]
)
"""One colour a row, the numbers in no order."""

MIXED = make_variant("mixed", sides=6, locking_cells=1, crosses_to_lock=5, rows=PRINTED["mixed"])
"""The numbers in order, several colours in a row."""

UNREGISTERED = {variant.name: variant for variant in (SHUFFLED, MIXED)}
