"""The tables say what the rules say: for every crossing pattern of a row, not just for samples."""

import numpy as np
import pytest

from qwixx.kernel.row_states import NOT_ALLOWED, row_states_for
from qwixx.rules import CLASSIC, COLOURS, LONGO, Card, Variant
from qwixx.rules.legality import white_moves
from qwixx.rules.variant import MIXX_A, make_variant

SMALL = make_variant(
    "small", sides=3, locking_cells=2, crosses_to_lock=2, lucky_pairs=((3, 4), (4, 5))
)
VARIANTS = pytest.mark.parametrize("variant", [CLASSIC, LONGO, MIXX_A, SMALL], ids=lambda v: v.name)


def every_row(variant: Variant, row: int) -> list[Card]:
    """A card for each crossing pattern that this row can have."""
    lock = 1 << len(variant.rows[row])
    cards = [Card.empty(variant)]
    for card in cards:
        closed = frozenset([variant.row_colours[row]] if card.marks[row] >= lock else [])
        cards.extend(
            card.with_cross(cell)
            for cell in variant.rows[row]
            if cell.cross in white_moves(card, closed, cell.number)
        )
    return cards


@pytest.mark.parametrize(("variant", "states"), [(CLASSIC, 62), (LONGO, 108)])
def test_rows_have_as_many_states_as_published(variant: Variant, states: int) -> None:
    tables = row_states_for(variant)
    assert tables.states == states
    assert tables.cells == len(variant.rows[0])
    assert tables.points.max() == {"classic": 78, "longo": 120}[variant.name]


@VARIANTS
@pytest.mark.parametrize("row", [0, 2])
def test_every_pattern_of_a_row_agrees_with_its_state(variant: Variant, row: int) -> None:
    tables = row_states_for(variant)
    colour = variant.row_colours[row]
    for card in every_row(variant, row):
        state = tables.row_states(card)[row]
        assert tables.points[state] == card.points(colour)
        assert tables.crosses[state] == card.crosses(colour)
        assert tables.locked[state] == card.has_lock(colour)
        closed = frozenset([colour] if card.has_lock(colour) else [])
        for cell in variant.rows[row]:
            legal = cell.cross in white_moves(card, closed, cell.number)
            after = tables.row_states(card.with_cross(cell))[row] if legal else NOT_ALLOWED
            assert tables.after[state, cell.position] == after


@VARIANTS
def test_crosses_lead_to_higher_states_and_the_next_cell_is_right_of_the_last(
    variant: Variant,
) -> None:
    tables = row_states_for(variant)
    for state in range(tables.states):
        results = tables.after[state][tables.after[state] != NOT_ALLOWED]
        assert (results > state).all()
        assert (tables.locked[state] and tables.next_free[state] == NOT_ALLOWED) or (
            tables.next_free[state] == tables.last[state]
            and tables.lucky_after[state] == tables.after[state, tables.last[state]]
        )


@VARIANTS
def test_numbers_stand_where_the_card_shows_them(variant: Variant) -> None:
    tables = row_states_for(variant)
    for row in variant.rows:
        for cell in row:
            assert tables.position[cell.row, cell.number] == cell.position
            assert tables.number[cell.row, cell.position] == cell.number
            assert tables.row[COLOURS.index(cell.colour), cell.number] == cell.row
    assert (tables.position[:, :2] == NOT_ALLOWED).all()


@VARIANTS
def test_a_card_keeps_its_states_and_misthrows(variant: Variant) -> None:
    tables = row_states_for(variant)
    rng = np.random.default_rng(7)
    for _ in range(200):
        states = tuple(rng.integers(tables.states, size=tables.rows).tolist())
        card = tables.card(states, misthrows=3, lucky=(6, 11))
        assert tables.row_states(card) == states
        assert (card.misthrows, card.lucky) == (3, (6, 11))
