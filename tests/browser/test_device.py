"""Games on a device, without a server: the engine is downloaded, and then the network goes."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Troubles, Visit
from tests.browser.on_device import install, start
from tests.browser.person import Person, expect, play
from tests.browser.real_table import hasty

OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")


@pytest.fixture
def anna(visit: Visit) -> Person:
    """A player whose browser has the engine and all of the page."""
    person = visit(service_workers="allow")
    # The download waits for the service worker.
    install(person)
    return person


def offline(page: Page, troubles: Troubles) -> None:
    troubles.expected = OFFLINE
    page.context.set_offline(True)


def test_whole_games_are_played_without_a_network(anna: Person, troubles: Troubles) -> None:
    page = anna.page
    offline(page, troubles)
    page.goto("/")
    expect(page.get_by_text("You can play here without a connection")).to_be_visible()
    address = start(anna)
    play([anna], hasty, until=lambda: "Turn 3" in anna.text() or anna.finished())
    page.reload()
    expect(anna.heading).to_contain_text("Turn")
    # The browser is closed, and the list of games leads back.
    page.goto("/on-device")
    page.get_by_role("link", name=re.compile("^With ")).click()
    expect(page).to_have_url(address)
    play([anna], hasty)
    expect(anna.button("Rematch")).to_be_visible()


def test_a_finished_game_is_kept_and_replayed(anna: Person, troubles: Troubles) -> None:
    page = anna.page
    offline(page, troubles)
    address = start(anna, bots=1)
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


def test_two_people_pass_one_device_on(anna: Person) -> None:
    """Between two answers nothing of the game can be seen but the dice."""
    page = anna.page
    page.goto("/on-device")
    while anna.button(re.compile("^Remove bot")).count():
        anna.button(re.compile("^Remove bot")).last.click()
    anna.button("Person").click()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Lena")
    anna.button("Start").click()
    given = {"Ann": 0, "Lena": 0}
    take = anna.button(re.compile("^I am (Ann|Lena)$"))
    show = anna.button("Show the answers")
    roll = anna.button("Roll the dice")
    pass_ = anna.button(re.compile("^Pass( misthrow.*)?$"))
    anything = take.or_(show).or_(roll).or_(pass_)
    for _ in range(16):
        expect(anything.first).to_be_visible()
        page.wait_for_timeout(320)  # a tap before that does not count
        if take.is_visible():
            assert anna.card.count() == 0
            given[take.inner_text().split()[-1]] += 1
            take.click()
            expect(take).to_be_hidden()
        elif show.is_visible():
            assert anna.card.count() == 0
            show.click()
            expect(show).to_be_hidden()
        elif roll.is_visible():
            anna.roll()
        elif anna.dialog.is_visible():
            anna.dialog.get_by_role("button").last.click()
        elif pass_.is_visible():
            pass_.click()
        page.wait_for_timeout(200)
    assert min(given.values()) >= 1
    assert sum(given.values()) >= 3


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
