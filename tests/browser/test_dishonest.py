"""The server cheats with its dice, and the pages of those who sit there say so."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Troubles, visitors
from tests.server.running import Server

# The lie; what Anna is told, who sits in the first seat; what Bert is told; and a spectator.
TOLD = {
    "grinds": (
        "The server’s seal is not the one you saw",
        "The server’s seal is not the one you saw",
        "The server’s seal is not the one you saw",
    ),
    "exchanges a part": (
        "The part that you sealed is not in the dice",
        "The sealed part of Guest was exchanged",
        "The sealed part of Guest was exchanged",
    ),
    "blames a player": (
        "because your part was not opened in time",
        "because Guest did not open what was sealed",
        "because Guest did not open what was sealed",
    ),
}


@pytest.fixture(params=TOLD)
def liar(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Server]]:
    """A server that cheats."""
    server = Server(tmp_path)
    server.program = ("tests.attacks.dishonest", request.param)
    with server:
        yield request.param, server


def test_the_page_says_at_once_what_the_server_has_done(
    new_context: Callable[..., BrowserContext], liar: tuple[str, Server], troubles: Troubles
) -> None:
    lie, server = liar
    visit: Any = visitors(new_context, server, troubles)
    anna, bert, carla = visit(), visit(), visit()
    code = anna.open_table()
    bert.join(code, "Bert")
    carla.page.goto(f"/{code}")
    expect(carla.button("Sit down")).to_be_visible()
    anna.button("Start with 2 players").click()
    for person, words in zip((anna, bert, carla), TOLD[lie], strict=True):
        expect(person.page.get_by_role("alert")).to_contain_text(words)
        # A reload forgets nothing.
        person.page.reload()
        expect(person.page.get_by_role("alert")).to_contain_text(words)
    anna.page.get_by_role("alert").get_by_role("button").click()
    expect(anna.page.get_by_role("alert")).to_have_count(0)
