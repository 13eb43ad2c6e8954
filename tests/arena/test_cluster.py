"""Matches on a Dask cluster: the same games on any workers, even if some die."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numba
import pytest
from distributed import Client, LocalCluster

import qwixx
from qwixx.arena import Match, MatchGames, play_match
from qwixx.arena.cluster import NoCluster, workers
from qwixx.cli import main
from qwixx.kernel.formula import TUNED
from qwixx.rules import CLASSIC, Game, Move
from qwixx.solver.pairs import solve_pairs
from qwixx.solver.table import read_table
from research.strength_matches import measure
from research.tune import tune
from tests.solver.shrunken import LUCKY, solve_now

OWN_BOT = """
class Cautious:
    def choose(self, game, seat, rng):
        return rng.choice(game.legal_moves(seat))
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as started:
        yield started


def without_times(facts: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in facts.items() if k not in ("seconds", "games_per_second")}


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Returns the output of a match, without its times."""
    assert main(["simulate", "--json", "--seed", "7", *arguments]) == 0
    return without_times(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize(
    "match",
    [
        ["--bots", "heuristic,greedy,random", "--games", "1001"],
        ["--bots", "master,heuristic", "--games", "2", "--variant", "longo"],
        ["--bots", "own_bot:Cautious,greedy", "--games", "31"],
        ["--bots", "heuristic,greedy", "--games", "20", "--adjusted"],
    ],
    ids=["compiled", "master", "own", "adjusted"],
)
def test_the_games_are_the_same_as_in_one_process(
    match: list[str],
    cluster: Any,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "own_bot.py").write_text(OWN_BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    here = told(capsys, *match)
    assert told(capsys, *match, "--cluster", cluster.scheduler_address) == here


class Slow:
    """Takes its time, so that it can be interrupted."""

    def choose(self, game: Game, seat: int, rng: Random) -> Move:
        sum(range(20_000))
        return rng.choice(game.legal_moves(seat))


class Murderer:
    """Kills a worker when the first games arrive."""

    wants_results = wants_records = False

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.seen = 0

    def watch(self, _games: MatchGames) -> None:
        if not self.seen:
            os.kill(self.pid, signal.SIGKILL)
        self.seen += 1


def test_a_worker_that_dies_costs_time_and_nothing_else(cluster: Any) -> None:
    match = Match.new(["qwixx.bots.simple:RandomBot", Slow], 60, seed=3)
    with workers(cluster.scheduler_address) as found:
        executor: Any = found.executor
        pids = executor._client.run(os.getpid)
        murderer = Murderer(next(iter(pids.values())))
        report = play_match(
            match, threads=found.at_once, executor=found.executor, watchers=[murderer]
        )
    assert murderer.seen > 1
    alone = play_match(match)
    assert without_times(report.to_dict()) == without_times(alone.to_dict())


def test_tuning_and_strength_come_out_the_same(cluster: Any) -> None:
    numbers: dict[str, Any] = {"generations": 2, "games": 40, "threads": 1, "seed": 4}
    start = TUNED["classic"]
    table = ("classic", 2, "heuristic", "greedy", 100)
    with workers(cluster.scheduler_address) as found:
        there = tune(CLASSIC, start, **numbers, executor=found.executor)
        measured = measure(*table, executor=found.executor, threads=found.at_once)
    assert there == tune(CLASSIC, start, **numbers)
    assert measured == measure(*table)


def test_lucky_pairs_are_solved_by_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config: Any = numba.config
    monkeypatch.setenv("NUMBA_CACHE_DIR", config.CACHE_DIR)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with workers("local", 1) as found:
        solved = dict(solve_pairs(LUCKY, found.executor, pytest.fail))
    assert set(solved) == {(2, 3)}  # 3 & 4 is the same, with the dice read from the other side
    assert solved[2, 3].value == solve_now(LUCKY, (2, 3)).value
    assert read_table(LUCKY, (3, 4)).value == solved[2, 3].value


def test_a_local_cluster_is_started_and_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["--bots", "greedy,random", "--games", "100", "--threads", "1"]
    assert told(capsys, *match, "--cluster", "local") == told(capsys, *match)


def test_a_missing_cluster_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--bots", "greedy", "--games", "1", "--cluster", "127.0.0.1:9"]
    assert main(arguments) == 2
    problem = capsys.readouterr().err
    assert problem.count("\n") == 1
    assert "there is no cluster at" in problem


def test_a_worker_with_another_version_is_refused(cluster: Any, tmp_path: Path) -> None:
    package = Path(qwixx.__file__).parent
    shutil.copytree(package, tmp_path / "qwixx", ignore=shutil.ignore_patterns("static"))
    with (tmp_path / "qwixx" / "rules" / "game.py").open("a") as file:
        file.write("# another version\n")
    command = [sys.executable, "-m", "dask", "worker", cluster.scheduler_address]
    options = ["--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", "--no-nanny"]
    path = os.environ | {"PYTHONPATH": str(tmp_path)}
    with subprocess.Popen([*command, *options], env=path, stderr=subprocess.DEVNULL) as worker:
        try:
            with Client(cluster.scheduler_address, set_as_default=False) as client:
                client.wait_for_workers(3, timeout=60)
            with (
                pytest.raises(NoCluster, match="another version of qwixx"),
                workers(cluster.scheduler_address),
            ):
                pass
        finally:
            worker.kill()


def test_without_dask_one_line_says_what_to_install() -> None:
    without = (
        "import sys; sys.modules['distributed'] = None; from qwixx.cli import main; "
        "sys.exit(main('simulate --bots random --games 1 --cluster local'.split()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", without], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "qwixx simulate: distributed is not installed; this brings it: pip install 'qwixx[dask]'"
    )
