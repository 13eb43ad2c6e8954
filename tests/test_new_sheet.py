"""A stranger adds a sheet: one value of `Variant`, and everything else knows it by itself.

The package is copied, the value is written into the copy, and the copy is asked.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import qwixx
from tests.rules.naive import PRINTED

ROOT = Path(__file__).parents[1]

VALUE = """
NEW: Final = make_variant(
    "new", sides=6, locking_cells=1, crosses_to_lock=5, rows={rows}
)

SHEETS: Final = {{variant.name: variant for variant in (CLASSIC, LONGO, MIXX_A, MIXX_B, NEW)}}
"""

GENERATOR = Path(__file__).parents[1] / "web" / "scripts" / "protocol_types.py"

PLAY = """
import json
from itertools import count
from random import Random

from qwixx.bots import bots_for, load_bot
from qwixx.notation import read_record, write_record
from qwixx.protocol.codec import read_message
from qwixx.rules import SHEETS
from qwixx.table.finished_views import frames
from qwixx.table.participant import Participant
from qwixx.table.views import Viewer
from qwixx.protocol import actions
from qwixx.table.fair import commitment
from qwixx.table.local import LocalTable
from qwixx.table.delays import Delays
from qwixx.table.verify import problems
from qwixx.protocol.options import Options

rng = Random(1)
now = count(0, 1000)
table = LocalTable(
    "CDFGHJ",
    clock=lambda: next(now),
    new_secret=(f"{number:064x}" for number in count(1)).__next__,
    levels=lambda name: bots_for(SHEETS[name]),
    standins=("heuristic", "greedy"),
    delays=Delays(),
)
table.open("anna", actions.Open("Anna", Options("classic", 3), ("strong", "greedy")))
wish = {"variant": "new", "seats": 3, "timer": 0}
def set_options():
    message = {"type": "options", "id": "1", "version": table.table.version, "options": wish}
    table.act("anna", read_message(json.dumps(message)))
refused = ""
try:
    set_options()
except Exception as error:
    refused = error.code
table.act("anna", actions.AddBot(1, "random"))
set_options()
table.act("anna", actions.Start())
game, part = table.table.game_id, "a1" * 32
table.act("anna", actions.Commit(game, commitment(part)))
table.act("anna", actions.Reveal(game, part))
viewer, seen = Viewer(), []
choose = lambda level, game, seat: str(load_bot(level).choose(game, seat, rng))
while table.table.stage == "playing":
    viewer.renew()
    view = json.loads(viewer.view(table.table, table, Participant("anna")))
    you = view["you"]
    if you["answer"] is None:  # afterwards the same is offered, for another answer
        legal = [str(move) for move in table.table.game.legal_moves(0) if move.colour]
        assert sorted(offer["move"] for offer in you["offers"]) == sorted(legal)
    if you["asked"] == "roll":
        table.act("anna", actions.RollDice())
    elif you["asked"] and you["answer"] is None:
        best = min(you["offers"], key=lambda offer: offer["skips"], default={"move": "-"})
        table.act("anna", actions.Choose(best["move"]))
    else:
        table.do_due(choose)
viewer.renew()
over = json.loads(viewer.view(table.table, table, Participant("anna")))
record = read_record(write_record(table.table.record()))
assert list(problems(record)) == []
assert record.game == table.table.game
table.act("anna", actions.Leave())
print(json.dumps({
    "refused": refused,
    "bots": list(bots_for(SHEETS["new"])),
    "layout": over["layout"],
    "ending": over["result"]["ending"],
    "frames": len(frames(record)) > 10,
}))
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package that has one value more."""
    rows = PRINTED["scrambled"]
    folder = tmp_path_factory.mktemp("scrambled")
    package = Path(qwixx.__file__).parent
    shutil.copytree(
        package, folder / "qwixx", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    file = folder / "qwixx" / "rules" / "variant.py"
    before, line, after = file.read_text("utf-8").partition("\nSHEETS: Final = ")
    assert line
    rest = after.partition("\n")[2]
    file.write_text(before + VALUE.format(rows=rows) + rest, "utf-8")
    (folder / "rows.json").write_text(json.dumps(rows))
    return folder


def run(home: Path, *command: str, typed: str = "") -> str:
    answer = subprocess.run(
        [sys.executable, *command],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home)},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_a_new_sheet_is_played_at_a_table_and_replayed(home: Path) -> None:
    told: dict[str, Any] = json.loads(run(home, "-c", PLAY))
    rows = [row.split() for row in json.loads((home / "rows.json").read_text())]
    assert [
        [f"{colour}{number}" for colour, number in zip(row["colours"], row["numbers"], strict=True)]
        for row in told["layout"]["rows"]
    ] == rows
    assert told["refused"] == "bot-cannot-play"
    assert told["bots"] == ["random", "greedy", "solo", "heuristic"]
    assert told["ending"] in ("rows-closed", "misthrows")
    assert told["frames"]
    types = run(home, str(GENERATOR))
    assert "'longo' | 'mixx-a' | 'mixx-b' | 'new';" in types
    assert "    variant: 'new'," in types


def test_the_commands_know_a_new_sheet(home: Path) -> None:
    command = ("-m", "qwixx", "play", "--variant", "new", "--bot", "greedy", "--seed", "1")
    said = run(home, *command, typed="-\nq\n")
    first = json.loads((home / "rows.json").read_text())[0].split()[0]
    assert re.search(rf"^  red +{first[0]}?{first[1:]} ", said, re.MULTILINE)


def test_the_page_lists_what_was_generated() -> None:
    """No file of the page names sheets in a list of its own."""
    lists = []
    for file in sorted((ROOT / "web" / "src").rglob("*")):
        if file.suffix not in (".ts", ".svelte") or file.name == "protocol.ts":
            continue
        if "'longo'" in file.read_text("utf-8"):
            lists.append(str(file.relative_to(ROOT)))
    assert lists == []
