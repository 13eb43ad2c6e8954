"""Whole games with real dice, entered on phones."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.browser import prepared
from tests.browser.axe import violations_in_any_light
from tests.browser.conftest import Visit
from tests.browser.ending import qwixx, score_table
from tests.browser.person import PATIENCE, expect
from tests.browser.real_table import begin, enter, hasty, key, keypad, throw
from tests.server.desk import Desk

PHONE = {"width": 390, "height": 844}
NAMES = ("Guest", "Bert", "Cleo", "Dora")


def test_four_people_play_a_whole_game(visit: Visit, tmp_path: Path) -> None:
    rng = Random(16)
    people = [visit(viewport=PHONE) for _ in NAMES]
    begin(people, NAMES, "Real dice")
    entered: list[str] = []
    deadline = time.monotonic() + 8 * PATIENCE
    confirm = people[2].button("Confirm the result")
    while not confirm.is_visible():
        assert time.monotonic() < deadline, people[0].text()
        for person in people:
            if keypad(person).is_visible():
                entered.append(throw(person, rng))
            elif person.asked():
                person.decide(hasty)
        people[0].page.wait_for_timeout(5)
    confirm.click()

    for person in people:
        expect(person.button("Rematch")).to_be_visible()
    shown = score_table(people[0])
    assert all(score_table(person) == shown for person in people[1:])
    anna = people[0]
    expect(anna.page.get_by_text("there is nothing to check")).to_be_visible()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Record").click()
    file = tmp_path / "game.qwixx"
    download.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert '[Dice "real"]' in text
    assert re.findall(r"(?m)^\d+\. (\S+)", text) == entered
    said = json.loads(qwixx("replay", str(file), "--json"))
    assert [card["score"] for card in said["cards"]] == [
        shown[name][-1] for name in said["players"]
    ]
    assert "nothing to verify" in qwixx("verify", str(file))


@pytest.mark.every_browser
def test_anyone_enters_dice_and_corrections_are_agreed_upon(visit: Visit) -> None:
    anna = visit(viewport=PHONE)
    bert = visit(viewport=PHONE)
    code = anna.open_table()
    with anna.table_options():
        anna.page.get_by_role("radio", name=re.compile("^Real dice")).check()
    bert.join(code, "Bert")
    with anna.table_options():
        anna.page.get_by_label("First player").select_option("Bert")
        assert violations_in_any_light(anna.page) == []
    anna.button("Start with 2 players").click()
    expect(keypad(bert)).to_be_visible()

    # All see each tap; players who are not active may enter dice, too. A reload loses but the taps.
    tray = anna.page.get_by_role("region", name="Dice")
    expect(tray.locator(".waiting")).to_have_count(6)
    for taps, face in enumerate((3, 6), 1):
        key(bert, face).click()
        expect(tray.locator(".waiting")).to_have_count(6 - taps)
    expect(anna.page.get_by_text("Bert is entering the dice")).to_be_visible()
    assert violations_in_any_light(bert.page) == []
    bert.page.reload()
    expect(keypad(bert)).to_contain_text("1 of 6")
    anna.button("Enter the dice").click()
    key(anna, 4).click()
    expect(keypad(bert)).to_contain_text("Guest is entering the dice")
    anna.page.keyboard.press("Backspace")
    expect(keypad(bert)).not_to_contain_text("Guest is entering the dice")
    enter(anna, "41/3256")
    expect(keypad(bert)).to_have_count(0)
    expect(bert.page.get_by_text("entered by Guest")).to_be_visible()

    # Anyone may correct them until a player has answered.
    bert.button("Correct").click()
    keypad(bert).get_by_role("button", name="White die: 1").click()
    key(bert, 2).click()
    keypad(bert).get_by_role("button", name="Correct", exact=True).click()
    expect(anna.status).to_contain_text("rolled 6")
    anna.cross("Red 6")

    # Then the active player is asked, and all choose again.
    anna.button("Correct").click()
    keypad(anna).get_by_role("button", name="White die: 4").click()
    key(anna, 5).click()
    expect(keypad(anna)).to_contain_text("Bert has to agree")
    keypad(anna).get_by_role("button", name="Correct", exact=True).click()
    expect(anna.page.get_by_text("Bert is asked whether")).to_be_visible()
    bert.page.reload()
    bert.button("Agree").click()
    expect(anna.status).to_contain_text("rolled 7")
    assert "Red 7" in anna.cells()
    expect(bert.page.get_by_text("Real dice, entered by Guest")).to_be_visible()


def test_the_keys_are_large_and_work_without_a_pointer(visit: Visit) -> None:
    for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
        anna = visit(viewport={"width": width, "height": height})
        anna.open_table()
        # One after the other, without a look at what came of it.
        anna.button("Add bot").first.click()
        with anna.table_options():
            anna.page.get_by_role("radio", name=re.compile("^Real dice")).check()
            anna.page.get_by_label("First player").select_option("Guest")
        anna.button("Start with 2 players").click()
        expect(keypad(anna)).to_be_visible()
        for selector in (".key", ".slot"):
            for box in keypad(anna).locator(selector).all():
                size = box.bounding_box()
                assert size
                assert min(size["width"], size["height"]) >= 48, (width, selector, size)
                assert size["x"] >= 0
                assert size["x"] + size["width"] <= width
        for face in "41325":
            anna.page.keyboard.press(face)
        anna.page.keyboard.press("Backspace")
        for face in "56":
            anna.page.keyboard.press(face)
        expect(keypad(anna)).to_have_count(0)
        anna.wait(lambda: any('"text":"41/3256"' in text for text in anna.heard), "other dice")  # noqa: B023


def test_the_house_rule_goes_on_until_the_fourth_row(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    anna = visit(viewport=PHONE)
    anna.open_table()
    levels = anna.button(re.compile("^Level of "))
    for number in range(2):
        anna.button("Add bot").first.click()
        expect(levels).to_have_count(number + 1)
    with anna.table_options():
        house = anna.page.get_by_role("switch", name=re.compile("House rule"))
        house.click()  # not before the bots can play it
        expect(anna.page.get_by_text(re.compile(r"^\w+ and \w+ cannot play by"))).to_be_visible()
        expect(house).not_to_be_checked()
        anna.button("Change 2 bots to “Random”").click()
        expect(house).to_be_checked()
        expect(anna.page.get_by_text("without hints and review")).to_be_visible()
        expect(anna.page.get_by_text("Players may ask for hints")).to_have_count(0)
    expect(anna.page.locator(".options b")).to_have_text("4 rows")
    anna.button("Add bot").first.click()
    expect(levels).to_have_text(["Random", "Random", "Greedy"])

    # A level that cannot play by the rule offers to play without it.
    levels.first.click()
    anna.dialog.get_by_role("button", name="Strong does not know the house rule").click()
    anna.dialog.get_by_role("button", name="Go back").click()
    expect(levels.first).to_have_text("Random")
    levels.first.click()
    anna.dialog.get_by_role("button", name="Strong does not know the house rule").click()
    anna.dialog.get_by_role("button", name="Without the rule").click()
    expect(levels.first).to_have_text("Strong")
    expect(anna.page.locator(".options b")).to_have_count(0)
    anna.choose_level(0, "random")
    with anna.table_options():
        anna.page.get_by_role("switch", name=re.compile("House rule")).click()
        expect(anna.page.get_by_role("switch", name=re.compile("House rule"))).to_be_checked()
    anna.button("Start with 4 players").click()

    # Everybody who sits there can see it, and read why there is no coach.
    expect(anna.heading).to_contain_text("4 rows")
    anna.page.get_by_role("button", name="Rules").click()
    for text in ("when all four rows are closed", "no hints during the game, and no review"):
        expect(anna.dialog).to_contain_text(text)
    code = lay(prepared.find("by the house rule", prepared.over, variant="classic-all"))
    anna = visit(name="Anna", seats=[code], viewport=PHONE)
    anna.page.goto(f"/{code}")
    expect(anna.page.get_by_text("without hints and review")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Review")).to_have_count(0)
