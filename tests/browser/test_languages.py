"""Each language, on every screen, with nothing missing and nothing left in English."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.screens import Gallery

LANGUAGES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "it": "it-IT", "pt": "pt-PT"}
TEXTS = Path(__file__).parents[2] / "web" / "src" / "i18n"

# Collects all texts of the page, visible or read out, each piece by itself.
PIECES = """() => {
  const pieces = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) pieces.add(walker.currentNode.data.trim());
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) {
      pieces.add(element.getAttribute(name) ?? '');
    }
  }
  return [...pieces].filter(Boolean);
}"""


def forms(entry: Any) -> Iterator[str]:
    """A text, or the texts for one and many, for first and second."""
    if isinstance(entry, str):
        yield entry
    else:
        for form in entry.values():
            yield from forms(form)


def entries(language: str) -> dict[str, Any]:
    """All entries of a language by key."""
    files = sorted((TEXTS / language).glob("*.json"))
    assert files
    return {key: entry for file in files for key, entry in json.loads(file.read_text()).items()}


def texts(language: str) -> set[str]:
    """All texts of a language that have nothing to fill in."""
    found = {form for entry in entries(language).values() for form in forms(entry)}
    return {text for text in found if "{" not in text and len(text) > 2}  # no letters of rows


def faults(page: Page, language: str) -> list[str]:
    pieces: Any = page.evaluate(PIECES)
    found = []
    if page.locator("html").get_attribute("lang") != language:
        found.append("html lang")
    foreign = set() if language == "en" else texts("en") - texts(language)
    known = entries(language)
    for piece in pieces:
        if piece in known or re.search(r"\{\w+\}|undefined|\[object|NaN", piece):
            found.append(f"nothing there: {piece}")
        if piece in foreign:
            found.append(f"English: {piece}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_speaks_the_language(
    visit: Visit, gallery: Gallery, language: str, pictures: Path | None
) -> None:
    anna = visit(
        name="Anna",
        seats=gallery.codes.values(),
        locale=LANGUAGES[language],
        viewport={"width": 390, "height": 844},
    )
    found = {}
    for screen in gallery.screens(anna.page):
        if pictures:
            anna.page.screenshot(path=pictures / f"{language} {screen}.png")
        found[screen] = faults(anna.page, language)
    wrong = {screen: what for screen, what in found.items() if what}
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def test_the_language_can_be_switched_at_any_time_and_stays(visit: Visit, gallery: Gallery) -> None:
    anna = visit(name="Anna", seats=gallery.codes.values())
    anna.page.goto(f"/{gallery.codes['white']}")
    anna.button("Menu").click()
    anna.button("Settings").click()
    anna.dialog.get_by_label("Language").select_option("Français")
    expect(anna.page.locator("html")).to_have_attribute("lang", "fr")
    expect(anna.button("Passer")).to_be_attached()
    anna.page.reload()
    expect(anna.button("Passer")).to_be_visible()


def test_an_unknown_language_is_answered_in_english(visit: Visit) -> None:
    anna = visit(locale="ja-JP")
    anna.page.goto("/")
    expect(anna.button("Join")).to_be_visible()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")
