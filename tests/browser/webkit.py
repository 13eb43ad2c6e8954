"""Drives WebKit, the engine of Safari, as far as tests need it.

Debian's MiniBrowser runs on a screen of its own (Xvfb) and is driven over WebDriver. Pages and
locators have the names that Playwright gives them, so that the same tests run here. Each locator is
a list of steps, which `webkit.js` follows in the page. A test that needs something else of
Playwright does not run in WebKit.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self, TypeAlias
from urllib.parse import urljoin

from tests.browser.axe import AXE
from tests.server.proxies import free_port

# For how many seconds a test waits for an event: long enough on a machine that is busy otherwise.
PATIENCE = 90.0
ENGINE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_PLACES = Path("/usr/lib/x86_64-linux-gnu"), Path("/usr/lib/aarch64-linux-gnu")
# Its buttons may be small, or a window could not be as narrow as a phone; and nothing moves.
_STYLE = "* { margin: 0; border-width: 0; padding: 0; min-width: 0; min-height: 0; font-size: 1px }"
_SETTINGS = "[Settings]\ngtk-enable-animations=0\n"
_KEYS = {
    "Escape": "\ue00c",
    "Enter": "\ue007",
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}

Text: TypeAlias = str | re.Pattern[str]


class Refused(Exception):
    """The driver could not do what it was asked."""


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees; yields its name."""
    program = shutil.which("Xvfb")
    assert program, "no Xvfb found: `make nightly` installs it"
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", "2000x1400x24"]
    with subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
    ) as running:
        os.close(writing)
        with os.fdopen(reading) as said:
            name = f":{said.readline().strip()}"
        try:
            yield name
        finally:
            running.terminate()


class Driver:
    """One browser with a profile of its own, which ends with it."""

    def __init__(self, display: str, folder: Path) -> None:
        program = shutil.which("WebKitWebDriver")
        found = (path for place in _PLACES for path in place.glob("webkit2gtk-4.*/MiniBrowser"))
        browser = next(found, None)
        assert program, "no WebKitWebDriver found: `make nightly` installs it"
        assert browser
        settings = folder / "gtk-3.0"
        settings.mkdir(parents=True)
        (settings / "gtk.css").write_text(_STYLE)
        (settings / "settings.ini").write_text(_SETTINGS)
        environment = {name: value for name, value in os.environ.items() if name != "LC_ALL"}
        self._port = free_port()
        self._process = subprocess.Popen(
            [program, f"--port={self._port}"],
            env={
                **environment,
                "DISPLAY": display,
                "HOME": str(folder),
                "XDG_CONFIG_HOME": str(folder),
                "LANG": "en_GB.UTF-8",
                "LANGUAGE": "en_GB",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # root may not have one
            },
            stderr=subprocess.DEVNULL,
        )
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        self._session = ""
        deadline = time.monotonic() + PATIENCE
        while not self._session:
            try:
                made = self.ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
                self._session = f"/{made['sessionId']}"
            except OSError:  # the driver does not listen yet
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a command of WebDriver; returns its value, or raises `Refused`."""
        line = HTTPConnection("127.0.0.1", self._port, timeout=2 * PATIENCE)
        try:
            text = None if body is None else json.dumps(body)
            line.request(method, f"/session{self._session}{path}", text)
            value = json.load(line.getresponse())["value"]
        finally:
            line.close()
        if isinstance(value, dict) and "error" in value:
            raise Refused(f"{value['error']}: {value.get('message')}")
        return value

    def run(self, script: str, *arguments: Any) -> Any:
        """Runs the body of an asynchronous function in the page; returns what it returns."""
        said = self.ask(
            "POST",
            "/execute/async",
            {
                "script": "const done = arguments[arguments.length - 1];"
                f"(async (...given) => {{ {script} }})(...arguments)"
                ".then((value) => done({ value }), (error) => done({ error: String(error) }));",
                "args": arguments,
            },
        )
        if "error" in said:
            raise Refused(said["error"])
        return said.get("value")

    def end(self) -> None:
        with suppress(OSError, Refused):
            self.ask("DELETE", "")
        self._process.terminate()
        self._process.wait(10)


def matching(text: Text, *, exact: bool) -> dict[str, str]:
    """That text as an expression for JavaScript."""
    if isinstance(text, str):
        source = re.sub(r"[.*+?^${}()|[\]\\/]", r"\\\g<0>", " ".join(text.split()))
        return {"source": f"^{source}$" if exact else source, "flags": "u" if exact else "iu"}
    return {"source": text.pattern, "flags": "i" if text.flags & re.IGNORECASE else ""}


class Searching:
    """The base class of pages and locators: both can look for parts."""

    def find(self, **step: Any) -> "Locator":
        raise NotImplementedError

    def get_by_role(
        self, role: str, *, name: Text | None = None, exact: bool = False, level: int = 0
    ) -> "Locator":
        wanted = None if name is None else matching(name, exact=exact)
        return self.find(role=role, name=wanted, level=level)

    def get_by_label(self, text: Text, *, exact: bool = False) -> "Locator":
        return self.find(label=matching(text, exact=exact))

    def get_by_text(self, text: Text, *, exact: bool = False) -> "Locator":
        return self.find(text=matching(text, exact=exact))

    def locator(self, selector: str) -> "Locator":
        css, *others = selector.split(" >> nth=")
        found = self.find(css=css)
        return found.nth(int(others[0])) if others else found


class Page(Searching):
    """A page of Playwright's, as far as tests in every browser need one."""

    def __init__(self, driver: Driver, origin: str) -> None:
        self.driver = driver
        self._origin = origin
        self.keyboard = Keyboard(driver)

    def on(self, event: str, hear: Callable[..., None]) -> None:
        """WebDriver reports no events."""

    def find(self, **step: Any) -> "Locator":
        return Locator(self, (step,))

    @property
    def url(self) -> str:
        return str(self.driver.ask("GET", "/url"))

    def goto(self, path: str, **_options: Any) -> None:
        self.driver.ask("POST", "/url", {"url": urljoin(self._origin, path)})

    def reload(self) -> None:
        self.driver.ask("POST", "/refresh", {})

    def go_back(self) -> None:
        self.driver.ask("POST", "/back", {})

    def evaluate(self, code: str, *arguments: Any) -> Any:
        it = f"const it = ({code});"
        return self.driver.run(
            f"{it} return typeof it === 'function' ? it(...given) : it;", *arguments
        )

    def set_viewport_size(self, size: dict[str, int]) -> None:
        wanted = [size["width"], size["height"]]
        outer = list(wanted)
        deadline = time.monotonic() + PATIENCE
        while (inner := self.evaluate("[innerWidth, innerHeight]")) != wanted:
            assert time.monotonic() < deadline, f"{inner}, not {wanted}"
            shown = self.driver.ask("GET", "/window/rect")
            outer = [wanted[0], wanted[1] + shown["height"] - inner[1]]
            rect = {"x": 0, "y": 0, "width": outer[0], "height": outer[1]}
            self.driver.ask("POST", "/window/rect", rect)
            time.sleep(0.1)

    def emulate_media(self, **_media: str) -> None:
        """There is no way to."""

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)


class Keyboard:
    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def press(self, key: str) -> None:
        value = _KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._driver.ask("POST", "/actions", {"actions": [keyboard]})


@dataclass(frozen=True)
class Locator(Searching):
    """A locator of Playwright's: elements that are looked for each time they are used."""

    page: Page
    steps: tuple[dict[str, Any], ...]

    def find(self, **step: Any) -> "Locator":
        return replace(self, steps=(*self.steps, step))

    def nth(self, index: int) -> Self:
        return replace(self, steps=(*self.steps, {"nth": index}))

    @property
    def first(self) -> Self:
        return self.nth(0)

    @property
    def last(self) -> Self:
        return self.nth(-1)

    def or_(self, other: "Locator") -> Self:
        return replace(self, steps=(*self.steps, {"or": other.steps}))

    def filter(self, *, has_text: Text) -> Self:
        return replace(self, steps=(*self.steps, {"has": matching(has_text, exact=False)}))

    # The present elements

    def look(self, code: str, *arguments: Any) -> Any:
        """Calls a function of JavaScript with the elements that are found."""
        script = (
            f"{ENGINE}\ntry {{ return ({code})(find(given[0]), ...given[1]); }}"
            "finally { axe.teardown(); }"
        )
        driver = self.page.driver
        try:
            return driver.run(script, self.steps, arguments)
        except Refused as refused:
            if "axe" not in str(refused):
                raise
            driver.run(AXE.read_text(encoding="utf-8"))
            return driver.run(script, self.steps, arguments)

    def count(self) -> int:
        return int(self.look("(all) => all.length"))

    def all(self) -> list["Locator"]:
        return [self.nth(index) for index in range(self.count())]

    def is_visible(self) -> bool:
        return bool(self.look("(all) => all.length > 0 && isVisible(all[0])"))

    def all_inner_texts(self) -> list[str]:
        texts: list[str] = self.look("(all) => all.map((each) => each.innerText)")
        return texts

    def evaluate_all(self, code: str) -> Any:
        return self.look(code)

    # Waiting

    def one(self, code: str, *arguments: Any) -> Any:
        """Calls a function with the one element that is found, once there is one."""
        self.wait("to be there", "(all) => all.length === 1")
        return self.look(f"([one], ...rest) => ({code})(one, ...rest)", *arguments)

    def wait(self, wanted: str, code: str, *arguments: Any) -> None:
        """Waits until a JavaScript function returns true for the found elements."""
        deadline = time.monotonic() + PATIENCE
        while not self.look(code, *arguments):
            assert time.monotonic() < deadline, (
                f"{self.steps} was expected {wanted}, and is "
                f"{self.look('(all) => all.map((each) => each.outerHTML.slice(0, 300))')}"
            )
            time.sleep(0.05)

    def evaluate(self, code: str) -> Any:
        return self.one(code)

    def inner_text(self) -> str:
        return str(self.one("(one) => one.innerText"))

    def text_content(self) -> str:
        return str(self.one("(one) => one.textContent"))

    def get_attribute(self, name: str) -> str | None:
        found: str | None = self.one("(one, name) => one.getAttribute(name)", name)
        return found

    def bounding_box(self) -> dict[str, float]:
        box: dict[str, float] = self.one("(one) => one.getBoundingClientRect().toJSON()")
        return box

    def focus(self) -> None:
        self.one("(one) => one.focus()")

    # Actions

    def click(self, **_options: Any) -> None:
        """Clicks, as soon as nothing lies over the element."""
        deadline = time.monotonic() + PATIENCE
        self.wait("to be enabled", "(all) => all.length === 1 && isEnabled(all[0])")
        while True:
            # Further down something may lie over it that stays at the edge of the screen.
            self.one("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
            try:
                self._tell("/click", {})
            except Refused:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
            else:
                return

    def _tell(self, what: str, body: Any) -> None:
        element = self.one("(one) => one")[ELEMENT]
        self.page.driver.ask("POST", f"/element/{element}{what}", body)

    def fill(self, text: str) -> None:
        self._tell("/clear", {})
        self._tell("/value", {"text": text})

    def check(self) -> None:
        if not self.one("(one) => one.checked"):
            inside = self.one("(one) => Boolean(one.closest('label'))")
            (self.find(closest="label") if inside else self).click()
        self.wait("to be checked", "([one]) => one.checked")

    def select_option(self, wanted: str) -> None:
        self.one(
            "(one, wanted) => { one.value = [...one.options]"
            ".find((each) => [each.value, each.label].includes(wanted)).value;"
            "one.dispatchEvent(new Event('input', { bubbles: true }));"
            "one.dispatchEvent(new Event('change', { bubbles: true })); }",
            wanted,
        )


class Expectations:
    """The checks of Playwright's `expect` for a locator."""

    def __init__(self, locator: Locator) -> None:
        self._wait = locator.wait

    def to_be_visible(self) -> None:
        self._wait("to be visible", "(all) => all.length === 1 && isVisible(all[0])")

    def to_be_enabled(self) -> None:
        self._wait("to be enabled", "(all) => all.length === 1 && isEnabled(all[0])")

    def to_be_attached(self) -> None:
        self._wait("to be there", "(all) => all.length > 0")

    def to_have_count(self, number: int) -> None:
        self._wait(f"{number} times", "(all, number) => all.length === number", number)

    def to_have_text(self, text: str) -> None:
        code = "(all, text) => all.length === 1 && textOf(all[0]) === text"
        self._wait(f"to have the text {text!r}", code, text)

    def to_contain_text(self, text: Text) -> None:
        pattern = re.compile(re.escape(text)) if isinstance(text, str) else text
        code = "(all, text) => all.length === 1 && fits(text, textOf(all[0]))"
        self._wait(f"to contain {text!r}", code, matching(pattern, exact=False))

    def not_to_contain_text(self, text: str) -> None:
        code = "(all, text) => all.length === 1 && !textOf(all[0]).includes(text)"
        self._wait(f"not to contain {text!r}", code, text)

    def to_have_attribute(self, name: str, value: str) -> None:
        code = "(all, name, value) => all.length === 1 && all[0].getAttribute(name) === value"
        self._wait(f"to have {name}={value!r}", code, name, value)

    def to_have_accessible_name(self, name: Text) -> None:
        code = "(all, name) => all.length === 1 && fits(name, nameOf(all[0]))"
        self._wait(f"to be called {name}", code, matching(name, exact=True))
