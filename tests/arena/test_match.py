"""Matches: their seats, counts and intervals."""

from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qwixx.arena import (
    BotFailed,
    Count,
    Match,
    MatchGames,
    play_match,
    play_rounds,
    playout,
    read_records,
)
from qwixx.arena.report import share_interval
from qwixx.bots import UnknownBot
from qwixx.bots.simple import GreedyBot, RandomBot
from qwixx.rules import Game, IllegalMove, NotationError, Phase

MINE = """
from qwixx import Move
from qwixx.bots.simple import GreedyBot

class Greedy(GreedyBot):
    pass

class Raises:
    def choose(self, game, seat, rng):
        raise RuntimeError("no idea")

class Rolls:
    def choose(self, game, seat, rng):
        return game.roll("11/1111")

class Text:
    def choose(self, game, seat, rng):
        return "-"

class Illegal:
    def choose(self, game, seat, rng):
        return Move.parse("r99")

class Curious:
    '''Fails when it sees what it may not know.'''
    def choose(self, game, seat, rng):
        others = [answer for other, answer in enumerate(game.answers) if other != seat]
        if game.phase == "white" and any(isinstance(answer, Move) for answer in others):
            raise RuntimeError("saw an open answer")
        return rng.choice(game.legal_moves(seat))
"""


class Collector:
    """Keeps what it is shown."""

    wants_results = wants_records = True

    def __init__(self) -> None:
        self.pieces: list[MatchGames] = []

    def watch(self, games: MatchGames) -> None:
        self.pieces.append(games)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns the name of a module with a user's own bots."""
    name = f"mine_{Random(str(tmp_path)).randrange(1 << 30)}"
    (tmp_path / f"{name}.py").write_text(MINE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return name


@pytest.mark.parametrize("games", [1, 7, 300])
@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "random"], ["random"] * 5])
def test_exactly_the_games_that_were_asked_for_are_played(bots: list[str], games: int) -> None:
    collector = Collector()
    report = play_match(Match.new(bots, games, seed=1), watchers=[collector])
    assert report.games == games
    numbers = [piece.first + i for piece in collector.pieces for i in range(len(piece.results))]
    assert numbers == list(range(games))
    assert sum(seat.share for seat in report.seats) == pytest.approx(1)
    assert [seat.bot for seat in report.seats] == bots
    assert all(0 <= seat.ci95[0] <= seat.share <= seat.ci95[1] <= 1 for seat in report.seats)


def test_every_bot_sits_on_every_seat_equally_often_with_the_same_dice() -> None:
    collector = Collector()
    match = Match.new(["greedy", "random", "heuristic"], 30, seed=5, variant="longo")
    play_match(match, watchers=[collector])
    records = [record for piece in collector.pieces for record in piece.records]
    for round_ in range(0, 30, 3):
        games = records[round_ : round_ + 3]
        assert [game.players for game in games] == [
            ("greedy", "random", "heuristic"),
            ("random", "heuristic", "greedy"),
            ("heuristic", "greedy", "random"),
        ]
        assert len({game.headers["Lucky"] for game in games}) == 1
        assert len({str(game.turns[4].dice) for game in games}) == 1


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_threads_change_nothing_but_the_time(variant: str) -> None:
    match = Match.new(["greedy", "random", "heuristic"], 5000, variant=variant, seed=9)
    one, four = (play_match(match, threads=threads) for threads in (1, 4))
    assert [(s.mean, s.sd, s.share, s.ci95) for s in one.seats] == [
        (s.mean, s.sd, s.share, s.ci95) for s in four.seats
    ]
    assert (one.turns, one.by_misthrows) == (four.turns, four.by_misthrows)


def test_stronger_bots_win_more() -> None:
    report = play_match(Match.new(["heuristic", "greedy", "random"], 3000, seed=2))
    strong, fair, weak = report.seats
    assert strong.ci95[0] > fair.ci95[1]
    assert fair.ci95[0] > weak.ci95[1]


def test_the_heuristic_reaches_good_scores_against_itself() -> None:
    report = play_match(Match.new(["heuristic", "heuristic"], 20_000, seed=3))
    assert report.seats[0].mean > 64


def test_a_python_bot_plays_the_same_games_as_the_kernel(mine: str) -> None:
    own, kernels = (
        play_match(Match.new([name, "random"], games, seed=4))
        for name, games in ((f"{mine}:Greedy", 600), ("greedy", 20_000))
    )
    for seat, other in zip(own.seats, kernels.seats, strict=True):
        assert abs(seat.mean - other.mean) < 4 * other.sd / 600**0.5
        assert seat.sd == pytest.approx(other.sd, rel=0.15)
    assert abs(own.turns - kernels.turns) < 0.8


def test_bots_are_shown_no_open_answers(mine: str) -> None:
    assert play_match(Match.new([f"{mine}:Curious"] * 3, 30, seed=6)).games == 30


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Raises", "the bot {} failed: RuntimeError: no idea"),
        ("Rolls", "the bot {} failed: IllegalMove: the players are choosing for the white dice"),
        ("Text", "the bot {} gave '-', which is no Move"),
        ("Illegal", "the bot {} played r99, which is not allowed"),
    ],
)
def test_a_bot_that_fails_is_named(mine: str, bot: str, message: str) -> None:
    name = f"{mine}:{bot}"
    with pytest.raises(BotFailed) as failure:
        play_match(Match.new([name, "greedy"], 10, seed=1))
    said = str(failure.value)
    assert said.startswith(message.format(name))
    assert "\n" not in said
    assert "game 1, seat 0, position: classic 0.1 " in said
    if bot in ("Raises", "Rolls"):  # the line of the bot, though other code raised the exception
        assert f", in {mine}.py, line {10 if bot == 'Raises' else 14} (" in said
        assert type(failure.value.__cause__).__name__ in said


def test_bots_and_their_factories_can_play() -> None:
    by_name = play_match(Match.new(["qwixx.bots.simple:GreedyBot", "random"], 30, seed=4))
    ways: list[list[Any]] = [[GreedyBot(), "random"], [GreedyBot, RandomBot]]
    for bots in ways:
        report = play_match(Match.new(bots, 30, seed=4))
        assert [seat.mean for seat in report.seats] == [seat.mean for seat in by_name.seats]
    match = Match.new([GreedyBot(), RandomBot], 30, seed=4)
    assert match.bots == ("GreedyBot", "RandomBot")


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (3, "int is no bot: it has no method choose"),
        (dict, "dict makes no bot: it has no method choose"),
        (lambda: 1 / 0, "cannot make a bot of <lambda>: division by zero"),
    ],
)
def test_a_value_that_is_no_bot_is_refused(bot: Any, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        Match.new([bot, "random"], 10)


@pytest.mark.parametrize("bots", [["heuristic", "greedy", "random"], [GreedyBot, "random"]])
def test_rounds_can_be_played_in_any_pieces_and_order(bots: list[Any]) -> None:
    match = Match.new(bots, 44, seed=12)
    whole = play_match(match)
    count = Count(match)
    cuts = [0, 3, 4, 9, match.games // match.players, match.rounds]
    for start, stop in reversed(list(pairwise(cuts))):
        count.add(play_rounds(match, range(start, stop)).tally)
    report = count.report(1.0)
    assert report.games == 44
    assert [(s.mean, s.share, s.ci95) for s in report.seats] == [
        (s.mean, s.share, s.ci95) for s in whole.seats
    ]


def test_reading_records_names_the_file_that_is_wrong(tmp_path: Path) -> None:
    head = '[Variant "classic"]\n[Players "Ann"]\n[First "0"]\n\n1. 41/3256  '
    (tmp_path / "1.qwixx").write_text(f"{head}r5  b10\n", encoding="utf-8")
    assert [record.game.scores for record in read_records(tmp_path)] == [(2,)]
    for wrong, error in ((f"{head}r6  b10\n", IllegalMove), ("no record", NotationError)):
        (tmp_path / "2.qwixx").write_text(wrong, encoding="utf-8")
        with pytest.raises(error, match=r"2\.qwixx: line "):
            list(read_records(tmp_path))


def test_a_report_is_short_to_look_at() -> None:
    report = play_match(Match.new(["greedy", "random"], 20, seed=1))
    assert len(repr(report)) < 1000


@pytest.mark.parametrize("bots", [["greedy", "random"], [GreedyBot(), RandomBot]])
def test_a_match_can_be_played_in_other_processes(bots: list[Any]) -> None:
    match = Match.new(bots, 25, seed=3)
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        elsewhere = play_match(match, executor=executor)
    here = play_match(match)
    assert [(s.mean, s.share, s.ci95) for s in elsewhere.seats] == [
        (s.mean, s.share, s.ci95) for s in here.seats
    ]


def test_master_repeats_its_games_with_a_seed() -> None:
    once, again = (play_match(Match.new(["master", "greedy"], 1, seed=3)) for _ in range(2))
    assert [seat.mean for seat in once.seats] == [seat.mean for seat in again.seats]


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_game_is_played_on_from_any_phase(variant: str, seed: int) -> None:
    rng = Random(seed)
    lucky = [(6, 11), (5, 8), (4, 9)] if variant == "longo" else None
    game = Game.new(variant, 3, first=1, lucky=lucky)
    rolled = game.roll("41/3256")
    half = rolled.play(2, "-")
    for start in (game, rolled, half, half.play(0, "-").play(1, "-")):
        ways: list[Any] = [GreedyBot(), [RandomBot(), GreedyBot(), GreedyBot()]]
        for bots in ways:
            over = playout(start, bots, rng)
            assert over.phase is Phase.OVER, f"seed {seed}"
            assert playout(over, bots, rng) == over
    with pytest.raises(ValueError, match="expected 3 bots, one per seat, found 2"):
        playout(game, [GreedyBot()] * 2, rng)
    assert playout(game, GreedyBot(), Random(1)) == playout(game, GreedyBot(), Random(1))
    for seen in (half.seen_by(0), half.seen_by(0).play(0, "-").play(1, "-")):
        with pytest.raises(ValueError, match=r"play game\.unsealed"):
            playout(seen, GreedyBot(), rng)
        assert playout(seen.unsealed(), GreedyBot(), rng).phase is Phase.OVER


def test_an_interrupted_match_reports_the_games_so_far() -> None:
    class Impatient(Collector):
        def watch(self, games: MatchGames) -> None:
            super().watch(games)
            if len(self.pieces) == 3:
                raise KeyboardInterrupt

    impatient = Impatient()
    report = play_match(
        Match.new(["greedy", "greedy"], 10**9, seed=1), threads=2, watchers=[impatient]
    )
    assert report.interrupted
    assert report.games == sum(len(piece.results) for piece in impatient.pieces)


def test_records_are_the_games_that_were_counted() -> None:
    for bots in (["greedy", "heuristic"], ["qwixx.bots.simple:GreedyBot", "random"]):
        collector = Collector()
        play_match(Match.new(bots, 20, seed=8, variant="longo"), watchers=[collector])
        for piece in collector.pieces:
            for result, record in zip(piece.results, piece.records, strict=True):
                assert record.game.phase is Phase.OVER
                assert list(record.game.scores) == result["scores"][:2].tolist()
                assert len(record.turns) == result["turns"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": ["nobody"]}, "nobody"),
        ({"bots": ["random"] * 6}, "expected 1 to 5 players"),
        ({"bots": []}, "expected 1 to 5 players"),
        ({"games": 0}, "expected at least 1 game"),
        ({"seed": -1}, "expected a seed"),
        ({"variant": "chess"}, "there is no variant"),
        ({"lucky": [(6, 11)]}, "no lucky numbers"),
        ({"variant": "longo", "lucky": [(6, 6)]}, "two different numbers"),
        ({"variant": "longo", "lucky": [(6, 11), (5, 8)]}, "expected 1 lucky pairs"),
    ],
)
def test_an_impossible_match_is_refused(arguments: dict[str, object], message: str) -> None:
    usual: dict[str, object] = {"bots": ["random"], "games": 10}
    with pytest.raises(ValueError, match=message):
        Match.new(**usual | arguments)  # type: ignore[arg-type]


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    # Rounds of two games that are strongly tied together, as shared dice can make them.
    rng = np.random.default_rng(12)
    for truth, rounds in ((0.5, 30), (0.85, 60), (0.98, 200)):
        covered = 0
        for _ in range(2000):
            first = rng.random(rounds) < truth
            second = np.where(rng.random(rounds) < 0.5, first, rng.random(rounds) < truth)
            wins = first.astype(float) + second
            share = wins.sum() / (2 * rounds)
            low, high = share_interval(
                share, 2 * rounds, rounds, wins.sum(), (wins**2).sum(), players=2
            )
            covered += low <= truth <= high
        assert 0.925 < covered / 2000 < 0.985, (truth, covered / 2000)


def test_intervals_know_what_is_certain_and_what_is_not() -> None:
    assert share_interval(1, 500, 500, 500, 500, players=1) == (1, 1)
    assert share_interval(1, 1, 0, 0, 0, players=2) == (0, 1)
    low, high = share_interval(1, 20, 10, 20, 40, players=2)
    assert low < 0.8
    assert high == 1
    # Two that are the same and never choose by chance: every round is split evenly.
    low, high = share_interval(0.5, 20_000, 10_000, 10_000, 10_000, players=2)
    assert high - low < 0.001
