"""Cards to print: on one page of the right size, nothing cut, no picture among the lines."""

import re
from itertools import product

from playwright.sync_api import expect

from tests.browser.axe import violations_in_any_light
from tests.browser.conftest import Visit

POINTS = {"A4": (595, 842), "A5": (420, 595), "US Letter": (612, 792)}

# Whether each card, and everything on it, lies inside its part of the sheet, and the lucky numbers
# above the rows.
INSIDE = """() => [...document.querySelectorAll('.one')].every((part) => {
  const room = part.getBoundingClientRect();
  const [lucky, row] = ['.lucky', '.row'].map((each) => part.querySelector(each));
  if (lucky?.getBoundingClientRect().bottom > row.getBoundingClientRect().top) return false;
  return [...part.querySelectorAll('.lines, .row, .scale, .totals, .lucky')].every((each) => {
    const box = each.getBoundingClientRect();
    return box.top >= room.top - 1 && box.bottom <= room.bottom + 1 && box.right <= room.right + 1;
  });
})"""


def test_pages_have_the_size_of_the_paper_and_nothing_is_cut(visit: Visit) -> None:
    anna = visit(viewport={"width": 1280, "height": 900})
    page = anna.page
    page.goto("/print")
    expect(anna.heading).to_have_text("Print cards")
    choices = product(("Classic", "Longo"), POINTS, (False, True))
    for game, paper, large in choices:
        page.get_by_role("radio", name=game).check()
        page.get_by_role("radio", name=paper).check()
        page.get_by_role("switch", name="Large print").set_checked(large)
        count = page.get_by_label("Cards on a page")
        most = count.locator("option").count()
        assert most == 6 or paper != "A4" or large
        for number in {1, most}:
            count.select_option(str(number))
            print(game, paper, large, number)  # noqa: T201  (where it was, if it fails)
            expect(page.locator(".sheet .card")).to_have_count(number)
            # Sizes change in the next frame, however short their transition is.
            page.wait_for_function(INSIDE)
        pdf = page.pdf(prefer_css_page_size=True, print_background=True)
        assert re.findall(rb"/Count (\d+)", pdf) == [b"1"], (game, paper, large)
        (box,) = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
        assert tuple(round(float(side)) for side in box) == POINTS[paper]
        assert b"/Subtype /Image" not in pdf


def test_cards_are_printed_in_black_with_lucky_numbers_in_any_language(visit: Visit) -> None:
    anna = visit(locale="de-DE")
    page = anna.page
    page.goto("/print")
    page.get_by_role("radio", name="Longo").check()
    page.get_by_role("switch", name="In Farbe").uncheck()
    sheet = page.get_by_role("region", name="Vorschau der Seite")
    expect(sheet).to_contain_text("Datum")
    pairs = sheet.locator(".lucky").all_inner_texts()
    assert len(set(pairs)) == len(pairs) == 4
    own = page.get_by_role("group", name="Glückszahlen auf Zettel 1")
    for which, number in (("1. Zahl", "2"), ("2. Zahl", "16")):
        own.get_by_label(which).select_option(number)
    expect(sheet.locator(".lucky").first).to_contain_text("16")
    assert violations_in_any_light(page) == []
    # Without symbols black ink could not tell the colours of a mixed row; those of others it can.
    page.get_by_role("switch", name="Mit Symbolen").uncheck()
    expect(sheet.locator(".symbol").first).to_be_hidden()
    page.get_by_role("radio", name="Mixx A").check()
    expect(sheet.locator(".sign .symbol").first).to_be_visible()


def test_the_preview_follows_the_button_and_fits_the_screen(visit: Visit) -> None:
    for width, height in ((390, 844), (1440, 900)):
        page = visit(viewport={"width": width, "height": height}).page
        page.goto("/print")
        expect(page.locator(".sheet .card").last).to_be_visible()
        button = page.get_by_role("button", name="Print").bounding_box()
        sheet = page.get_by_role("region", name="Preview of the page").bounding_box()
        assert button
        assert sheet
        assert 0 < sheet["y"] - button["y"] - button["height"] < 40
        assert sheet["x"] >= 0
        assert sheet["x"] + sheet["width"] <= width
        assert abs(sheet["height"] / sheet["width"] - 297 / 210) < 0.01
