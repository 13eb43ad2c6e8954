"""A second implementation of the rules, as plain and slow as possible, to test the engine.

A card is a list of crossed numbers for each colour. The legal moves are found by trying every text
that could be a move.
"""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache

COLOURS = "rygb"

PRINTED = {
    "mixx-b": (
        "r10 r6 r2 r8 r3 r4 r12 r5 r9 r7 r11",
        "y9 y12 y4 y6 y7 y2 y5 y8 y11 y3 y10",
        "g8 g2 g10 g12 g6 g9 g7 g4 g5 g11 g3",
        "b5 b7 b11 b9 b12 b3 b8 b10 b2 b6 b4",
    ),
    "mixx-a": (
        "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
        "r2 r3 g4 g5 g6 g7 b8 b9 y10 y11 y12",
        "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2",
        "g12 g11 r10 r9 r8 r7 y6 y5 b4 b3 b2",
    ),
    "scrambled": (
        "r10 g6 g2 y8 r3 r4 b12 y5 y9 b7 r11",
        "g9 r12 y4 b6 r7 b2 g5 g8 y11 y3 y10",
        "b8 r2 g10 y12 r6 b9 y7 g4 b5 g11 g3",
        "r5 g7 b11 r9 g12 b3 r8 b10 y2 y6 b4",
    ),
}
"""The rows of sheets that are not as plain as classic and Longo, from the top."""

EVERY_TEXT = ["-"] + [
    f"{star}{colour}{number}" for star in ("", "*") for colour in COLOURS for number in range(2, 17)
]


@cache
def read(text: str) -> tuple[bool, str, int]:
    """A cross taken apart: whether it is a lucky one, its colour and its number."""
    return text.startswith("*"), text.lstrip("*")[0], int(text.lstrip("*")[1:])


class Refused(Exception):
    """A step the rules do not allow; `faults` is everything that is wrong with it."""

    def __init__(self, faults: set[str]) -> None:
        super().__init__(", ".join(sorted(faults)))
        self.faults = faults


class NaiveGame:
    """One game that changes in place, from the first roll to the end."""

    def __init__(
        self,
        variant: str,
        players: int,
        first: int = 0,
        lucky: list[tuple[int, int]] | None = None,
    ) -> None:
        sheet = variant.removesuffix("-all")
        long = sheet == "longo"
        self.sides = 8 if long else 6
        rising = list(range(2, 2 * self.sides + 1))
        falling = rising[::-1]
        self.rows = {"r": rising, "y": rising, "g": falling, "b": falling}
        # Rows are known by the colour of their lock; a cell may have another one.
        self.row_of = {(c, number): c for c, row in self.rows.items() for number in row}
        for colour, printed in zip(COLOURS, PRINTED.get(sheet, ()), strict=False):
            cells = [read(cell)[1:] for cell in printed.split()]
            self.rows[colour] = [number for _, number in cells]
            self.row_of |= dict.fromkeys(cells, colour)
        self.locking_cells = 2 if long else 1
        self.crosses_to_lock = 6 if long else 5
        self.most_closed = 4 if variant != sheet else 2
        self.lucky = lucky
        self.players = players
        self.crossed = [{colour: list[int]() for colour in COLOURS} for _ in range(players)]
        self.locked = [set[str]() for _ in range(players)]
        self.misthrows = [0] * players
        self.closed = set[str]()
        self.phase = "roll"
        self.active = first
        self.answers = dict[int, str]()
        self.settled = dict[int, set[str]]()
        self.whites = (0, 0)
        self.dice = dict[str, int]()
        self.active_crossed = False
        self.ending: str | None = None

    def fork(self) -> "NaiveGame":
        return deepcopy(self)

    # --- what may be done ---------------------------------------------------------------------

    def legal(self, seat: int) -> set[str]:
        """Settled when the phase begins, since nobody's choice depends on another's (R1)."""
        if any(self.turn_faults(seat)):
            return set()
        if seat not in self.settled:
            self.settled[seat] = {t for t in EVERY_TEXT if not any(self.move_faults(seat, t))}
        return self.settled[seat]

    def faults(self, seat: int, text: str) -> set[str]:
        """Every reason why this seat may not make this move now; an empty set when it may."""
        return set(self.turn_faults(seat)) or set(self.move_faults(seat, text))

    def turn_faults(self, seat: int) -> Iterator[str]:
        """Why this seat has nothing to decide."""
        if self.phase not in ("white", "colour"):
            yield "wrong-phase"
        elif self.phase == "colour" and seat != self.active:
            yield "not-your-decision"
        elif seat in self.answers:
            yield "already-answered"

    def move_faults(self, seat: int, text: str) -> Iterator[str]:
        if text == "-":
            return
        is_lucky, colour, number = read(text)
        row = self.row_of.get((colour, number), colour)
        if is_lucky:
            yield from self.lucky_faults(seat, row, number)
        if (colour, number) not in self.row_of:
            yield "no-such-cell"
            return
        if not is_lucky:
            if self.die_is_gone(colour):
                if row not in self.closed:
                    yield "wrong-number"
            elif number not in self.sums(colour):
                yield "wrong-number"
        yield from self.cell_faults(seat, row, number)

    def lucky_faults(self, seat: int, colour: str, number: int) -> Iterator[str]:
        if self.phase == "colour":
            yield "wrong-phase"
        if self.lucky is None:
            yield "no-lucky-numbers"
            return
        if sum(self.whites) not in self.lucky[seat]:
            yield "not-a-lucky-number"
        if len(self.crossed[seat][colour]) != self.fewest_crosses(seat):
            yield "not-the-fewest-crosses"
        if number != self.next_cell(seat, colour):
            yield "not-the-next-cell"

    def cell_faults(self, seat: int, colour: str, number: int) -> Iterator[str]:
        row, crossed = self.rows[colour], self.crossed[seat][colour]
        if colour in self.closed:
            yield "row-closed"
        if crossed and row.index(number) <= row.index(crossed[-1]):
            yield "left-of-last-cross"
        if self.locks(colour, number) and len(crossed) < self.crosses_to_lock:
            yield "not-enough-crosses"

    def sums(self, colour: str) -> set[int]:
        """The numbers the dice allow on cells of this colour, in this phase."""
        first, second = self.whites
        if self.phase == "white":
            return {first + second}
        die = self.dice.get(colour, 0)
        return {first + die, second + die}

    def die_is_gone(self, colour: str) -> bool:
        """Then the row is closed, or the cell stands in another one and is for white dice only."""
        return self.phase == "colour" and colour not in self.dice

    def locks(self, colour: str, number: int) -> bool:
        return number in self.rows[colour][-self.locking_cells :]

    def fewest_crosses(self, seat: int) -> int:
        """Only open rows count."""
        return min(len(self.crossed[seat][c]) for c in COLOURS if c not in self.closed)

    def next_cell(self, seat: int, colour: str) -> int | None:
        """The cell directly right of the last cross, or the first cell of an empty row."""
        row, crossed = self.rows[colour], self.crossed[seat][colour]
        right_of_last = row[row.index(crossed[-1]) + 1 :] if crossed else row
        return right_of_last[0] if right_of_last else None

    def roll_faults(self, text: str) -> set[str]:
        if self.phase != "roll":
            return {"wrong-phase"}
        whites, colours = text.split("/")
        fit = all(self.is_face(white) for white in whites)
        for colour, die in zip(COLOURS, colours, strict=True):
            fit = fit and (die == "." if colour in self.closed else self.is_face(die))
        return set() if fit else {"dice-do-not-fit"}

    def is_face(self, die: str) -> bool:
        return die.isdigit() and 1 <= int(die) <= self.sides

    def retract_faults(self, seat: int) -> set[str]:
        if self.phase != "white":
            return {"wrong-phase", "nothing-to-retract"}
        return set() if seat in self.answers else {"nothing-to-retract"}

    # --- doing it -----------------------------------------------------------------------------

    def roll(self, text: str) -> None:
        if faults := self.roll_faults(text):
            raise Refused(faults)
        whites, colours = text.split("/")
        self.whites = (int(whites[0]), int(whites[1]))
        self.dice = {c: int(die) for c, die in zip(COLOURS, colours, strict=True) if die != "."}
        self.active_crossed = False
        self.settled = {}
        self.phase = "white"

    def play(self, seat: int, text: str) -> None:
        if faults := self.faults(seat, text):
            raise Refused(faults)
        if self.phase == "white":
            self.answers[seat] = text
            if len(self.answers) == self.players:
                self.finish_white_phase()
        else:
            self.cross(seat, text)
            self.finish_colour_phase()

    def retract(self, seat: int) -> None:
        if faults := self.retract_faults(seat):
            raise Refused(faults)
        del self.answers[seat]

    def cross(self, seat: int, text: str) -> None:
        if text == "-":
            return
        _, colour, number = read(text)
        colour = self.row_of[colour, number]
        self.crossed[seat][colour].append(number)
        if self.locks(colour, number):
            self.locked[seat].add(colour)
        if seat == self.active:
            self.active_crossed = True

    def finish_white_phase(self) -> None:
        for seat, text in self.answers.items():
            self.cross(seat, text)
        self.answers = {}
        self.settled = {}
        self.close_rows()
        if self.phase != "over":
            self.phase = "colour"

    def finish_colour_phase(self) -> None:
        self.close_rows()
        if self.phase == "over":
            return
        if not self.active_crossed:
            self.misthrows[self.active] += 1
            if self.misthrows[self.active] == 4:
                self.end("misthrows")
                return
        self.active = (self.active + 1) % self.players
        self.phase = "roll"

    def close_rows(self) -> None:
        for colours in self.locked:
            self.closed |= colours
        for colour in self.closed:
            self.dice.pop(colour, None)
        if len(self.closed) >= self.most_closed:
            self.end("rows")

    def end(self, ending: str) -> None:
        self.phase = "over"
        self.ending = ending

    # --- what can be seen ---------------------------------------------------------------------

    @property
    def answered(self) -> set[int]:
        return set(self.answers)

    def crosses(self, seat: int, colour: str) -> int:
        """The lock symbol counts as a cross."""
        return len(self.crossed[seat][colour]) + (colour in self.locked[seat])

    @property
    def scores(self) -> list[int]:
        totals = []
        for seat in range(self.players):
            total = -5 * self.misthrows[seat]
            for colour in COLOURS:
                for nth_cross in range(1, self.crosses(seat, colour) + 1):
                    total += nth_cross
            totals.append(total)
        return totals

    @property
    def winners(self) -> list[int]:
        if self.phase != "over":
            return []
        return [seat for seat, total in enumerate(self.scores) if total == max(self.scores)]
