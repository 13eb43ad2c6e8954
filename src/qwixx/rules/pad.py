"""A pad: cards without dice. Players roll real dice, and cross what the card alone allows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from qwixx.rules.card import Card
from qwixx.rules.cell import COLOUR_NAMES, Cell, Colour, Move
from qwixx.rules.errors import IllegalMove, NotationError, Reason, Refusal
from qwixx.rules.legality import card_refusal
from qwixx.rules.outcome import Outcome, outcome_of
from qwixx.rules.variant import Variant


class Mark(NamedTuple):
    """Something on a card that can be taken back."""

    name: str  # The cell that is crossed, `r5`; or a misthrow, `m1` to `m4`
    left: frozenset[Colour] = frozenset()
    """The locks that this player could still have crossed, and gave up by making this mark."""


@dataclass(frozen=True, slots=True)
class Pad:
    """The cards of everybody. It never changes: every step returns a new Pad.

    A row is closed while its lock is crossed on any card. Another player who had enough crosses by
    then may still cross the lock, because it may have been the same roll. This ends with
    `decline_lock`, or when that player marks something else.

    Examples:
        >>> from qwixx.rules import CLASSIC, Card, Pad
        >>> pad = Pad.new([Card.empty(CLASSIC)] * 2)
        >>> pad = pad.mark(0, "r5").mark(1, "m1")
        >>> [card.score for card in pad.cards], pad.refusal(0, "r4").message
        ([1, -5], 'red 4 is left of the last cross in its row')
    """

    cards: tuple[Card, ...]
    """One card for each seat."""
    marks: tuple[tuple[Mark, ...], ...]
    """The marks of each card, in the order in which they were made."""
    closed: tuple[Colour, ...] = ()
    """The colours of the closed rows, in the order in which they were closed."""
    late: frozenset[tuple[int, Colour]] = frozenset()
    """The seats that may still cross the lock of a row that others have closed."""

    @classmethod
    def new(cls, cards: Iterable[Card]) -> "Pad":
        """Returns a pad of those cards, before anything is marked."""
        cards = tuple(cards)
        return cls(cards, ((),) * len(cards))

    # Reading the cards

    @property
    def variant(self) -> Variant:
        """The variant of the cards."""
        return self.cards[0].variant

    @property
    def outcome(self) -> Outcome | None:
        """How the game ends if everything on the cards is right; None while it goes on."""
        return outcome_of(self.cards, self.closed)

    def lockers(self, colour: Colour) -> tuple[int, ...]:
        """Returns the seats that have crossed the lock of that row."""
        return tuple(seat for seat, card in enumerate(self.cards) if card.has_lock(colour))

    def newest(self, seat: int) -> str | None:
        """Returns the last mark on a card."""
        return self.marks[seat][-1].name if self.marks[seat] else None

    def refusal(self, seat: int, mark: str) -> Refusal | None:
        """Returns why a mark is not allowed on that seat's card now; None if it is."""
        cell = self._cell(mark)
        if cell:
            return self.cell_refusal(seat, cell)
        boxes = [f"m{number + 1}" for number in range(self.variant.most_misthrows)]
        if mark not in boxes:
            return Refusal(Reason.NO_SUCH_CELL, f"there is no {mark!r} on this card")
        ahead = boxes.index(mark) - self.cards[seat].misthrows
        if ahead < 0:
            return Refusal(Reason.LEFT_OF_LAST_CROSS, f"misthrow {mark[1:]} is marked already")
        if ahead > 0:
            return Refusal(Reason.NOT_THE_NEXT_CELL, "misthrows are marked one after the other")
        return None

    def cell_refusal(self, seat: int, cell: Cell) -> Refusal | None:
        """Returns why a cell may not be crossed on that seat's card now; None if it may."""
        closed = set(self.closed)
        if cell.locks and (seat, cell.closes) in self.late:
            closed.discard(cell.closes)
        return card_refusal(self.cards[seat], closed, cell)

    def can_share(self, seat: int, colour: Colour) -> bool:
        """Returns whether that seat may still cross the lock of a row that others have closed."""
        return (seat, colour) in self.late and any(
            self.cell_refusal(seat, cell) is None for cell in _locking(self.variant, colour)
        )

    def can_take_back(self, seat: int, mark: str) -> bool:
        """Returns whether a mark is the last cross of its row, or the last misthrow."""
        card = self.cards[seat]
        last = (card.last_cross(row) for row in range(len(card.marks)))
        return mark in {f"m{card.misthrows}", *(cell.name for cell in last if cell)} - {"m0"}

    # Steps

    def mark(self, seat: int, mark: str) -> "Pad":
        """Crosses a cell of a card, with the lock if the cell locks, or marks a misthrow. Raises
        IllegalMove."""
        refusal = self.refusal(seat, mark)
        if refusal:
            raise IllegalMove(*refusal)
        card, cell = self.cards[seat], self._cell(mark)
        left = frozenset(colour for other, colour in self.late if other == seat)
        card = card.with_cross(cell) if cell else card.with_misthrow()
        pad = self._with(seat, card, (*self.marks[seat], Mark(mark, left)))
        closed = self.closed
        late = {each for each in self.late if each[0] != seat}
        if cell and cell.locks and cell.closes not in closed:
            closed = (*closed, cell.closes)
            late |= {(other, cell.closes) for other in self._able(cell.closes) if other != seat}
        return replace(pad, closed=closed, late=frozenset(late))

    def take_back(self, seat: int, mark: str) -> "Pad":
        """Takes a mark back. A lock that nobody else has crossed opens its row again, and locks
        that the mark had left may be crossed again. Raises IllegalMove."""
        if not self.can_take_back(seat, mark):
            raise IllegalMove(Reason.NOTHING_TO_RETRACT, f"{mark!r} cannot be taken back")
        card, marks, cell = self.cards[seat], self.marks[seat], self._cell(mark)
        place = [each.name for each in marks].index(mark)
        again = marks[place].left
        if cell and cell.locks:
            again |= {cell.closes}
        card = card.without_cross(cell) if cell else card.without_misthrow()
        pad = self._with(seat, card, (*marks[:place], *marks[place + 1 :]))
        closed = tuple(colour for colour in self.closed if pad.lockers(colour))
        late = self.late | {(seat, colour) for colour in again}
        late = frozenset(each for each in late if each[1] in closed)
        return replace(pad, closed=closed, late=late)

    def decline_lock(self, seat: int, colour: Colour) -> "Pad":
        """Gives up crossing the lock of a row that others have closed. Raises IllegalMove."""
        if not self.can_share(seat, colour):
            name = COLOUR_NAMES[colour]
            raise IllegalMove(Reason.ROW_CLOSED, f"the {name} lock cannot be crossed any more")
        return replace(self, late=self.late - {(seat, colour)})

    def _able(self, colour: Colour) -> list[int]:
        """Returns the seats whose card allows to lock that row."""
        cells = list(_locking(self.variant, colour))
        return [
            seat
            for seat, card in enumerate(self.cards)
            if any(card_refusal(card, frozenset(), cell) is None for cell in cells)
        ]

    def _cell(self, mark: str) -> Cell | None:
        try:
            move = Move.parse(mark)
        except NotationError:
            return None
        return None if move.lucky else self.variant.by_name.get((move.colour, move.number))

    def _with(self, seat: int, card: Card, marks: tuple[Mark, ...]) -> "Pad":
        return replace(
            self,
            cards=(*self.cards[:seat], card, *self.cards[seat + 1 :]),
            marks=(*self.marks[:seat], marks, *self.marks[seat + 1 :]),
        )


def _locking(variant: Variant, colour: Colour) -> Iterator[Cell]:
    return (cell for cell in variant.rows[variant.row_colours.index(colour)] if cell.locks)
