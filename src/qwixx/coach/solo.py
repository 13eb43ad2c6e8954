"""Solo games in points, judged by the exact table if it is on disk."""

from qwixx.coach.results import Advice, Choice, MoveCost, Source, Unit, grade_of
from qwixx.coach.timeline import TurnGames
from qwixx.rules import SHEETS, CannotPlay, Game, Phase, Variant
from qwixx.solver.advice import choices, move_values
from qwixx.solver.table import NotSolved, SoloTable, is_solved, read_table

_tables: dict[tuple[Variant, tuple[int, ...]], SoloTable] = {}


def solved_variants() -> list[str]:
    """The variants of which every solo game is solved on this machine, by name.

    >>> from qwixx.coach import solved_variants
    >>> set(solved_variants()) <= {"classic", "longo", "mixx-a", "mixx-b"}
    True
    """
    return [variant.name for variant in SHEETS.values() if is_solved(variant)]


def table_at_hand(game: Game) -> SoloTable | None:
    """Returns the exact table of a solo game, if it has been solved on this machine."""
    key = game.variant, game.cards[0].lucky
    if game.players == 1 and key not in _tables:
        try:
            _tables[key] = read_table(*key)
        except (NotSolved, CannotPlay):
            return None
    return _tables[key] if game.players == 1 else None


def solo_worth(table: SoloTable, game: Game) -> float:
    """Returns the expected final total of the one seat, if it plays on perfectly."""
    if game.phase in (Phase.WHITE, Phase.COLOUR):
        return choices(table, game, 0)[0].value
    card = game.cards[0]
    return card.score + table.gain(card, game.closed)


def solo_advice(table: SoloTable, game: Game) -> tuple[Advice, ...]:
    """Returns advice on every legal move, best first."""
    values = move_values(table, game, 0)
    best = max(values.values())
    return tuple(
        Advice(move, value, best - value, value, source=Source.TABLE)
        for move, value in values.items()
    )


def solo_choices(table: SoloTable, turn: TurnGames) -> list[Choice]:
    decided = (turn.rolled, turn.white[0] if turn.white else None), (turn.answered, turn.colour)
    found = []
    for game, played in decided:
        if game is None or played is None or len(game.legal_moves(0)) < 2:
            continue
        values = move_values(table, game, 0)
        best = max(values, key=values.__getitem__)
        cost = values[best] - values[played]
        cost = cost if cost > 1e-9 else 0.0
        costs = tuple(MoveCost(move, values[best] - value) for move, value in values.items())
        found.append(
            Choice(
                *(game.turn, 0, game.phase.value, played, best if cost else played, cost, cost),
                *(grade_of(cost, Unit.POINTS), False, costs),
            )
        )
    return found
