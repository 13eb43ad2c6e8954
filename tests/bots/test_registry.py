"""The list of bots: in which order they stand, who is offered, and where."""

import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from qwixx.bots import BOTS, bots_for
from qwixx.rules import CLASSIC, LONGO

MEASURED = Path(__file__).parents[2] / "docs" / "strength" / "measured.json"


@pytest.mark.parametrize("variant", [CLASSIC, LONGO], ids=lambda variant: variant.name)
def test_every_bot_has_beaten_the_one_before_it(variant) -> None:  # type: ignore[no-untyped-def]
    matches = json.loads(MEASURED.read_text("utf-8"))["matches"]
    for weaker, stronger in pairwise(bots_for(variant)):
        key, mirrored = (
            f"{variant.name} 2 {a} {b}" for a, b in ((stronger, weaker), (weaker, stronger))
        )
        share = matches[key]["share"] if key in matches else 1 - matches[mirrored]["share"]
        assert share > 0.5, f"{stronger} against {weaker}: {share}"


def test_a_sheet_that_no_net_has_learnt_is_played_by_bots_that_need_none() -> None:
    unknown = replace(CLASSIC, name="unheard-of")
    assert list(bots_for(unknown)) == ["random", "greedy", "solo", "heuristic"]
    assert list(bots_for(CLASSIC)) == list(BOTS)


def test_solo_is_not_offered_where_its_table_takes_minutes() -> None:
    assert "solo" not in bots_for(LONGO)


def test_the_list_is_read_without_anything_that_must_be_installed() -> None:
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
