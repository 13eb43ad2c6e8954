"""After a plain `pip install`, every command works or says in one line what to install."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from qwixx._system import cache_folder
from qwixx.cli import COMMANDS
from qwixx.rules import CLASSIC
from qwixx.solver.table import solo_table
from tests.fresh import FreshEnvironment, build

RECORD = '[Variant "classic"]\n[Players "Ann" "Ben"]\n[First "0"]\n\n1. 41/3256  r5 y5  b10\n'
# Short work for each command. Others are asked for their help, which loads them too.
WORK = {
    "backup": "backup copy.db --database sqlite:///qwixx.db",
    "bots": "bots",
    "cache": "cache",
    "play": "play --bot greedy",
    "replay": "replay game.qwixx",
    "restore": "restore copy.db --database sqlite:///other.db",
    "serve": "serve --port 99999",
    "simulate": "simulate --bots random,qwixx.bots.simple:GreedyBot --games 2 --json",
    "solve": "solve --json",
    "verify": "verify game.qwixx",
}
MORE_WORK = {
    **{command: WORK.get(command, f"{command} --help") for command in COMMANDS},
    "help": "--help",
    "version": "--version",
    "plot": "simulate --bots qwixx.bots.simple:GreedyBot --games 2 --plot match.svg",
    "play strong": "play --bot strong",
    "play solo": "play --bot solo",
    "postgres": "backup copy2.db --database postgresql://nobody@127.0.0.1:1/nothing",
    "redis": "serve --host 127.0.0.1 --port 0 --redis nonsense",
}
# The commands that have to work with each extra; the empty name stands for none.
PLAIN = {"bots", "cache", "help", "play", "replay", "version"}
WORKS = {
    "": PLAIN,
    "server": PLAIN | {"backup", "play strong", "restore", "serve", "verify"},
    "solver": PLAIN | {"play strong", "play solo", "simulate", "solve"},
    "plot": PLAIN,
    "solver,plot": PLAIN | {"plot", "simulate", "solve"},
    "server,cluster": PLAIN | {"postgres", "redis", "serve"},
}
# Imports of a program, with the extra that the error names.
IMPORTS = {
    "import qwixx.arena": "solver",
    "from qwixx.coach import advise": "solver",
    "import qwixx.solver": "solver",
    "from qwixx.env import VectorEnv": "solver",
    "import qwixx.client": "server",
    "from qwixx.bots import load_bot; load_bot('master')": "solver",
}
# Runs all commands in one process; returns the exit code and the output of each.
WORKER = """if True:
    import contextlib, io, json, sys, traceback
    from qwixx.cli import main
    done = {}
    for name, work in json.loads(sys.argv[1]).items():
        out, err = io.StringIO(), io.StringIO()
        sys.stdin = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(work.split())
            except SystemExit as left:
                code = left.code
            except BaseException:
                code = traceback.format_exc()
        done[name] = (code, out.getvalue(), err.getvalue())
    print(json.dumps(done))
"""


# The bots that a server offers, after each has made a move.
OFFERED = """if True:
    import asyncio, json
    from random import Random
    from qwixx import Game
    from qwixx.bots import load_bot
    from qwixx.server.web.routes import list_bots
    levels = asyncio.run(list_bots.fn())
    game = Game.new("classic", players=2).roll("41/3256")
    for level in levels:
        assert load_bot(level.name).choose(game, 0, Random(1)) in game.legal_moves(0)
    print(json.dumps([level.name for level in levels]))
"""


def offered(fresh: FreshEnvironment) -> set[str]:
    done = fresh.run("-c", OFFERED)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that has the classic table, so that nobody has to solve it again."""
    solo_table(CLASSIC)
    folder = tmp_path_factory.mktemp("cache")
    (folder / "qwixx").mkdir()
    (folder / "qwixx" / "solved").symlink_to(cache_folder() / "solved")
    return folder


@pytest.mark.parametrize("extras", WORKS, ids=lambda extras: extras or "none")
def test_every_command_works_or_says_what_to_install(
    extras: str, wheel: Path, solved: Path, tmp_path: Path
) -> None:
    fresh = FreshEnvironment(tmp_path / "fresh", wheel, *filter(None, extras.split(",")))
    (fresh.folder / "game.qwixx").write_text(RECORD, encoding="utf-8")
    worked = fresh.run(
        *("-c", WORKER, json.dumps(MORE_WORK)),
        XDG_CACHE_HOME=str(solved),
        XDG_DATA_HOME=str(tmp_path),
        NUMBA_DISABLE_JIT="1",  # compiling takes longer than the work
    )
    assert worked.returncode == 0, worked.stderr
    done: dict[str, tuple[Any, str, str]] = json.loads(worked.stdout)
    refused = {}
    for name, (code, _out, err) in done.items():
        assert isinstance(code, int), f"{name} failed:\n{code}"
        missing = re.search(r"pip install 'qwixx\[([\w,-]+)\]'", err)
        if missing:
            assert (code, err.count("\n")) == (2, 1), (name, err)
            assert missing[1] not in fresh.extras, (name, err)
            refused[name] = missing[1]
        else:
            assert "No module named" not in err, (name, err)
    assert WORKS[extras].isdisjoint(refused), refused
    if not extras:
        assert refused["serve"] == "server"
        assert refused["solve"] == refused["simulate"] == refused["play solo"] == "solver"
        for source, extra in IMPORTS.items():
            said = fresh.run("-c", source).stderr.splitlines()[-1]
            assert said.endswith(f"is not installed; this brings it: pip install 'qwixx[{extra}]'")
    if extras == "server":
        assert "solo" not in offered(fresh)
        assert {"casual", "strong", "master"} <= offered(fresh)
        assert re.search(r"^solo .*\(not installed: numba\)$", done["bots"][1], re.MULTILINE)
        assert refused["postgres"] == refused["redis"] == "cluster"
    if extras == "solver":
        assert refused["plot"] == "plot"
        assert json.loads(done["solve"][1])["value"] == pytest.approx(115.483126, abs=1e-5)
