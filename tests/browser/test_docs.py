"""The documentation, built and opened from a folder: pages, search, light and dark."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that `make docs` builds. It complains about links that lead nowhere."""
    folder = tmp_path_factory.mktemp("docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    for shown in (ROOT / "src", ROOT / "conformance", *ROOT.glob("*.md")):
        (folder / shown.name).symlink_to(shown)
    zensical = Path(sys.executable).with_name("zensical")
    built = subprocess.run(
        [zensical, "build", "--strict"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return folder / "site"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_documentation_is_read_and_searched_from_a_folder(
    site: Path, browser: Browser, scheme: str
) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    shade = page.locator("body").evaluate("body => body.dataset.mdColorScheme")
    assert shade == {"light": "default", "dark": "slate"}[scheme]
    page.get_by_role("button", name="Search").click()
    page.keyboard.type("legal_moves")
    page.locator("a[href*='#qwixx.Game.legal_moves']").click()
    expect(page.get_by_role("heading", name="legal_moves").first).to_be_in_viewport()
    page.goto((site / "tutorials" / "bot.html").as_uri())
    page.evaluate(
        "addEventListener('copy', () => { window.copied = document.activeElement.value })"
    )
    page.get_by_title("Copy to clipboard").nth(1).click()
    assert page.evaluate("window.copied").startswith("make play\nsource ")  # no prompt
    assert [url for url in asked if not url.startswith("file:")] == []
    context.close()
