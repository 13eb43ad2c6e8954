"""The solved solo game as a table of values, read from disk or solved at once."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from qwixx.kernel.arrays import Reals
from qwixx.rules import CannotPlay, Card, Colour, Variant
from qwixx.solver import store
from qwixx.solver.layout import Layout, canonical_lucky, layout_for
from qwixx.solver.store import Stored

Warn: TypeAlias = Callable[[str], None]  # Called with a message if the cache fails. Solving goes on


class NotSolved(LookupError):  # noqa: N818  (says what is missing)
    """There is no table of that game yet; the message names the command that makes it.

    Examples:
        >>> from qwixx.rules import LONGO
        >>> from qwixx.solver import NotSolved, read_table
        >>> try:
        ...     table = read_table(LONGO, (3, 4))
        ... except NotSolved as error:
        ...     print(error)
        this game is not solved yet; `qwixx solve --variant longo --lucky 3,4` does it
    """


@dataclass(frozen=True, eq=False)
class SoloTable:
    """The best expected gain of every state.

    Examples:
        >>> from qwixx.rules import CLASSIC
        >>> from qwixx.solver import solo_table
        >>> round(solo_table(CLASSIC).value, 6)
        115.483126
    """

    layout: Layout
    """The numbers of its states."""
    gains: Reals
    """[rising pair, falling pair, misthrows]: points still to come."""
    from_other_side: bool
    """Whether the table belongs to the mirror image of the game."""
    seconds: float
    """Seconds of solving, without compilation."""
    cached: bool
    """Whether the table came from disk."""

    @property
    def value(self) -> float:
        """The expected score of a whole game."""
        start = self.layout.start
        return float(self.gains[start, start, 0])

    def gain(self, card: Card, closed: Collection[Colour]) -> float:
        """Returns the points that are still to come for a card before its player's next roll."""
        if len(closed) >= card.variant.most_closed or card.misthrows >= card.variant.most_misthrows:
            return 0.0
        pairs = self.layout.pairs_of(card, closed)
        rising, falling = reversed(pairs) if self.from_other_side else pairs
        return float(self.gains[rising, falling, card.misthrows])


def table_name(layout: Layout) -> str:
    """Returns the name under which a table is stored."""
    return "-".join(["solo", layout.variant.name, *map(str, layout.lucky)])


def is_solved(variant: Variant) -> bool:
    """Returns whether all solo games of that variant are on disk, one for each lucky pair."""
    pairs = {canonical_lucky(variant, tuple(pair))[0] for pair in variant.lucky_pairs or [()]}
    try:
        return all(store.has(table_name(layout_for(variant, pair))) for pair in pairs)
    except CannotPlay:  # The solver knows no such sheet.
        return False


def read_table(variant: Variant, lucky: tuple[int, ...] = ()) -> SoloTable:
    """Reads the table of that game from disk. Raises NotSolved if there is no usable one.

    Examples:
        >>> from qwixx.rules import CLASSIC
        >>> from qwixx.solver import read_table, solo_table
        >>> solo_table(CLASSIC).value == read_table(CLASSIC).value
        True
    """
    kept, from_other_side = canonical_lucky(variant, lucky)
    layout = layout_for(variant, kept)
    chosen = f" --lucky {','.join(map(str, lucky))}" if lucky else ""
    command = f"qwixx solve --variant {variant.name}{chosen}"
    try:
        stored = store.load(table_name(layout), layout.fingerprint)
    except store.BadFile as problem:
        raise NotSolved(f"{problem}; `{command}` makes it again") from None
    if stored is None:
        raise NotSolved(f"this game is not solved yet; `{command}` does it")
    return table_of(layout, stored, from_other_side)


def solo_table(
    variant: Variant,
    lucky: tuple[int, ...] = (),
    *,
    fresh: bool = False,
    warn: Warn = lambda _: None,
    **options: Any,
) -> SoloTable:
    """Returns the table of that game: from disk, or else solved and stored.

    `fresh` solves it in any case. `warn` is called if the files fail, and the `options` are those
    of `qwixx.solver.solve.solve`.

    Examples:
        >>> from qwixx.rules import CLASSIC
        >>> from qwixx.solver import solo_table
        >>> table = solo_table(CLASSIC)  # some seconds, and at once from then on
        >>> table.layout.states
        7242648
    """
    kept, from_other_side = canonical_lucky(variant, lucky)
    layout = layout_for(variant, kept)

    def solved() -> Stored:
        from qwixx.solver.solve import solve  # noqa: PLC0415  (loads Numba: only if it is needed)

        found = solve(layout, **options)
        return Stored({"seconds": found.seconds}, found.gains[0])

    stored = stored_or_made(table_name(layout), layout, solved, warn=warn, fresh=fresh)
    return table_of(layout, stored, from_other_side)


def table_of(layout: Layout, stored: Stored, from_other_side: bool = False) -> SoloTable:
    seconds = float(stored.facts["seconds"])
    return SoloTable(layout, stored.numbers, from_other_side, seconds, stored.from_disk)


def stored_or_made(
    name: str, layout: Layout, make: Callable[[], Stored], *, warn: Warn, fresh: bool
) -> Stored:
    """Returns the numbers of that name from disk. If there are none, makes and stores them.

    `fresh` makes them in any case. If files fail, nothing is lost but time: `warn` is called.
    """
    try:
        stored = None if fresh else store.load(name, layout.fingerprint)
    except store.BadFile as problem:
        warn(f"{problem}: solving again")
        stored = None
    if stored is None:
        stored = make()
        try:
            store.save(name, layout.fingerprint, stored.facts, stored.numbers)
        except OSError as problem:
            warn(f"cannot keep the result in {store.folder()} ({problem.strerror})")
    return stored
