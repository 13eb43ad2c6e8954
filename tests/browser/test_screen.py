"""A screen in the middle of the table: it shows everybody's cards, and rolls once it was let in."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qwixx.rules import Phase
from tests.browser import prepared
from tests.browser.axe import violations, violations_in_any_light
from tests.browser.conftest import Visit
from tests.browser.person import Person
from tests.browser.real_table import enter, keypad
from tests.server.desk import Desk

TELEVISION = {"width": 1920, "height": 1080}

# The smallest size of any text that can be seen.
SMALLEST = """() => Math.min(...[...document.querySelectorAll('main *')]
  .filter((each) => !each.closest('.visually-hidden, svg') && each.checkVisibility())
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""

# Finds elements that do not fit: the page, or parts of it.
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll('main section')]
  .map((each) => [each.className, each.scrollHeight - each.clientHeight,
    each.scrollWidth - each.clientWidth])
  .filter(([, height, width]) => height > 1 || width > 1)"""


def let_in(host: Person, screen: Person) -> None:
    """The host shows a ticket, and the screen comes with it."""
    host.page.get_by_role("button", name="Menu").click()
    host.dialog.get_by_role("button", name="A screen in the middle").click()
    link = host.page.get_by_text(re.compile("/screen#")).inner_text()
    for _ in range(2):
        host.page.keyboard.press("Escape")
    expect(host.dialog).to_have_count(0)
    screen.page.goto(re.sub("^https?://[^/]+", "", link))


def test_five_cards_fit_and_anyone_rolls_for_the_active_player(visit: Visit) -> None:
    anna = visit()
    screen = visit(viewport={"width": 1920, "height": 1080})
    code = anna.open_table()
    for free in (3, 2, 1, 0):
        anna.button("Add bot").first.click()
        expect(anna.button("Add bot")).to_have_count(free)
    anna.button("Start with 5 players").click()
    screen.page.goto(f"/{code}/screen")
    expect(screen.page.locator("section.card")).to_have_count(5)
    let_in(anna, screen)
    rolled = False
    while not rolled:
        if anna.button("Roll the dice").is_visible():
            screen.button("Roll the dice").click()
            expect(anna.button("Roll the dice")).to_have_count(0)
            rolled = True
        elif anna.asked():
            anna.decide(lambda cells: cells[0])
        anna.page.wait_for_timeout(10)
    # If the white dice leave nobody a choice, all have decided before the screen shows it.
    either = re.compile(r"\d of 5 decided|is choosing the second action")
    rolled_there = screen.page.get_by_text(either)
    expect(rolled_there.first).to_be_visible()
    assert all('"you":null' in text for text in screen.heard if '"view"' in text)
    for width, height, least in ((1920, 1080, 36), (1024, 768, 12)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_function(f"() => ({SCROLLS})().length === 0")
        assert screen.page.evaluate(SMALLEST) >= least
        assert violations_in_any_light(screen.page) == []


# How much of the screen the cards fill from left to right, and whether any number leaves its cell.
CARDS = """() => {
  const boxes = [...document.querySelectorAll("section.card")]
    .map((each) => each.getBoundingClientRect());
  const right = Math.max(...[...document.querySelectorAll('.cards > section')]
    .map((each) => each.getBoundingClientRect().right));
  const wide = [...document.querySelectorAll('.number')].filter((each) =>
    each.getBoundingClientRect().width > each.closest('.cell').getBoundingClientRect().width);
  return [Math.min(...boxes.map((box) => box.left)), right, wide.length];
}"""


@pytest.mark.parametrize("variant", ["classic", "longo", "mixx-a"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cards_fill_a_television_and_can_be_read_from_afar(
    visit: Visit, lay: Callable[[Desk], str], players: int, variant: str
) -> None:
    desk = prepared.find(
        f"television {variant} {players}",
        lambda game: game.phase is Phase.ROLL and game.turn > 6,
        players=players,
        variant=variant,
    )
    screen = visit(viewport=TELEVISION)
    screen.page.goto(f"/{lay(desk)}/screen")
    expect(screen.page.locator("section.card")).to_have_count(players)
    assert screen.page.evaluate(SMALLEST) >= 36
    screen.page.wait_for_function(f"() => ({SCROLLS})().length === 0")
    left, right, too_wide = screen.page.evaluate(CARDS)
    assert left < 70
    assert right > 1870
    assert too_wide == 0
    # The dice of the turn before are gone: the next player has not rolled yet.
    expect(screen.page.locator(".tray svg.die")).to_have_count(0)
    expect(screen.page.get_by_role("heading", level=1)).to_contain_text("turn")
    code = screen.page.get_by_role("img", name="QR code").bounding_box()
    assert code
    assert code["width"] < 200


def test_the_code_fills_half_the_screen_before_the_game(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.lobby("television lobby", players=3, seats=5))
    screen = visit(viewport=TELEVISION)
    screen.page.goto(f"/{code}/screen")
    expect(screen.page.get_by_text("Anna starts the game.")).to_be_visible()
    picture = screen.page.get_by_role("img", name="QR code").bounding_box()
    assert picture
    assert picture["width"] > 900
    expect(screen.page.get_by_role("listitem")).to_have_text(
        [re.compile(name) for name in ("Anna", "Bert", "Chloé", "free", "free")]
    )
    assert screen.page.evaluate(SMALLEST) >= 36
    screen.page.wait_for_function(f"() => ({SCROLLS})().length === 0")
    assert violations_in_any_light(screen.page) == []


def test_real_dice_are_entered_at_the_screen_also_after_a_reload(visit: Visit) -> None:
    anna, bert = visit(), visit()
    screen = visit(viewport={"width": 1024, "height": 768}, color_scheme="dark")
    code = anna.open_table()
    with anna.table_options():
        anna.page.get_by_role("radio", name=re.compile("^Real dice")).check()
    bert.join(code, "Bert")
    let_in(anna, screen)
    anna.button("Start with 2 players").click()
    screen.button("Enter the dice").click()
    expect(keypad(screen)).to_be_visible()
    screen.page.reload()
    screen.button("Enter the dice").click()
    enter(screen, "41/3256")
    expect(bert.page.get_by_text("entered at the screen")).to_be_visible()
    expect(screen.page.get_by_text("0 of 2 decided")).to_be_visible()
    bert.cross("Red 5")
    expect(screen.page.get_by_text("1 of 2 decided")).to_be_visible()
    assert violations(screen.page) == []
