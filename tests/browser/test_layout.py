"""On every screen of every size nothing is out of reach."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from qwixx.rules import Game, Phase
from tests.browser import prepared
from tests.browser.axe import SETTLED, violations
from tests.browser.conftest import Visit
from tests.browser.person import expect
from tests.browser.screens import Gallery
from tests.server.desk import Desk

VIEWPORTS = {
    "phone": (390, 844),
    "small phone": (320, 640),
    "smallest phone": (320, 568),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "desktop": (1280, 800),
    "laptop": (1366, 768),
}

LARGE = ("tablet", "desktop", "laptop")
TABLE_VIEWPORTS = {
    **{name: size for name, size in VIEWPORTS.items() if name != "tablet"},
    "low landscape": (640, 360),
}
"""Sizes at which a whole table is in sight; on a tablet there is room enough."""

# Finds visible faults: elements beyond the edge, targets that are too small, and covered buttons.
COMPLAINTS = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    found.push(`scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
  }
  const dialog = document.querySelector('dialog[open]');
  const scope = dialog ?? document;
  for (const element of scope.querySelectorAll('button, a, input, select')) {
    const name = element.getAttribute('aria-label') ?? element.innerText ?? element.id;
    const say = (what) => found.push(`${what}: ${element.tagName} ${name.replace(/\\s+/g, ' ')}`);
    if (!element.checkVisibility() || element.disabled || element.closest('fieldset:disabled')) {
      continue;
    }
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    if (box.left < -0.5 || box.right > root.clientWidth + 0.5) say('beyond the edge');
    if (box.width < 23.9 || box.height < 23.9) {
      say(`too small, ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
    }
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!top || !(element.contains(top) || top.contains(element))) {
      say(`under ${top?.tagName} ${top?.className?.baseVal ?? top?.className}`);
    }
  }
  for (const element of scope.querySelectorAll('.button, p, h1, h2, b')) {
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
      const style = getComputedStyle(element);
      if (style.display !== 'inline' && style.overflowX === 'visible'
          && !element.closest('.visually-hidden')) {
        found.push(`text runs out of ${element.tagName}: ${element.innerText}`);
      }
    }
  }
  // The tray is stitched five pixels inside its edge.
  for (const die of scope.querySelectorAll('.tray span.die, .tray .pair')) {
    const [inner, outer] = [die, die.closest('section')].map((e) => e.getBoundingClientRect());
    if (inner.width && (inner.left < outer.left + 5 || inner.right > outer.right - 5)) {
      found.push(`on the edge of the tray: ${die.innerText || 'a die'}`);
    }
  }
  window.scrollTo(0, 0);
  return found;
}"""


def resize(page: Page, viewport: str) -> None:
    """Gives the page that size, and waits until it has been laid out."""
    width, height = (VIEWPORTS | TABLE_VIEWPORTS)[viewport]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SETTLED)


def complaints(page: Page) -> list[str]:
    found: Any = page.evaluate(COMPLAINTS)
    return list(found)


@pytest.mark.parametrize("kind", ["touch", "mouse"])
def test_everything_is_within_reach(
    visit: Visit, gallery: Gallery, kind: str, pictures: Path | None
) -> None:
    """Every screen is loaded at one size and turned and stretched to the others."""
    sizes = {name for name in VIEWPORTS if (name in LARGE) == (kind == "mouse")}
    anna = visit(name="Anna", seats=gallery.codes.values(), has_touch=kind == "touch")
    found = {}
    resize(anna.page, min(sizes))
    for screen in gallery.screens(anna.page):
        for viewport in sorted(sizes):
            resize(anna.page, viewport)
            if pictures:
                anna.page.screenshot(path=pictures / f"{viewport} {screen}.png", full_page=True)
            found[f"{screen}, {viewport}"] = complaints(anna.page)
    wrong = {screen: what for screen, what in found.items() if what}
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


CUT_SHORT = """() => [...document.querySelectorAll('.others b')]
  .filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => `cut short: ${name.innerText}`)"""


@pytest.mark.parametrize("viewport", ["phone", "desktop"])
def test_type_of_twice_the_size_has_room(visit: Visit, gallery: Gallery, viewport: str) -> None:
    width, height = VIEWPORTS[viewport]
    codes = gallery.codes
    anna = visit(name="Anna", seats=codes.values(), viewport={"width": width, "height": height})
    browser = anna.page.context.new_cdp_session(anna.page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    found = {}
    tables = [codes[name] for name in ("lobby", "white", "longo", "five", "pad", "over")]
    for screen in ("", *tables, "games", "day", "settings", "rules", "print"):
        anna.page.goto(f"/{screen}", wait_until="networkidle")
        expect(anna.heading.first).to_be_visible()
        found[screen] = complaints(anna.page) + anna.page.evaluate(CUT_SHORT)
    wrong = {screen: what for screen, what in found.items() if what}
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def test_a_table_can_be_started_without_scrolling(visit: Visit, gallery: Gallery) -> None:
    anna = visit(name="Anna", seats=gallery.codes.values())
    anna.page.goto(f"/{gallery.codes['lobby']}")
    for viewport in VIEWPORTS:
        resize(anna.page, viewport)
        box = anna.button("Start with 2 players").bounding_box()
        assert box, viewport
        assert box["y"] + box["height"] <= VIEWPORTS[viewport][1], viewport


def test_the_field_for_the_name_is_in_sight(visit: Visit) -> None:
    for width, height in ((360, 640), (375, 553), (320, 568)):
        anna = visit(viewport={"width": width, "height": height})
        anna.open_table()
        name = anna.page.get_by_label("Your name")
        expect(name).to_be_focused()
        expect(anna.page.locator(".qr svg")).to_be_visible()
        bar = anna.button("Add a bot and start").bounding_box()
        assert bar
        assert bar["y"] + bar["height"] <= height
        options = anna.page.locator(".options button")
        for field in (name, anna.button("Add bot").first, anna.button("Copy link"), options):
            field.click(trial=True, timeout=2000)  # nothing lies on it
            box = field.bounding_box()
            assert box
            assert box["y"] + box["height"] < bar["y"]
        assert anna.page.evaluate("scrollY") == 0


# Every line of text on the buttons below the card, with the room that is left beside it.
TEXTS = """() => [...document.querySelectorAll('.actions .button')].flatMap((button) => {
  const frame = button.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(button);
  return [...range.getClientRects()]
    .filter((box) => box.width > 1)
    .map((box) => [Math.min(box.left - frame.left, frame.right - box.right), box.height]);
})"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize("size", [(360, 640), (1440, 900)], ids=["phone", "desktop"])
def test_the_texts_of_buttons_have_room(
    visit: Visit, lay: Callable[[Desk], str], size: tuple[int, int], language: str
) -> None:
    desk = prepared.find("room", prepared.everybody_chooses, hints=True)
    code = lay(desk)
    width, height = size
    anna = visit(
        name="Anna", seats=[code], locale=language, viewport={"width": width, "height": height}
    )
    anna.page.goto(f"/{code}")
    actions = anna.page.locator(".actions")
    mark = anna.page.locator(".offered").nth(1).click
    places = set()
    for act in (mark, actions.locator("[aria-keyshortcuts=P]").click, mark):
        act()
        expect(actions.locator("[aria-keyshortcuts=Enter], [aria-keyshortcuts=U]")).to_be_visible()
        places.add(str(actions.bounding_box()))
        for room, line in anna.page.evaluate(TEXTS):
            assert room >= 4
            assert line < 32 or width < 1000
    if width > 1000:
        heights = actions.locator("span").evaluate_all("all => all.map((e) => e.offsetHeight)")
        assert all(each < 32 for each in heights), "wrapped"
    assert len(places) == 1, "they have moved"


@pytest.mark.every_browser
@pytest.mark.parametrize(
    ("table", "first"),
    [
        ("white", "phone"),
        ("colour", "smallest phone"),
        ("longo", "landscape"),
        ("closed", "desktop"),
        ("five", "low landscape"),
    ],
)
def test_dice_card_and_buttons_are_seen_without_scrolling(
    visit: Visit, gallery: Gallery, table: str, first: str
) -> None:
    anna = visit(name="Anna", seats=gallery.codes.values())
    resize(anna.page, first)
    anna.page.goto(f"/{gallery.codes[table]}")
    # A part that is loaded at one size is there at all sizes.
    for viewport in dict.fromkeys((first, *TABLE_VIEWPORTS)):
        resize(anna.page, viewport)
        height = TABLE_VIEWPORTS[viewport][1]
        cell = anna.card.locator(".cell").first.bounding_box()
        assert cell, viewport
        assert min(cell["width"], cell["height"]) >= 23.9, (viewport, cell)
        for part in (anna.page.get_by_role("region", name="Dice"), anna.card, anna.button("Pass")):
            box = part.last.bounding_box()
            assert box, (viewport, part)
            assert box["y"] >= 0, (viewport, part, box)
            assert box["y"] + box["height"] <= height + 1, (viewport, part, box)


PLACES = """() => [...document.querySelectorAll('.tray span.die, .tray .sum')].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def test_dice_and_white_sum_stay_where_they_are_on_a_large_screen(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    def own_white(game: Game) -> bool:
        return game.phase is Phase.WHITE and game.active == 0 and not game.closed and game.turn > 4

    codes = []
    for variant in ("classic", "longo", "mixx-a"):
        desk = prepared.find(f"large {variant}", own_white, variant=variant)
        desk.act(prepared.KEYS["Bert"], "choose", move="-")
        codes.append(lay(desk))
    anna = visit(name="Anna", seats=codes, viewport={"width": 1920, "height": 1080})
    for code in codes:
        anna.page.goto(f"/{code}")
        expect(anna.page.locator(".tray .sum")).to_be_visible()
        before = anna.page.evaluate(PLACES)
        assert len(before) == 7
        anna.pass_()
        expect(anna.page.locator(".tray .chip").first).to_be_visible()
        assert anna.page.evaluate(PLACES) == before, code


def test_settings_with_text_of_twice_the_size_never_scroll_sideways(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, locale="de-DE").page
    page.goto("/settings")
    expect(page.get_by_role("heading", level=2)).to_have_count(4)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.get_by_role("switch").first.scroll_into_view_if_needed()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
