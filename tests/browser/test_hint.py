"""A hint while playing: costs on the own card, and nothing is chosen for anybody."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_a_hint_shows_what_moves_are_worth(visit: Visit) -> None:
    anna = visit(viewport={"width": 390, "height": 844})
    page = anna.page
    page.goto("/")
    anna.button(re.compile("^Play now"), exact=False).click()
    expect(anna.heading).to_contain_text("Hints on")
    words = anna.heading.get_by_text("Hints on")
    assert words.bounding_box()["width"] > 50  # type: ignore[index]
    page.set_viewport_size({"width": 320, "height": 640})
    # The bulb alone is seen there, and the words are still read out.
    assert anna.heading.locator(".chip").bounding_box()["width"] < 40  # type: ignore[index]
    expect(anna.heading).to_contain_text("Hints on")
    page.set_viewport_size({"width": 390, "height": 844})
    bulb = anna.button("Hint")
    roll = anna.button("Roll the dice")
    for _ in range(20):
        expect(bulb.or_(roll).first).to_be_visible()
        if bulb.count():
            break
        roll.click()
        page.wait_for_timeout(300)
    bulb.click()
    expect(anna.status).to_contain_text(re.compile("is best"))
    expect(bulb).to_have_attribute("aria-pressed", "true")
    expect(anna.card.locator(".best, .cost").first).to_be_visible()
    expect(anna.card.locator(".chosen")).to_have_count(0)
    bulb.click()
    expect(bulb).to_have_attribute("aria-pressed", "false")
