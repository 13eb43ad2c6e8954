"""A sheet for tests alone: it shows that a new sheet needs data and no code."""

from qwixx.rules.variant import make_variant
from tests.rules.naive import PRINTED

SCRAMBLED = make_variant(
    "scrambled", sides=6, locking_cells=1, crosses_to_lock=5, rows=PRINTED["scrambled"]
)
"""Several colours in a row, the numbers in no order."""

UNREGISTERED = {SCRAMBLED.name: SCRAMBLED}
