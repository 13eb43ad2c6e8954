"""The variants as data: everything in which one game differs from another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import permutations
from random import Random
from typing import Any, Final, NamedTuple

from qwixx.rules.cell import COLOURS, Cell, Colour, Move, Row, make_row

MOST_PLAYERS: Final = 5
"""The largest number of players.

Examples:
    >>> from qwixx.rules import MOST_PLAYERS
    >>> MOST_PLAYERS
    5
"""


class Symmetry(NamedTuple):
    """An exchange of rows, or of low and high numbers, that leaves the game the same."""

    order: tuple[int, ...]  # [row]: the row that takes its place
    mirrored: bool  # Whether the numbers are mirrored: the lowest becomes the highest, and so on


@dataclass(frozen=True)
class Variant:
    """One game of the Qwixx family: a sheet, and the rules it is played by.

    Examples:
        >>> from qwixx import VARIANTS
        >>> longo = VARIANTS["longo"]
        >>> longo.sides, longo.crosses_to_lock, longo.rows[0][-1].name, longo.points[:4]
        (8, 6, 'r16', (0, 1, 3, 6))
    """

    name: str
    """As in `VARIANTS`."""
    sheet: str
    """The name of the printed sheet: that of the variant itself, unless it is a house rule."""
    sides: int
    """Faces of every die."""
    rows: tuple[Row, ...]
    """The rows of its sheet, from the top."""
    crosses_to_lock: int
    """Crosses that a row must have before one of its locking cells may be crossed."""
    lucky_count: int = 0
    """Lucky numbers printed on each card."""
    lucky_pairs: tuple[tuple[int, int], ...] = ()
    """The pairs that are dealt when nobody sets them by hand: all equally likely to be rolled."""
    misthrow_points: int = 5
    """The points that each misthrow costs."""
    most_misthrows: int = 4
    """This many misthrows of one player end the game."""
    most_closed: int = 2
    """This many closed rows end the game: two, or by a house rule all (R15)."""
    by_number: dict[int, Row] = field(init=False, repr=False, compare=False)
    """The cells that carry a number, in row order."""
    by_name: dict[tuple[Colour | None, int], Cell] = field(init=False, repr=False, compare=False)
    """The cell that a move names."""

    def __post_init__(self) -> None:
        cells = [cell for row in self.rows for cell in row]
        by_number = {
            number: tuple(cell for cell in cells if cell.number == number)
            for number in self.numbers
        }
        by_name = {(cell.colour, cell.number): cell for cell in cells}
        object.__setattr__(self, "by_number", by_number)
        object.__setattr__(self, "by_name", by_name)
        names = [(colour, number) for colour in COLOURS for number in self.numbers]
        if len(cells) != len(names) or set(by_name) != set(names):
            raise ValueError(f"{self.name}: every colour and sum of two dice is on one cell")
        if any(len({cell.number for cell in row}) < len(row) for row in self.rows):
            raise ValueError(f"{self.name}: no number stands twice in a row")
        if self.row_colours != COLOURS:
            raise ValueError(f"{self.name}: the locks are red, yellow, green, blue, from the top")
        if self.most_closed not in (2, len(self.rows)):
            raise ValueError(f"{self.name}: two closed rows end the game, or all")

    def cell(self, move: Move) -> Cell:
        """Returns the cell that a cross names. Raises ValueError if there is none."""
        try:
            return self.by_name[move.colour, move.number]
        except KeyError:
            raise ValueError(f"there is no cell {move} on the {self.name} card") from None

    def is_over(self, closed: int, misthrows: int = 0) -> bool:
        """Returns whether that many closed rows, or misthrows of one player, end a game."""
        return closed >= self.most_closed or misthrows >= self.most_misthrows

    def deal_lucky(self, rng: Random, players: int) -> list[tuple[int, int]] | None:
        """Returns a different lucky pair for each seat, or None if cards have none."""
        return rng.sample(self.lucky_pairs, players) if self.lucky_count else None

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The points of a row by the number of its crosses, from 0, the lock included."""
        # Of the cells that lock only one can be crossed, and the lock counts as one more.
        most = max(len(row) - sum(cell.locks for cell in row) + 2 for row in self.rows)
        return tuple(crosses * (crosses + 1) // 2 for crosses in range(most + 1))

    @cached_property
    def row_colours(self) -> tuple[Colour, ...]:
        """The colour of each row's lock."""
        return tuple(row[-1].closes for row in self.rows)

    @cached_property
    def is_mixed(self) -> bool:
        """Whether some cells have another colour than the lock of their row."""
        return any(cell.colour != cell.closes for row in self.rows for cell in row)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All symmetries of the sheet, with the dice as they are or mirrored."""
        places = {
            (cell.row, cell.position, COLOURS.index(cell.colour), cell.number)
            for row in self.rows
            for cell in row
        }
        both_ends = self.numbers[0] + self.numbers[-1]
        # Orders that keep the last rows in place come first.
        orders = sorted(permutations(range(len(self.rows))), key=lambda o: o[::-1], reverse=True)
        return tuple(
            Symmetry(order, mirrored)
            for order in orders
            for mirrored in (False, True)
            if places
            == {
                (order[row], position, order[colour], both_ends - number if mirrored else number)
                for row, position, colour, number in places
            }
        )

    @property
    def last_misthrow(self) -> str:
        """The misthrow that ends the game, as a word: `fourth`."""
        words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
        most = self.most_misthrows
        return words[most - 1] if most <= len(words) else f"{most}th"

    @cached_property
    def numbers(self) -> range:
        """Every sum that two dice can make."""
        return range(2, 2 * self.sides + 1)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles by name if the variant is a registered one, else by value."""
        if VARIANTS.get(self.name) is self:
            return find_variant, (self.name,)
        return Variant, tuple(getattr(self, each.name) for each in fields(self) if each.init)

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"


def make_variant(
    name: str,
    *,
    sides: int,
    locking_cells: int,
    crosses_to_lock: int,
    rows: Sequence[str] = (),
    lucky_pairs: tuple[tuple[int, int], ...] = (),
) -> Variant:
    """Returns a sheet with these rows, each written as its cells from the left: `r2 r3 r4 …`.

    Without them it has four one-coloured rows, two rising and two falling over all sums of two
    dice.
    """
    rising = range(2, 2 * sides + 1)
    rows = rows or [
        " ".join(f"{c}{n}" for n in (rising if c in "ry" else reversed(rising))) for c in COLOURS
    ]
    return Variant(
        name=name,
        sheet=name,
        sides=sides,
        rows=tuple(
            make_row(row, map(Move.parse, cells.split()), locking_cells)
            for row, cells in enumerate(rows)
        ),
        crosses_to_lock=crosses_to_lock,
        lucky_count=2 if lucky_pairs else 0,
        lucky_pairs=lucky_pairs,
    )


CLASSIC: Final = make_variant("classic", sides=6, locking_cells=1, crosses_to_lock=5)
"""The classic game.

Examples:
    >>> from qwixx.rules import CLASSIC
    >>> CLASSIC.sides, CLASSIC.crosses_to_lock
    (6, 5)
"""

LONGO: Final = make_variant(
    "longo",
    sides=8,
    locking_cells=2,
    crosses_to_lock=6,
    lucky_pairs=(
        *((4, 9), (5, 8), (5, 10), (6, 7), (6, 11)),
        *((7, 12), (8, 13), (9, 14), (10, 13), (11, 12)),
    ),
)
"""Qwixx Longo: dice with eight sides, longer rows and lucky numbers.

Examples:
    >>> from qwixx.rules import LONGO
    >>> LONGO.sides, LONGO.lucky_count
    (8, 2)
"""

MIXX_A: Final = make_variant(
    "mixx-a",
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

MIXX_B: Final = make_variant(
    "mixx-b",
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

SHEETS: Final = {variant.name: variant for variant in (CLASSIC, LONGO, MIXX_A, MIXX_B)}
"""The printed sheets, by name: a table can be opened with each.

Examples:
    >>> from qwixx.rules import SHEETS
    >>> list(SHEETS)
    ['classic', 'longo', 'mixx-a', 'mixx-b']
"""

VARIANTS: Final[Mapping[str, Variant]] = {
    **SHEETS,
    # The house rule that only the last closed row ends the game (R15).
    **{
        f"{sheet.name}-all": replace(sheet, name=f"{sheet.name}-all", most_closed=len(sheet.rows))
        for sheet in (CLASSIC, LONGO)
    },
}
"""Every game that is known by name: the sheets, and what house rules make of them.

Examples:
    >>> from qwixx import VARIANTS
    >>> VARIANTS["classic-all"].sheet, VARIANTS["classic-all"].most_closed
    ('classic', 4)
"""


def find_variant(name: str) -> Variant:
    """Returns the variant of that name; ValueError if there is none.

    Examples:
        >>> from qwixx.rules import find_variant
        >>> find_variant("mixx-b")
        <Variant mixx-b>
    """
    try:
        return VARIANTS[name]
    except (KeyError, TypeError):
        known = ", ".join(VARIANTS)
        raise ValueError(f"there is no variant {name!r}: there are {known}") from None
