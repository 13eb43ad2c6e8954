"""A real server, a real browser, and people who come with a profile of their own."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, cast

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from tests.browser import firefox, prepared, webkit
from tests.browser.chromium import launch_arguments
from tests.browser.person import PATIENCE, Person
from tests.browser.screens import Gallery
from tests.server.desk import Desk
from tests.server.running import Server

_HERE = Path(__file__).parent
# The message of Playwright in the console of a browser without service workers.
_BLOCKED = "Service Worker registration blocked"
# The messages of browsers in the console while the server is down.
NOBODY_THERE = (
    *("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE"),
    *("WebSocket connection to", "can’t establish a connection", "was interrupted while"),
)

expect.set_options(timeout=1000 * PATIENCE)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Last of all: while a browser is open, no other event loop can run in this process."""
    items.sort(key=lambda item: item.path.is_relative_to(_HERE))
    if config.getoption("--browser"):  # another one than Chromium
        items[:] = [item for item in items if item.get_closest_marker("every_browser")]


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
    browser_name: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Any]:
    if browser_name == "firefox":
        folder = tmp_path_factory.mktemp("firefox")
        return {**browser_type_launch_args, **firefox.launch_arguments(folder)}
    return {**browser_type_launch_args, **launch_arguments()}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not keep anybody waiting."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


class Visit(Protocol):
    def __call__(self, *, name: str = "", seats: Any = (), **options: Any) -> Person:
        """Opens a browser for a person. With `name` and `seats`, a person who already sits at these
        tables."""


class Troubles(list[str]):
    """The errors of all pages. A test may expect some of it."""

    expected: tuple[str, ...] = ()

    def watch(self, context: BrowserContext, origin: str) -> None:
        context.on("console", self._hear)
        context.on("weberror", lambda error: self._note(f"page error: {error.error}"))
        context.on("request", lambda request: self._ask(request.url, origin))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console: {message.text}")

    def _note(self, trouble: str) -> None:
        if not any(text in trouble for text in (*self.expected, _BLOCKED)):
            self.append(trouble)

    def _ask(self, url: str, origin: str) -> None:
        if not url.startswith((f"{origin}/", "data:", "blob:")):
            self.append(f"asked elsewhere: {url}")


@pytest.fixture(autouse=True)
def troubles() -> Iterator[Troubles]:
    """No page may complain, fail, or ask anybody else than the server."""
    found = Troubles()
    yield found
    assert found == []


class VisitTo(Protocol):
    def __call__(self, server: Server) -> Visit:
        """People who visit that server."""


@pytest.fixture
def visit(visit_to: VisitTo, server: Server) -> Visit:
    return visit_to(server)


@pytest.fixture
def visit_to(
    request: pytest.FixtureRequest, browser_name: str, tmp_path: Path
) -> Iterator[VisitTo]:
    """Visitors of any server, with the browser that is tested."""
    if browser_name != "webkit":
        new_context = request.getfixturevalue("new_context")
        troubles = request.getfixturevalue("troubles")
        yield lambda server: visitors(new_context, server, troubles)
        return
    display = request.getfixturevalue("display")
    drivers: list[webkit.Driver] = []

    def driver() -> webkit.Driver:
        drivers.append(webkit.Driver(display, tmp_path / f"webkit {len(drivers)}"))
        return drivers[-1]

    yield lambda server: webkit_visitors(driver, server)
    for each in drivers:
        each.end()


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The screen on which WebKit shows its windows."""
    with webkit.screen() as name:
        yield name


def webkit_visitors(driver: Callable[[], webkit.Driver], server: Server) -> Visit:
    """People who visit that server with WebKit."""

    def come(*, name: str = "", seats: Any = (), **options: Any) -> Person:
        page = webkit.Page(driver(), f"http://{server.address}/")
        page.set_viewport_size(options.get("viewport", {"width": 1280, "height": 720}))
        if name:
            page.goto("/icon.svg")  # a document without scripts
            text = json.dumps(prepared.seats_of(name, seats))
            page.evaluate("(text) => localStorage.setItem('qwixx.seats', text)", text)
        return Person(cast(Page, page))

    return come


def visitors(
    new_context: Callable[..., BrowserContext], server: Server, troubles: Troubles
) -> Visit:
    """People who visit that server."""

    def come(*, name: str = "", seats: Any = (), **options: Any) -> Person:
        origin = f"http://{server.address}"
        usual: dict[str, Any] = {
            "base_url": origin,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            # Only tests that are about them let one answer in place of the server.
            "service_workers": "block",
            "storage_state": prepared.remembered(name, seats, origin),
        }
        context = new_context(**(usual | options))
        context.set_default_timeout(1000 * PATIENCE)
        troubles.watch(context, origin)
        return Person(context.new_page())

    return come


@pytest.fixture
def lay(server: Server) -> Callable[[Desk], str]:
    """Puts a prepared table before the server; returns its code."""
    return lambda desk: prepared.lay(desk, server.database)


@pytest.fixture(scope="session")
def gallery(server: Server) -> Gallery:
    """All screens, at tables of their own."""
    return Gallery.lay(server.database)


@pytest.fixture(scope="session")
def pictures(request: pytest.FixtureRequest) -> Path | None:
    """The folder for pictures of all screens: the `--output` of `--screenshot=on`."""
    if request.config.getoption("--screenshot") != "on":
        return None
    folder = Path(request.config.getoption("--output")).absolute() / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
