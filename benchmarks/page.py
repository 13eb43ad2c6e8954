"""Measures a first visit on a slow connection: its bytes, and the seconds to the home page and to
the first game.

A browser with an empty cache opens the home page. Its connection has 1.6 Mbit/s and a round trip of
150 ms, and its processor is slowed four times. It presses "Play now" as soon as possible. The home
page is usable when that button can be pressed. The first game is playable when there is a decision:
the dice lie there, or are yours to roll. Bots do not pause here, because their pauses belong to the
game.

The clock runs in the page and starts with the navigation. Bytes count compressed and with their
headers. Files and messages after the first decision do not count. Chromium does not slow the
messages of a socket, so a real connection takes a little longer to begin a game.

    python benchmarks/page.py                # what this package serves
    python benchmarks/page.py --rounds 9
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.chromium import launch_arguments
from tests.server.running import Server

LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 1.6e6 / 8,
}
SLOWER = 4
HOME_GOAL, GAME_GOAL, BYTES_GOAL = 1.6, 3.0, 86_000

# Presses the button as soon as it appears. Notes the times when button and card appeared.
VISIT = """() => {
  const seen = {};
  window.seen = seen;
  const look = () => {
    const play = document.querySelector('.now button.primary:not(:disabled)');
    if (!seen.home && play) {
      requestAnimationFrame(() => {
        seen.home = performance.now();
        play.click();
      });
      seen.home = 1e9;
    }
    if (document.querySelector('.actions button:not(:disabled)')) {
      observer.disconnect();
      requestAnimationFrame(() => { seen.game = performance.now(); });
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}"""


AFTERWARDS = """() => performance.getEntriesByType('resource')
  .filter((file) => file.startTime > window.seen.game).map((file) => file.name)"""


class Visit(NamedTuple):
    home: float
    game: float
    files: dict[str, int]
    messages: int

    @property
    def size(self) -> int:
        return sum(self.files.values()) + self.messages


def visit(playwright: Playwright, address: str) -> Visit:
    """A browser of its own each time: no cache is shared."""
    browser = playwright.chromium.launch(**launch_arguments())
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    line = context.new_cdp_session(page)
    names: dict[str, str] = {}
    files: dict[str, int] = {}
    began: list[float] = []
    messages: list[tuple[float, int]] = []

    def done(event: dict[str, Any]) -> None:
        name = names[event["requestId"]]
        files[name] = files.get(name, 0) + int(event["encodedDataLength"])

    def told(event: dict[str, Any]) -> None:
        messages.append((event["timestamp"] - began[0], len(event["response"]["payloadData"])))

    def asked(event: dict[str, Any]) -> None:
        began.append(event["timestamp"])
        names[event["requestId"]] = event["request"]["url"]

    line.on("Network.requestWillBeSent", asked)
    line.on("Network.loadingFinished", done)
    line.on("Network.webSocketFrameReceived", told)
    line.on("Network.webSocketFrameSent", told)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(f"({VISIT})()")
    page.goto(address, wait_until="commit")
    page.locator(".actions button:not(:disabled)").first.wait_for(timeout=60_000)
    page.wait_for_timeout(200)  # its frame is drawn
    seen = page.evaluate("window.seen")
    later = set(page.evaluate(AFTERWARDS))
    found = Visit(
        home=seen["home"] / 1000,
        game=seen["game"] / 1000,
        files={
            name.removeprefix(address): size for name, size in files.items() if name not in later
        },
        messages=sum(size for moment, size in messages if moment <= seen["game"] / 1000),
    )
    browser.close()
    return found


def report(visits: list[Visit]) -> None:
    last = visits[-1]
    for name, size in sorted(last.files.items(), key=lambda entry: -entry[1]):
        print(f"{size:9,}  {name}")
    print(f"{last.messages:9,}  messages of the table")
    size = max(visit.size for visit in visits)
    home = statistics.median(visit.home for visit in visits)
    game = statistics.median(visit.game for visit in visits)
    print(f"\n{size:9,}  bytes on the wire (goal {BYTES_GOAL:,})")
    print(f"{home:9.2f}  s until the home page is usable (goal {HOME_GOAL})")
    print(f"{game:9.2f}  s until the first game is playable (goal {GAME_GOAL})")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        address = f"http://{server.address}"
        report([visit(playwright, address) for _ in range(arguments.rounds)])


if __name__ == "__main__":
    main()
