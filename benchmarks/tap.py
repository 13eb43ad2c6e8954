"""Measures the time from a tap to its confirmation on the screen, with two browsers at one table.

The clock runs in the page. It measures from the click on "Pass" or "Undo" until the page has drawn
the server's answer, and until the other player's page has. The answer is on disk by then. For
comparison it measures a bare WebSocket echo of as many bytes in the same browser. It measures the
two in turns, because other work on the machine makes both slower.

It also measures from a tap on the bulb until the costs of the moves are drawn on the card. The
first hint loads more files, so it is printed separately.
"""

import asyncio
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.asyncio.server import ServerConnection, serve

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.chromium import launch_arguments
from tests.server.running import Server

ROUNDS, TAPS = 20, 10
GOAL = 50.0
BYTES = 2500
HINTS = 60
HINT_GOAL = 150.0

# Taps the button of that name and waits for the other; the moment it can be seen is the next frame.
TAP = """async ([tapped, awaited]) => {
  const find = (name) => [...document.querySelectorAll('.actions button')].find(
    (button) => button.innerText.trim() === name);
  const start = performance.timeOrigin + performance.now();
  find(tapped).click();
  await new Promise((done) => {
    const look = () => { if (find(awaited)) { observer.disconnect(); done(); } };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  });
  await new Promise(requestAnimationFrame);
  return [start, performance.timeOrigin + performance.now()];
}"""
# Notes when the other page has last changed.
WATCH = """() => {
  new MutationObserver(() => requestAnimationFrame(() => {
    window.changed = performance.timeOrigin + performance.now();
  })).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
# Taps the bulb and waits until the costs are on the card; they are seen with the next frame.
ASK = """async () => {
  const start = performance.now();
  document.querySelector('.actions .bulb').click();
  await new Promise((done) => {
    const look = () => {
      if (document.querySelector('.card .cost, .card .best')) { observer.disconnect(); done(); }
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  });
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""
ECHO = """async ([address, size, times]) => {
  const socket = new WebSocket(address);
  await new Promise((done) => { socket.onopen = done; });
  const text = 'x'.repeat(size), taken = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    socket.send(text);
    await new Promise((done) => { socket.onmessage = done; });
    taken.push(performance.now() - start);
  }
  socket.close();
  return taken;
}"""


def start_echo() -> str:
    """An echo in a thread of its own; its address."""
    ready: list[int] = []
    known = threading.Event()

    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async def run() -> None:
        async with serve(echo, "127.0.0.1", 0, compression=None) as server:
            ready.append(server.sockets[0].getsockname()[1])
            known.set()
            await asyncio.Future()

    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    known.wait(10)
    return f"ws://127.0.0.1:{ready[0]}"


def sit_down(browser: Browser, address: str) -> tuple[Page, Page]:
    """Two pages at one table, in the white phase."""
    options: Any = {"base_url": address, "locale": "en-GB", "reduced_motion": "reduce"}
    anna, bert = (browser.new_context(**options).new_page() for _ in range(2))
    anna.goto("/")
    anna.get_by_role("button", name="Open a table for friends").click()
    anna.get_by_role("button", name="Invite").wait_for()
    bert.goto(anna.url)
    bert.get_by_label("Your name").fill("Bert")
    bert.get_by_role("button", name="Sit down").click()
    anna.get_by_role("button", name="Start with 2 players").click()
    for page in (anna, bert):
        page.get_by_role("region", name="Your card").wait_for()
        roll = page.get_by_role("button", name="Roll the dice")
        if roll.is_visible():
            roll.click()
    anna.get_by_role("button", name="Pass", exact=True).wait_for()
    return anna, bert


def percentiles(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


def measure(browser: Browser, address: str) -> None:
    anna, bert = sit_down(browser, address)
    bert.evaluate(WATCH)
    blank = browser.new_context().new_page()
    echo_address = start_echo()
    own: list[float] = []
    other: list[float] = []
    echo: list[float] = []
    for _ in range(ROUNDS):
        for tap in range(TAPS):
            names = ["Pass", "Undo"] if tap % 2 == 0 else ["Undo", "Pass"]
            start, end = anna.evaluate(TAP, names)
            own.append(end - start)
            bert.wait_for_timeout(50)
            other.append(bert.evaluate("window.changed") - start)
        echo += blank.evaluate(ECHO, [echo_address, BYTES, TAPS])
    bare, bare_worst = percentiles(echo)
    print(f"bare WebSocket echo of {BYTES} bytes: {bare:.1f} ms, p95 {bare_worst:.1f} ms")
    for name, times in (("tap to one's own screen", own), ("tap to the other's screen", other)):
        middle, worst = percentiles(times)
        print(
            f"{name}: {middle:.1f} ms ({middle / bare:.1f} echoes), "
            f"p95 {worst:.1f} ms ({worst / bare_worst:.1f} echoes); "
            f"beyond the echo p95 {worst - bare_worst:.1f} ms, "
            f"{(worst - bare_worst) / GOAL:.2f} of the goal"
        )


def come_to_a_choice(page: Page) -> None:
    """A game against bots, until there is something to choose."""
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    bulb = page.get_by_role("button", name="Hint")
    deed = page.get_by_role("button", name="Roll the dice").or_(
        page.get_by_role("button", name="Pass")
    )
    while True:
        bulb.or_(deed).first.wait_for()
        if bulb.count():
            return
        deed.first.click()
        page.wait_for_timeout(300)


def measure_hints(browser: Browser, address: str) -> None:
    page = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce").new_page()
    come_to_a_choice(page)
    page.wait_for_timeout(3000)  # as long as people think before they ask
    times = []
    for _ in range(HINTS):
        times.append(page.evaluate(ASK))
        page.get_by_role("button", name="Hint").click()
        page.locator(".card .cost, .card .best").first.wait_for(state="detached")
    middle, worst = percentiles(times[1:])
    print(
        f"tap to a hint: the first {times[0]:.0f} ms; then {middle:.0f} ms, p95 {worst:.0f} ms, "
        f"{middle / HINT_GOAL:.2f} and {worst / HINT_GOAL:.2f} of the goal"
    )


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), pace=1.0) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_arguments()) as browser,
    ):
        measure(browser, f"http://{server.address}")
        measure_hints(browser, f"http://{server.address}")


if __name__ == "__main__":
    main()
