"""Checks of the arguments of a game: its lucky numbers and its dice."""

from collections.abc import Collection, Iterable

from qwixx.rules.cell import COLOUR_NAMES, COLOURS, Colour
from qwixx.rules.dice import Roll
from qwixx.rules.errors import IllegalMove, Reason
from qwixx.rules.variant import Variant


def is_int(value: object) -> bool:
    """Returns True for ints, False for bools and everything else."""
    return isinstance(value, int) and not isinstance(value, bool)


def lucky_numbers(
    variant: Variant, players: int, lucky: Iterable[Iterable[int]] | None
) -> list[tuple[int, ...]]:
    """Returns the lucky numbers of each seat. Raises ValueError if they are not allowed."""
    if not variant.lucky_count:
        if lucky is not None:
            raise ValueError(f"the {variant.name} game has no lucky numbers")
        return [()] * players
    if lucky is None:
        raise ValueError(f"the {variant.name} game needs the lucky numbers of each seat")
    try:
        pairs = [tuple(pair) for pair in lucky]
    except TypeError:
        raise ValueError(
            f"expected a pair of lucky numbers for each seat, found {lucky!r}"
        ) from None
    if len(pairs) != players:
        raise ValueError(f"expected {players} lucky pairs, one per seat, found {len(pairs)}")
    for pair in pairs:
        if (
            len(pair) != variant.lucky_count
            or not all(is_int(number) and number in variant.numbers for number in pair)
            or len(set(pair)) != len(pair)
        ):
            numbers = variant.numbers
            raise ValueError(
                f"expected two different numbers from {numbers[0]} to {numbers[-1]} as lucky "
                f"numbers, found {', '.join(map(str, pair)) or 'none'}"
            )
    if len({frozenset(pair) for pair in pairs}) != players:
        raise ValueError("no two seats may have the same lucky numbers")
    return pairs


def check_dice(dice: Roll, sides: int, closed: Collection[Colour]) -> None:
    """Raises IllegalMove if dice do not fit the game: their faces, and the dice that have left."""
    sides_of = f"a die with {sides} sides cannot show"
    problems = [f"{sides_of} {white}" for white in dice.white if not 1 <= white <= sides]
    for colour, pips in zip(COLOURS, dice.coloured, strict=True):
        name = COLOUR_NAMES[colour]
        if pips is None:
            if colour not in closed:
                problems.append(f"the {name} die is still in the game: roll it too")
        elif colour in closed:
            problems.append(f"the {name} die has left the game")
        elif not 1 <= pips <= sides:
            problems.append(f"{sides_of} {pips}")
    if problems:
        raise IllegalMove(Reason.DICE_DO_NOT_FIT, problems[0])
