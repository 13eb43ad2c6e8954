"""During a whole game card and buttons stay where they are, and all of the table is in sight."""

import json
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.person import PATIENCE

# Plays by itself and measures every frame: the distance that things have moved since the first one,
# and the overflow of the page.
PLAY = """(seed) => {
  const seen = (window.seen = { moved: {}, over: 0, first: null, turns: 0, done: false });
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const look = () => {
    if (document.querySelector('.sheet .again')) return void (seen.done = true);
    const now = {};
    for (const part of ['.rows', '.actions']) {
      const box = document.querySelector(part)?.getBoundingClientRect();
      for (const side of ['top', 'left', 'bottom', 'right']) now[`${part} ${side}`] = box?.[side];
    }
    if (!Object.values(now).includes(undefined)) {
      seen.first ??= now;
      for (const [what, at] of Object.entries(now)) {
        const far = Math.abs(at - seen.first[what]);
        if (far > 0.05) seen.moved[what] = [far, document.querySelector('.status')?.innerText];
      }
      const root = document.documentElement;
      const over = [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth];
      seen.over = Math.max(seen.over, ...over);
    }
    requestAnimationFrame(look);
  };
  const act = () => {
    if (seen.done) return;
    const dialog = document.querySelector('dialog[open]');
    const usable = '.actions button:not(:disabled):not(.bulb)';
    const buttons = [...(dialog?.querySelectorAll('button') ?? document.querySelectorAll(usable))];
    const primary = buttons.find((button) => button.classList.contains('primary'));
    const cells = [...document.querySelectorAll('.rows .offered')];
    if (dialog) buttons.at(-1).click();
    else if (primary) primary.click();
    else if (cells.length && random() < 0.8)
      cells[Math.floor(random() * random() * cells.length)].click();
    else if (!document.querySelector('.actions .done')) buttons[0]?.click();
    setTimeout(act, 40);
  };
  requestAnimationFrame(look);
  act();
}"""


@pytest.mark.parametrize(
    ("width", "height", "variant", "bots", "language"),
    [
        (390, 664, "classic", 2, "de"),
        (375, 553, "longo", 1, "pt"),
        (1366, 768, "classic", 4, "fr"),
    ],
)
def test_card_and_buttons_never_move(
    visit: Visit, width: int, height: int, variant: str, bots: int, language: str
) -> None:
    anna = visit(viewport={"width": width, "height": height})
    settings = {
        "variant": variant,
        "bots": bots,
        "language": language,
        "level": "greedy",
        "pace": "at-once",
        "name": "Katharina",
    }
    kept = json.dumps(json.dumps(settings))
    page = anna.page
    page.add_init_script(f"localStorage.setItem('qwixx.settings', {kept})")
    page.goto("/")
    page.locator("main .primary").first.click()
    page.locator(".rows").wait_for()
    page.evaluate("document.fonts.ready")
    page.evaluate(PLAY, 7)
    page.wait_for_function("() => window.seen.done", timeout=8000 * PATIENCE)
    seen: Any = page.evaluate("window.seen")
    assert seen["first"], "nothing was seen"
    assert seen["moved"] == {}
    assert seen["over"] <= 0
