"""The review of a game: from its end page, and of a record; by mouse, keyboard, screen reader."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import prepared
from tests.browser.axe import violations
from tests.browser.conftest import Troubles, Visit
from tests.server.desk import Desk

RECORD = """\
[Variant "classic"]
[Players "Laura" "Max"]
[First "0"]

1. 41/3256  y5 r5  b10
2. 66/1144  g12 b12  -
3. 55/1211  y10 g10  r6
4. 34/2255  b7 y7
"""

FIGHT = """\
[Variant "classic"]
[Players "Laura" "Max"]
[First "0"]

1. 13/4321  r4 y4  r5
2. 26/4234  g8 -  b10
3. 11/4363  y2 r2  g7
4. 14/4641  - y5  -
5. 53/6614  - b8  g6
6. 44/3151  - -  g9
7. 62/3233  - g8  g5
8. 63/6313  - -  y6
9. 63/5323  - -  b9
10. 31/1313  g4 r4  b6
11. 13/5252  y4 b4  r6
12. 24/2361  - g6  b3
13. 41/5646  y5 r5  y7
14. 32/4656  - g5  r6
15. 24/1522  b6 -  b4
16. 41/4466  - -  r8
17. 34/3253  - y7  r7
18. 12/2643  b3 g3  y8
19. 14/6422  - -  g3
20. 44/2624  r8 -  y10
21. 51/6134  - -  r11
22. 44/2516  y8 -  -
23. 66/2554  r12 r12  y11
"""
"""Both can lock red in the white phase of the last turn."""


def paste(page: Page, text: str) -> None:
    page.goto("/review")
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Review it").click()


def test_a_finished_game_is_reviewed_from_its_end_page(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("review over", prepared.over, players=3))
    anna = visit(name="Anna", seats=[code])
    page = anna.page
    page.goto(f"/{code}")
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile(f"/{code}/1/review$"))
    expect(page.get_by_text(re.compile("^The dice (gave|cost) you"))).to_be_visible()
    expect(page.get_by_role("radio").first).to_be_checked()
    # The bill adds up.
    bill = page.get_by_role("table", name="How it adds up")
    texts = bill.locator("tr td:last-child").all_inner_texts()
    figures = [int(re.sub(r"[+%]", "", text).replace("−", "-")) for text in texts]
    assert sum(figures[:-1]) == figures[-1]
    # Everybody's game can be looked at.
    page.get_by_role("radio").nth(1).check()
    expect(page.get_by_text(re.compile("^The dice (gave|cost) you"))).to_have_count(0)
    page.get_by_role("button", name="Back").click()
    expect(page).to_have_url(re.compile(f"/{code}$"))


def test_a_record_is_pasted_and_a_choice_tried_again(visit: Visit, troubles: Troubles) -> None:
    troubles.expected = ("400 (Bad Request)",)
    page = visit(viewport={"width": 390, "height": 844}).page
    paste(page, "no record at all")
    expect(page.get_by_role("alert")).to_contain_text("not a readable game record")
    expect(page.get_by_role("textbox")).to_have_value("no record at all")
    paste(page, RECORD)
    expect(page.get_by_text("The game is not finished")).to_be_visible()
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Turn 1: Laura \d+%, Max"))
    # Slider and picture have one axis: a click on the line of the turn changes nothing.
    line = page.locator("line.cursor").bounding_box()
    track = slider.bounding_box()
    assert line
    assert track
    slider.click(position={"x": line["x"] - track["x"], "y": track["height"] / 2})
    expect(slider).to_have_value("1")
    assert abs(line["x"] - (track["x"] + 8 + (track["width"] - 16) / 4)) <= 2
    page.get_by_role("button", name="Table").click()
    expect(page.get_by_role("columnheader", name="Max")).to_be_visible()
    expect(page.get_by_role("rowheader", name="4", exact=True)).to_be_visible()
    page.get_by_role("button", name=re.compile("^1.*better:")).click()
    expect(page.get_by_role("list", name="All moves")).to_be_visible()
    # A small graph shows its place in the game and leads to the other moments.
    expect(page.locator("svg g.here")).to_have_text("1")
    page.locator("svg g", has_text="2").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Moment 2")
    # It is seen at once, and gives way to a button in the same place.
    again = page.get_by_role("button", name="Try it again")
    expect(again).to_be_in_viewport(ratio=1)
    before = again.bounding_box()
    again.click()
    expect(page.get_by_text("What would you do?")).to_be_visible()
    assert page.get_by_role("button", name="Pass").bounding_box() == before
    expect(page.get_by_role("list", name="All moves")).to_have_count(0)
    page.get_by_role("region", name="Card of").get_by_role(
        "button", name="may be crossed"
    ).first.click()
    expect(page.get_by_role("list", name="All moves")).to_contain_text("yours")


def test_a_wrong_guess_is_not_blamed(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    paste(page, FIGHT)
    page.get_by_text(re.compile("^All .* choices")).click()
    page.get_by_role("row", name=re.compile("23 white")).get_by_role("button").click()
    expect(page.get_by_text("Red 12 was the best move")).to_be_visible()
    expect(page.get_by_text("In hindsight it cost 20.")).to_be_visible()


def test_on_a_phone_going_back_undoes_one_step_of_a_review(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    paste(page, RECORD)
    overview = page.get_by_role("table", name="How it adds up")
    everything = page.get_by_role("button", name=re.compile("^All .* choices"))
    everything.click()
    expect(overview).to_have_count(0)
    listed = page.get_by_role("heading", level=1)
    name = listed.inner_text()
    page.get_by_role("row").nth(1).get_by_role("button").click()
    expect(listed).not_to_have_text(name)
    page.go_back()
    expect(listed).to_have_text(name)
    page.go_back()
    expect(overview).to_be_visible()
    # The button in the header goes the same way.
    everything.click()
    page.get_by_role("button", name="Back to the overview").click()
    expect(overview).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), [("light", 320), ("dark", 390), ("light", 1280)])
def test_axe_finds_nothing_in_a_review(
    visit: Visit, scheme: str, width: int, pictures: Path | None
) -> None:
    page = visit(viewport={"width": width, "height": 800}, color_scheme=scheme).page
    paste(page, RECORD)
    expect(page.get_by_role("table", name="How it adds up")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 1000:
        page.get_by_role("button", name=re.compile("^1.*better:")).click()
    expect(page.get_by_role("list", name="All moves")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if pictures:
        page.screenshot(path=pictures / f"review {scheme} {width}.png", full_page=True)
