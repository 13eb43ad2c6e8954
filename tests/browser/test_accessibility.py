"""axe finds nothing to complain about, on any screen, by day, by night and in forced colours."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import ViewportSize

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.screens import Gallery

LOOKS: dict[str, dict[str, Any]] = {
    "phone dark": {"color_scheme": "dark", "forced_colors": "none"},
    "phone forced": {"color_scheme": "light", "forced_colors": "active"},
    "desktop light": {"color_scheme": "light", "forced_colors": "none"},
}
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 800},
}


def test_axe_finds_nothing_on_any_screen(
    visit: Visit, gallery: Gallery, pictures: Path | None
) -> None:
    anna = visit(
        name="Anna",
        seats=gallery.codes.values(),
        viewport=SIZES["phone"],
        # Here rows have two letters; axe thinks nothing of the contrast of a single one.
        locale="pt-PT",
    )
    found = {}
    for screen in gallery.screens(anna.page, rare=True):
        for look, media in LOOKS.items():
            anna.page.set_viewport_size(SIZES[look.split()[0]])
            anna.page.emulate_media(**media)
            if pictures:
                anna.page.screenshot(path=pictures / f"{look} {screen}.png")
            found[f"{screen}, {look}"] = violations(anna.page)
        anna.page.set_viewport_size(SIZES["phone"])
    wrong = {screen: what for screen, what in found.items() if what}
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)
