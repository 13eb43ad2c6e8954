"""The lobby: players, invitation, game and start."""

import re

from tests.browser.axe import violations_in_any_light
from tests.browser.conftest import Visit
from tests.browser.person import expect

PHONE = {"width": 360, "height": 640}

# How high the part of the page is that a keyboard leaves in sight.
KEYBOARD = """(height) => {
  Object.defineProperty(visualViewport, 'height', { value: height, configurable: true });
  visualViewport.dispatchEvent(new Event('resize'));
}"""


def test_start_adds_a_missing_bot(visit: Visit) -> None:
    anna = visit(viewport=PHONE)
    anna.open_table()
    anna.page.get_by_label("Your name").fill("Anna")
    anna.button("Save").click()
    expect(anna.page.get_by_text("Anna", exact=True)).to_be_visible()
    anna.button("Add a bot and start").click()
    expect(anna.card).to_be_visible()


def test_one_line_sums_up_the_game_and_its_options(visit: Visit) -> None:
    anna, bert = visit(viewport=PHONE), visit(viewport=PHONE)
    bert.join(anna.open_table(), "Bert")
    line = anna.page.locator(".options button")
    expect(line).to_contain_text("Virtual dice · no limit")
    expect(line.locator("b")).to_have_count(0)
    with anna.table_options():
        anna.page.get_by_label("Time to decide").select_option("40 s")
        anna.page.get_by_label("Players may ask for hints").check()
        assert violations_in_any_light(anna.page) == []
    for person in (anna, bert):
        expect(person.page.locator(".options b")).to_have_text(["Hints on", "40 s"])
    # Guests read the same, and change nothing.
    bert.page.locator(".options button").click()
    expect(bert.dialog.get_by_label("Time to decide")).to_be_disabled()


def test_four_levels_have_a_line_of_words_and_the_others_are_folded_away(visit: Visit) -> None:
    anna = visit(viewport=PHONE)
    anna.open_table()
    anna.button("Add bot").first.click()
    level = anna.button(re.compile("^Level of "))
    level.focus()
    anna.page.keyboard.press("Enter")
    choices = anna.dialog.locator("[aria-pressed]")
    expect(choices.filter(visible=True)).to_have_text(
        [re.compile(word) for word in ("Beginner", "Casual", "Strong", "Master")]
    )
    expect(anna.dialog.locator("[aria-pressed=true]")).to_contain_text("like most families")
    assert violations_in_any_light(anna.page) == []
    anna.dialog.get_by_text("For study").click()
    expect(choices.filter(visible=True)).to_have_count(8)
    anna.dialog.get_by_role("button", name="Master").press("Enter")
    expect(level).to_have_text("Master")
    expect(level).to_be_focused()


def test_the_bar_makes_room_for_a_keyboard(visit: Visit) -> None:
    anna = visit(viewport=PHONE)
    anna.open_table()
    bar = anna.page.locator(".foot")
    expect(bar).to_have_css("position", "sticky")
    anna.page.evaluate(KEYBOARD, 330)
    expect(bar).to_have_css("position", "static")
    anna.page.evaluate(KEYBOARD, 640)
    expect(bar).to_have_css("position", "sticky")
