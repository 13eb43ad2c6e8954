"""axe finds nothing to complain about, on any screen, by day, by night and in forced colours."""

import json
from pathlib import Path

import pytest

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.screens import Gallery

PHONE, DESKTOP = (390, 844), (1280, 800)


# In Portuguese rows have two letters; axe thinks nothing of the contrast of a single one.
@pytest.mark.parametrize(
    ("scheme", "forced", "size", "language"),
    [
        ("dark", "none", PHONE, "pt-PT"),
        ("light", "active", PHONE, "en-GB"),
        ("light", "none", DESKTOP, "pt-PT"),
    ],
)
def test_axe_has_nothing_to_say(
    visit: Visit,
    gallery: Gallery,
    scheme: str,
    forced: str,
    size: tuple[int, int],
    language: str,
    pictures: Path | None,
) -> None:
    anna = visit(
        name="Anna",
        seats=gallery.codes.values(),
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        locale=language,
        forced_colors=forced,
        bypass_csp=True,  # axe is no part of the page
    )
    found = {}
    for screen in gallery.screens(anna.page, rare=True):
        if pictures:
            anna.page.screenshot(path=pictures / f"{scheme} {forced} {size[0]} {screen}.png")
        found[screen] = violations(anna.page)
    wrong = {screen: what for screen, what in found.items() if what}
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)
