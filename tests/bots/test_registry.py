"""The list of bots: in which order they stand, who is offered, and where."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from qwixx.bots import BOTS, bots_for
from qwixx.rules import CLASSIC, LONGO

MEASURED = Path(__file__).parents[2] / "docs" / "strength" / "measured.json"


def test_no_bot_has_clearly_lost_to_one_before_it() -> None:
    """In matches of two on every sheet, but for the exception that the list itself names."""
    places = list(BOTS)
    clear = 0
    lost = set()
    for match in json.loads(MEASURED.read_text("utf-8"))["matches"].values():
        bot, other = match["bot"], match["others"]
        if match["players"] == 2 and bot != other:
            later = places.index(bot) > places.index(other)
            clear += match["low"] > 0.5 if later else match["high"] < 0.5
            if match["high"] < 0.5 if later else match["low"] > 0.5:
                lost.add((match["variant"], *sorted((bot, other))))
    assert lost == {("mixx-b", "beginner", "solo")}
    assert clear > 80


def test_a_sheet_that_no_net_has_learnt_is_played_by_bots_that_need_none() -> None:
    unknown = replace(CLASSIC, name="unheard-of")
    assert list(bots_for(unknown)) == ["random", "greedy", "solo", "heuristic"]
    assert list(bots_for(CLASSIC)) == list(BOTS)


def test_the_page_ranks_the_bots_in_this_order() -> None:
    levels = Path(__file__).parents[2] / "web" / "src" / "ui" / "botLevels.ts"
    known = levels.read_text("utf-8").split("KNOWN = [")[1].split("]")[0]
    assert re.findall(r"'(\w+)'", known) == list(BOTS)


def test_solo_is_not_offered_if_its_table_takes_minutes() -> None:
    assert "solo" not in bots_for(LONGO)


def test_the_list_of_bots_needs_no_extra() -> None:
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
        "from qwixx.bots import bots_for, load_bot\n"
        "from qwixx.rules import CLASSIC\n"
        "for name, info in bots_for(CLASSIC).items():\n"
        "    if not info.packages:\n"
        "        load_bot(name)\n"
        "    else:\n"
        "        try:\n"
        "            load_bot(name)\n"
        "        except ModuleNotFoundError:\n"
        "            continue\n"
        "        sys.exit(name)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
