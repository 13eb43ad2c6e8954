"""Joining a table, and the names of players."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import prepared
from tests.browser.conftest import Troubles, Visit
from tests.server.desk import Desk


def test_a_dead_link_says_what_is_wrong_and_offers_a_way_on(
    visit: Visit, lay: Callable[[Desk], str], troubles: Troubles
) -> None:
    troubles.expected = ("404 (Not Found)", "409 (Conflict)")
    code = lay(prepared.find("dead links", prepared.over))
    anna = visit()
    no_table, no_game = "There is no table with this code.", "There is no finished game here."
    for path, wrong in (
        ("/nonsense/page", "There is no page at this address."),
        (f"/{code}/99", no_game),
        (f"/{code}/99/review", no_game),
        ("/BCDFGH/1", no_table),
        ("/BCDFGH/1/review", no_table),
        ("/BCDFGH", no_table),
    ):
        anna.page.goto(path)
        expect(anna.page.get_by_role("alert")).to_have_text(wrong)
        expect(anna.page.get_by_role("link", name="Home")).to_be_visible()
        table = anna.page.get_by_role("link", name=re.compile("^Table"))
        expect(table).to_have_count(1 if wrong == no_game else 0)
    # The code that was wrong is there to be corrected.
    field = anna.page.get_by_label("Got a code?")
    expect(field).to_have_value("BCDFGH")
    field.fill(f"Code: {code[:3]} {code[3:]}")
    anna.button("Join").click()
    expect(anna.heading).to_contain_text("win")


def test_the_way_back_from_a_dead_link_leads_home(visit: Visit) -> None:
    anna = visit()
    anna.page.goto("/qqqqqq")
    anna.button("Back").click()
    expect(anna.button("Open a table for friends")).to_be_visible()


def test_going_back_closes_a_drawer_also_after_a_link(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("drawers", prepared.over))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    for _ in range(2):
        anna.button("Menu").click()
        expect(anna.dialog).to_be_visible()
        anna.page.go_back()
        expect(anna.dialog).to_have_count(0)
        expect(anna.heading).to_contain_text("win")
    # Without a drawer it leaves, at once.
    anna.page.go_back()
    expect(anna.page).to_have_url("about:blank")


def test_a_code_that_is_too_short_leads_nowhere(visit: Visit) -> None:
    anna = visit()
    anna.page.goto("/")
    anna.page.get_by_label("Got a code?").fill("CDF")
    expect(anna.button("Join")).to_be_disabled()


def test_a_full_table_offers_no_seat(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.lobby("full", players=2))
    carla = visit()
    carla.enter(code)
    expect(carla.page.get_by_text("2 of 2, clockwise")).to_be_visible()
    expect(carla.page.get_by_text("The table is full. You can watch.")).to_be_visible()
    expect(carla.page.get_by_label("Your name")).to_have_count(0)


def test_a_name_is_text_even_if_it_looks_like_html(visit: Visit) -> None:
    name = "<img src=x>&amp;<b>"
    anna, bert = visit(), visit()
    bert.join(anna.open_table(), name)
    for person in (anna, bert):
        expect(person.page.get_by_role("list")).to_contain_text(name)
    anna.button("Start with 2 players").click()
    expect(anna.page.get_by_role("region", name="The others")).to_contain_text(name)
    for person in (anna, bert):
        expect(person.page.locator("img, main b b")).to_have_count(0)


def test_a_name_that_is_taken_is_refused(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.lobby("names", players=1, seats=3))
    bert = visit()
    bert.enter(code)
    bert.page.get_by_label("Your name").fill("anna")
    bert.button("Sit down").click()
    expect(bert.page.get_by_role("alert")).to_contain_text("has that name already")


def test_the_opener_of_a_table_is_asked_for_a_name(visit: Visit) -> None:
    anna, bert = visit(), visit()
    code = anna.open_table()
    name = anna.page.get_by_label("Your name")
    expect(name).to_be_focused()
    anna.page.keyboard.type("Anna")
    anna.page.keyboard.press("Enter")
    expect(name).to_have_count(0)
    bert.join(code, "Bert")
    expect(bert.page.get_by_text("Anna starts the game")).to_be_visible()
    # The next table knows the name already.
    anna.open_table()
    expect(anna.page.get_by_role("list")).to_contain_text("Anna")


def test_a_new_name_that_is_refused_is_not_kept(visit: Visit) -> None:
    anna, bert = visit(), visit()
    bert.join(anna.open_table(), "Bert")
    bert.button("Change name").click()
    bert.dialog.get_by_label("Your name").fill("Guest")
    bert.dialog.get_by_role("button", name="Change name").click()
    expect(bert.dialog.get_by_role("alert")).to_contain_text("has that name already")
    assert '"name":"Bert"' in bert.page.evaluate("localStorage['qwixx.settings']")
    bert.dialog.get_by_label("Your name").fill("Berta")
    bert.dialog.get_by_role("button", name="Change name").click()
    expect(bert.dialog).to_have_count(0)
    expect(anna.page.get_by_role("list")).to_contain_text("Berta")


def test_a_removed_player_reads_why(visit: Visit) -> None:
    anna, bert = visit(), visit()
    bert.join(anna.open_table(), "Bert")
    anna.button("Remove Bert").click()
    expect(bert.page.get_by_role("alert")).to_contain_text("removed you from the table")
    expect(anna.page.get_by_role("list")).not_to_contain_text("Bert")
