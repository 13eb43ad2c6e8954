"""The server cheats with its dice, and the pages of the players report it."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.attacks.dishonest import LIES, NAMED, SAME_FIRST, TOO_EARLY
from tests.browser.conftest import Troubles, Visit, visitors
from tests.browser.person import Person
from tests.browser.prepared import seats_of, secret_of
from tests.server.client import Player, bounded, open_table
from tests.server.running import Server

# For each lie the messages for Anna in the first seat, for Bert, and for a spectator.
TOLD = {
    "grinds": (
        "The server’s seal is not the one you saw",
        "The server’s seal is not the one you saw",
        "The server’s seal is not the one you saw",
    ),
    "exchanges a part": (
        "The part that you sealed is not in the dice",
        "The sealed part of exchanges a part was replaced",
        "The sealed part of exchanges a part was replaced",
    ),
    "blames a player": (
        "because it was not opened in time",
        "because blames a player did not open the sealed part",
        "because blames a player did not open the sealed part",
    ),
    TOO_EARLY: ("The server asked for the parts before everyone had sealed theirs",) * 3,
}

# The messages for Anna when the game is over; she has seen the lobby.
VERDICTS: dict[str, str | re.Pattern[str]] = {
    "grinds": "The server’s seal is not the one you saw",
    "drops a part": "The part that you sealed is not in the dice",
    "excuses everybody": "No player added a part to these dice",
    "exchanges a part": "The part that you sealed is not in the dice",
    "makes a player a bot": "The part that you sealed is not in the dice",
    # She may really have been late. So the dice are not called wrong, but a message says why.
    "blames a player": "rolls check out",
    "restarts quietly": "The server’s seal is not the one you saw",
    "loads the dice": "The roll of turn 3 does not check out",
    "chooses who begins": "The first player was not drawn from these dice",
    "deals lucky numbers": "The lucky numbers of seat 1 were not drawn from these dice",
    # From another secret, another player may have to begin, which is seen first.
    "shows another secret": re.compile(
        "The roll of turn 1 does not check out|The first player was not drawn from these dice"
    ),
    "nothing": "rolls check out",
}


@pytest.fixture(scope="module")
def liar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which a table lies as its host is called."""
    server = Server(tmp_path_factory.mktemp("liar"))
    server.program = ("tests.attacks.dishonest", NAMED)
    with server:
        yield server


@pytest.fixture
def visit(new_context: Callable[..., BrowserContext], liar: Server, troubles: Troubles) -> Visit:
    return visitors(new_context, liar, troubles)


def sit_at(anna: Person, server: Server, lie: str, variant: str = "classic") -> str:
    """Anna is at a table that lies, by a browser that knows its seat there; the code of it."""
    code = open_table(server.address, secret_of("Anna"), name=lie, variant=variant)
    if anna.page.url == "about:blank":
        anna.page.goto("/rules")
    seats = json.dumps(seats_of("Anna", [code]))
    anna.page.evaluate("seats => localStorage.setItem('qwixx.seats', seats)", seats)
    anna.page.goto(f"/{code}")
    expect(anna.heading).to_have_text("Your table")
    return code


def test_the_page_reports_a_lie_of_the_server_at_once(visit: Visit, liar: Server) -> None:
    anna, bert, carla = visit(), visit(), visit()
    for lie, told in TOLD.items():
        code = sit_at(anna, liar, lie)
        bert.join(code, "Bert")
        carla.page.goto(f"/{code}")
        expect(carla.page.get_by_text("You can watch")).to_be_visible()
        anna.button("Start with 2 players").click()
        for person, words in zip((anna, bert, carla), told, strict=True):
            expect(person.page.get_by_role("alert")).to_contain_text(words)
            # A reload forgets nothing.
            person.page.reload()
            expect(person.page.get_by_role("alert")).to_contain_text(words)
        anna.page.get_by_role("alert").get_by_role("button").click()
        expect(anna.page.get_by_role("alert")).to_have_count(0)


def play_beside(server: Server, code: str, *, again: bool = False) -> None:
    """Bert, and a second hand of Anna's that plays as fast as it can; her page seals. They may
    agree to another game."""

    async def play() -> None:
        anna, bert = (Player(server.address, code, secret) for secret in (secret_of("Anna"), None))
        anna.seals = False
        async with anna, bert:
            await bert.act("sit", name="Bert", seat=None)
            full = await anna.until(lambda view: view["seats"][1]["kind"] == "player")
            await anna.act("start", version=full["version"])
            await asyncio.gather(*(who.play(Random(0), crosses=False) for who in (anna, bert)))
            if again:
                await asyncio.gather(*(who.act("rematch") for who in (anna, bert)))
                await bert.until(lambda view: view["stage"] == "playing")

    # While a browser is open, no other event loop can run in this thread.
    thread = Thread(target=lambda: asyncio.run(bounded(play(), 60)))
    thread.start()
    thread.join()


def test_the_page_reports_every_lie_after_the_game(visit: Visit, liar: Server) -> None:
    assert VERDICTS.keys() == {*LIES, "nothing"}
    anna = visit()
    for lie, words in VERDICTS.items():
        code = sit_at(anna, liar, lie, "longo" if "lucky" in lie else "classic")
        play_beside(liar, code)
        verdict = anna.page.get_by_role("button", name=words)
        expect(verdict).to_be_visible()
        if lie in TOLD:  # reports of the game come again after it
            verdict.click()
            expect(anna.dialog).to_contain_text(TOLD[lie][0])


def test_the_page_reports_a_wrong_first_player_of_a_rematch(visit: Visit, liar: Server) -> None:
    anna = visit()
    for lie, words in ((SAME_FIRST, "The wrong player begins"), ("nothing", None)):
        code = sit_at(anna, liar, lie)
        play_beside(liar, code, again=True)
        expect(anna.page).to_have_title(re.compile("Qwixx"))
        expect(anna.page.get_by_role("alert")).to_have_count(1 if words else 0)
        if words:
            expect(anna.page.get_by_role("alert")).to_contain_text(words)
