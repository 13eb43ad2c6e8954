"""What is checked before a game begins."""

from collections.abc import Iterable

from qwixx.rules.variant import Variant


def is_int(value: object) -> bool:
    """Whether that is a number of things: True is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def lucky_numbers(
    variant: Variant, players: int, lucky: Iterable[Iterable[int]] | None
) -> list[tuple[int, ...]]:
    """The checked lucky numbers of each seat."""
    if not variant.lucky_count:
        if lucky is not None:
            raise ValueError(f"the {variant.name} game has no lucky numbers")
        return [()] * players
    if lucky is None:
        raise ValueError(f"the {variant.name} game needs the lucky numbers of each seat")
    try:
        pairs = [tuple(pair) for pair in lucky]
    except TypeError:
        raise ValueError(f"lucky numbers come in pairs, one for each seat, not {lucky!r}") from None
    if len(pairs) != players:
        raise ValueError(f"{players} seats need {players} lucky pairs, not {len(pairs)}")
    for pair in pairs:
        if (
            len(pair) != variant.lucky_count
            or not all(is_int(number) and number in variant.numbers for number in pair)
            or len(set(pair)) != len(pair)
        ):
            numbers = variant.numbers
            raise ValueError(
                f"lucky numbers are two different numbers from {numbers[0]} to {numbers[-1]}, "
                f"not {pair!r}"
            )
    if len({frozenset(pair) for pair in pairs}) != players:
        raise ValueError("no two seats may have the same lucky numbers")
    return pairs
