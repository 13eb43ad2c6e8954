"""The kinds of policy that the kernel knows, as numbers."""

from typing import Final

RANDOM: Final = 0
GREEDY: Final = 1
HEURISTIC: Final = 2
SOLO: Final = 3
NET: Final = 4
