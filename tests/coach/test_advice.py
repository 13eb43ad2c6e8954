"""Chances and advice in any phase, and what they may know."""

from random import Random

import numpy as np
import pytest

from qwixx.coach import advise, evaluate, review
from qwixx.notation import read_position
from qwixx.rules import CLASSIC, Game, Phase
from qwixx.solver.table import solo_table
from tests.coach.games import play
from tests.notation.play import record_game

VARIANT = ("classic", "longo")


@pytest.mark.parametrize("seed", range(4))
def test_chances_sum_to_one_in_every_phase(seed: int) -> None:
    for game in list(record_game(Random(seed), VARIANT[seed % 2], 2 + seed % 4).record.games())[
        ::7
    ]:
        chances = evaluate(game)
        assert sum(chances.shares) == pytest.approx(1)
        assert len(chances.points) == game.players


def test_a_finished_game_has_its_result_as_value() -> None:
    game = play("classic", "casual,beginner,random", 1).game
    chances = evaluate(game)
    assert chances.points == game.scores
    assert [seat for seat, share in enumerate(chances.shares) if share] == list(game.winners)


def test_the_first_player_is_ahead() -> None:
    for players in range(2, 6):
        shares = evaluate(Game.new("classic", players, first=1)).shares
        in_order = [*shares[1:], shares[0]]
        assert in_order == sorted(in_order, reverse=True)


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_is_advised_best_first(seed: int) -> None:
    for game in list(record_game(Random(seed), VARIANT[seed % 2], 1 + seed).record.games())[::5]:
        for seat in range(game.players):
            moves = advise(game, seat)
            assert {advice.move for advice in moves} == set(game.legal_moves(seat))
            shares = [advice.share for advice in moves]
            assert shares == sorted(shares, reverse=True)
            for advice in moves:
                assert advice.cost == pytest.approx(shares[0] - advice.share)


@pytest.mark.parametrize("seed", range(4))
def test_advice_does_not_use_hidden_answers(seed: int) -> None:
    rng = Random(seed)
    players = 2 + seed % 4
    for game in list(record_game(rng, VARIANT[seed % 2], players).record.games())[::9]:
        if game.phase is not Phase.WHITE:
            continue
        seat = rng.randrange(players)
        alone = advise(game, seat)
        answered = game
        for other in range(players):
            if other != seat:
                answered = answered.play(other, rng.choice(list(answered.legal_moves(other))))
        assert advise(answered, seat) == alone
        assert advise(answered.seen_by(seat), seat) == alone
        assert evaluate(answered) == evaluate(game)
        assert not advise(answered, (seat + 1) % players)


def test_a_move_that_wins_at_once_is_best() -> None:
    # Green 2 and blue 2 both close the second row with the lead.
    game = read_position(
        "classic 0.21 11/.455=.,. "
        "2,3,4,5,6,7,12/2,3,4/12,11,10,9,8,7/12,11,10,9,8,7,6/0 2,3,4,5/2,3,4/12/12/2"
    )
    first = advise(game, 0)[0]
    assert str(first.move) in {"g2", "b2"}
    assert first.share == 1


def test_advice_knows_the_end_by_a_fourth_misthrow() -> None:
    """It ends the game, and the one who marks it is far ahead: no other move is better."""
    game = read_position(
        "classic 0.21 34/1111=.,. 2,3,4,5,6,8,9,10/2,3,4,5,6/12,11,10/-/3 2,3,4,5/2,3/12/-/3"
    )
    passing = next(advice for advice in advise(game, 0) if advice.move.is_pass)
    assert passing.share == 1
    assert passing.cost == 0


def test_the_exact_table_judges_solo_games() -> None:
    solo_table(CLASSIC)
    record = play("classic", "casual", 1)
    found = review(record)
    assert (found.unit, found.source) == ("points", "table")
    (seat,) = found.seats
    assert seat.result == record.game.scores[0]
    assert seat.others == seat.rest == 0
    assert seat.result == pytest.approx(seat.expected + seat.luck + seat.own)
    assert seat.own == pytest.approx(-seat.given_away)


def test_the_net_judges_solo_games_without_a_table(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr("qwixx.coach.solo._tables", {})
    record = play("classic", "casual", 1)
    found = review(record)
    assert (found.unit, found.source) == ("points", "net")
    (seat,) = found.seats
    assert seat.result == record.game.scores[0]
    parts = np.array([seat.expected, seat.luck, seat.own, seat.others, seat.rest])
    assert seat.result == pytest.approx(parts.sum())
