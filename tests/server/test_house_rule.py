"""The house rule that only the fourth closed row ends the game: offered, but not to every bot."""

import json
from dataclasses import replace

import pytest

from qwixx.server.live import hosted_table
from qwixx.table.decide import Refused
from tests.server.desk import HOST, Desk
from tests.server.reviewing import UNFINISHED, send_record
from tests.server.running import Server


def options(desk: Desk, **more: object) -> None:
    usual = {"variant": "classic", "seats": 2, "timer": 0}
    desk.act(HOST, "options", options={**usual, **more})


def test_a_switch_makes_another_variant_of_the_same_sheet() -> None:
    desk = Desk("classic", 2)
    options(desk, allRows=True)
    assert desk.table.options.variant == "classic-all"
    shown = json.loads(desk.view(HOST))
    assert (shown["options"]["variant"], shown["options"]["allRows"]) == ("classic", True)
    assert shown["layout"]["houseRule"] == "classic-all"
    options(desk, variant="longo", allRows=True)
    assert desk.table.options.variant == "longo-all"
    options(desk)
    assert desk.table.options.variant == "classic"


def test_bots_without_training_for_the_house_rule_do_not_play_it() -> None:
    desk = Desk("classic", 2, bots=("strong",))
    desk.context = replace(desk.context, levels=hosted_table.levels)
    with pytest.raises(Refused) as refused:
        options(desk, allRows=True)
    assert refused.value.code == "bot-cannot-play"


def test_a_game_by_the_house_rule_has_no_review(server: Server) -> None:
    text = UNFINISHED.replace('"classic"', '"classic-all"')
    assert send_record(server, text) == (422, {"code": "no-review"})
