"""`strong` chooses the same moves for many tables at once as for each alone."""

from typing import Any

import numpy as np
import pytest

from qwixx.batch.positions import Positions, dice_in, place_of, positions_of
from qwixx.batch.rules import move_of_option, option_of_move
from qwixx.bots.net import shipped_net
from qwixx.bots.shipped import shipped_policy
from qwixx.notation import Record
from qwixx.rules import PASS, Game, Phase
from tests.coach.games import play

TABLES = pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "strong"),
        ("classic", "strong,strong"),
        ("classic", "beginner,random"),
        ("classic", "strong,beginner,random"),
        ("classic", "strong,strong,greedy,beginner,strong"),
        ("longo", "strong,strong"),
        ("longo", "beginner,random,strong,strong"),
        ("mixx-a", "strong,random,strong"),
        ("mixx-b", "strong,beginner"),
    ],
)
GAMES = 1
SAME = 1e-6
"""Smaller differences come only from the order in which numbers were added."""


def games_in(record: Record, phase: Phase) -> list[Game]:
    return [game for game in record.games() if game.phase is phase]


def options_of(game: Game, seat: int) -> list[int]:
    """Returns the legal moves of that seat as option numbers."""
    return sorted(option_of_move(game, move) for move in game.legal_moves(seat))


@TABLES
def test_white_answers_are_those_of_strong(variant: str, bots: str) -> None:
    for seed in range(GAMES):
        games = games_in(play(variant, bots, seed), Phase.WHITE)
        policy = shipped_policy(games[0].variant)
        tables, dice = positions_of(games), dice_in(games)
        answers = policy.answers(tables, policy.rules.white(tables, dice), dice)
        for game, answered in zip(games, answers, strict=True):
            for seat in range(game.players):
                values = shipped_net(game.variant).values(game, seat)
                option = int(answered[place_of(game, seat)])
                chosen = move_of_option(game, seat, option)
                assert values[chosen] >= max(values.values()) - SAME, (seed, game, seat)


@TABLES
def test_colour_moves_are_those_of_strong(variant: str, bots: str) -> None:
    for seed in range(GAMES):
        games = games_in(play(variant, bots, seed), Phase.COLOUR)
        policy = shipped_policy(games[0].variant)
        tables, dice = positions_of(games), dice_in(games)
        crossed = np.array([game.answers[game.active] != PASS for game in games])
        colour = policy.rules.colour(tables.rows[:, 0], tables.closed, dice)
        moves = policy.colour_moves(tables, colour, dice, crossed)
        for game, option in zip(games, moves.tolist(), strict=True):
            values = shipped_net(game.variant).values(game, game.active)
            chosen = move_of_option(game, game.active, option)
            assert values[chosen] >= max(values.values()) - SAME, (seed, game)


@TABLES
def test_a_turn_ends_as_by_the_rules(variant: str, bots: str) -> None:
    """Everything that was really played, on tables and through the rules."""
    record = play(variant, bots, 0)
    rolled = games_in(record, Phase.WHITE)
    charts = shipped_policy(rolled[0].variant).rules
    tables, dice = positions_of(rolled), dice_in(rolled)
    white = charts.white(tables, dice)
    for number, turn in enumerate(record.turns):
        game = rolled[number]
        order = np.roll(range(game.players), -game.active).tolist()
        for legal, seat in zip(white.legal[number], order, strict=True):
            assert np.flatnonzero(legal).tolist() == options_of(game, seat)
        answers = np.array([[option_of_move(game, turn.choices[seat]) for seat in order]])
        one = np.array([number])
        after: Positions[Any] = charts.after_white(tables.select(one), white.select(one), answers)
        for seat in range(game.players):
            game = game.play(seat, turn.choices[seat])
        colour = charts.colour(after.rows[:, 0], after.closed, dice[one])
        if turn.colour:
            assert np.flatnonzero(colour.legal).tolist() == options_of(game, game.active)
            option = np.array([option_of_move(game, turn.colour)])
            after = charts.after_colour(after, colour, option, answers[:, 0] > 0)
            game = game.play(game.active, turn.colour)
        assert after.over[0] == (game.phase is Phase.OVER)
        scores = charts.scores(after.rows, after.misthrows)[0].tolist()
        assert scores == [game.scores[seat] for seat in order]
