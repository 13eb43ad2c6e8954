"""What `strong` plays at many tables at once, in numpy.

The same thoughts as in `qwixx.bots.net`, in the same order: everybody's answer is predicted as if
the others passed; the own candidates are valued with the predicted answers made; and the colour
move is chosen again after the real white phase.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from qwixx.bots.look import Cards, Floats, Look, NetArrays, Reals, Worth, arrays_of, ends
from qwixx.bots.registry import ends_path, weights_path
from qwixx.bots.tables import (
    COLOUR,
    Bools,
    Ints,
    Options,
    Tables,
    charts_for,
    rivals,
)
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import Variant

_ILLEGAL = -9.0


class CompiledTurns(Protocol):
    """Turns in compiled code."""

    def __call__(self, tables: Tables, dice: Ints, head: Reals | None = None) -> Worth:
        """What tables are worth after a turn with these dice. `head` reads the points still to
        come from the first layer; without it, points are leads."""
        ...

    def play(self, tables: Tables, dice: Ints) -> tuple[Tables, Worth]:
        """The tables after a turn with these dice, and what they are worth."""
        ...


@dataclass
class _Imagined:
    """The tables at the end of the turn as somebody expects them; see `Imagined` in
    `qwixx.kernel.candidates`."""

    tables: Tables
    scores: Ints
    white_scores: Ints
    white_locks: Ints
    """[table, seat]"""
    colour_lock: Ints
    """[table]"""


@dataclass
class _Joint:
    """The active seats' answers with all colour moves after them: one line for each answer."""

    table: Ints
    option: Ints
    """The answer."""
    colour: Options
    """[line, option]"""
    values: Reals
    """[line, option]; what is no candidate is _ILLEGAL."""


class Policy:
    """Chooses for every seat of many tables, as `strong` does."""

    def __init__(self, variant: Variant, weights: NetArrays, ends: NetArrays | None = None) -> None:
        """Moves are chosen by the net of `weights`; that of `ends` judges the ends of turns at
        tables of two, where there is one."""
        self.variant = variant
        self.charts = charts_for(variant)
        self.look = Look(variant, weights)
        self._ends_for_two = Look(variant, ends) if ends else self.look
        self.compiled: CompiledTurns | None = None
        """Plays turns faster, where it is set; see `qwixx.bots.compiled_turns`."""

    def at_ends(self, players: int) -> Look:
        """The net that says what the ends of turns are worth."""
        return self._ends_for_two if players == 2 else self.look

    def turn(self, tables: Tables, dice: Ints) -> Tables:
        """The tables at the end of a turn with these dice [table, die]."""
        white = self.charts.white(tables, dice)
        answers = self.answers(tables, white, dice)
        return self.finish(self.charts.after_white(tables, white, answers), dice, answers[:, 0] > 0)

    def play(self, tables: Tables, dice: Ints) -> tuple[Tables, Reals]:
        """The tables at the end of a turn, and the shares of all seats there."""
        if self.compiled and tables.players > 1:
            after, worth = self.compiled.play(tables, dice)
            return after, worth.shares
        after = self.turn(tables, dice)
        return after, self.at_ends(tables.players).leaves(after).shares

    def finish(self, tables: Tables, dice: Ints, crossed: Bools) -> Tables:
        """The tables after the colour moves; `crossed` says where the active seat has crossed."""
        colour = self.charts.colour(tables.rows[:, 0], tables.closed, dice)
        moves = self.colour_moves(tables, colour, dice, crossed)
        return self.charts.after_colour(tables, colour, moves, crossed)

    def answers(self, tables: Tables, white: Options, dice: Ints) -> Ints:
        """[table, seat]: everybody's answer to the white dice, an option each."""
        scores = self.charts.scores(tables.rows, tables.misthrows)
        nothing = np.zeros_like(scores)
        alone = _Imagined(tables, scores, scores, nothing, nothing[:, 0])
        sight = self.look.sight(tables)
        players = tables.players
        joint = self._joint(tables, white, dice, alone, sight)
        best = _best(joint, len(tables))
        answers = np.zeros_like(scores)
        answers[:, 0] = joint.option[best[0]]
        if players == 1:
            return answers
        answers[:, 1:] = self._waiting(tables, white, alone, sight).argmax(-1)
        expected = self._imagine(tables, white, answers, joint, best)
        sight = self.look.sight(expected.tables)
        # Where nobody else moves, the active seat has no reason to think again.
        again = np.flatnonzero(answers[:, 1:].any(1))
        chosen = answers.copy()
        if len(again):
            part = _select(expected, again)
            joint = self._joint(
                tables.select(again), white.select(again), dice[again], part, sight[again]
            )
            chosen[again, 0] = joint.option[_best(joint, len(again))[0]]
        chosen[:, 1:] = self._waiting(tables, white, expected, sight).argmax(-1)
        return chosen

    def colour_moves(self, tables: Tables, colour: Options, dice: Ints, crossed: Bools) -> Ints:
        """[table]: the colour moves of the active seats after the white phase."""
        sight = self.look.sight(tables)
        scores = self.charts.scores(tables.rows, tables.misthrows)
        best, ties = rivals(scores)
        table = np.arange(len(tables))
        wanted = colour.legal.copy()
        # A cross that skips nothing was there in the white phase, or is there now.
        white = self.charts.white(tables, dice)
        free = white.free[:, 0].any(-1) | colour.free.any(-1)
        last = tables.misthrows[:, 0] + 1 >= self.variant.most_misthrows
        wanted[:, 0] = crossed | ~free | last | ~wanted[:, 1:].any(-1)
        rows = tables.rows[:, 0]
        values = self._colour_values(
            tables, sight, table, rows, tables.closed, colour, wanted, ~crossed,
            best[:, 0], ties[:, 0],
        )  # fmt: skip
        _last_first(values, wanted, ~wanted[:, 0])
        moves: Ints = values.argmax(-1)
        removed = ~wanted[:, 0] & (moves == 0)
        moves[removed] = _last(wanted[removed])
        return moves

    # Candidates

    def _waiting(self, tables: Tables, white: Options, imagined: _Imagined, sight: Floats) -> Reals:
        """[table, seat - 1, option]: the values of answers of who is not active."""
        table, seat, option = np.nonzero(white.legal[:, 1:])
        seat += 1
        rows = tables.rows[table, seat]
        line = np.flatnonzero(option)
        at = table[line], seat[line], option[line]
        rows[line, white.row[at]] = white.after[at]
        shut = (
            self._closed_by_others(tables, imagined)[table, seat] | white.locks[table, seat, option]
        )
        ended = ends(self.variant, shut)
        white_best, white_ties = rivals(imagined.white_scores)
        best, ties = rivals(imagined.scores)
        closed = np.where(ended, shut, shut | imagined.colour_lock[table])
        thrown = imagined.tables.misthrows[:, 0] >= self.variant.most_misthrows
        cards = Cards(
            table,
            seat,
            rows,
            tables.misthrows[table, seat],
            closed,
            np.where(ended, white_best[table, seat], best[table, seat]),
            np.where(ended, white_ties[table, seat], ties[table, seat]),
            ended | thrown[table] | ends(self.variant, closed),
        )
        values = np.full(white.legal[:, 1:].shape, _ILLEGAL)
        values[table, seat - 1, option] = self.look.values(imagined.tables, sight, cards)
        return values

    def _joint(
        self, tables: Tables, white: Options, dice: Ints, imagined: _Imagined, sight: Floats
    ) -> _Joint:
        table, option = np.nonzero(white.legal[:, 0])
        rows = tables.rows[table, 0]
        line = np.flatnonzero(option)
        at = table[line], 0, option[line]
        rows[line, white.row[at]] = white.after[at]
        shut = self._closed_by_others(tables, imagined)[table, 0] | white.locks[table, 0, option]
        ended = ends(self.variant, shut)
        colour = self.charts.colour(rows, shut, dice[table])
        colour.legal[ended, 1:] = False
        wanted = colour.legal.copy()
        # After a pass, a row that may be closed by others is not counted upon, and there is no
        # misthrow where something could be crossed that skips nothing, unless it ends the game.
        passes = np.flatnonzero(option == 0)
        there = table[passes]
        free_white = white.free[there, 0].any(-1)
        unsure = self.charts.threatened(tables, dice)[there] * free_white
        free = free_white | (colour.free[passes] & colour.legal[passes]).any(-1)
        shaky = unsure[:, None] >> colour.row[passes, 1:] | unsure[:, None] >> COLOUR[1:]
        wanted[passes, 1:] &= (shaky & 1) == 0
        last = tables.misthrows[there, 0] + 1 >= self.variant.most_misthrows
        wanted[passes, 0] = ended[passes] | ~free | last
        thrown = (option == 0) & ~ended
        best, ties = rivals(imagined.scores)
        white_best, white_ties = rivals(imagined.white_scores)
        values = self._colour_values(
            imagined.tables, sight, table, rows, shut, colour, wanted, thrown,
            np.where(ended, white_best[table, 0], best[table, 0]),
            np.where(ended, white_ties[table, 0], ties[table, 0]),
            own=tables,
        )  # fmt: skip
        _last_first(values, wanted, ~wanted[:, 0])
        return _Joint(
            table,
            option,
            Options(wanted, colour.after, colour.locks, colour.free, colour.row),
            values,
        )

    def _colour_values(
        self,
        tables: Tables,
        sight: Floats,
        table: Ints,
        rows: Ints,
        closed: Ints,
        colour: Options,
        wanted: Bools,
        thrown: Bools,
        best: Ints,
        ties: Ints,
        own: Tables | None = None,
    ) -> Reals:
        """[line, option]: the values of colour moves after the white phase: `table`, `rows` and
        `closed` are by line, `own` has the misthrows of the active seats."""
        line, option = np.nonzero(wanted)
        after = rows[line]
        crosses = np.flatnonzero(option)
        at = line[crosses], option[crosses]
        after[crosses, colour.row[at]] = colour.after[at]
        shut = closed[line] | colour.locks[line, option]
        misthrows = (own or tables).misthrows[table[line], 0] + (thrown[line] & (option == 0))
        cards = Cards(
            table[line],
            np.zeros_like(line),
            after,
            misthrows,
            shut,
            best[line],
            ties[line],
            ends(self.variant, shut) | (misthrows >= self.variant.most_misthrows),
        )
        values = np.full(wanted.shape, _ILLEGAL)
        values[line, option] = self.look.values(tables, sight, cards)
        return values

    def _closed_by_others(self, tables: Tables, imagined: _Imagined) -> Ints:
        """[table, seat]: the rows that are closed once the others have answered."""
        locks = imagined.white_locks
        if not locks.any():
            return np.broadcast_to(tables.closed[:, None], locks.shape)
        closed = np.zeros_like(locks) | tables.closed[:, None]
        for seat in range(tables.players):
            closed[:, :seat] |= locks[:, seat, None]
            closed[:, seat + 1 :] |= locks[:, seat, None]
        return closed

    def _imagine(
        self, tables: Tables, white: Options, answers: Ints, joint: _Joint, best: tuple[Ints, Ints]
    ) -> _Imagined:
        """Everybody makes these picks."""
        line, move = best
        after = self.charts.after_white(tables, white, answers)
        white_scores = self.charts.scores(after.rows, tables.misthrows)
        table = np.arange(len(tables))
        rows, misthrows = after.rows, tables.misthrows.copy()
        crosses = np.flatnonzero(move)
        at = line[crosses], move[crosses]
        rows[crosses, 0, joint.colour.row[at]] = joint.colour.after[at]
        misthrows[:, 0] += (answers[:, 0] == 0) & (move == 0)
        locks = np.take_along_axis(white.locks, answers[:, :, None], 2)[:, :, 0]
        return _Imagined(
            Tables(rows, misthrows, tables.closed, tables.lucky, tables.over),
            self.charts.scores(rows, misthrows),
            white_scores,
            locks,
            joint.colour.locks[line[table], move],
        )


def _select(imagined: _Imagined, which: Ints) -> _Imagined:
    return _Imagined(
        imagined.tables.select(which),
        imagined.scores[which],
        imagined.white_scores[which],
        imagined.white_locks[which],
        imagined.colour_lock[which],
    )


def _best(joint: _Joint, count: int) -> tuple[Ints, Ints]:
    """[table]: the line of the best candidate of each table, and its colour option."""
    moves = joint.values.argmax(-1)
    values = joint.values[np.arange(len(moves)), moves]
    by_answer = np.full((count, int(joint.option.max(initial=0)) + 1), _ILLEGAL)
    by_answer[joint.table, joint.option] = values
    line = np.full(by_answer.shape, -1)
    line[joint.table, joint.option] = np.arange(len(moves))
    chosen = line[np.arange(count), by_answer.argmax(-1)]
    move = moves[chosen]
    # Where the pass was left out, the last candidate stands in its place.
    moved = (move == 0) & ~joint.colour.legal[chosen, 0]
    move[moved] = _last(joint.colour.legal[chosen[moved]])
    return chosen, move


def _last_first(values: Reals, wanted: Bools, removed: Bools) -> None:
    """Where the first candidate was left out, the last one takes its place, as it does in
    `qwixx.kernel.candidates`: so that among equals the same is chosen."""
    lines = np.flatnonzero(removed & wanted.any(-1))
    last = _last(wanted[lines])
    values[lines, 0] = values[lines, last]
    values[lines, last] = _ILLEGAL


def _last(wanted: Bools) -> Ints:
    """The last option that is wanted."""
    last: Ints = wanted.shape[-1] - 1 - wanted[:, ::-1].argmax(-1)
    return last


@lru_cache(maxsize=8)
def shipped_policy(variant: Variant) -> Policy:
    """`strong` at many tables, and the larger net that judges what comes of it, where there is
    one; BadWeights if weights are missing or damaged."""
    weights, _ = load_weights(weights_path(variant), variant)
    if not ends_path(variant).exists():
        return Policy(variant, arrays_of(weights))
    ends, _ = load_weights(ends_path(variant), variant)
    return Policy(variant, arrays_of(weights), arrays_of(ends))
