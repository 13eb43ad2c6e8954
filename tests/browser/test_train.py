"""Training: a position, a choice, what every move was worth, and a figure that is kept."""

import json
from itertools import chain
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit

PIECES = Path(__file__).parents[2] / "web" / "public" / "training"


def test_there_are_positions_enough_in_which_the_choice_matters() -> None:
    pieces = [json.loads(file.read_text(encoding="utf-8")) for file in PIECES.glob("*.json")]
    positions = list(chain.from_iterable(pieces))
    assert len(pieces) == 32
    assert len({json.dumps(position) for position in positions}) >= 2000
    for position in positions:
        costs = [move["cost"] for move in position["moves"]]
        assert costs == sorted(costs)
        assert costs[0] == 0
        assert 0.01 <= costs[1] <= 0.12


def test_a_choice_is_judged_and_the_figure_kept(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, color_scheme="dark", bypass_csp=True).page
    page.goto("/train")
    card = page.get_by_role("region", name="Your card")
    card.get_by_role("button", name="may be crossed").last.click()
    expect(page.get_by_role("list", name="All moves")).to_contain_text("yours")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Next position").click()
    expect(page.get_by_text("What would you do?")).to_be_visible()
    page.reload()
    expect(page.get_by_text("given away in 1 choice", exact=False)).to_be_visible()
