"""The actions of a variant: every move that can ever be made, each with a fixed number."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from qwixx.rules import PASS, Move, Variant


@dataclass(frozen=True, eq=False)
class Actions:
    """The moves of one variant by number.

    The cells come first, row by row and from left to right. Sheets with lucky numbers go on with
    the lucky crosses of the same cells. The pass is the last one.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.env import actions_of
        >>> actions = actions_of(VARIANTS["classic"])
        >>> len(actions), actions.names[0], actions.names[actions.passing]
        (45, 'r2', '-')
    """

    variant: Variant
    """The variant of these moves."""
    moves: tuple[Move, ...]
    """[action]: the move."""
    index: dict[Move, int]
    """The number of each move."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """[action]: the text of the move: `r5`, `*g16`, `-`."""
        return tuple(map(str, self.moves))

    @property
    def passing(self) -> int:
        """The number of the pass."""
        return len(self.moves) - 1

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<{len(self)} actions of {self.variant.name}>"


@lru_cache(maxsize=8)
def actions_of(variant: Variant) -> Actions:
    """Returns the actions of a variant, the same object each time.

    Examples:
        >>> from qwixx import VARIANTS
        >>> from qwixx.env import actions_of
        >>> actions_of(VARIANTS["longo"])  # crosses, lucky crosses and the pass
        <121 actions of longo>
    """
    cells = [cell for row in variant.rows for cell in row]
    moves = [cell.cross for cell in cells]
    if variant.lucky_count:
        moves += [cell.lucky_cross for cell in cells]
    moves.append(PASS)
    return Actions(variant, tuple(moves), {move: number for number, move in enumerate(moves)})
