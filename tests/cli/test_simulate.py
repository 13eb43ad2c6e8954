"""`qwixx simulate`, as it is typed."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from qwixx import __version__
from qwixx.arena import read_records
from qwixx.cli import main


@dataclass
class Done:
    stdout: str
    stderr: str


class Simulate(Protocol):
    def __call__(self, *arguments: str, code: int = 0) -> Done: ...


@pytest.fixture
def simulate(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Simulate:
    """Runs the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])

    def run(*arguments: str, code: int = 0) -> Done:
        try:
            returned = main(["simulate", *arguments])
        except SystemExit as left:
            assert isinstance(left.code, int)
            returned = left.code
        done = Done(*capsys.readouterr())
        assert returned == code, done.stderr
        return done

    return run


def test_json_has_the_documented_fields_and_nothing_else_is_printed(simulate: Simulate) -> None:
    done = simulate("--bots", "greedy,random,greedy", "--games", "301", "--seed", "5", "--json")
    report = json.loads(done.stdout)
    assert list(report) == [
        *("games", "seconds", "games_per_second", "turns", "seats"),
        *("seed", "variant", "lucky", "version", "interrupted"),
    ]
    assert (report["seed"], report["variant"], report["lucky"]) == (5, "classic", None)
    assert (report["version"], report["interrupted"]) == (__version__, False)
    assert report["games"] == 301
    assert report["turns"] > 8
    assert report["games_per_second"] == pytest.approx(301 / report["seconds"])
    assert [seat["bot"] for seat in report["seats"]] == ["greedy", "random", "greedy"]
    for seat in report["seats"]:
        assert list(seat) == ["bot", "mean", "sd", "share", "ci95"]
        assert seat["ci95"][0] <= seat["share"] <= seat["ci95"][1]
    assert done.stderr == ""


def test_the_json_of_a_match_says_how_to_repeat_it(simulate: Simulate) -> None:
    longo = ("--bots", "greedy,random", "--games", "50", "--variant", "longo", "--json")
    first = json.loads(simulate(*longo, "--lucky", "6,11/5,8").stdout)
    assert first["lucky"] == [[6, 11], [5, 8]]
    lucky = "/".join(",".join(map(str, pair)) for pair in first["lucky"])
    same = ("--seed", str(first["seed"]), "--lucky", lucky, "--threads", "1")
    assert json.loads(simulate(*longo, *same).stdout)["seats"] == first["seats"]
    assert re.search(r"seed \d+\n", simulate("--bots", "random", "--games", "2").stdout)


def test_the_text_has_the_results_of_a_match(simulate: Simulate) -> None:
    text = simulate("--bots", "greedy,random", "--games", "2000", "--seed", "1").stdout
    assert re.search(r"^greedy +9\d\.\d% ", text, re.MULTILINE)
    assert re.search(r"two closed rows ended \d+\.\d%, a fourth misthrow \d+\.\d%", text)
    all_rows = ["--variant", "classic-all", "--bots", "greedy", "--games", "20", "--seed", "1"]
    assert "four closed rows ended" in simulate(*all_rows).stdout


@pytest.mark.parametrize("bots", ["heuristic,greedy", "qwixx.bots.simple:RandomBot,greedy"])
def test_games_can_be_written_as_a_table_and_as_records(
    bots: str, tmp_path: Path, simulate: Simulate
) -> None:
    outputs = ("--csv", "games.csv", "--records", "records")
    lucky = ("--variant", "longo", "--lucky", "6,11/5,8")
    simulate("--bots", bots, "--games", "6", "--seed", "3", *lucky, *outputs)
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    files = sorted((tmp_path / "records").iterdir())
    assert len(files) == 6
    for game, record in enumerate(read_records(tmp_path / "records")):
        for seat, row in enumerate(rows[2 * game : 2 * game + 2]):
            assert (int(row["game"]), int(row["seat"])) == (game, seat)
            assert row["bot"] == record.players[seat] == bots.split(",")[int(row["player"])]
            assert row["lucky"] == ("6 11", "5 8")[int(row["player"])]
            assert int(row["score"]) == record.game.scores[seat]
            assert int(row["turns"]) == len(record.turns)
            assert record.game.outcome is not None
            assert row["ending"] == record.game.outcome.ending
            winners = record.game.winners
            assert float(row["share"]) == (1 / len(winners) if seat in winners else 0)


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_a_picture_is_drawn(name: str, start: bytes, tmp_path: Path, simulate: Simulate) -> None:
    simulate("--bots", "greedy,random", "--games", "40", "--plot", name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_own_bots_are_found_in_the_current_folder(tmp_path: Path, simulate: Simulate) -> None:
    (tmp_path / "bots_of_mine.py").write_text(
        "from qwixx.bots.simple import GreedyBot\n\n\nclass Mine(GreedyBot):\n    pass\n",
        encoding="utf-8",
    )
    done = simulate("--bots", "bots_of_mine:Mine,random", "--games", "20", "--json")
    assert json.loads(done.stdout)["seats"][0]["bot"] == "bots_of_mine:Mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--bots nobody --games 5", "there is no bot 'nobody'"),
        ("--bots no_such_module:Bot --games 5", "cannot load the bot 'no_such_module:Bot'"),
        ("--bots random --games 0", "expected at least 1 game"),
        ("--bots random --games many", "expected a whole number, found 'many'"),
        ("--bots a,b,c,d,e,f --games 5", "expected 1 to 5 players, found 6"),
        ("--bots random --games 5 --threads 0", "expected at least 1 thread, found 0"),
        ("--bots random --games 5 --variant chess", "chess"),
        ("--bots random --games 5 --lucky 6,11", "no lucky numbers"),
        ("--bots random --games 5 --variant longo --lucky 6,99", "from 2 to 16"),
        ("--bots random --games 5 --variant longo --lucky lots", "like 6,11/5,8; found 'lots'"),
        ("--bots random --games 5 --csv no/such/folder.csv", "cannot write no/such/folder.csv"),
        ("--bots random --games 5 --plot no/such/folder.png", "cannot write no/such/folder.png"),
        ("--bots random --games 5 --plot picture.doc", ".png, .svg or .pdf"),
        ("--bots random --games 5 --records file", "cannot write file"),
        ("--bots random --games 5 --records old", "cannot write old: it holds records already"),
        ("--bots random --games 5 --csv /dev/full", "No space left on device"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(
    arguments: str, message: str, tmp_path: Path, simulate: Simulate
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "0000001.qwixx").touch()
    done = simulate(*arguments.split(), code=2)
    assert done.stdout == ""
    assert done.stderr.startswith("qwixx simulate: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("bots", ["greedy,random", "qwixx.bots.simple:GreedyBot,random"])
def test_ctrl_c_prints_the_result_so_far(bots: str, tmp_path: Path) -> None:
    games = tmp_path / "games.csv"
    command = f"simulate --bots {bots} --games 1000000000 --seed 1 --json --csv {games}"
    with subprocess.Popen(
        [sys.executable, "-m", "qwixx", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background of a shell ignore Ctrl-C, and so would what they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        try:
            deadline = time.monotonic() + 120
            while not (games.exists() and games.stat().st_size > 10_000):
                assert time.monotonic() < deadline, "no game was played"
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0, stderr
    played = json.loads(stdout)["games"]
    assert played > 0
    assert json.loads(stdout)["interrupted"] is True
    with games.open(encoding="utf-8", newline="") as file:
        assert [int(row["game"]) for row in csv.DictReader(file)] == [
            game for game in range(played) for _seat in range(2)
        ]
    assert re.fullmatch(r"interrupted after \d+ of 1000000000 games\n", stderr)


# In place of the game loop, which takes half a minute to compile: a loop of two functions that
# counts games of 40 points each.
SMALL_LOOP = """
from qwixx.kernel.jit import jit

@jit
def count_games(games, tally):
    tally.scores[:, 40] += games
    tally.shares[:] += 30 * games
    tally.turns[20] += games
    tally.games[0] += games

@jit
def run_rounds(charts, policies, lucky, seed, start, stop, rotations, tally, results, traces):
    count_games((stop - start) * len(policies.players), tally)
"""


def test_a_full_disk_keeps_no_compiled_code_but_plays(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: both make a write fail."""
    (tmp_path / "small_loop.py").write_text(SMALL_LOOP)
    script = """if True:
        import resource
        from qwixx.arena import games
        from qwixx.cli import main
        from small_loop import run_rounds
        games.run_rounds = run_rounds
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        main("simulate --bots random,random --games 10 --seed 1 --json".split())
    """
    cache = tmp_path / "cache"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["games"] == 10
    assert not [file for file in cache.rglob("*") if file.is_file()]
