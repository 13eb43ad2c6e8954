"""The sheets of Mixx: whole games, and cells that tell colour and row without colour."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from qwixx.rules import VARIANTS, Game, Phase
from tests.browser import prepared
from tests.browser.conftest import Visit
from tests.browser.person import play
from tests.server.desk import Desk

STILL = """async () => {
    const heading = document.querySelector('header h1'), sizes = new Set();
    for (let frame = 0; frame < 12; frame++) {
        await new Promise(requestAnimationFrame);
        sizes.add(heading.style.getPropertyValue('--fit'));
    }
    return sizes.size === 1 && heading.scrollHeight <= heading.clientHeight + 1;
}"""
"""Whether the heading fits into its place, and has come to rest there."""

INSIDE = """all => all.every(hint => {
    const [inner, outer] = [hint, hint.closest('.face')].map(each => each.getBoundingClientRect());
    return inner.top >= outer.top && inner.bottom <= outer.bottom;
})"""
"""Whether all costs lie on the faces of their cells."""

SYMBOLS = """all => all.map(cell =>
    [cell.dataset.cell, cell.querySelector('.sign path')?.getAttribute('d') ?? ''])"""


@pytest.mark.parametrize("variant", ["mixx-a", "mixx-b"])
def test_strong_plays_a_whole_game_of_mixx(visit: Visit, tmp_path: Path, variant: str) -> None:
    anna = visit(viewport={"width": 320, "height": 640})
    anna.open_table()
    with anna.table_options():
        anna.page.get_by_role("radio", name=f"Mixx {variant[-1].upper()}").check()
        changed = f'"variant":"{variant}"'
        anna.wait(lambda: changed in "".join(anna.heard), "the game has not changed")
        anna.page.get_by_label("Players may ask for hints").check()
    anna.button("Add bot").first.click()
    anna.choose_level(0, "strong")
    anna.button("Start with 2 players").click()
    expect(anna.heading).to_contain_text("Hints on")
    anna.page.wait_for_function(STILL)

    bulb = anna.button("Hint")
    play([anna], lambda cells: cells[0], until=bulb.is_visible)
    bulb.click()
    costs = anna.card.locator(".best .hint, .cost .hint")
    expect(costs.first).to_be_visible()
    assert costs.evaluate_all(INSIDE)
    bulb.click()

    play([anna], lambda cells: cells[0])

    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Record").click()
    file = tmp_path / download.value.suggested_filename
    assert file.suffix == ".qwixx"
    download.value.save_as(file)
    said = subprocess.run(
        [sys.executable, "-m", "qwixx", "replay", str(file), "--json"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    told = json.loads(said)
    assert f'[Variant "{variant}"]' in file.read_text("utf-8")
    assert told["over"]
    totals = anna.page.locator("tbody tr td:last-child b").all_inner_texts()
    assert sorted(int(total.replace("−", "-")) for total in totals) == sorted(
        card["score"] for card in told["cards"]
    )


def test_each_cell_has_its_own_symbol_and_the_tray_names_the_row(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    sheet = VARIANTS["mixx-a"]
    desk = prepared.find("mixx tray", prepared.everybody_chooses, variant="mixx-a")
    code = lay(desk)
    anna = visit(name="Anna", seats=[code], viewport={"width": 390, "height": 844})
    anna.page.goto(f"/{code}")
    expect(anna.card).to_be_visible()
    drawn = dict(anna.card.locator("[data-cell]").evaluate_all(SYMBOLS))
    by_colour: dict[str, set[str]] = {}
    for cell in (cell for row in sheet.rows for cell in row):
        by_colour.setdefault(cell.colour, set()).add(drawn[f"{cell.colour}{cell.number}"])
    assert all(len(shapes) == 1 for shapes in by_colour.values())
    assert len(set.union(*by_colour.values())) == 4

    dice = desk.game.dice
    assert dice is not None
    expected = [
        sheet.by_name[colour, number].row
        for colour in sheet.row_colours
        for number in dice.colour_sums(colour)
    ]
    tray = anna.page.get_by_role("region", name="Dice")
    sums = tray.locator(".reach")
    expect(sums).to_have_count(len(expected))
    assert expected == sums.evaluate_all(
        "all => all.map(one => Number(one.style.getPropertyValue('--row')))"
    )


def test_the_symbols_of_a_colour_whose_die_has_left_are_hollow(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    def one_closed(game: Game) -> bool:
        return game.phase is Phase.WHITE and len(game.closed) == 1

    desk = prepared.find("mixx hollow", one_closed, variant="mixx-a")
    (gone,) = desk.game.closed
    code = lay(desk)
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    expect(anna.card).to_be_visible()
    hollow = anna.card.locator("[data-cell].hollow").evaluate_all(
        "all => all.map(cell => cell.dataset.cell)"
    )
    assert len(hollow) == 11
    assert all(name.startswith(gone) for name in hollow)
