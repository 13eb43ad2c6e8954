"""Measures the game on a device: the engine, its start, taps, decisions of bots, and hints.

Everything runs in Chromium. The engine has been downloaded, and the network is off. The clock of a
start runs from the tap on "Play now" on the home page until the first decision can be tapped. The
interpreter does not run before that tap, and bots do not pause. Without a snapshot of the
interpreter a start takes longer, as the first one after a download does.

The clock of a tap runs from the click until the next frame after a new view has come from the
worker. By then the action is on disk. Decisions of `strong` and hints are timed in the interpreter
itself, which runs in a page without the game.

    python benchmarks/device.py
"""

import gzip
import json
import os
import re
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.chromium import launch_arguments
from tests.browser.on_device import install, stored, wait_for_page
from tests.browser.person import Person
from tests.server.running import Server

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "src" / "qwixx" / "server" / "engine"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
STARTS, TAPS, DECISIONS, HINTS = 8, 100, 300, 40
BROTLI_GOAL, GZIP_GOAL = 4.2e6, 5.2e6
START_GOALS = {True: 800.0, False: 2000.0}
TAP_GOAL, DECISION_GOAL, HINT_GOAL = 40.0, 25.0, 300.0

SETTINGS = json.dumps({"pace": "at-once", "bots": 4, "level": "strong"})
PLAY = re.compile("^Play now On this device")
# Taps "Play now", and returns the milliseconds until a decision can be tapped.
START = """async () => {
  const play = [...document.querySelectorAll('button')].find(
    (button) => button.innerText.trim().startsWith('Play now'));
  const start = performance.now();
  play.click();
  await new Promise((done) => {
    const look = () => {
      if (!document.querySelector('.actions button:not(:disabled)')) return;
      observer.disconnect();
      done();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""
# Notes when a view comes from the worker.
NOTE_VIEWS = """{
  window.views = [];
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (data.type === 'message' && data.message.type === 'view')
          requestAnimationFrame(() => views.push(performance.now()));
      });
    }
  };
}"""
# Rolls or passes, and returns the milliseconds until the next view; null if nothing can be tapped.
TAP = """async () => {
  const find = (pattern) => [...document.querySelectorAll('button:not(:disabled)')].find(
    (each) => pattern.test(each.innerText.trim()));
  let button;
  for (let i = 0; !button && i < 200; i++) {
    await new Promise((done) => setTimeout(done, 20));
    button = find(/^(Roll the dice|Rematch|Pass)/);
  }
  if (!button) return null;
  const before = views.length;
  const start = performance.now();
  button.click();
  while (views.length === before) {
    if (performance.now() - start > 1000) {
      document.querySelector('dialog[open] button:last-of-type')?.click();
      return null;
    }
    await new Promise((done) => setTimeout(done));
  }
  return views[before] - start;
}"""
# Starts the interpreter in a page of its own, with the modules of the engine.
INTERPRETER = """async () => {
  const { loadPyodide } = await import('/pyodide.mjs');
  const env = { QWIXX_WEIGHTS: '/weights' };
  const python = await loadPyodide({ stdLibURL: '/library.zip', env });
  const put = async (from, to) =>
    python.FS.writeFile(to, new Uint8Array(await (await fetch(from)).arrayBuffer()));
  python.FS.mkdirTree('/weights');
  await put('/classic.npz', '/weights/classic.npz');
  window.python = python;
}"""
# Returns the milliseconds of decisions of `strong` among five, and of hints to two to five players.
THINK = """
import json
from random import Random
from time import perf_counter
from qwixx.bots import load_bot
from qwixx.coach.plain import advise
from qwixx.rules import Game, Phase, Roll

bot, rng, decisions, hints = load_bot("strong"), Random(1), [], {}

def timed(task, *given):
    start = perf_counter()
    found = task(*given)
    return found, 1000 * (perf_counter() - start)

def play(players, enough):
    game = Game.new("classic", players=players)
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            game = game.roll(Roll.random(rng, game))
            continue
        for seat in game.awaited:
            seen = game.seen_by(seat)
            move, taken = timed(bot.choose, seen, seat, rng)
            if players == 5:
                decisions.append(taken)
            if seat == 0 and len(hints.setdefault(players, [])) < HINTS:
                hints[players].append(timed(advise, seen, seat)[1])
            game = game.play(seat, move)

while len(decisions) < DECISIONS:
    play(5, DECISIONS)
for players in (2, 3, 4):
    while len(hints.get(players, ())) < HINTS:
        play(players, HINTS)
json.dumps([decisions, hints])
"""


def main() -> None:
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    measure_sizes()
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), pace=1.0) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_arguments()) as browser,
    ):
        options: Any = {"base_url": f"http://{server.address}", "locale": "en-GB"}
        context = browser.new_context(**options, reduced_motion="reduce")
        page = context.new_page()
        page.goto("/rules")
        page.evaluate("text => localStorage.setItem('qwixx.settings', text)", SETTINGS)
        person = Person(page)
        install(person)
        wait_for_page(person)
        context.set_offline(True)
        page.close()
        for quick in (True, False):
            measure_starts(context.new_page, quick=quick)
        page = context.new_page()
        page.add_init_script(NOTE_VIEWS)
        measure_taps(page)
        measure_thinking(browser)


def measure_sizes() -> None:
    sizes = json.loads((ENGINE / "engine.json").read_bytes())["sizes"]
    for kind, goal in (("br", BROTLI_GOAL), ("gzip", GZIP_GOAL)):
        print(f"engine with {kind}: {sizes[kind]:,} bytes, {sizes[kind] / goal:.2f} of the goal")


def measure_starts(new_page: Any, *, quick: bool) -> None:
    """Starts in new pages, so that no interpreter runs. The first one makes the snapshot."""
    times = []
    for _ in range(STARTS + 1):
        page = new_page()
        page.goto("/")
        if not quick:
            stored(page, "snapshots", "clear")
        page.get_by_role("button", name=PLAY).wait_for()
        times.append(page.evaluate(START))
        page.wait_for_timeout(500)  # the snapshot is stored
        for store in ("tables", "people", "entries"):
            stored(page, store, "clear")
        page.evaluate("localStorage.removeItem('qwixx.seats')")
        page.close()
    how = "with" if quick else "without"
    show(f"tap to a table, {how} a snapshot", times[1:], START_GOALS[quick])


def measure_taps(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=PLAY).wait_for()
    page.evaluate(START)
    times: list[float] = []
    for _ in range(TAPS):
        taken = page.evaluate(TAP)
        if taken is not None:
            times.append(taken)
        page.wait_for_timeout(100)
    # These took more than a second, or the page asked a question first.
    print(f"taps that are not counted: {TAPS - len(times)} of {TAPS}")
    show("tap to the new view, with four bots", times, TAP_GOAL)


def measure_thinking(browser: Browser) -> None:
    page = browser.new_page()
    page.route("**/*", serve_interpreter)
    page.goto("http://localhost/")
    page.evaluate(INTERPRETER)
    script = f"DECISIONS, HINTS = {DECISIONS}, {HINTS}\n{THINK}"
    decisions, hints = json.loads(page.evaluate("script => python.runPython(script)", script))
    show("a decision of strong among five", decisions, DECISION_GOAL)
    for players, times in sorted(hints.items()):
        show(f"a hint among {players}", times, HINT_GOAL)


def serve_interpreter(route: Route) -> None:
    """Answers for a host with the parts of the engine, each in one file."""
    name = route.request.url.rsplit("/", 1)[-1]
    files = json.loads((ENGINE / "engine.json").read_bytes())["files"]
    if name in files:
        parts = [gzip.decompress((ENGINE / f"{p['name']}.gz").read_bytes()) for p in files[name]]
        kind = "application/wasm" if name.endswith(".wasm") else "application/octet-stream"
        route.fulfill(body=b"".join(parts), content_type=kind)
    elif (PYODIDE / name).is_file():
        route.fulfill(path=PYODIDE / name)
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


def show(what: str, times: Sequence[float], goal: float) -> None:
    worst = statistics.quantiles(times, n=100)[-1]
    print(
        f"{what}: {statistics.median(times):.1f} ms, p99 {worst:.1f} ms, "
        f"{worst / goal:.2f} of the goal"
    )


if __name__ == "__main__":
    main()
