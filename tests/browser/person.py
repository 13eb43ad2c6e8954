"""A person with a browser: sees what is on the screen and clicks what is offered there."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, overload

from playwright.sync_api import Locator, Page, WebSocket
from playwright.sync_api import expect as expect_in_playwright
from playwright.sync_api._generated import LocatorAssertions, PageAssertions

from tests.browser import webkit

PATIENCE = webkit.PATIENCE

Taste: TypeAlias = Callable[[Sequence[str]], str]
"""Which of the offered cells a person crosses."""


@overload
def expect(found: Locator) -> LocatorAssertions: ...
@overload
def expect(found: Page) -> PageAssertions: ...
def expect(found: Any) -> Any:
    """Conditions that elements or a page must meet soon, in any browser."""
    if isinstance(found, webkit.Locator):
        return webkit.Expectations(found)
    return expect_in_playwright(found)


class Person:
    """A person in front of a page in English."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        """All messages of the server to this browser over its sockets."""
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    # The texts on the screen

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def status(self) -> Locator:
        """The sentence at the table. Locks are announced elsewhere."""
        return self.page.get_by_role("status").first

    @property
    def heading(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def card(self) -> Locator:
        return self.page.get_by_role("region", name="Your card")

    @property
    def offered(self) -> Locator:
        return self.card.get_by_role("button", name="may be crossed")

    def cells(self) -> list[str]:
        """The cells that are offered, once there are any: `Red 5`, `Blue 7`."""
        expect(self.offered.first).to_be_visible()
        return self._offered_now()

    def _offered_now(self) -> list[str]:
        labels: list[str] = self.offered.evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
        return [label.split(",")[0] for label in labels]

    def cell(self, name: str) -> Locator:
        """A cell of the person's own card, `Red 5`."""
        return self.card.get_by_role("button", name=re.compile(rf"^{name}(,|$)"))

    def text(self) -> str:
        """Everything that can be read on the page."""
        return " ".join((self.page.locator("main").text_content() or "").split())

    def moment(self) -> str:
        """Whose turn it is and what has happened, but not what the others are doing meanwhile.

        It is different after every decision of the person.
        """
        happened = self.status.get_by_role("paragraph").first
        return "\n".join((*self.heading.all_inner_texts(), *happened.all_inner_texts()))

    # Coming

    def open_table(self) -> str:
        """Opens a table from the home page; returns its code."""
        self.page.goto("/")
        self.button(re.compile("^Open a table")).click()
        expect(self.heading).to_have_text("Your table")
        return self.page.url.rsplit("/", 1)[-1]

    def choose_level(self, number: int, level: str) -> None:
        """Of a bot in the lobby."""
        self.button(re.compile("^Level of ")).nth(number).click()
        wanted = self.dialog.get_by_role("button", name=re.compile(f"^{level}", re.IGNORECASE))
        if not wanted.is_visible():
            self.dialog.get_by_text("For study").click()
        wanted.click()
        expect(self.dialog).to_have_count(0)

    @contextmanager
    def table_options(self) -> Iterator[None]:
        """Opens all that is settled before a game, in the lobby, and closes it again."""
        self.page.locator(".options button").click()
        yield
        self.dialog.get_by_role("button", name="Done").click()
        expect(self.dialog).to_have_count(0)

    def join(self, code: str, name: str) -> None:
        """Types the code on the home page and sits down."""
        self.enter(code)
        self.page.get_by_label("Your name").fill(name)
        self.button("Sit down").click()
        expect(self.heading).to_have_text("Your table")

    def enter(self, code: str) -> None:
        """Types a code on the home page."""
        self.page.goto("/")
        self.page.get_by_label("Got a code?").fill(code)
        self.button("Join").click()

    # Playing

    def roll(self) -> None:
        self._decide(self.button("Roll the dice"))

    def cross(self, cell: str) -> None:
        """Crosses a cell that is offered, `Red 5`."""
        before = self.moment()
        self.mark(cell)
        name = re.compile(rf"^Cross {cell}( instead)?$", re.IGNORECASE)
        self._decide(self.button(name), before)

    def mark(self, cell: str) -> None:
        """Marks a cell in pencil, which decides nothing yet."""
        self.cell(cell).click()
        expect(self.cell(cell)).to_have_attribute("aria-pressed", "true")

    def pass_(self) -> None:
        self._decide(self.button(re.compile("^Pass( instead| misthrow.*)?$")))

    def _decide(self, button: Locator, unmarked: str = "") -> None:
        """Clicks, and waits until the server has confirmed it: the pencil may go before that."""
        before = (unmarked, self.moment())

        def decided() -> bool:
            return self.moment() not in before

        button.click()
        complaint = f"nothing has come of it: {before}"
        self.wait(lambda: self.dialog.is_visible() or decided(), complaint)
        if self.dialog.is_visible():
            self.dialog.get_by_role("button").last.click()
        self.wait(decided, complaint)

    def asked(self) -> bool:
        """Whether the page wants something from this person now."""
        wanted = re.compile("^(Roll the dice|Pass|Pass misthrow.*)$")
        return self.page.get_by_role("button", name=wanted).is_visible()

    def finished(self) -> bool:
        return self.button("Rematch").is_visible()

    def decide(self, taste: Taste) -> None:
        """Rolls or crosses. If there is nothing to cross, the page passes by itself."""
        if self.button("Roll the dice").is_visible():
            self.roll()
            return
        cells = self._offered_now()
        if cells:
            self.cross(taste(cells))

    def wait(self, condition: Callable[[], bool], complaint: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, complaint
            self.page.wait_for_timeout(20)


def play(people: Sequence[Person], taste: Taste, until: Callable[[], bool] | None = None) -> None:
    """All do what their pages want, until the game is over or something else has come."""
    done = until or (lambda: all(person.finished() for person in people))
    deadline = time.monotonic() + 8 * PATIENCE
    while not done():
        assert time.monotonic() < deadline, people[0].text()
        for person in people:
            if person.asked():
                person.decide(taste)
        people[0].page.wait_for_timeout(5)
