"""Measures six taps that enter real dice, on a phone of 390 px with a processor slowed four times.

The taps are those of a finger on a touch screen. The clock runs in the page. It measures each tap
from the touch to the frame that shows it. It also measures the whole entry, until a frame shows the
server's answer, which is on disk by then. The rest of four seconds is left for the thumb, so the
output also has the distances between the keys and their sizes.

    python benchmarks/entering.py
"""

import re
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.chromium import launch_arguments
from tests.server.running import Server

ROUNDS = 20
SLOWER = 4
GOAL = 4000.0

# Notes every touch, the frame that shows its effect, and when the keys have gone.
WATCH = """() => {
  const seen = { taps: [], done: 0 };
  window.seen = seen;
  const frame = (then) => requestAnimationFrame(() => setTimeout(then));
  document.addEventListener('pointerdown', () => {
    const tap = { start: performance.now(), shown: 0 };
    seen.taps.push(tap);
    document.addEventListener('click', () => frame(() => { tap.shown = performance.now(); }),
      { once: true });
  }, { capture: true });
  new MutationObserver(() => {
    if (!document.querySelector('.enter')) frame(() => { seen.done ||= performance.now(); });
  }).observe(document.body, { subtree: true, childList: true });
}"""


def sit_down(browser: Browser, address: str) -> Page:
    """Opens a game with one bot, up to the moment when dice are to be entered."""
    page = browser.new_context(
        base_url=address,
        locale="en-GB",
        has_touch=True,
        is_mobile=True,
        viewport={"width": 390, "height": 844},
    ).new_page()
    page.goto("/")
    page.get_by_role("button", name="Open a table for friends").click()
    page.get_by_role("radio", name=re.compile("^Real dice")).check()
    page.get_by_role("button", name="Add bot").first.click()
    page.get_by_label("First player").select_option("Guest")
    page.get_by_role("button", name="Start with 2 players").click()
    page.locator(".enter .key").first.wait_for()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def enter(page: Page) -> tuple[dict[str, Any], float, float]:
    """Enters a roll with six taps.

    Returns the page's measurements, the size of the smallest key, and the way of the thumb.
    """
    page.evaluate(WATCH)
    places = [key.bounding_box() for key in page.locator(".enter .key").all()]
    smallest, way, before = 1e9, 0.0, None
    for face in (4, 1, 3, 2, 5, 6):
        box = places[face - 1]
        assert box
        smallest = min(smallest, box["width"], box["height"])
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        way += ((x - before[0]) ** 2 + (y - before[1]) ** 2) ** 0.5 if before else 0.0
        before = (x, y)
        page.touchscreen.tap(x, y)
    page.wait_for_function("() => window.seen.done")
    return page.evaluate("() => window.seen"), smallest, way


def measure(browser: Browser, address: str) -> None:
    each: list[float] = []
    whole: list[float] = []
    smallest, way = 0.0, 0.0
    for _ in range(ROUNDS):
        page = sit_down(browser, address)
        seen, smallest, way = enter(page)
        taps = seen["taps"]
        assert len(taps) == 6, taps
        each += [tap["shown"] - tap["start"] for tap in taps if tap["shown"]]
        whole.append(seen["done"] - taps[-1]["start"])
        page.context.close()
    tap, last = statistics.median(each), statistics.median(whole)
    own = 5 * tap + last
    print(
        f"six taps on keys of at least {smallest:.0f} px, {way:.0f} px from the first to the last"
    )
    print(f"a tap is shown after {tap:.0f} ms, the last one with the answer after {last:.0f} ms")
    print(
        f"the page needs {own / 1000:.2f} s of {GOAL / 1000:.0f}: "
        f"{(GOAL - own) / 6:.0f} ms are left for each tap of the thumb"
    )


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), pace=1.0) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_arguments()) as browser,
    ):
        measure(browser, f"http://{server.address}")


if __name__ == "__main__":
    main()
