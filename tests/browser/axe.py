"""Returns the findings of axe on a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# axe measures colours, and in the middle of a transition they are others: the frame that starts
# the transitions comes first, then their end. An animation that never ends is not waited for.
SETTLED = """async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const running = () => document.getAnimations().filter((each) =>
    each.playState === 'running' && each.effect.getComputedTiming().endTime < Infinity);
  do {
    await frame();
    await frame();
    await Promise.allSettled(running().map((each) => each.finished));
  } while (running().length);
}"""

# All that axe knows; the size of targets is off unless asked for. Buttons that stay at hand cover
# what scrolls below them. While axe measures, they lie in the page instead.
RUN = """async () => {
  const style = new CSSStyleSheet();
  style.replaceSync('.at-hand { position: static !important; }');
  document.adoptedStyleSheets.push(style);
  const found = await axe.run(document, { rules: { 'target-size': { enabled: true } } });
  document.adoptedStyleSheets.pop();
  return found;
}"""


def violations(page: Page) -> list[str]:
    if page.evaluate("typeof axe") == "undefined":
        # A script in the document would be forbidden by the page's own policy.
        page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    page.evaluate(SETTLED)
    result: Any = page.evaluate(RUN)
    assert result["passes"]
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]


def violations_in_any_light(page: Page) -> list[str]:
    """The same in the light and dark theme, and in forced colours."""
    found = []
    for scheme, forced in (("light", "none"), ("dark", "none"), ("light", "active")):
        page.emulate_media(color_scheme=scheme, forced_colors=forced)  # type: ignore[arg-type]
        found += [f"{scheme}, forced colours {forced}: {what}" for what in violations(page)]
    page.emulate_media(color_scheme="null", forced_colors="null")
    return found
