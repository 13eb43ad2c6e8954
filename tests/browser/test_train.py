"""Training: a position, a choice, the cost of every move, and a total that is stored."""

import json
import re
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit

AGAINST = {
    *("ends-behind", "ends-not", "misses-lock", "misthrow", "row-lost", "last-chance"),
    *("free-cross", "skips", "skips-for-nothing", "seldom"),
}
"""Reasons why a move is worse than the best one."""
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
        # Every move that costs something noticeable is told apart from the best by itself.
        told = [reason for move in position["moves"][1:] for reason in move["reasons"]]
        assert {reason["code"] for reason in told} <= AGAINST
        assert (position["answer"] is None) is (position["phase"] == "white")


def test_there_are_reasons_against_most_moves() -> None:
    pieces = [json.loads(file.read_text(encoding="utf-8")) for file in PIECES.glob("*.json")]
    moves = [move for position in chain.from_iterable(pieces) for move in position["moves"][1:]]
    assert sum(bool(move["reasons"]) for move in moves) > 0.7 * len(moves)


def test_a_choice_is_judged_and_the_total_stored(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, color_scheme="dark").page
    page.goto("/train")
    card = page.get_by_role("region", name="Your card")
    card.get_by_role("button", name="may be crossed").last.click()
    expect(page.get_by_role("list", name="All moves")).to_contain_text("yours")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # The focus stays in place for users of a keyboard.
    after = page.get_by_role("button", name="Next position")
    expect(after).to_be_focused()
    expect(after).to_be_in_viewport(ratio=1)
    # It does not lie on what it comes before.
    ranking = page.get_by_role("list", name="All moves")
    boxes = (after.bounding_box(), ranking.bounding_box())
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    page.keyboard.press("Enter")
    expect(page.get_by_text("What would you do?")).to_be_visible()
    expect(card.get_by_role("button", name="may be crossed").first).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text(re.compile("white dice|coloured die"))
    page.reload()
    expect(page.get_by_text("given away in 1 choice", exact=False)).to_be_visible()


def test_ten_positions_are_a_round_with_a_result(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/train")
    for number in range(1, 11):
        expect(page.get_by_text(f"Position {number} of 10")).to_be_visible()
        page.get_by_role("button", name="Pass", exact=True).click()
        page.get_by_role("button", name="Next position" if number < 10 else "Result").click()
    result = re.compile(r"^\d+ of 10 (was|were) best$")
    expect(page.get_by_role("heading", name=result)).to_be_visible()
    assert violations(page) == []
    expect(page.get_by_role("button", name="Another round")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Position 1 of 10")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390), (1280, 800)])
def test_the_total_is_readable_on_every_screen(visit: Visit, width: int, height: int) -> None:
    page = visit(viewport={"width": width, "height": height}, locale="de-DE").page
    page.goto("/train")
    # Before anything was chosen, it says what will stand there; and nothing lies on the card.
    expect(page.get_by_text("zwei Siege weniger")).to_be_visible()
    card = page.get_by_role("region", name="Dein Zettel").bounding_box()
    passing = page.get_by_role("button", name="Passen").bounding_box()
    assert card
    assert passing
    assert passing["y"] >= card["y"] + card["height"]
    costs = json.dumps([0.034, 0.2, 0.0, 0.101] * 5)
    page.evaluate(f"localStorage.setItem('qwixx.training', '{costs}')")
    page.reload()
    expect(page.get_by_text("zehn davor")).to_be_visible()
    boxes = page.get_by_role("region", name="Die letzten zehn Entscheidungen").get_by_role(
        "listitem"
    )
    expect(boxes).to_have_count(10)
    assert all(box.evaluate("box => box.scrollWidth <= box.clientWidth") for box in boxes.all())
