"""Tables on a device: whole games, without NumPy, and logs that a server reads and continues."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qwixx.bots import registry
from qwixx.table.local import LocalTable
from qwixx.table.log import read_entry

ENGINE = Path(__file__).parents[2] / "web" / "engine"


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A page that plays at a table of this device: see `web/engine/rehearsal.py`."""
    monkeypatch.syspath_prepend(str(ENGINE))
    from rehearsal import Player  # type: ignore[import-not-found]  # noqa: PLC0415

    return Player  # type: ignore[no-any-return]


def test_bots_play_whole_games_without_numpy() -> None:
    """NumPy has no build for the interpreter of browsers."""
    script = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
        f"sys.path.insert(0, {str(ENGINE)!r})\n"
        "import rehearsal\n"
        "rehearsal.rehearse()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_server_reads_and_continues_the_log_of_a_device(player: Callable[..., Any]) -> None:
    page = player("classic", ["greedy", "random"])
    page.play()
    log = [read_entry(text.encode()) for text in page.kept]
    table = LocalTable(page.code, clock=lambda: page.time, new_secret=lambda: "0" * 64, entries=log)
    assert table.table.stage == "over"
    assert table.table.version == len(log)
    finished = table.table.finished(1)
    assert finished is not None
    record = page.ask("GET", f"tables/{page.code}/games/1/record")["body"]
    assert finished.text == record


def test_a_device_continues_where_its_log_ends(player: Callable[..., Any]) -> None:
    page = player("classic", ["greedy", "greedy"])
    page.begin()
    log, turn = list(page.kept), page.view["game"]["turn"]
    again = player("classic", ["greedy"])
    again.request(type="load", code=page.code, entries=log)
    again.connect(page.code)
    assert again.view["code"] == page.code
    assert again.view["version"] == len(log)
    assert again.view["game"]["turn"] == turn


def test_another_bot_plays_where_the_net_of_one_is_missing(
    player: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As after an update of the engine, or at a table whose bots need a server."""
    page = player("classic", ["strong", "greedy"])
    monkeypatch.setattr(registry, "WEIGHTS_FOLDER", tmp_path)
    page.play()
    assert page.view["stage"] == "over"


def test_a_player_gets_hints_while_there_is_a_choice(player: Callable[..., Any]) -> None:
    page = player("classic", ["strong", "strong"])
    assert page.hint() == {"status": 409, "body": {"code": "wrong-stage"}}
    page.play()
    assert page.hint()["status"] == 409
    costs = [each["cost"] for each in page.hints]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert "-" in [each["move"] for each in page.hints]


def test_an_unknown_game_and_a_wrong_message_are_refused(player: Callable[..., Any]) -> None:
    page = player("classic", ["greedy"])
    assert page.ask("GET", f"tables/{page.code}/games/1")["status"] == 409
    assert page.ask("GET", "nonsense")["status"] == 404
    sent = page.tables.handle(
        json.dumps({"type": "message", "connection": 1, "message": {"type": "nonsense"}})
    )
    assert json.loads(sent)["send"][0][1]["code"] == "bad-message"
