"""`strong` for many positions at once, in NumPy.

It decides in the same steps as `qwixx.bots.net`. Everybody's answer is predicted as if the others
passed. Then each seat values its own answers with the predicted ones made. The colour move is
chosen again after the real white phase.
"""

from typing import Protocol

import numpy as np

from qwixx.batch.candidates import (
    ILLEGAL,
    ExpectedPositions,
    JointAnswers,
    WhiteEnds,
    best_answers,
    closed_by_others,
)
from qwixx.batch.net import BatchNet, Cards, Floats, NetArrays, Reals, Values
from qwixx.batch.positions import Bools, Ints, Positions
from qwixx.batch.rules import COLOUR, Options, ends_game, rivals, rules_for
from qwixx.rules import Variant


class CompiledTurns(Protocol):
    """Turns in compiled code."""

    def __call__(self, positions: Positions, dice: Ints, /, head: Reals | None = None) -> Values:
        """Returns the values of positions after a turn with these dice. `head` reads the points
        still to come from the first layer; without it, points are leads."""
        ...

    def play(self, positions: Positions, dice: Ints, /) -> tuple[Positions, Values]:
        """The positions after a turn with these dice, and what they are worth."""
        ...


class BatchPolicy:
    """Chooses for every seat of many positions, as `strong` does."""

    def __init__(self, variant: Variant, weights: NetArrays, ends: NetArrays | None = None) -> None:
        """Moves are chosen by the net of `weights`; that of `ends` judges the ends of turns at
        positions of two, where there is one."""
        self.variant = variant
        self.rules = rules_for(variant)
        self.net = BatchNet(variant, weights)
        self._ends_for_two = BatchNet(variant, ends) if ends else self.net
        self.compiled: CompiledTurns | None = None
        """Plays turns faster, where it is set; see `qwixx.bots.compiled_turns`."""

    def at_ends(self, players: int) -> BatchNet:
        """The net that says what the ends of turns are worth."""
        return self._ends_for_two if players == 2 else self.net

    def turn(self, positions: Positions, dice: Ints) -> Positions:
        """The positions at the end of a turn with these dice [position, die]."""
        white = self.rules.white(positions, dice)
        answers = self.answers(positions, white, dice)
        return self.finish(
            self.rules.after_white(positions, white, answers), dice, answers[:, 0] > 0
        )

    def play(self, positions: Positions, dice: Ints) -> tuple[Positions, Reals]:
        """The positions at the end of a turn, and the shares of all seats there."""
        if self.compiled and positions.players > 1:
            after, worth = self.compiled.play(positions, dice)
            return after, worth.shares
        after = self.turn(positions, dice)
        return after, self.at_ends(positions.players).leaves(after).shares

    def finish(self, positions: Positions, dice: Ints, crossed: Bools) -> Positions:
        """Returns the positions after the colour moves; `crossed` says where the active seat has
        crossed in the white phase."""
        colour = self.rules.colour(positions.rows[:, 0], positions.closed, dice)
        moves = self.colour_moves(positions, colour, dice, crossed)
        return self.rules.after_colour(positions, colour, moves, crossed)

    def answers(self, positions: Positions, white: Options, dice: Ints) -> Ints:
        """Returns [position, seat]: everybody's answer to the white dice, an option each."""
        answers: Ints = self.white_values(positions, white, dice).argmax(-1)
        return answers

    def white_values(self, positions: Positions, white: Options, dice: Ints) -> Reals:
        """Returns [position, seat, option]: what everybody's answers to the white dice are worth;
        ILLEGAL, what may not be answered."""
        scores = self.rules.scores(positions.rows, positions.misthrows)
        nothing = np.zeros_like(scores)
        alone = ExpectedPositions(positions, scores, scores, nothing, nothing[:, 0])
        bases = self.net.bases(positions)
        joint = self._joint(positions, white, dice, alone, bases)
        values = np.full(white.legal.shape, ILLEGAL)
        values[:, 0], line, move = best_answers(joint, len(positions))
        if positions.players == 1:
            return values
        values[:, 1:] = self._waiting(positions, white, alone, bases)
        answers = values.argmax(-1)
        expected = self._expect(positions, white, answers, joint, line, move)
        bases = self.net.bases(expected.positions)
        # The active seat has no reason to think again if nobody else moves.
        again = np.flatnonzero(answers[:, 1:].any(1))
        if len(again):
            joint = self._joint(
                positions.select(again),
                white.select(again),
                dice[again],
                expected.select(again),
                bases[again],
            )
            values[again, 0] = best_answers(joint, len(again))[0]
        values[:, 1:] = self._waiting(positions, white, expected, bases)
        return values

    def colour_moves(
        self, positions: Positions, colour: Options, dice: Ints, crossed: Bools
    ) -> Ints:
        """Returns [position]: the colour moves of the active seats after the white phase."""
        moves: Ints = self.colour_values(positions, colour, dice, crossed).argmax(-1)
        return moves

    def colour_values(
        self, positions: Positions, colour: Options, dice: Ints, crossed: Bools
    ) -> Reals:
        """Returns [position, option]: what the colour moves of the active seats are worth;
        ILLEGAL, what may not be made."""
        best, ties = rivals(self.rules.scores(positions.rows, positions.misthrows))
        wanted = colour.legal.copy()
        # A cross that skips nothing was there in the white phase, or is there now.
        white = self.rules.white(positions, dice)
        free = white.free[:, 0].any(-1) | colour.free.any(-1)
        last = positions.misthrows[:, 0] + 1 >= self.variant.most_misthrows
        wanted[:, 0] = crossed | ~free | last | ~wanted[:, 1:].any(-1)
        lines = WhiteEnds(
            np.arange(len(positions)),
            positions.rows[:, 0],
            positions.closed,
            ~crossed,
            best[:, 0],
            ties[:, 0],
        )
        bases = self.net.bases(positions)
        return self._colour_values(positions, bases, lines, colour, wanted, positions.misthrows)

    # Candidates

    def _waiting(
        self, positions: Positions, white: Options, expected: ExpectedPositions, bases: Floats
    ) -> Reals:
        """Returns [position, seat - 1, option]: the values of the answers of the other seats."""
        position, seat, option = np.nonzero(white.legal[:, 1:])
        seat += 1
        rows = positions.rows[position, seat]
        line = np.flatnonzero(option)
        at = position[line], seat[line], option[line]
        rows[line, white.row[at]] = white.after[at]
        shut = (
            closed_by_others(positions, expected)[position, seat]
            | white.locks[position, seat, option]
        )
        ended = ends_game(self.variant, shut)
        white_best, white_ties = rivals(expected.white_scores)
        best, ties = rivals(expected.scores)
        closed = np.where(ended, shut, shut | expected.colour_lock[position])
        thrown = expected.positions.misthrows[:, 0] >= self.variant.most_misthrows
        cards = Cards(
            position,
            seat,
            rows,
            positions.misthrows[position, seat],
            closed,
            np.where(ended, white_best[position, seat], best[position, seat]),
            np.where(ended, white_ties[position, seat], ties[position, seat]),
            ended | thrown[position] | ends_game(self.variant, closed),
        )
        values = np.full(white.legal[:, 1:].shape, ILLEGAL)
        values[position, seat - 1, option] = self.net.values(expected.positions, bases, cards)
        return values

    def _joint(
        self,
        positions: Positions,
        white: Options,
        dice: Ints,
        expected: ExpectedPositions,
        bases: Floats,
    ) -> JointAnswers:
        position, option = np.nonzero(white.legal[:, 0])
        rows = positions.rows[position, 0]
        line = np.flatnonzero(option)
        at = position[line], 0, option[line]
        rows[line, white.row[at]] = white.after[at]
        shut = closed_by_others(positions, expected)[position, 0] | white.locks[position, 0, option]
        ended = ends_game(self.variant, shut)
        colour = self.rules.colour(rows, shut, dice[position])
        colour.legal[ended, 1:] = False
        wanted = colour.legal.copy()
        # After a pass, a row that others may close is not counted upon. A misthrow is left out if
        # something could be crossed that skips nothing, unless the misthrow ends the game.
        passes = np.flatnonzero(option == 0)
        there = position[passes]
        free_white = white.free[there, 0].any(-1)
        unsure = self.rules.threatened(positions, dice)[there] * free_white
        free = free_white | (colour.free[passes] & colour.legal[passes]).any(-1)
        shaky = unsure[:, None] >> colour.row[passes, 1:] | unsure[:, None] >> COLOUR[1:]
        wanted[passes, 1:] &= (shaky & 1) == 0
        last = positions.misthrows[there, 0] + 1 >= self.variant.most_misthrows
        wanted[passes, 0] = ended[passes] | ~free | last
        best, ties = rivals(expected.scores)
        white_best, white_ties = rivals(expected.white_scores)
        lines = WhiteEnds(
            position,
            rows,
            shut,
            (option == 0) & ~ended,
            np.where(ended, white_best[position, 0], best[position, 0]),
            np.where(ended, white_ties[position, 0], ties[position, 0]),
        )
        values = self._colour_values(
            expected.positions, bases, lines, colour, wanted, positions.misthrows
        )
        return JointAnswers(position, option, white.legal.shape[-1], colour, values)

    def _colour_values(
        self,
        positions: Positions,
        bases: Floats,
        lines: WhiteEnds,
        colour: Options,
        wanted: Bools,
        misthrows: Ints,
    ) -> Reals:
        """Returns [line, option]: what colour moves after the white phase are worth. `misthrows`
        [position, seat] are those before the turn."""
        line, option = np.nonzero(wanted)
        after = lines.rows[line]
        crosses = np.flatnonzero(option)
        at = line[crosses], option[crosses]
        after[crosses, colour.row[at]] = colour.after[at]
        shut = lines.closed[line] | colour.locks[line, option]
        position = lines.position[line]
        own_misthrows = misthrows[position, 0] + (lines.thrown[line] & (option == 0))
        cards = Cards(
            position,
            np.zeros_like(line),
            after,
            own_misthrows,
            shut,
            lines.best[line],
            lines.ties[line],
            ends_game(self.variant, shut) | (own_misthrows >= self.variant.most_misthrows),
        )
        values = np.full(wanted.shape, ILLEGAL)
        values[line, option] = self.net.values(positions, bases, cards)
        return values

    def _expect(
        self,
        positions: Positions,
        white: Options,
        answers: Ints,
        joint: JointAnswers,
        line: Ints,
        move: Ints,
    ) -> ExpectedPositions:
        """Returns the positions once everybody answers so; `line` and `move` [position] are the
        active seats' lines of `joint` and colour moves."""
        after = self.rules.after_white(positions, white, answers)
        white_scores = self.rules.scores(after.rows, positions.misthrows)
        position = np.arange(len(positions))
        rows, misthrows = after.rows, positions.misthrows.copy()
        crosses = np.flatnonzero(move)
        at = line[crosses], move[crosses]
        rows[crosses, 0, joint.colour.row[at]] = joint.colour.after[at]
        misthrows[:, 0] += (answers[:, 0] == 0) & (move == 0)
        locks = np.take_along_axis(white.locks, answers[:, :, None], 2)[:, :, 0]
        return ExpectedPositions(
            Positions(rows, misthrows, positions.closed, positions.lucky, positions.over),
            self.rules.scores(rows, misthrows),
            white_scores,
            locks,
            joint.colour.locks[line[position], move],
        )
