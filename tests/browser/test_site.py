"""A static site below a subpath: games on the device, and tables on a server that allows it."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from qwixx.server.static_site import read_server, write_site
from tests.browser.conftest import Troubles
from tests.browser.person import Person, expect
from tests.server.running import Server, fixed_port

# Later, because code that a driver runs at once is not bound by the policy of the page.
LATER = """what => new Promise((done) => setTimeout(() => {
  const module = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  try {
    done(what === 'module' ? typeof new WebAssembly.Module(module) : eval(what));
  } catch (error) {
    done(error.name);
  }
}))"""


NEEDS = {
    "day": "The game of the day is the same for all",
    "review": "A server makes the reviews",
}


@dataclass(frozen=True)
class Host:
    folder: Path
    origin: str


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A static host: the one of Python."""
    folder, port = tmp_path_factory.mktemp("host"), fixed_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen([*command, "--directory", folder], stdout=quiet, stderr=quiet) as process:
        try:
            _wait_for(port)
            yield Host(folder, f"http://127.0.0.1:{port}")
        finally:
            process.kill()


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5):
                return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError("the host did not start")


@pytest.fixture
def come(new_context: Callable[..., BrowserContext]) -> Callable[[str], Page]:
    """Opens a page of the site in a browser that has never been there."""

    def open_page(address: str) -> Page:
        page = new_context(locale="en-GB", reduced_motion="reduce").new_page()
        page.goto(address)
        return page

    return open_page


def test_a_site_plays_on_the_device_and_asks_no_server(
    host: Host, come: Callable[[str], Page], troubles: Troubles
) -> None:
    write_site(host.folder / "games" / "qwixx")
    site = f"{host.origin}/games/qwixx"
    page = come("about:blank")
    troubles.watch(page.context, site)
    page.goto(f"{site}/")
    person = Person(page)
    expect(page.get_by_text("This site has no server")).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(person.heading).to_have_text("Rules")
    # Every address of the page can be opened, in any folder.
    page.goto(f"{site}/rules/longo")
    expect(page.get_by_role("heading", name="Lucky numbers")).to_be_visible()
    page.goto(f"{site}/")
    person.button("Play now", exact=False).click()
    expect(page).to_have_url(f"{site}/on-device")
    person.button("Download").click()
    expect(person.button("Start")).to_be_enabled()
    person.button("Start").click()
    expect(person.button("Roll the dice").or_(person.offered.first).first).to_be_visible()
    assert "/games/qwixx/O" in page.url
    # Once the engine is there, one tap is enough. Screens that need a server say so.
    page.goto(f"{site}/")
    person.button("Play now", exact=False).click()
    page.wait_for_url(re.compile("/games/qwixx/O[A-Z]{5}$"))
    for address, text in NEEDS.items():
        page.goto(f"{site}/{address}")
        expect(page.get_by_text(text)).to_be_visible()
    page.goto(f"{site}/")
    page.get_by_role("link", name="Pass and play").click()
    person.button("Start").click()
    expect(person.button("Roll the dice").or_(person.offered.first).first).to_be_visible()
    # The policy of the page forbids what only the worker needs.
    assert page.evaluate(LATER, "eval('1')") == "EvalError"
    assert page.evaluate(LATER, "module") == "CompileError"
    # The address of a table has no file. Hosts send their document for unknown addresses.
    unknown = (host.folder / "games" / "qwixx" / "404.html").read_bytes()
    page.route(
        page.url,
        lambda route: route.fulfill(status=404, body=unknown, content_type="text/html"),
    )
    troubles.expected = ("404",)
    page.reload()
    expect(person.button("Roll the dice").or_(person.offered.first).first).to_be_visible()


def test_a_site_with_a_server_opens_tables_there(
    host: Host, come: Callable[[str], Page], tmp_path: Path, troubles: Troubles
) -> None:
    with Server(tmp_path, "--allow-origin", host.origin) as server:
        write_site(host.folder / "club", read_server(f"http://{server.address}/"))
        person = Person(come(f"{host.origin}/club/"))
        asked: list[str] = []
        person.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        person.button("Play now", exact=False).click()
        expect(person.button("Roll the dice").or_(person.offered.first).first).to_be_visible()
        assert "/api/tables" in asked
        assert person.heard
        assert person.page.url.startswith(f"{host.origin}/club/")
    assert troubles == []


def test_a_site_that_is_not_allowed_reaches_no_server(
    host: Host, come: Callable[[str], Page], server: Server
) -> None:
    write_site(host.folder / "stranger", read_server(f"http://{server.address}/"))
    page = come(f"{host.origin}/stranger/")
    expect(page.get_by_text("No connection to the server")).to_be_visible()


def test_an_address_that_names_another_host_fetches_nothing_from_it(
    host: Host, come: Callable[[str], Page]
) -> None:
    """A browser takes a path that begins with two slashes for the address of a host."""
    site, page = host.folder / "evil.example", come("about:blank")
    write_site(site)
    unknown = (site / "404.html").read_bytes()
    asked: list[str] = []

    def lure(route: Route) -> None:
        asked.append(route.request.url)
        listing = route.request.url.endswith("site.json")
        body = '{"qwixx": "1", "files": []}' if listing else "<p>of another host</p>"
        route.fulfill(body=body, headers={"Access-Control-Allow-Origin": "*"})

    page.route("**://evil.example/**", lure)
    address = f"{host.origin}//evil.example/CDFGHJ/1"
    page.route(
        address, lambda route: route.fulfill(status=404, body=unknown, content_type="text/html")
    )
    page.goto(address)
    expect(page.locator("main")).to_be_visible()
    assert asked == []
