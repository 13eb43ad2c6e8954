"""Coming and going: nothing is lost by a reload, nor by a server that dies."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qwixx.rules import Game
from tests.browser import prepared
from tests.browser.conftest import NOBODY_THERE, Troubles, Visit, VisitTo
from tests.browser.person import Person, expect, play
from tests.server.desk import Desk
from tests.server.running import Server, fixed_port


def reload(person: Person) -> None:
    """Loads the page again; it must say what it said before."""
    before = person.text()
    person.page.reload()
    person.wait(lambda: person.text() == before, f"not as it was: {before}")


def test_a_reload_in_the_lobby_keeps_the_seat(visit: Visit) -> None:
    anna, bert = visit(), visit()
    bert.join(anna.open_table(), "Bert")
    expect(anna.page.get_by_role("list")).to_contain_text("Bert")
    reload(anna)
    reload(bert)
    anna.button("Start with 2 players").click()
    expect(bert.card).to_be_visible()


@pytest.mark.every_browser
@pytest.mark.parametrize(
    ("phase", "wanted"),
    [
        ("roll", prepared.before_a_roll),
        ("white", prepared.everybody_chooses),
        ("colour", prepared.colour_choice()),
        ("over", prepared.over),
    ],
)
def test_a_reload_in_any_phase_loses_nothing(
    visit: Visit, lay: Callable[[Desk], str], phase: str, wanted: Callable[[Game], bool]
) -> None:
    code = lay(prepared.find(f"reload {phase}", wanted))
    people = [visit(name=name, seats=[code]) for name in ("Anna", "Bert")]
    for person in people:
        person.page.goto(f"/{code}")
    for person in people:
        expect(person.button("Menu")).to_be_visible()
        expect(person.page.get_by_text("away", exact=True)).to_have_count(0)
        if phase == "over":  # the coach takes a moment
            told = re.compile("the dice (cost|gave) you", re.IGNORECASE)
            expect(person.page.get_by_role("link", name="Review")).to_contain_text(told)
        reload(person)


def test_a_reload_keeps_a_sealed_answer_and_it_can_still_be_changed(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("answered", prepared.everybody_chooses))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    bert.page.goto(f"/{code}")
    anna.page.goto(f"/{code}")
    expect(anna.page.get_by_text("away", exact=True)).to_have_count(0)
    cell = anna.cells()[0]
    anna.cross(cell)
    reload(anna)
    expect(anna.page.get_by_text(f"{cell} chosen")).to_be_visible()
    anna.pass_()
    reload(anna)
    expect(anna.page.get_by_text("You passed", exact=True)).to_be_visible()


def test_the_home_page_leads_back_to_your_tables(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.find("home", prepared.everybody_chooses))
    over = lay(prepared.find("home, over", prepared.over, players=3))
    anna = visit(name="Anna", seats=[code, over])
    anna.page.goto("/")
    expect(anna.page.get_by_role("link", name="With Bert")).to_be_visible()
    # Finished games have moved to My games.
    expect(anna.page.get_by_role("link", name=re.compile("^With"))).to_have_count(1)
    anna.page.get_by_role("link", name="With Bert").click()
    expect(anna.card).to_be_visible()


def test_two_tabs_of_one_player_show_the_same_seat(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("tabs", prepared.everybody_chooses))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    other = Person(anna.page.context.new_page())
    other.page.goto(f"/{code}")
    anna.pass_()
    expect(other.page.get_by_text("You passed", exact=True)).to_be_visible()
    other.button("Undo").click()
    expect(anna.button("Pass")).to_be_visible()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path, port=fixed_port()) as running:
        yield running


@pytest.mark.every_browser
def test_pages_reconnect_to_a_killed_server(
    visit_to: VisitTo, mortal: Server, troubles: Troubles
) -> None:
    troubles.expected = NOBODY_THERE
    visit = visit_to(mortal)
    code = prepared.lay(prepared.find("killed", prepared.everybody_chooses), mortal.database)
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    anna.page.goto(f"/{code}")
    bert.page.goto(f"/{code}")
    cell = anna.cells()[0]
    anna.cross(cell)

    mortal.kill()
    for person in (anna, bert):
        expect(person.page.get_by_role("alert")).to_contain_text("Your game is safe")
    # A part of the page that would come now does not, and says so; later it can be had.
    anna.button("Rules").click()
    again = anna.dialog.get_by_role("button", name="Try again")
    again.click()
    expect(anna.dialog).to_contain_text("This could not be loaded.")
    mortal.start()
    again.click()
    expect(anna.dialog).to_contain_text("The aim")
    styled = "[...document.styleSheets].some((one) => /Rules/.test(one.href) && one.cssRules[0])"
    assert anna.page.evaluate(styled)
    anna.page.keyboard.press("Escape")
    for person in (anna, bert):
        expect(person.page.get_by_role("alert")).to_have_count(0)

    expect(anna.page.get_by_text(f"{cell} chosen")).to_be_visible()
    bert.pass_()
    expect(anna.cell(cell)).to_have_accessible_name(f"{cell}, crossed")
    turn = anna.heading.inner_text()
    play([anna, bert], lambda cells: cells[0], until=lambda: anna.heading.inner_text() != turn)


def test_the_home_page_notices_a_server_that_is_back(
    visit_to: VisitTo, mortal: Server, troubles: Troubles
) -> None:
    troubles.expected = NOBODY_THERE
    visit = visit_to(mortal)
    anna = visit()
    anna.page.goto("/")
    expect(anna.button("Play now", exact=False)).to_be_visible()
    mortal.kill()
    anna.button("Open a table for friends").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("No connection to the server.")
    mortal.start()
    expect(anna.page.get_by_role("alert")).to_have_count(0)


def test_the_seat_moves_to_another_device_by_a_link(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("move", prepared.everybody_chooses))
    anna, phone = visit(name="Anna", seats=[code]), visit()
    anna.page.goto(f"/{code}")
    anna.pass_()
    anna.button("Menu").click()
    anna.button("Continue on another device").click()
    link = anna.dialog.get_by_text("#seat=").inner_text()
    phone.page.goto(link)
    expect(phone.page.get_by_text("You passed", exact=True)).to_be_visible()
    expect(anna.page.get_by_role("alert")).to_contain_text("moved to another device")
    assert "#" not in phone.page.url
