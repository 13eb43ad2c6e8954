"""The question for a name and a portrait at the end of a first game."""

import re

import pytest

from tests.browser.axe import violations
from tests.browser.conftest import Troubles, Visit
from tests.browser.person import Person, expect, play

QUICK = """localStorage.setItem('qwixx.settings', JSON.stringify({
  pace: 'at-once', bots: 1, marks: ['pace', 'oneTap', 'autoRoll'],
}))"""


@pytest.fixture(autouse=True)
def busy_coach(troubles: Troubles) -> None:
    """The coach may still be busy with the review of the game before; the page then asks again."""
    troubles.expected = ("503",)


def first_game(visit: Visit) -> Person:
    """A person whose first game has just ended."""
    person = visit(storage_state=None, viewport={"width": 390, "height": 844})
    person.page.goto("/")
    person.page.evaluate(QUICK)
    person.page.reload()
    person.button(re.compile("^Play now")).click()
    play([person], lambda cells: cells[-1])
    expect(person.dialog.get_by_role("heading")).to_have_text("Who played?")
    return person


def test_a_name_and_a_portrait_are_asked_for_once_and_kept(visit: Visit) -> None:
    lena = first_game(visit)
    for colours in ("none", "active"):
        lena.page.emulate_media(forced_colors=colours)
        assert violations(lena.page) == []
    lena.page.emulate_media(forced_colors="none")
    lena.dialog.get_by_label("Name").fill("Lena")
    lena.dialog.get_by_role("radio", name="Leaf").check()
    lena.button("Save as Lena").click()
    expect(lena.dialog).to_have_count(0)
    expect(lena.page.get_by_role("rowheader", name="Lena")).to_be_visible()

    # The next table knows both, and others see them there.
    code = lena.open_table()
    leaf = "li:has-text('Lena') svg.symbol"
    expect(lena.page.locator(leaf)).to_be_visible()
    bert = visit()
    bert.join(code, "Bert")
    expect(bert.page.locator(leaf)).to_be_visible()

    lena.page.goto("/settings")
    expect(lena.page.get_by_label("Your name")).to_have_value("Lena")
    expect(lena.page.get_by_role("radio", name="Leaf")).to_be_checked()
    lena.page.get_by_role("radio", name="Horseshoe").check()
    lena.page.goto(f"/{code}")
    expect(bert.page.locator(leaf)).to_have_count(0)


def test_not_now_never_asks_again(visit: Visit) -> None:
    guest = first_game(visit)
    guest.button("Not now").click()
    expect(guest.dialog).to_have_count(0)
    guest.page.reload()
    expect(guest.page.get_by_role("rowheader", name="Guest")).to_be_visible()
    guest.button("Rematch").click()
    expect(guest.card).to_be_visible()
