"""Games on a device, without a server: the engine is downloaded, and then the network goes."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NOBODY_THERE, Troubles, Visit, VisitTo
from tests.browser.ending import score_table
from tests.browser.on_device import install, playable, start, stored, wait_for_page
from tests.browser.person import Person, expect, play
from tests.browser.real_table import hasty
from tests.server.running import Server, fixed_port

OUT_OF_SIGHT = """() => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")


@pytest.fixture
def anna(visit: Visit) -> Person:
    """A player whose browser has the engine and all of the page."""
    person = visit(service_workers="allow")
    install(person)
    wait_for_page(person)
    return person


def stored_keys(page: Page) -> list[str]:
    """The names of the stored pieces of the engine, once there is a database."""
    there = "async () => (await indexedDB.databases()).length"
    return stored(page, "pieces", "getAllKeys") if page.evaluate(there) else []


def offline(page: Page, troubles: Troubles) -> None:
    troubles.expected = OFFLINE
    page.context.set_offline(True)


@pytest.mark.every_browser
def test_whole_games_are_played_while_the_server_is_gone(
    visit_to: VisitTo, tmp_path: Path, troubles: Troubles
) -> None:
    troubles.expected = NOBODY_THERE
    with Server(tmp_path, port=fixed_port()) as server:
        anna = visit_to(server)(service_workers="allow")
        page = anna.page
        install(anna)
        wait_for_page(anna)
        page.evaluate("localStorage.setItem('qwixx.settings', '{\"pace\": \"at-once\"}')")
        server.kill()
        page.goto("/")
        expect(page.get_by_text("No connection. You can play here.")).to_be_visible()
        # One tap begins a game here.
        anna.button(re.compile("^Play now ?On this device")).click()
        expect(playable(anna)).to_be_visible()
        address = page.url
        play([anna], hasty, until=lambda: "Turn 3" in anna.text() or anna.finished())
        page.reload()
        expect(anna.heading).to_contain_text("Turn")
        # The browser is closed, and home leads back.
        page.goto("/")
        page.get_by_role("link", name=re.compile("^With .*On this device: ")).click()
        expect(playable(anna)).to_be_visible()
        assert page.url == address
        play([anna], hasty)
        assert len(score_table(anna)) == 3
        anna.button("Rematch").click()
        expect(playable(anna)).to_be_visible()
        play([anna], hasty)
        # A game that is over does not wait; training needs no connection.
        page.goto("/")
        expect(page.get_by_text("No connection. You can play here.")).to_be_visible()
        assert page.get_by_role("link", name=re.compile("^With ")).count() == 0
        page.goto("/train")
        expect(page.get_by_role("button", name="may be crossed").first).to_be_visible()


def test_a_game_begins_here_if_the_server_falls_silent(
    visit_to: VisitTo, tmp_path: Path, troubles: Troubles
) -> None:
    troubles.expected = (*OFFLINE, *NOBODY_THERE)
    with Server(tmp_path, port=fixed_port()) as server:
        person = visit_to(server)(service_workers="allow")
        page = person.page
        # The page is installed as an app, which brings the engine, too.
        page.goto("/rules")
        page.evaluate("dispatchEvent(new Event('appinstalled'))")
        person.wait(lambda: "engine.json" in stored_keys(page), "the engine does not come")
        page.goto("/")
        person.button(re.compile("^Play now")).click()
        expect(playable(person)).to_be_visible()
        served = page.url
        server.kill()
        expect(page.get_by_text("No connection. Your game is safe")).to_be_visible()
        page.get_by_role("link", name="Play on this device meanwhile").click()
        expect(person.button("Start")).to_be_enabled()
        # A game of the server waits for it, and "Play now" does not.
        server.start()
        page.evaluate("localStorage.setItem('qwixx.settings', '{\"bots\": 1}')")
        page.goto("/")
        expect(page.get_by_role("link", name=re.compile("^With "))).to_be_visible()
        server.kill()
        person.button(re.compile("^Play now")).click()
        page.wait_for_url(re.compile("/O[A-Z]{5}$"))
        expect(playable(person)).to_be_visible()
        assert page.url != served
        page.goto("/")
        expect(page.get_by_text("Waits for the connection")).to_be_visible()
        assert page.get_by_role("link", name=re.compile("^With ")).count() == 1


def test_a_finished_game_is_kept_and_replayed(anna: Person, troubles: Troubles) -> None:
    page = anna.page
    offline(page, troubles)
    address = start(anna, bots=1)
    # The coach is on the device, too.
    play([anna], hasty, until=lambda: anna.offered.count() > 0)
    anna.button("Hint").click()
    expect(page.locator(".card .cost, .card .best").first).to_be_visible()
    anna.button("Hint").click()
    play([anna], hasty)
    # A review is the server's, and so is everything that only an invitation would need.
    expect(page.get_by_text(re.compile(r"^This device made all \d+ rolls$"))).to_be_visible()
    page.goto(f"{address}/1")
    anna.button("Replay").click()
    expect(anna.dialog).to_contain_text("Turn 1")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        anna.button("Record").click()
    assert download.value.suggested_filename.endswith(".qwixx")
    page.goto("/games")
    expect(page.get_by_role("link", name=re.compile("Bot|Pip|Rex|,")).first).to_be_visible()


def test_nothing_of_a_game_leaves_the_device_before_a_player_wants_it(anna: Person) -> None:
    page = anna.page
    asked: list[str] = []
    address = start(anna, bots=1)
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    play([anna], hasty)
    page.goto(f"{address}/1")
    # Nobody else could open a link to it.
    anna.button("Share").click()
    expect(anna.dialog).to_contain_text("Qwixx, ")
    assert address.rsplit("/", 1)[-1] not in anna.dialog.inner_text()
    assert anna.dialog.get_by_role("link").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_text("It gets the record of this game")).to_be_visible()
    assert "/api/review" not in asked
    anna.button("Send the record").click()
    expect(page.get_by_text("winning chance").first).to_be_visible()
    assert "/api/review" in asked


def test_games_are_ended_and_all_data_is_deleted(anna: Person) -> None:
    page = anna.page
    start(anna, bots=1)
    kept = start(anna, bots=1).rsplit("/", 1)[-1]
    ended = start(anna, bots=1).rsplit("/", 1)[-1]
    anna.button("Menu").click()
    anna.button("End this game").click()
    anna.button("End the game").click()
    expect(page).to_have_url(re.compile("/$"))
    codes = {table["code"] for table in stored(page, "tables")}
    assert kept in codes
    assert ended not in codes
    page.goto("/settings")
    anna.button("Delete my data").click()
    anna.dialog.get_by_role("button", name="Delete my data").click()
    expect(page.get_by_text("Deleted.")).to_be_visible()
    for store in ("tables", "people", "entries"):
        assert stored(page, store) == []


def test_a_game_goes_on_in_another_browser(visit: Visit, anna: Person, tmp_path: Path) -> None:
    page = anna.page
    start(anna, bots=1)
    play([anna], hasty, until=lambda: "Turn 3" in anna.text())
    page.goto("/games")
    with page.expect_download() as download:
        anna.button("Export").click()
    file = tmp_path / "games.json"
    download.value.save_as(file)
    bert = visit()
    install(bert)
    bert.page.goto("/games")
    for times in (1, 0):  # the second time it is there
        bert.page.get_by_label("Import").set_input_files(file)
        expect(bert.page.get_by_text(f"{times} game")).to_be_visible()
    bert.page.goto("/")
    bert.page.get_by_role("link", name=re.compile("^With .* On this device: ")).click()
    expect(bert.heading).to_contain_text("Turn 3")
    play([bert], hasty)
    expect(bert.button("Rematch")).to_be_visible()


def begin(person: Person, **setup: Any) -> None:
    """Starts a game that is set up like this."""
    page = person.page
    page.evaluate("text => localStorage.setItem('qwixx.device', text)", json.dumps(setup))
    page.goto("/on-device")
    person.button("Start").click()


def test_two_people_pass_one_device_on(anna: Person) -> None:
    """Between two answers nothing of the game can be seen but the dice."""
    page = anna.page
    begin(anna, names=["Ann", "Lena"], bots=[])
    take = anna.button(re.compile("^I am (Ann|Lena)$"))
    show = anna.button("Show the answers")
    roll = anna.button("Roll the dice")
    pass_ = anna.button(re.compile("^Pass( misthrow.*)?$"))
    anything = take.or_(show).or_(roll).or_(pass_).or_(anna.button("Rematch"))
    sealed, taken = False, list[str]()

    def between() -> None:
        expect(take.or_(show).first).to_be_visible()
        assert anna.card.count() == 0
        page.wait_for_timeout(320)  # a tap before that does not count

    def agree() -> None:
        """Answers a question of the page, if there is one."""
        page.wait_for_timeout(100)
        if anna.dialog.count():
            anna.dialog.get_by_role("button").last.click()
            expect(anna.dialog).to_have_count(0)

    while not anna.finished():
        expect(anything.first).to_be_visible()
        if take.is_visible():
            between()
            taken.append(take.inner_text())
            take.click()
            expect(anna.heading).to_contain_text(taken[-1].removeprefix("I am "))
            if len(taken) == 1:
                # The page was out of sight, or is loaded again: who holds the device now?
                page.evaluate(OUT_OF_SIGHT)
                between()
                page.reload()
                between()
                take.click()
        elif show.is_visible():
            between()
            assert page.get_by_text("sealed", exact=True).count() == 2
            show.click()
            expect(show).to_have_count(0)
        elif roll.is_visible():
            anna.roll()
        elif anna.offered.count() and not sealed and "answer" in anna.heading.inner_text():
            # The first answer is a cross, and is changed once.
            anna.offered.first.click()
            anna.button(re.compile("^Seal ")).click()
            agree()
            between()
            anna.button(re.compile("wants to change the answer$")).click()
            expect(pass_).to_be_visible()
            sealed = True
        elif pass_.is_visible():
            pass_.click()
            agree()
        page.wait_for_timeout(50)
    assert sealed
    assert set(taken) == {"I am Ann", "I am Lena"}
    # The next game of the evening counts together with this one.
    anna.button("Rematch").click()
    expect(take.or_(roll).first).to_be_visible()


def test_two_cards_lie_head_to_head_on_a_tablet(visit: Visit) -> None:
    person = visit(viewport={"width": 1180, "height": 820}, has_touch=True)
    page = person.page
    install(person)
    begin(person, names=["Lena", "Max"], bots=[], facing=True)
    lena, max_ = (page.get_by_role("region", name=name, exact=True) for name in ("Lena", "Max"))
    roll = person.button("Roll the dice")
    expect(roll).to_be_visible()
    turned = [side.evaluate("side => getComputedStyle(side).rotate") for side in (lena, max_)]
    assert turned == ["none", "180deg"]
    roll.click()
    cells = [side.get_by_role("button", name="may be crossed") for side in (lena, max_)]
    expect(cells[0].first).to_be_visible()
    # Both may choose before one of them has confirmed.
    for each in cells:
        each.first.click()
    marked = page.locator("[data-cell][aria-pressed=true]")
    expect(marked).to_have_count(2)
    for left, side in ((1, max_), (0, lena)):
        side.get_by_role("button", name=re.compile("^Cross ")).click()
        page.wait_for_timeout(100)
        if person.dialog.count():
            expected = "180deg" if side is max_ else "none"
            assert person.dialog.evaluate("box => getComputedStyle(box).rotate") == expected
            person.dialog.get_by_role("button").last.click()
        if left:
            # A sealed answer is on no card, and can be taken back.
            expect(side.get_by_text("Nobody sees it yet")).to_be_visible()
            expect(marked).to_have_count(1)
            expect(side.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_text("Nobody sees it yet")).to_have_count(0)
    expect(page.locator("[data-cell][aria-label*=', crossed']")).to_have_count(2)
    # If there is no room, the device goes from hand to hand.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(person.button(re.compile("^I am "))).to_be_visible()


def test_only_the_newest_tab_plays(anna: Person) -> None:
    address = start(anna, bots=1)
    other = Person(anna.page.context.new_page())
    other.page.goto(address)
    expect(other.heading).to_contain_text("Turn")
    expect(anna.page.get_by_text("played in another tab")).to_be_visible()
    play([other], hasty, until=lambda: "Turn 3" in other.text())
    anna.button("Play here").click()
    expect(anna.heading).to_contain_text("Turn 3")
    expect(other.page.get_by_text("played in another tab")).to_be_visible()


def test_another_sheet_brings_its_bots(anna: Person) -> None:
    page = anna.page
    page.get_by_role("radio", name=re.compile("^Longo")).check()
    strength = page.get_by_label("Bot strength").first
    expect(strength.locator("option[value=strong]")).to_have_count(1)
    anna.button("Start").click()
    expect(anna.button("Roll the dice").or_(anna.offered.first).first).to_be_visible()
    expect(anna.heading).to_contain_text("Longo")
