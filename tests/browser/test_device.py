"""Games on a device, without a server: the engine is downloaded, and then the network goes."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Troubles, Visit
from tests.browser.person import Person, expect, play
from tests.browser.real_table import hasty

OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")


@pytest.fixture
def anna(visit: Visit) -> Person:
    """A player whose browser has the engine and all of the page."""
    person = visit(service_workers="allow")
    page = person.page
    page.goto("/on-device")
    page.evaluate("() => navigator.serviceWorker.register('/service-worker.js')")
    person.button("Download").click()
    expect(person.button("Start")).to_be_enabled()
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    return person


def start(person: Person, *, bots: int = 2) -> str:
    """Starts a game against bots that play at once; returns the address of the table."""
    page = person.page
    page.evaluate("localStorage.setItem('qwixx.settings', '{\"pace\": \"at-once\"}')")
    page.goto("/on-device")
    expect(person.button("Start")).to_be_enabled()
    while page.get_by_label("Bot strength").count() > bots:
        person.button(re.compile("^Remove bot")).last.click()
    person.button("Start").click()
    expect(person.button("Roll the dice").or_(person.offered.first).first).to_be_visible()
    return page.url


def offline(page: Page, troubles: Troubles) -> None:
    troubles.expected = OFFLINE
    page.context.set_offline(True)


def test_whole_games_without_a_network(anna: Person, troubles: Troubles) -> None:
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
