"""A device keeps its games when storage, tabs, the engine or the browser fail."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Troubles, Visit
from tests.browser.on_device import (
    fault,
    install,
    log_of,
    playable,
    put_faults_in,
    start,
    stored,
)
from tests.browser.person import Person, expect, play
from tests.browser.real_table import hasty

KILLS = 100
NOT_SAVED = "This game is not saved"
NO_CHANNEL = "window.BroadcastChannel = class { postMessage() {} close() {} }"
NEWER_LAYOUT = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('qwixx /', 99);
  opening.onsuccess = () => resolve(opening.result.close());
  opening.onblocked = () => reject(new Error('blocked'));
})"""


def play_until(person: Person, turn: int) -> None:
    play([person], hasty, until=lambda: turn <= turn_of(person))


def turn_of(person: Person) -> int:
    number = re.search(r"Turn (\d+)", person.heading.inner_text())
    return int(number[1]) if number else 0


def code_of(address: str) -> str:
    return address.rsplit("/", 1)[-1]


def test_entries_that_could_not_be_written_are_written_later(visit: Visit) -> None:
    person = visit()
    page = person.page
    put_faults_in(page)
    install(person)
    code = code_of(start(person, bots=1))
    page.wait_for_timeout(500)
    fault(page, "writing")
    play_until(person, turn_of(person) + 2)
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()
    before = len(log_of(page, code))
    fault(page, "writing", on=False)
    play_until(person, turn_of(person) + 1)
    expect(page.get_by_text(NOT_SAVED)).to_have_count(0)
    assert len(log_of(page, code)) > before + 6
    # A connection that the browser has closed is opened again.
    fault(page, "connection")
    play_until(person, turn_of(person) + 1)
    expect(page.get_by_text(NOT_SAVED)).to_have_count(0)
    # A snapshot that does not work is replaced, and everything is there.
    (version,) = stored(page, "snapshots", "getAllKeys")
    stored(page, "snapshots", "put", "spoilt", version)
    turn = turn_of(person)
    page.reload()
    expect(playable(person)).to_be_visible()
    assert turn_of(person) == turn
    assert stored(page, "snapshots", "count") == 1
    assert stored(page, "snapshots", "getAll") != ["spoilt"]
    # A newer page may change the layout of the database; this one only cannot write any more.
    other = page.context.new_page()
    other.goto("/rules")
    other.evaluate(NEWER_LAYOUT)
    play_until(person, turn + 1)
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()


def test_a_page_says_why_a_game_cannot_be_played_and_how_it_can(
    visit: Visit, troubles: Troubles
) -> None:
    person = visit()
    page = person.page
    put_faults_in(page)
    install(person)
    code = code_of(start(person, bots=1))
    page.goto("/rules")
    alert = page.get_by_role("alert")

    def reopen() -> None:
        page.goto(f"/{code}")

    # The engine is older than the log, and the server has a newer one.
    log = log_of(page, code)
    future = {"code": code, "position": len(log) + 1}
    text = json.dumps({"at": 1, "event": {"type": "from-the-future"}})
    stored(page, "entries", "put", {**future, "text": text})
    reopen()
    expect(alert).to_contain_text("A newer version has saved this game")
    assert person.button("Download").count() == 0
    page.route("**/engine/engine.json", with_version("newer"))
    page.reload()
    expect(page.get_by_text("A newer version", exact=True)).to_be_visible()
    stored(page, "entries", "delete", list(future.values()))
    person.button("Download").click()
    expect(playable(person)).to_be_visible()
    # A hole in the log
    (entry,) = (e for e in stored(page, "entries") if (e["code"], e["position"]) == (code, 3))
    page.goto("/rules")
    stored(page, "entries", "delete", [code, 3])
    reopen()
    expect(alert).to_contain_text("A part of this game is missing")
    stored(page, "entries", "put", entry)
    # An engine for another page
    page.goto("/on-device")
    expect(person.button("Start")).to_be_enabled()
    fault(page, "protocol")
    page.get_by_role("link", name=re.compile("^With ")).click()
    expect(alert).to_contain_text("different versions")
    # An engine that does not start is fetched again.
    page.goto("/rules")
    (engine,) = (stored(page, "pieces", "get", "engine.json"),)
    for piece in engine["files"]["library.zip"]:
        stored(page, "pieces", "put", "spoilt", piece["name"])
    stored(page, "snapshots", "clear")
    troubles.expected = ("",)  # the interpreter says at length what it lacks
    reopen()
    expect(alert).to_contain_text("could not start")
    person.button("Download again").click()
    expect(playable(person)).to_be_visible()
    assert len(log_of(page, code)) >= len(log)


def with_version(version: str, **nets: str) -> Callable[[Route], None]:
    """Lets the server offer another engine; a net is that of another sheet."""

    def answer(route: Route) -> None:
        engine = route.fetch().json()
        for sheet, other in nets.items():
            engine["more"][f"{sheet}.npz"] = engine["more"].pop(f"{other}.npz")
        route.fulfill(json={**engine, "version": version})

    return answer


def test_only_the_tab_that_came_last_goes_on(visit: Visit) -> None:
    """The first one hears nothing of it, as when it sleeps."""
    first = visit()
    first.page.add_init_script(NO_CHANNEL)
    install(first)
    address = start(first, bots=1)
    code = code_of(address)
    last = Person(first.page.context.new_page())
    last.page.goto(address)
    play_until(last, 3)
    first.button(re.compile("^(Roll the dice|Pass)$")).click()
    expect(first.page.get_by_text("played in another tab")).to_be_visible()
    play_until(last, turn_of(last) + 1)
    turn, entries = turn_of(last), log_of(last.page, code)
    first.button("Play here").click()
    expect(playable(first)).to_be_visible()
    assert turn_of(first) == turn
    play_until(first, turn + 1)
    assert log_of(first.page, code)[: len(entries)] == entries
    expect(first.page.get_by_text(NOT_SAVED)).to_have_count(0)


def test_a_download_goes_on_where_it_stopped(visit: Visit, troubles: Troubles) -> None:
    troubles.expected = ("ERR_FAILED", "Failed to load resource")
    person = visit()
    page = person.page
    fetched: list[str] = []
    stop_after = [3]

    def pass_some(route: Route) -> None:
        if len(fetched) == stop_after[0]:
            route.abort()
            return
        fetched.append(route.request.url)
        if len(fetched) == 6:  # arrives spoilt, once
            route.fulfill(body=b"x")
        else:
            route.continue_()

    page.route("**/engine/*.bin", pass_some)
    page.goto("/on-device")
    person.button("Download").click()
    expect(page.get_by_text("The download has stopped")).to_be_visible()
    stop_after[0] = 1000
    page.reload()
    expect(page.get_by_role("progressbar")).to_be_visible()
    person.button("Go on").click()
    expect(page.get_by_text("The download has stopped")).to_be_visible()
    person.button("Go on").click()
    expect(person.button("Start")).to_be_enabled()
    assert len(fetched) == len(set(fetched)) + 1
    # The nets of other sheets stay up to date with the engine: a game may need them.
    page.get_by_role("radio", name="Longo").check()
    expect(page.get_by_label("Bot strength").first.locator("[value=strong]")).to_have_count(1)
    page.route("**/engine/engine.json", with_version("newer", longo="mixx-a"))
    page.reload()
    person.button("Download").click()
    expect(page.get_by_text("A newer version", exact=True)).to_have_count(0)
    engine = stored(page, "pieces", "get", "engine.json")
    pieces = set(stored(page, "pieces", "getAllKeys"))
    assert {piece["name"] for piece in engine["more"]["longo.npz"]} < pieces
    assert len(pieces) == 1 + sum(map(len, engine["files"].values())) + 2


def test_a_game_without_room_is_played_and_not_kept(visit: Visit) -> None:
    person = visit()
    page = person.page
    page.goto("/on-device")
    devtools = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    person.button("Download").click()
    expect(page.get_by_text("has no room for the game")).to_be_visible()
    person.button("Play without saving").click()
    person.button("Start").click()
    expect(playable(person)).to_be_visible()
    expect(page.get_by_text(NOT_SAVED)).to_be_visible()
    play_until(person, 2)


def test_nothing_acknowledged_is_lost_when_the_worker_is_killed(
    visit: Visit, pytestconfig: pytest.Config
) -> None:
    person = visit()
    install(person)
    page = person.page
    (worker,) = (worker.url for worker in page.workers)
    page.goto("/rules")
    seed = pytestconfig.getoption("--seed") or Random().randrange(2**32)
    print("seed", seed)  # noqa: T201  (what a failure needs)
    done = page.evaluate(
        (Path(__file__).parent / "device_kills.js").read_text(),
        {"worker": worker, "kills": KILLS, "seed": seed},
    )
    print(done)  # noqa: T201
    assert done["acknowledged"] > KILLS
    assert done["tables"] > 1
