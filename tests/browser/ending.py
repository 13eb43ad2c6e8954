"""What is looked at when a game is over: the table of points, and what the commands say."""

import subprocess
import sys

from playwright.sync_api import Locator

from tests.browser.person import Person


def qwixx(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "qwixx", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def score_table(person: Person) -> dict[str, list[int]]:
    """What the end screen says: name to points of the four rows, of misthrows, and in all."""
    lines: dict[str, list[int]] = {}
    for row in person.page.get_by_role("row").all()[1:]:
        name = row.get_by_role("rowheader").locator(".name").inner_text()
        lines[name.strip()] = [_points(cell) for cell in row.get_by_role("cell").all()]
    return lines


def _points(cell: Locator) -> int:
    return int(cell.locator("b").inner_text().replace("−", "-"))
