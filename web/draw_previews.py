"""Draws what messengers show beside a link: public/preview.png and public/preview-day.png.

    python web/draw_previews.py

Messengers take no SVG, so these are pictures of one, made with the Chromium of the tests.
"""

import re
import shutil
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
SIZE = {"width": 1200, "height": 630}
COLOURS = {"r": "#cf4a3e", "y": "#f1b733", "g": "#479a5e", "b": "#3f77bf"}
CROSSED = {"r": (0, 1, 4, 5), "y": (1, 2, 6), "g": (0, 2, 3), "b": (0, 3, 4, 5)}
DICE = ((790, 180, -7, "r"), (940, 168, 4, ""), (1080, 190, 7, "g"))
MORE_DICE = ((776, 330, 5, "y"), (930, 336, -4, ""), (1072, 330, 3, "b"))


def symbols() -> dict[str, str]:
    """The outlines of the rows' symbols, as the page draws them."""
    text = (HERE / "src" / "art" / "shapes.ts").read_text(encoding="utf-8")
    return dict(re.findall(r"^  ([rygb]): '([^']+)',$", text, re.MULTILINE))


def die(x: int, y: int, turn: int, colour: str) -> str:
    fill = COLOURS.get(colour, "#fffdf7")
    ink = "#33230a" if colour == "y" else "#fff"
    sign = (
        f'<path transform="translate(-34 -34) scale(2.85)" fill="{ink}" fill-rule="evenodd" '
        f'd="{symbols()[colour]}"/>'
        if colour
        else '<text y="27" text-anchor="middle" font-size="76" font-weight="800">?</text>'
    )
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        f'<rect x="-56" y="-48" width="116" height="116" rx="26" fill="#0004"/>'
        f'<rect x="-58" y="-58" width="116" height="116" rx="26" fill="{fill}"/>{sign}</g>'
    )


def rows() -> str:
    parts = []
    for r, (colour, fill) in enumerate(COLOURS.items()):
        y = 110 * r
        parts.append(f'<rect x="0" y="{y}" width="1000" height="100" rx="16" fill="{fill}"/>')
        for c in range(11):
            x, number = 14 + 88 * c, c + 2 if colour in "ry" else 12 - c
            parts.append(
                f'<rect x="{x}" y="{y + 12}" width="78" height="76" rx="12" fill="#fffdf7"/>'
                f'<text x="{x + 39}" y="{y + 64}" text-anchor="middle" font-size="38" '
                f'font-weight="700" fill="#655a50">{number}</text>'
            )
            if c in CROSSED[colour]:
                parts.append(
                    f'<path d="M{x + 12} {y + 20}Q{x + 44} {y + 44} {x + 66} {y + 80}'
                    f'M{x + 66} {y + 18}Q{x + 34} {y + 54} {x + 12} {y + 82}" fill="none" '
                    'stroke="#2b2320" stroke-width="9" stroke-linecap="round"/>'
                )
    return f'<g transform="translate(560 128) rotate(-7)">{"".join(parts)}</g>'


def picture(inside: str, font: str) -> str:
    return f"""<style>@font-face {{ font-family: G; src: url(data:font/woff2;base64,{font}) }}
      body {{ margin: 0 }} text {{ font-family: G }}</style>
      <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
      <rect width="1200" height="630" fill="#40332d"/>{inside}
      <rect x="20" y="20" width="1160" height="590" rx="34" fill="none" stroke="#fff4"
        stroke-width="2" stroke-dasharray="8 7"/>
      <text x="72" y="360" font-size="150" font-weight="800" fill="#fff3df">Qwixx</text></svg>"""


def main() -> None:
    browser = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    )
    font = b64encode((HERE / "src" / "fonts" / "gabarito.woff2").read_bytes()).decode()
    dice = "".join(die(*each) for each in DICE + MORE_DICE)
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page(
            viewport=SIZE  # type: ignore[arg-type]
        )
        for name, inside in (("preview", rows()), ("preview-day", dice)):
            page.set_content(picture(inside, font))
            page.evaluate("document.fonts.ready")
            page.screenshot(path=HERE / "public" / f"{name}.png")


if __name__ == "__main__":
    main()
