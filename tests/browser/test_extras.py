"""Extras of a game: keys, reactions, notifications, and the explanation of a first game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qwixx.rules import Game, Phase
from tests.browser import prepared
from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.person import Person
from tests.server.desk import Desk

Lay = Callable[[Desk], str]


def first_roll(game: Game) -> bool:
    return game.phase is Phase.ROLL and game.active == 0 and game.turn == 1


def test_keys_work_as_their_list_shows(visit: Visit, lay: Lay) -> None:
    code = lay(prepared.find("keys", first_roll))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    press = anna.page.keyboard.press
    expect(anna.button("Roll the dice")).to_be_visible()

    def asks_for_help() -> bool:
        press("?")
        return anna.dialog.is_visible()

    anna.wait(asks_for_help, "no list of keys")
    expect(anna.dialog).to_contain_text("Pass")
    press("p")  # means nothing while something lies over the table
    press("Escape")
    expect(anna.dialog).to_have_count(0)
    press("Enter")
    expect(anna.button("Pass")).to_be_visible()
    press("p")
    expect(anna.button("Undo")).to_be_visible()
    press("u")
    expect(anna.button("Pass")).to_be_visible()
    # Shortcuts can be switched off.
    press("?")
    anna.dialog.get_by_label("Keyboard shortcuts").uncheck()
    press("Escape")
    expect(anna.dialog).to_have_count(0)
    press("p")
    press("?")
    anna.page.wait_for_timeout(200)
    expect(anna.dialog).to_have_count(0)
    expect(anna.button("Undo")).to_have_count(0)


def extras_are_there(person: Person) -> None:
    """The extras of a game load last, and then their texts."""
    loaded = "performance.getEntriesByType('resource').some(e => e.name.includes('Extras'))"
    person.wait(lambda: person.page.evaluate(loaded), "the extras have not come")
    person.page.wait_for_timeout(300)


def test_reactions_are_seen_limited_and_can_be_muted(visit: Visit, lay: Lay) -> None:
    code = lay(prepared.find("signs", first_roll))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    for person in (anna, bert):
        person.page.goto(f"/{code}")
        expect(person.button("Reactions")).to_be_visible()
    extras_are_there(bert)
    strip = bert.page.locator(".strip", has_text="Anna")
    bar = anna.page.get_by_role("region", name="Reactions")
    for left in ("2 more", "One more", "the last"):
        anna.button("Reactions").click()
        bar.get_by_role("button", name="Nice").click()
        expect(bar).to_contain_text(left)
        expect(strip).to_contain_text("Nice")
        said, card = (strip.locator(part).bounding_box() for part in (".said", ".mini"))
        assert said
        assert card
        assert said["y"] + said["height"] <= card["y"] or said["x"] + said["width"] <= card["x"]
        expect(bar).to_have_count(0)
    anna.button("Reactions").click()
    expect(bar.get_by_role("button", name="Nice")).to_be_disabled()
    anna.button("Reactions").click()
    expect(strip).not_to_contain_text("Nice")  # after a while it is over

    anna.button("Reactions").click()
    bar.get_by_role("button", name="Mute").click()
    bert.button("Reactions").click()
    bert.page.get_by_role("region", name="Reactions").get_by_role("button", name="Ouch").click()
    expect(bert.page.get_by_role("region", name="Reactions")).to_contain_text("2 more")
    anna.wait(
        lambda: any('"reaction"' in text and '"seat":1' in text for text in anna.heard),
        "Anna has heard of no sign",
    )
    expect(anna.page.locator(".strip", has_text="Bert")).not_to_contain_text("Ouch")


def test_a_player_who_looks_elsewhere_is_called_back(visit: Visit, lay: Lay) -> None:
    code = lay(prepared.find("called back", first_roll))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    bert.page.add_init_script(
        "window.told = [];"
        "class Told { static permission = 'default';"
        " static async requestPermission() { return (Told.permission = 'granted'); }"
        " constructor(title, more) { window.told.push(title + ', ' + more.body); } }"
        "Object.defineProperty(window, 'Notification', { value: Told });"
    )
    bert.page.goto("/settings")
    bert.page.get_by_role("switch", name=re.compile("Tell me")).check()
    for person in (anna, bert):
        person.page.goto(f"/{code}")
        expect(person.card).to_be_visible()
    bert.page.evaluate("Notification.requestPermission()")
    extras_are_there(bert)
    bert.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    anna.roll()
    bert.wait(lambda: bert.page.evaluate("window.told.length") > 0, "nobody was told")
    assert bert.page.evaluate("window.told") == [f"Your turn, Table {code}"]
    assert bert.page.title().startswith("● Your turn")


def test_sound_is_on_until_one_tap_and_stays_off(visit: Visit, lay: Lay) -> None:
    code = lay(prepared.find("sound", first_roll))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    sound = anna.button("Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    anna.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


# The elements that an explanation must not cover.
COVERED = """() => {
  const mark = document.querySelector('.mark');
  const { left, right, top, bottom } = mark.getBoundingClientRect();
  const needed =
    '.others > *, .card-area .cell, .tray .die, .tray .sum, .tray .slot, .actions button';
  const found = [...document.querySelectorAll(needed)].filter((each) => {
    const box = each.getBoundingClientRect();
    const beside = box.right <= left + 1 || right <= box.left + 1;
    return box.width && !beside && box.top < bottom - 1 && top < box.bottom - 1;
  });
  // The ring round what is explained lies in the tray, with some air on either side.
  const ringed = [...document.querySelectorAll('.tray *')]
    .find((each) => getComputedStyle(each).outlineStyle === 'solid');
  const [ring, tray] = [ringed, document.querySelector('section.tray')].map((each) =>
    each.getBoundingClientRect());
  if (ring.left - 6 < tray.left || ring.right + 6 > tray.right) found.push(mark);
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) found.push(mark);
  if (mark.scrollHeight > mark.clientHeight + 1) found.push(mark);
  return found.map((each) => `${each.className} ${each.textContent}`);
}"""


@pytest.mark.parametrize(
    ("variant", "wanted"),
    [("classic", prepared.everybody_chooses), ("longo", prepared.colour_choice())],
    ids=["classic", "longo"],
)
def test_an_explanation_covers_nothing_that_is_needed(
    visit: Visit, lay: Lay, variant: str, wanted: Callable[[Game], bool]
) -> None:
    code = lay(prepared.find(f"mark {variant}", wanted, variant=variant, players=5))
    anna = visit(name="Anna", seats=[code], locale="de-DE")
    anna.page.goto(f"/{code}")
    mark = anna.page.locator(".mark")
    expect(mark).to_be_visible()
    for size in ("390x844", "390x664", "320x568", "844x390", "640x360", "1280x800"):
        width, height = map(int, size.split("x"))
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.wait(lambda: not anna.page.evaluate(COVERED), f"it covers something at {size}")
    mark.click()
    expect(mark).to_have_count(0)


def test_the_first_decisions_are_explained_once(visit: Visit) -> None:
    anna = visit()
    anna.page.goto("/")
    expect(anna.heading).to_be_visible()
    assert violations(anna.page) == []
    anna.button(re.compile("^Play now")).click()
    mark = anna.page.get_by_role("status", name="Your first game")
    seen: set[str] = set()
    known = {
        "The white sum": "white",
        "One white and one coloured die": "colour",
        "No cross is a misthrow": "misthrow",
        "crosses open the lock": "lock",
        "A row is closed": "shut",
        "The end is near": "end",
    }

    def goes_on() -> bool:
        text = mark.inner_text() if mark.count() else ""
        kinds = [kind for start, kind in known.items() if start in text]
        if kinds:
            assert len(kinds) == 1
            assert kinds[0] not in seen, "explained twice"
            assert seen or violations(anna.page) == []
            seen.update(kinds)
            mark.get_by_role("button", name="Got it").click()
            expect(mark).to_be_empty()
        elif anna.dialog.is_visible():
            anna.dialog.get_by_role("button").last.click()
        elif anna.asked():
            # A lesson that comes later than this decision is shown at the next one.
            anna.decide(lambda cells: cells[0])
        return len(seen) >= 3 or anna.finished()

    anna.wait(goes_on, f"explained were {seen}")
    assert seen, "nothing was explained"
