"""A pad: legal marks without dice, shared locks, and slips taken back."""

from random import Random

import pytest

from qwixx.rules import (
    VARIANTS,
    Card,
    Cell,
    Ending,
    IllegalMove,
    Pad,
    Reason,
    Variant,
    find_variant,
)

FIVE = ("r2", "r3", "r4", "r5", "r6")


def pad_of(*cards: tuple[str, ...], variant: str = "classic") -> Pad:
    pad = Pad.new([Card.empty(find_variant(variant), (5, 8))] * len(cards))
    for seat, marks in enumerate(cards):
        for mark in marks:
            pad = pad.mark(seat, mark)
    return pad


def reason(pad: Pad, seat: int, mark: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        pad.mark(seat, mark)
    assert pad.refusal(seat, mark) == (refused.value.reason, refused.value.message)
    return refused.value.reason.value


def test_a_pad_is_crossed_from_left_to_right_without_dice() -> None:
    pad = pad_of(("r5", "b12", "r7"), ())
    assert pad.cards[0].crossed("r") == (5, 7)
    assert reason(pad, 0, "r6") == reason(pad, 0, "r7") == "left-of-last-cross"
    assert reason(pad, 0, "r12") == "not-enough-crosses"
    assert pad.refusal(1, "r6") is None
    assert (pad.newest(0), pad.newest(1)) == ("r7", None)
    for nonsense in ("r13", "x5", "", "-", "*r5", "m0", "m5", "misthrow"):
        assert reason(pad, 0, nonsense) == "no-such-cell"


def test_misthrows_are_marked_one_after_the_other_and_the_fourth_ends_the_game() -> None:
    pad = pad_of(("m1", "m2"), ())
    assert reason(pad, 0, "m2") == "left-of-last-cross"  # a second tap marks no second one
    assert reason(pad, 0, "m4") == "not-the-next-cell"
    pad = pad.mark(0, "m3")
    assert pad.outcome is None
    pad = pad.mark(0, "m4")
    assert pad.outcome
    assert (pad.outcome.ending, pad.outcome.scores) == (Ending.MISTHROWS, (-20, 0))
    assert pad.take_back(0, "m4").outcome is None
    with pytest.raises(IllegalMove):
        pad.take_back(0, "m3")


def test_a_card_with_enough_crosses_may_cross_a_lock_too() -> None:
    pad = pad_of(FIVE, FIVE, FIVE[:4]).mark(0, "r12")
    assert (pad.closed, pad.lockers("r")) == (("r",), (0,))
    assert [pad.can_share(seat, "r") for seat in range(3)] == [False, True, False]
    assert reason(pad, 1, "r8") == reason(pad, 2, "r12") == "row-closed"
    both = pad.mark(1, "r12")
    assert (both.lockers("r"), both.cards[1].crosses("r")) == ((0, 1), 7)
    assert reason(pad.decline_lock(1, "r"), 1, "r12") == "row-closed"
    with pytest.raises(IllegalMove):
        pad.decline_lock(1, "r").decline_lock(1, "r")


def test_the_next_mark_leaves_a_lock_and_taking_it_back_gives_it_again() -> None:
    pad = pad_of(FIVE, FIVE).mark(0, "r12").mark(1, "y7")
    assert reason(pad, 1, "r12") == "row-closed"
    pad = pad.take_back(1, "y7")
    assert pad.can_share(1, "r")


def test_a_lock_taken_back_opens_the_row_unless_another_card_has_it() -> None:
    locked = pad_of(FIVE, FIVE).mark(0, "r12")
    assert locked.take_back(0, "r12").closed == ()
    assert locked.take_back(0, "r12").refusal(1, "r8") is None
    both = locked.mark(1, "r12").take_back(0, "r12")
    assert (both.closed, both.lockers("r")) == (("r",), (1,))
    assert both.can_share(0, "r")  # it was a slip, or it was none
    assert both.take_back(1, "r12").closed == ()


def test_the_last_cross_of_any_row_is_taken_back_and_no_other() -> None:
    pad = pad_of(("r5", "y3", "r7", "m1"))
    assert pad.newest(0) == "m1"
    assert [pad.can_take_back(0, mark) for mark in ("r7", "y3", "m1", "r5", "m0", "b2")] == (
        [True] * 3 + [False] * 3
    )
    pad = pad.take_back(0, "y3").take_back(0, "r7")
    assert (pad.cards[0].crossed("r"), pad.newest(0), pad.cards[0].score) == ((5,), "m1", -4)
    with pytest.raises(IllegalMove) as refused:
        pad.take_back(0, "y3")
    assert refused.value.reason is Reason.NOTHING_TO_RETRACT


def test_longo_locks_with_either_number_and_only_one_of_them() -> None:
    six = tuple(f"r{number}" for number in range(2, 8))
    pad = pad_of(six, six, variant="longo").mark(0, "r15")
    assert pad.closed == ("r",)
    assert pad.refusal(1, "r15") is None
    assert pad.refusal(1, "r16") is None  # a lucky number may have brought it
    assert reason(pad, 0, "r16") == "row-closed"
    assert pad.mark(1, "r16").cards[1].crosses("r") == 8


class Plain:
    """A card as a set of names, which computes everything from them each time."""

    def __init__(self, sheet: Variant) -> None:
        self.sheet = sheet
        self.names: set[str] = set()
        self.misthrows = 0

    def row(self, number: int) -> list[Cell]:
        return [cell for cell in self.sheet.rows[number] if cell.name in self.names]

    def allows(self, cell: Cell) -> bool:
        row = self.row(cell.row)
        return all(each.position < cell.position for each in row) and (
            not cell.locks or len(row) >= self.sheet.crosses_to_lock
        )

    def last_marks(self) -> list[str]:
        rows = [self.row(number) for number in range(4)]
        return [row[-1].name for row in rows if row] + [f"m{self.misthrows}"][: self.misthrows]

    def locks(self) -> set[str]:
        return {cell.closes for number in range(4) for cell in self.row(number) if cell.locks}

    def score(self) -> int:
        rows = [self.row(number) for number in range(4)]
        counts = [len(row) + any(cell.locks for cell in row) for row in rows]
        return sum(n * (n + 1) // 2 for n in counts) - 5 * self.misthrows


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_pads_keep_to_the_card(variant: str, seed: int) -> None:
    rng, sheet = Random(f"{variant} {seed}"), find_variant(variant)
    cells = [cell for row in sheet.rows for cell in row]
    pad, plain = Pad.new([Card.empty(sheet)] * 3), [Plain(sheet) for _ in range(3)]
    shared = 0
    for _ in range(800):
        seat = rng.randrange(3)
        own = plain[seat]
        shut = {colour for each in plain for colour in each.locks()}
        able = [cell for cell in cells if own.allows(cell)]
        cell = able[0] if able and rng.random() < 0.5 else rng.choice(able or cells)
        cell = rng.choice(cells) if rng.random() < 0.2 else cell
        if rng.random() < 0.2:
            for mark in own.last_marks()[:1]:
                pad = pad.take_back(seat, mark)
                own.names.discard(mark)
                own.misthrows -= mark[0] == "m"
        elif rng.random() < 0.02 and own.misthrows < 4:
            own.misthrows += 1
            pad = pad.mark(seat, f"m{own.misthrows}")
        elif pad.refusal(seat, cell.name) is None:
            assert own.allows(cell)
            if cell.closes in shut:
                assert cell.locks
                assert pad.can_share(seat, cell.closes)
                shared += 1
            pad = pad.mark(seat, cell.name)
            own.names.add(cell.name)
        else:
            assert not own.allows(cell) or cell.closes in shut
        assert set(pad.closed) == {colour for each in plain for colour in each.locks()}
        assert [card.score for card in pad.cards] == [each.score() for each in plain]
        assert all(pad.can_take_back(seat, mark) for mark in own.last_marks())
        over = len(pad.closed) >= sheet.most_closed or any(each.misthrows == 4 for each in plain)
        assert (pad.outcome is not None) == over
    assert shared
