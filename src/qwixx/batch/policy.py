"""`strong` for many positions at once, in NumPy.

It decides in the same steps as `qwixx.bots.net`. Everybody's answer is predicted as if the others
passed. Then each seat values its own answers with the predicted ones made. The colour move is
chosen again after the real white phase.
"""

from typing import Final

import numpy as np

from qwixx.batch.expected import ILLEGAL, Expected, JointAnswers
from qwixx.batch.net import BatchNet, Cards, NetArrays
from qwixx.batch.positions import Active, First, Positions, Previous, Values, ends_game
from qwixx.batch.rules import COLOUR, Options, rivals, rules_for
from qwixx.kernel.arrays import Bools, Floats, Ints, Reals
from qwixx.kernel.encoding import SCALE, TIE_BREAK
from qwixx.rules import Variant

_AT_ONCE: Final = 1 << 13  # Positions that are valued together, so that they stay in the cache


class BatchPolicy:
    """Chooses for every seat of many positions, as `strong` does, and plays turns.

    `qwixx.bots.compiled` has the same with turns in compiled code.
    """

    def __init__(self, variant: Variant, weights: NetArrays, ends: NetArrays | None = None) -> None:
        """Moves are chosen by the net of `weights`. That of `ends` values the ends of turns at
        tables of two, if there is one."""
        self.variant = variant
        self.rules = rules_for(variant)
        self.net = BatchNet(variant, weights)
        self._ends_for_two = BatchNet(variant, ends) if ends else self.net

    def at_ends(self, players: int) -> BatchNet:
        """Returns the net that values the ends of turns."""
        return self._ends_for_two if players == 2 else self.net

    def value_ends(self, ends: Positions[Previous], head: Reals | None = None) -> Values[Previous]:
        """Returns the values of positions at the ends of turns.

        `head` reads the points still to come from the first layer; without it, points are leads.
        """
        shares, first, points = self.at_ends(ends.players).leaves(ends)
        if head is not None and ends.players > 1:
            points = first @ head[:-1] + head[-1]
            points[ends.over] = 0
            points = points + self.rules.scores(ends.rows, ends.misthrows)
        return Values(shares, points)

    def after_turn(
        self, positions: Positions[Active], dice: Ints
    ) -> tuple[Positions[Previous], Values[Previous]]:
        """Returns the positions after a turn with these dice, and their values."""
        ends = self.turn(positions, dice)
        return ends, self.value_ends(ends)

    def turn_values(
        self, positions: Positions[Active], dice: Ints, head: Reals | None = None
    ) -> Values[Previous]:
        """Returns the values after a turn with these dice; see `value_ends`."""
        pieces = np.array_split(np.arange(len(positions)), -(-len(positions) // _AT_ONCE))
        found = [
            self.value_ends(self.turn(positions.select(piece), dice[piece]), head)
            for piece in pieces
        ]
        shares, points = ([getattr(v, name) for v in found] for name in ("shares", "points"))
        return Values(np.concatenate(shares), np.concatenate(points))

    def turn(self, positions: Positions[Active], dice: Ints) -> Positions[Previous]:
        """Returns the positions at the end of a turn with these dice [position, die]."""
        white = self.rules.white(positions, dice)
        answers = self.answers(positions, white, dice)
        after = self.rules.after_white(positions, white, answers)
        return self.finish(after, dice, answers[:, 0] > 0)

    def finish(
        self, positions: Positions[Active], dice: Ints, crossed: Bools
    ) -> Positions[Previous]:
        """Returns the positions after the colour moves; `crossed` says where the active seat has
        crossed in the white phase."""
        colour = self.rules.colour(positions.rows[:, 0], positions.closed, dice)
        moves = self.colour_moves(positions, colour, dice, crossed)
        return self.rules.after_colour(positions, colour, moves, crossed)

    def answers(self, positions: Positions[Active], white: Options, dice: Ints) -> Ints:
        """Returns [position, seat]: everybody's answer to the white dice, an option each."""
        answers: Ints = self.white_values(positions, white, dice).argmax(-1)
        return answers

    def white_values(self, positions: Positions[Active], white: Options, dice: Ints) -> Reals:
        """Returns [position, seat, option]: the values of everybody's answers to the white dice;
        ILLEGAL where an option is not allowed."""
        scores = self.rules.scores(positions.rows, positions.misthrows)
        nothing = np.zeros_like(scores)
        bases = self.net.bases(positions)
        passing = Expected(positions, bases, scores, scores, nothing, nothing[:, 0])
        joint = self._joint(positions, white, dice, passing)
        values = np.full(white.legal.shape, ILLEGAL)
        values[:, 0], line, move = joint.best(values[:, 0].shape)
        if positions.players == 1:
            return values
        values[:, 1:] = self._waiting(positions, white, passing)
        answers = values.argmax(-1)
        expected = self._expect(positions, white, answers, joint, line, move)
        # The active seat has no reason to think again if nobody else moves.
        again = np.flatnonzero(answers[:, 1:].any(1))
        if len(again):
            some = positions.select(again), white.select(again), dice[again], expected.select(again)
            values[again, 0] = self._joint(*some).best(values[again, 0].shape)[0]
        values[:, 1:] = self._waiting(positions, white, expected)
        return values

    def colour_moves(
        self, positions: Positions[Active], colour: Options, dice: Ints, crossed: Bools
    ) -> Ints:
        """Returns [position]: the colour moves of the active seats after the white phase."""
        moves: Ints = self.colour_values(positions, colour, dice, crossed).argmax(-1)
        return moves

    def colour_values(
        self, positions: Positions[Active], colour: Options, dice: Ints, crossed: Bools
    ) -> Reals:
        """Returns [position, option]: the values of the colour moves of the active seats; ILLEGAL
        where an option is not allowed."""
        best, ties = rivals(self.rules.scores(positions.rows, positions.misthrows))
        misthrows = positions.misthrows[:, 0]
        wanted = colour.legal.copy()
        # A cross that skips nothing was there in the white phase, or is there now.
        white = self.rules.white(positions, dice)
        free: Bools = np.logical_or(white.free[:, 0].any(-1), colour.free.any(-1))
        wanted[:, 0] = crossed | self._allows_misthrow(free, misthrows) | ~wanted[:, 1:].any(-1)
        position = np.arange(len(positions))
        rows, closed = positions.rows[:, 0], positions.closed
        cards = Cards(
            *(position, np.zeros_like(position), rows, misthrows, closed),
            *(best[:, 0], ties[:, 0], positions.over),
        )
        bases = self.net.bases(positions)
        return self._colour_values(positions, bases, cards, colour, wanted, ~crossed)

    def _allows_misthrow(self, free: Bools, misthrows: Ints) -> Bools:
        """Returns the places at which a misthrow is considered. There is none if a cross is `free`,
        because it skips nothing, unless the misthrow ends the game."""
        return ~free | (misthrows + 1 >= self.variant.most_misthrows)

    def _answered(
        self,
        positions: Positions[Active],
        white: Options,
        expected: Expected,
        at: tuple[Ints, Ints, Ints],
    ) -> Cards:
        """Returns the cards after these answers [position, seat, option] and the expected ones."""
        position, seat, _ = at
        rows = positions.rows[position, seat]
        white.cross(rows, *at)
        closed = expected.closed_by_others()[position, seat] | white.locks[at]
        over = ends_game(self.variant, closed)
        best, ties = (
            np.where(over, now[position, seat], later[position, seat])
            for now, later in zip(
                rivals(expected.white_scores), rivals(expected.scores), strict=True
            )
        )
        misthrows = positions.misthrows[position, seat]
        return Cards(position, seat, rows, misthrows, closed, best, ties, over)

    def _waiting(self, positions: Positions[Active], white: Options, expected: Expected) -> Reals:
        """Returns [position, seat - 1, option]: the values of the answers of the other seats."""
        position, seat, option = np.nonzero(white.legal[:, 1:])
        cards = self._answered(positions, white, expected, (position, seat + 1, option))
        cards.closed = np.where(
            cards.over, cards.closed, cards.closed | expected.colour_lock[position]
        )
        thrown = expected.positions.misthrows[:, 0]
        cards.over |= ends_game(self.variant, cards.closed, thrown[position])
        values = np.full(white.legal[:, 1:].shape, ILLEGAL)
        values[position, seat, option] = self.net.values(expected.positions, expected.bases, cards)
        return values

    def _joint(
        self, positions: Positions[Active], white: Options, dice: Ints, expected: Expected
    ) -> JointAnswers:
        position, option = np.nonzero(white.legal[:, 0])
        at = position, np.zeros_like(position), option
        cards = self._answered(positions, white, expected, at)
        colour = self.rules.colour(cards.rows, cards.closed, dice[position])
        colour.legal[cards.over, 1:] = False
        wanted = colour.legal.copy()
        # After a pass, a row that others may close is not counted upon.
        passes = np.flatnonzero(option == 0)
        there = position[passes]
        free_white = white.free[there, 0].any(-1)
        unsure = self.rules.threatened(positions, dice)[there] * free_white
        shaky = unsure[:, None] >> colour.row[passes, 1:] | unsure[:, None] >> COLOUR[1:]
        wanted[passes, 1:] &= (shaky & 1) == 0
        free = free_white | (colour.free[passes] & colour.legal[passes]).any(-1)
        wanted[passes, 0] = cards.over[passes] | self._allows_misthrow(
            free, cards.misthrows[passes]
        )
        thrown = (option == 0) & ~cards.over
        values = self._colour_values(
            expected.positions, expected.bases, cards, colour, wanted, thrown
        )
        return JointAnswers(position, option, colour, values)

    def _colour_values(
        self,
        positions: Positions[Active],
        bases: Floats,
        cards: Cards,
        colour: Options,
        wanted: Bools,
        thrown: Bools,
    ) -> Reals:
        """Returns [card, option]: the values of colour moves. `cards` are those after the white
        phase, and `thrown` says where a pass is a misthrow."""
        card, option = np.nonzero(wanted)
        after = cards.select(card)
        colour.cross(after.rows, card, option)
        after.closed |= colour.locks[card, option]
        after.misthrows += thrown[card] & (option == 0)
        after.over = ends_game(self.variant, after.closed, after.misthrows)
        values = np.full(wanted.shape, ILLEGAL)
        values[card, option] = self.net.values(positions, bases, after)
        return values

    def _expect(
        self,
        positions: Positions[Active],
        white: Options,
        answers: Ints,
        joint: JointAnswers,
        line: Ints,
        move: Ints,
    ) -> Expected:
        """Returns the positions once everybody answers so; `line` and `move` [position] are the
        active seats' lines of `joint` and colour moves."""
        after = self.rules.after_white(positions, white, answers)
        white_scores = self.rules.scores(after.rows, positions.misthrows)
        rows, misthrows = after.rows, positions.misthrows.copy()
        joint.colour.cross(rows[:, 0], line, move)
        misthrows[:, 0] += (answers[:, 0] == 0) & (move == 0)
        expected: Positions[Active] = Positions(
            rows, misthrows, positions.closed, positions.lucky, positions.over
        )
        return Expected(
            expected,
            self.net.bases(expected),
            self.rules.scores(rows, misthrows),
            white_scores,
            white.locks_of(answers),
            joint.colour.locks[line, move],
        )


def with_tie_break(values: Values[First]) -> Values[First]:
    """Returns the values that moves are chosen by: shares, and a little for leads, which matter in
    games that are nearly decided. In solo games they are points in units of SCALE."""
    if values.shares.shape[1] == 1:
        return Values(values.shares / SCALE, values.points)
    return Values(values.shares + TIE_BREAK * values.points / SCALE, values.points)
