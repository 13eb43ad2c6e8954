"""Reads the end of a game: the table of points, and the outputs of the commands."""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Locator

from tests.browser.person import Person


def qwixx(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "qwixx", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def save_record(person: Person, folder: Path) -> Path:
    """Fetches the record that the end screen offers; returns the file."""
    link = person.page.get_by_role("link", name="Record").get_attribute("href")
    file = folder / "game.qwixx"
    fetched = person.page.evaluate("(link) => fetch(link).then((answer) => answer.text())", link)
    file.write_text(fetched, encoding="utf-8")
    return file


def score_table(person: Person) -> dict[str, list[int]]:
    """Returns the points on the end screen by name: those of the four rows, of misthrows, and the
    total."""
    lines: dict[str, list[int]] = {}
    for row in person.page.get_by_role("row").all()[1:]:
        name = row.get_by_role("rowheader").locator(".name").inner_text()
        lines[name.strip()] = [_points(cell) for cell in row.get_by_role("cell").all()]
    return lines


def _points(cell: Locator) -> int:
    return int(cell.locator("b").inner_text().replace("−", "-"))
