"""Takes one decision in each of many games in compiled code, and writes their states into arrays.

The kernel plays the turns. This module only decides which seat is asked.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from qwixx.env.writing import COLOUR, OVER, WHITE, Outputs, Progress, Writing, write_game
from qwixx.kernel.chart import NEVER, ROWS, Chart, Position
from qwixx.kernel.jit import inlined, jit
from qwixx.kernel.options import PASS, after_colour, colour_row
from qwixx.kernel.records import Integers
from qwixx.kernel.streams import CHOICES, DICE, LUCKY, deal, draw, roll, stream
from qwixx.kernel.turn import (
    Knowledge,
    apply_white,
    choose_colour,
    choose_white,
    clear_cards,
    end_turn,
    pass_dice,
    policy_of,
    record_or_none,
)

ASKED: Final = -1  # The kind of policies outside of the environment: their seats are asked


class Setting(NamedTuple):
    """The sheet, seed and options that all games of an environment share."""

    charts: Any  # The chart, in an array of one
    writing: Writing
    seed: int


@jit
def step_games(
    actions: Integers,
    outputs: Outputs,
    setting: Setting,
    policies: Any,
    positions: Any,
    progress: Any,
) -> None:
    """Takes one decision in every game; a finished game is replaced by a new one instead.

    `policies` is None if all seats are asked: this is compiled without opponents then.
    """
    chart, writing = setting.charts[0], setting.writing
    for game in range(len(positions)):
        position = positions[game]
        state = progress[game]
        scores, rewards = outputs.scores[game], outputs.rewards[game]
        if state.phase == OVER:
            _start(chart, position, state, setting.seed, game, len(positions), policies)
            for seat in range(position.players):
                scores[seat] = 0
                rewards[seat] = 0
            outputs.dones[game] = outputs.illegal[game] = False
        else:
            action = actions[game]
            legal = 0 <= action <= writing.passing and _is_legal(state, action)
            outputs.illegal[game] = not legal
            before, asked = scores[0], state.seat
            action = action if legal else writing.passing
            _act(chart, writing, position, state, action, policies, scores)
            if position.players == 1:
                rewards[0] = scores[0] - before
            if state.phase == OVER:
                outputs.dones[game] = True
                state.seat = asked
                if position.players > 1:
                    _share_the_win(position.players, scores, rewards)
        write_game(chart, writing, position, state, game, outputs)


@jit
def show_games(outputs: Outputs, setting: Setting, positions: Any, progress: Any) -> None:
    """Writes the observations and legal actions of the seats that `progress` names."""
    for game in range(len(positions)):
        chart, writing = setting.charts[0], setting.writing
        write_game(chart, writing, positions[game], progress[game], game, outputs)


@inlined
def _start(
    chart: Chart,
    position: Position,
    state: Progress,
    seed: int,
    game: int,
    games: int,
    policies: Any,
) -> None:
    """Begins a new game: game g has the numbers g, g + games, g + 2 × games … one after another."""
    players = position.players
    clear_cards(position)
    number = state.number
    state.number = number + games
    state.dice = stream(seed, DICE, number)
    if chart.pair_count:
        deal(stream(seed, LUCKY, number), chart, players, position.lucky)
    if policies is not None:
        state.choices = stream(seed, CHOICES, number)
        state.offset = (number // games + game) % players
    state.turn = 0
    _begin_turn(chart, position, state, policies)


@inlined
def _begin_turn(chart: Chart, position: Position, state: Progress, policies: Any) -> None:
    roll(state.dice, state.turn, chart.sides, position.dice)
    state.phase = WHITE
    state.seat = _next_asked(position.players, state, 0, policies)


@inlined
def _next_asked(players: int, state: Progress, seat: int, policies: Any) -> int:
    """The first seat from this one on that is not played in here, or as many as there are."""
    asked: Any = np.int64(seat)
    if policies is not None:
        while asked < players:
            if policies.players[policy_of(asked, state.offset, players)].kind == ASKED:
                break
            asked += 1
    return int(asked)


@inlined
def _is_legal(state: Progress, action: int) -> bool:
    return bool(state.legal[action >> 6] >> np.uint64(action & 63) & np.uint64(1))


@inlined
def _act(
    chart: Chart,
    writing: Writing,
    position: Position,
    state: Progress,
    action: int,
    policies: Any,
    scores: Integers,
) -> None:
    """The seat that is asked makes a legal move, and the game goes on to the next who is asked."""
    players = position.players
    crossing = action != writing.passing
    lucky = crossing and action >= writing.crosses
    cell = action - writing.crosses if lucky else action
    row = cell // writing.cells
    if state.phase == WHITE:
        state.white[state.seat] = row + ROWS * lucky if crossing else PASS
        state.seat = _next_asked(players, state, state.seat + 1, policies)
        if state.seat < players:
            return
        if policies is not None:
            _answer_for_the_others(chart, position, state, policies)
        _add_white_rows(chart, position, state, scores, -1)
        over = apply_white(chart, position, state.white)
        _add_white_rows(chart, position, state, scores, 1)
        state.seat = position.active
        state.phase = OVER if over else COLOUR
        if over or policies is None:
            return
        if _next_asked(players, state, state.seat, policies) == state.seat:
            return
        pick = _choose_colour(chart, position, state, policies)
        row = colour_row(chart, position, pick) if pick != PASS else 0
        after = after_colour(chart, position, state.seat, pick) if pick != PASS else NEVER
    elif crossing:
        before = np.int64(position.rows[state.seat * ROWS + row])
        after = writing.after[before << 4 | cell - row * writing.cells]
    else:
        after = NEVER
    active = position.active
    crossed = state.white[active] != PASS
    if after != NEVER:
        before = np.int64(position.rows[active * ROWS + row])
        scores[active] += chart.points[after] - chart.points[before]
    elif not crossed:
        scores[active] -= chart.misthrow_points
    over = end_turn(chart, position, row, after, crossed)
    if over:
        state.phase = OVER
    else:
        state.turn += 1
        pass_dice(position)
        _begin_turn(chart, position, state, policies)


@inlined
def _add_white_rows(
    chart: Chart, position: Position, state: Progress, scores: Integers, sign: int
) -> None:
    """Adds or subtracts the points of the rows in which seats cross in the white phase.

    Summing up whole cards again would cost a sixth of the speed.
    """
    for seat in range(position.players):
        pick = state.white[seat]
        if pick != PASS:
            scores[seat] += sign * chart.points[position.rows[seat * ROWS + (pick & 3)]]


@inlined
def _answer_for_the_others(
    chart: Chart, position: Position, state: Progress, policies: Any
) -> None:
    """Makes the white answers of the opponents' seats."""
    knowledge = Knowledge(policies.tables, record_or_none(policies.net))
    turn = _turn_of_all(state)
    for seat in range(position.players):
        player = policies.players[policy_of(seat, state.offset, position.players)]
        if player.kind != ASKED:
            bits = draw(state.choices, state.turn * 8 + seat)
            state.white[seat] = choose_white(player, knowledge, chart, position, seat, bits, turn)


@inlined
def _choose_colour(chart: Chart, position: Position, state: Progress, policies: Any) -> int:
    """Returns the colour pick of the active seat, which an opponent plays."""
    knowledge = Knowledge(policies.tables, record_or_none(policies.net))
    player = policies.players[policy_of(position.active, state.offset, position.players)]
    bits = draw(state.choices, state.turn * 8 + 7)
    turn = _turn_of_all(state)
    return choose_colour(player, knowledge, chart, position, state.white, bits, turn)


@inlined
def _turn_of_all(state: Progress) -> int:
    """Returns a number that no other turn of any game has, for the memory of the net."""
    return int(state.number << 10 | state.turn)


@inlined
def _share_the_win(players: int, scores: Integers, rewards: Any) -> None:
    best, winners = scores[0], 0
    for seat in range(players):
        best = max(best, scores[seat])
    for seat in range(players):
        winners += scores[seat] == best
    for seat in range(players):
        rewards[seat] = 1 / winners if scores[seat] == best else 0
