"""Pads: cards on phones beside real dice, whole games without a die entered."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator

from tests.browser.conftest import NOBODY_THERE, Troubles, Visit, visitors
from tests.browser.ending import score_table
from tests.browser.person import Person, expect
from tests.browser.real_table import begin
from tests.server.running import Server, fixed_port

PHONE = {"width": 390, "height": 844}
NAMES = ("Guest", "Bert", "Cleo", "Dora")
FIVE = ("Red 2", "Red 3", "Red 4", "Red 6", "Red 7")
BLUE = ("Blue 12", "Blue 11", "Blue 9", "Blue 8", "Blue 6")


def card(person: Person, name: str = "Your card") -> Locator:
    return person.page.get_by_role("region", name=name)


def cell(person: Person, name: str, of: str = "Your card") -> Locator:
    return card(person, of).get_by_role("button", name=re.compile(rf"^{name}(,|$)"))


def cross(person: Person, *names: str, of: str = "Your card") -> None:
    """Taps one cell after the other, and sees them crossed. The last one may be a lock, which
    opens when the others are there."""
    for tapped in filter(None, (names[:-1], names[-1:])):
        for name in tapped:
            cell(person, name, of).click()
        expect(cell(person, tapped[-1], of)).to_have_accessible_name(f"{tapped[-1]}, crossed")


def question(person: Person) -> Locator:
    return person.page.get_by_role("alert")


def test_four_people_play_a_whole_pad(
    new_context: Callable[..., BrowserContext], tmp_path: Path, troubles: Troubles
) -> None:
    troubles.expected = NOBODY_THERE
    with Server(tmp_path, port=fixed_port()) as server:
        visit: Any = visitors(new_context, server, troubles)
        people: list[Person] = [visit(viewport=PHONE) for _ in NAMES]
        anna, bert, cleo, dora = people
        begin(people, NAMES, "Pad")

        # All at once, and as the card alone allows.
        for person in (bert, cleo):
            cross(person, *FIVE)
        cross(dora, "Yellow 2")
        cross(anna, "Green 12", "Red 5")
        cell(anna, "Red 3").click()
        expect(anna.status).to_contain_text("You have already crossed red 5, further right.")
        cell(anna, "Red 12").click()
        expect(anna.status).to_contain_text("You need 5 crosses in this row first.")
        anna.button("Undo red 5").click()
        expect(cell(anna, "Red 5")).to_have_accessible_name("Red 5")
        anna.button(re.compile("^Misthrow")).click()
        expect(anna.button(re.compile("second of four"))).to_be_visible()

        # A lock closes the row for all, and players who could lock it in the same roll are asked.
        cross(bert, "Red 12")
        expect(question(cleo)).to_contain_text("Red row locked by Bert.")
        expect(anna.page.get_by_text("Bert locked the red row.")).to_be_visible()
        cell(anna, "Red 8").click()
        expect(anna.status).to_contain_text("The row is closed.")
        anna.page.reload()
        expect(cell(anna, "Red 8")).to_have_accessible_name("Red 8, row closed")
        server.kill()
        expect(question(cleo)).to_contain_text("Your game is safe")
        server.start()
        may_cross = "Then you may cross the lock too: you have 5 crosses."
        expect(question(cleo)).to_contain_text(may_cross)

        # It was a slip, and all players read so; then the lock is back.
        cell(bert, "Red 12").click()
        question(bert).get_by_role("button", name="Take back").click()
        expect(question(cleo)).to_have_count(0)
        expect(dora.page.get_by_text("Red row is open again.")).to_be_visible()
        cross(bert, "Red 12")
        question(cleo).get_by_role("button", name="Cross 12 and the lock").click()
        expect(cell(cleo, "Red 12")).to_have_accessible_name("Red 12, crossed")

        # The second row ends it: not yet, taken back, and then it does.
        cross(dora, *BLUE, "Blue 2")
        for person in people:
            expect(question(person)).to_contain_text("Red and blue are locked")
        question(anna).get_by_role("button", name="Not yet").click()
        cross(anna, "Yellow 4")
        dora.button("Undo blue 2").click()
        expect(question(bert)).to_have_count(0)
        cross(dora, "Blue 2")
        expect(anna.page.get_by_role("button", name=re.compile("^Bert"))).to_contain_text("28")
        question(cleo).get_by_role("button", name="Count the points").click()

        for person in people:
            expect(person.button("Rematch")).to_be_visible()
        shown = score_table(anna)
        assert shown == {
            "Bert": [28, 0, 0, 0, 0, 28],
            "Cleo": [28, 0, 0, 0, 0, 28],
            "Dora": [0, 1, 0, 28, 0, 29],
            "Guest": [0, 1, 1, 0, -5, -3],
        }
        assert all(score_table(person) == shown for person in people[1:])

        # The points are in My games, and there is nothing else to open.
        cleo.page.get_by_role("link", name="My games").click()
        line = cleo.page.get_by_role("listitem").filter(has_text="Guest, Bert and Dora")
        expect(line).to_contain_text("pad")
        expect(line).to_contain_text("28")
        expect(line.get_by_role("link")).to_have_count(0)
        cleo.page.go_back()

        # And again, on empty cards.
        for person in people:
            person.button(re.compile("rematch", re.IGNORECASE)).click()
        expect(cell(dora, "Blue 2")).to_have_accessible_name("Blue 2")


@pytest.mark.every_browser
def test_one_phone_has_the_cards_of_several_players(visit: Visit) -> None:
    anna = visit(viewport=PHONE)
    anna.open_table()
    with anna.table_options():
        anna.page.get_by_role("radio", name="Longo").check()
        anna.page.get_by_role("radio", name=re.compile("^Pad")).check()
    for name in ("Bert", "Cleo"):
        anna.page.get_by_label("Add a card on this phone").fill(name)
        anna.button("Add card").click()
    expect(anna.page.get_by_text("on the phone of Guest")).to_have_count(2)
    anna.button("Remove Cleo").click()
    anna.button("Start with 2 players").click()
    expect(anna.heading).to_contain_text("Longo, on this phone")

    tabs = {name: anna.button(re.compile(f"^{name}")) for name in ("Guest", "Bert")}
    six = [f"Red {number}" for number in range(2, 8)]
    expect(tabs["Guest"]).to_have_attribute("aria-pressed", "true")
    cross(anna, *six, of="Card of Guest")
    tabs["Bert"].click()
    cross(anna, *six, "Red 16", of="Card of Bert")
    expect(question(anna)).to_have_count(0)
    tabs["Guest"].click()
    expect(question(anna)).to_contain_text("Red row locked by Bert.")
    expect(question(anna).get_by_role("button", name="16 and lock")).to_be_visible()
    question(anna).get_by_role("button", name="15 and lock").click()
    expect(card(anna, "Card of Guest")).to_contain_text("36")

    # Only the keyboard: a cross, and a misthrow.
    cell(anna, "Yellow 2", "Card of Guest").focus()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("Enter")
    expect(cell(anna, "Yellow 3", "Card of Guest")).to_have_accessible_name("Yellow 3, crossed")
    for nth in ("first", "second", "third", "fourth"):
        anna.button(re.compile(f"{nth} of four")).focus()
        anna.page.keyboard.press("Enter")
    expect(question(anna)).to_contain_text("You took a fourth misthrow")
    question(anna).get_by_role("button", name="Count the points").click()
    expect(anna.heading).to_contain_text("Bert wins, you are")
    assert score_table(anna)["Guest"] == [36, 1, 0, 0, -20, 17]
