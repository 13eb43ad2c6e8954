"""Measures a game against two bots: its time, its taps, and the share of waiting.

A scripted person plays in a real browser at the speed "quick", with one-tap play. Each decision
takes 0.8 to 1.6 seconds and crosses the cell that skips the fewest. Time in which the page asks for
nothing counts as waiting. `--usual` measures the default settings of the page. `--first` measures
the first game of a new player, who accepts every offer of the page.
"""

import json
import random
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.chromium import launch_arguments
from tests.server.running import Server

SEED = 7
QUICK = {"pace": "quick", "oneTap": True}
# Returns the current decision: a button to press, cells to choose from, or nothing. It also returns
# how far card and buttons have moved since the first call.
ASK = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? null;
  const turn = document.querySelector('h1 span')?.innerText ?? '';
  const places = [box('.rows'), box('.actions')];
  const rolling = !!document.querySelector('.die.rolling');
  const roll = [...document.querySelectorAll('.actions button:not(:disabled)')].find(
    (button) => button.innerText.trim() === 'Roll the dice');
  if (document.querySelector('dialog[open]')) return { turn, places, rolling, asked: 'dialog' };
  if (document.querySelector('.offer .choice')) return { turn, places, rolling, asked: 'offer' };
  if (roll) return { turn, places, rolling, asked: 'roll' };
  const cells = [...document.querySelectorAll('.rows .offered')];
  if (cells.length && document.querySelector('.actions .idle'))
    return { turn, places, rolling, asked: 'cells', count: cells.length };
  return { turn, places, rolling, asked: document.querySelector('.sheet .again') ? 'over' : null };
}"""
BEST = """() => {
  const skips = (cell) => {
    let n = 0, at = cell.previousElementSibling;
    while (at && !at.classList.contains('crossed') && !at.classList.contains('skipped')) {
      n += 1; at = at.previousElementSibling;
    }
    return n;
  };
  const cells = [...document.querySelectorAll('.rows .offered')];
  cells.sort((a, b) => skips(a) - skips(b));
  if (skips(cells[0]) > 3) return false;
  cells[0].click();
  return true;
}"""

# Confirms a cross, unless the page asks about it in a dialog.
CONFIRM = """() => {
  const button = document.querySelector('.actions .primary[aria-keyshortcuts=Enter]');
  if (!button || document.querySelector('dialog[open]')) return 0;
  button.click();
  return 1;
}"""


def play(page: Page, rng: random.Random) -> None:
    """One game; prints what it took."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Play now")).click()
    page.get_by_role("region", name="Your card").wait_for()
    began = time.monotonic()
    thinking, rolling, taps, turns, first, shift = 0.0, 0.0, 0, 0, None, 0.0
    before = began
    while (now := page.evaluate(ASK))["asked"] != "over":
        assert time.monotonic() - began < 600, "this game does not end"
        at = time.monotonic()
        rolling += (at - before) * now["rolling"]
        before = at
        turns = max([turns, *map(int, re.findall(r"\d+", now["turn"]))])
        if None not in now["places"]:
            first = first or now["places"]
            moved = (abs(a - b) for a, b in zip(first, now["places"], strict=True))
            shift = max([shift, *moved])
        auto = '"autoRoll":true' in page.evaluate("localStorage.getItem('qwixx.settings') ?? ''")
        if now["asked"] is None or (auto and now["asked"] == "roll"):
            page.wait_for_timeout(20)
            continue
        pause = rng.uniform(0.8, 1.6)
        page.wait_for_timeout(1000 * pause)
        thinking += pause
        taps += 1
        if now["asked"] == "roll":
            page.get_by_role("button", name="Roll the dice").click()
        elif now["asked"] == "offer":
            page.locator(".offer .choice").last.click()
        elif now["asked"] == "dialog":
            page.get_by_role("dialog").get_by_role("button").last.click()
        elif not page.evaluate(BEST):
            page.get_by_role("button", name=re.compile("^Pass")).click()
        elif page.evaluate(ASK)["asked"] != "dialog":
            taps += page.evaluate(CONFIRM)
        page.wait_for_timeout(30)
        before = time.monotonic()
    took = time.monotonic() - began
    share = 100 * (took - thinking) / took
    bots = 100 * (took - thinking - rolling) / took
    print(
        f"{turns} turns, {taps} taps ({28 * taps / turns:.0f} for 28 turns), {took:.0f} s, "
        f"{share:.0f} % of it waiting, {bots:.0f} % without the dice that roll "
        f"({rolling / turns:.2f} s a roll); card and buttons moved by {shift:.1f} px at most"
    )


def main() -> None:
    default = {"--usual", "--first"} & {*sys.argv}
    settings: dict[str, Any] = {} if default else QUICK
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), pace=1.0) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(**launch_arguments()) as browser,
    ):
        context = browser.new_context(
            base_url=f"http://{server.address}",
            locale="en-GB",
            viewport={"width": 390, "height": 844},
        )
        kept = json.dumps(json.dumps({"level": "casual", **settings}))
        context.add_init_script(f"localStorage.setItem('qwixx.settings', {kept})")
        play(context.new_page(), random.Random(SEED))


if __name__ == "__main__":
    main()
