"""Values and advice for solo games in points, by the exact table if it is on disk."""

from qwixx.coach.results import Advice, Source
from qwixx.rules import SHEETS, CannotPlay, Card, Game, Move, Phase, Variant
from qwixx.solver.advice import choices
from qwixx.solver.table import NotSolved, SoloTable, is_solved, read_table

_tables: dict[tuple[Variant, tuple[int, ...]], SoloTable] = {}


def solved_variants() -> list[str]:
    """The variants of which every solo game is solved on this machine, by name.

    >>> from qwixx.coach import solved_variants
    >>> set(solved_variants()) <= {"classic", "longo", "mixx-a", "mixx-b"}
    True
    """
    return [variant.name for variant in SHEETS.values() if _is_solved(variant)]


def _is_solved(variant: Variant) -> bool:
    try:
        return is_solved(variant)
    except CannotPlay:  # the solver knows no such sheet
        return False


def table_at_hand(game: Game) -> SoloTable | None:
    """Returns the exact table of a solo game, if it has been solved on this machine."""
    card: Card = game.cards[0]
    key = card.variant, card.lucky
    if key not in _tables:
        try:
            _tables[key] = read_table(*key)
        except (NotSolved, CannotPlay):
            return None
    return _tables[key]


def solo_worth(table: SoloTable, game: Game) -> float:
    """Returns the expected final total of the one seat, if it plays on perfectly."""
    if game.phase in (Phase.WHITE, Phase.COLOUR):
        return choices(table, game, 0)[0].value
    card = game.cards[0]
    return card.score + table.gain(card, game.closed)


def solo_moves(table: SoloTable, game: Game) -> dict[Move, float]:
    """Returns every legal move with the expected final total after it, best first."""
    values: dict[Move, float] = {}
    for choice in choices(table, game, 0):
        values.setdefault(choice.move, choice.value)
    return values


def solo_advice(table: SoloTable, game: Game) -> tuple[Advice, ...]:
    """Returns advice on every legal move, best first."""
    values = solo_moves(table, game)
    best = max(values.values())
    return tuple(
        Advice(move, value, best - value, value, source=Source.TABLE)
        for move, value in values.items()
    )
