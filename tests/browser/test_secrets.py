"""Hidden choices are neither on the screens of others nor in the messages to them."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import expect

from tests.browser import prepared
from tests.browser.conftest import Visit
from tests.browser.person import Person
from tests.server.desk import Desk

WHOLE = """() => performance.getEntriesByType("resource").filter(
  (entry) => entry.name.includes("/TableExtras-")).length > 1"""
"""The part of the page that comes later is there: its code and its style."""


def last_view(person: Person) -> dict[str, Any]:
    """The last view that the server has sent."""
    views = [json.loads(text) for text in person.heard]
    view: dict[str, Any] = [each for each in views if each["type"] == "view"][-1]
    return view


def told_of(person: Person, version: int) -> bool:
    """Whether that version has reached the page."""
    return bool(last_view(person)["version"] >= version)


def test_a_sealed_choice_is_seen_by_nobody_else_before_the_reveal(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    """The pages and the sockets of the others do not depend on Anna's choice."""
    code = lay(prepared.find("sealed", prepared.everybody_chooses))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    carla = visit()
    for person in (anna, bert, carla):
        person.page.goto(f"/{code}")
    expect(carla.heading).to_contain_text("Watching")
    for person in (anna, bert, carla):
        person.page.wait_for_function(WHOLE)
    first, second = anna.cells()[:2]

    seen: dict[str, list[str]] = {}
    for choice in (first, second, "pass"):
        if choice == "pass":
            anna.pass_()
        else:
            anna.cross(choice)
        version = last_view(anna)["version"]
        told = []
        for other in (bert, carla):
            other.wait(partial(told_of, other, version), "not told")
            expect(other.page.get_by_text("Anna has decided")).to_be_visible()
            view = last_view(other)
            told += [json.dumps({**view, "version": 0}), other.page.locator("body").inner_html()]
        seen[choice] = told
    assert seen[first] == seen[second] == seen["pass"]

    anna.cross(second)
    bert.pass_()
    expect(carla.page.locator("main")).to_contain_text(f"Anna crossed {second.lower()}")
    bert.button(re.compile("^Anna")).click()
    colour, number = second.split()
    row = bert.dialog.get_by_role("group", name=f"{colour} row: {number}; 1 cross")
    expect(row).to_be_visible()


def test_a_spectator_sees_the_cards_and_has_nothing_to_click(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    desk = prepared.find("watched", prepared.colour_choice())
    code = lay(desk)
    anna, carla = visit(name="Anna", seats=[code]), visit()
    anna.page.goto(f"/{code}")
    carla.page.goto(f"/{code}")
    expect(carla.heading).to_contain_text("Watching")
    expect(carla.status).to_contain_text("Anna is choosing the second action")
    for card in desk.game.cards:
        assert str(card.score) in carla.text()
    expect(carla.page.get_by_role("region", name="Card of Anna")).to_be_visible()
    expect(carla.offered).to_have_count(0)
    assert not carla.asked()
    # No message contains a player's secret or that of the dice.
    told = "\n".join(carla.heard)
    assert desk.table.secret not in told
    assert prepared.secret_of("Anna") not in told


def test_late_visitors_watch_and_the_table_counts_them(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("late", prepared.everybody_chooses))
    anna, carla = visit(name="Anna", seats=[code]), visit()
    anna.page.goto(f"/{code}")
    carla.enter(code)
    expect(carla.heading).to_contain_text("Watching")
    anna.button("Menu").click()
    anna.button("Players").click()
    expect(anna.dialog).to_contain_text("1 person is watching")
