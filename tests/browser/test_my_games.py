"""The player's own things: games stored in the browser, the game of the day, results to share."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import prepared
from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.server import day_games as days
from tests.server.desk import Desk
from tests.server.running import Server

Lay = Callable[[Desk], str]


def games(count: int) -> list[dict[str, Any]]:
    """As the page keeps them: three seats, now with people, now with bots."""
    kept = []
    for number in range(count, 0, -1):
        points = 30 + 37 * number % 71
        bots = [
            None,
            ("casual", "strong", None)[number % 3],
            ("casual", "casual", None)[number % 3],
        ]
        others = [20 + 53 * number % 67, 20 + 29 * number % 61]
        totals = [points, *others]
        kept.append(
            {
                "id": f"CDFGHJ-{number}",
                "at": 1_790_000_000_000 + 40_000_000 * number,
                "variant": "longo" if number % 7 == 0 else "classic",
                "names": ["Anna", "Pip", "Ada"],
                "bots": bots,
                "seat": 0,
                "totals": totals,
                "places": [1 + sum(other > each for other in totals) for each in totals],
                "rows": [f"{'x.' * (n + number % 3)}{'.' * 15}"[:11] for n in range(4)],
                "misthrows": number % 4,
                "review": {"unit": "share", "luck": 0.03, "given": 0.11},
            }
        )
    return kept


def remember(page: Page, count: int) -> None:
    page.add_init_script(f"localStorage['qwixx.games'] ??= {json.dumps(json.dumps(games(count)))}")


@pytest.fixture
def shown(visit: Visit, pictures: Path | None) -> Callable[..., None]:
    """Looks at a page in all the ways in which it may be looked at."""

    def show(
        name: str,
        path: str,
        prepare: Callable[[Page], None] = lambda page: remember(page, 60),
        last: str = "main .panel",
    ) -> None:
        for width, scheme, forced, language in (
            (390, "light", "none", "en-GB"),
            (390, "dark", "none", "pt-PT"),
            (320, "light", "active", "de-DE"),
            (1920, "light", "none", "fr-FR"),
        ):
            page = visit(
                viewport={"width": width, "height": 844},
                color_scheme=scheme,
                forced_colors=forced,
                locale=language,
            ).page
            prepare(page)
            page.goto(path)
            expect(page.locator(last).first).to_be_visible()
            if pictures:
                page.screenshot(path=pictures / f"{name} {width} {scheme}.png", full_page=True)
            assert violations(page) == [], (name, width, scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)

    return show


@pytest.fixture(scope="module")
def day(server: Server) -> tuple[str, str]:
    """Seven people have played today, and five yesterday; also the player's own game and its
    secret."""
    today = [f"{number:032x}" for number in range(7)]
    codes = days.lay(server.database, days.TODAY, today, "today")
    days.lay(server.database, days.YESTERDAY, [f"{n:032x}" for n in range(20, 25)], "yesterday")
    return codes[3][0], today[3]


def has_played(page: Page, code: str, secret: str) -> None:
    mine = [{"day": days.TODAY, "code": code}]
    seats = [{"code": code, "secret": secret, "luck": "0" * 64, "at": 1}]
    page.add_init_script(
        f"localStorage['qwixx.days'] ??= {json.dumps(json.dumps(mine))};"
        f"localStorage['qwixx.seats'] ??= {json.dumps(json.dumps(seats))}"
    )


def test_the_result_of_a_day_can_be_read_by_everybody(
    shown: Callable[..., None], day: tuple[str, str]
) -> None:
    shown("day", "/day", lambda page: has_played(page, *day), "main .tray-panel + section li")


@pytest.mark.usefixtures("day")
def test_the_day_is_begun_once_and_says_what_is_sealed(visit: Visit) -> None:
    anna = visit()
    # The days are the server's: a clock that is wrong here changes nothing.
    anna.page.clock.set_fixed_time("2031-05-05T12:00:00Z")
    anna.page.goto("/day")
    expect(anna.page.get_by_text("7 people have played.")).to_be_visible()
    expect(anna.page.get_by_text("could know them")).to_be_visible()
    anna.page.get_by_text("The seal of the day", exact=True).click()
    expect(anna.page.get_by_text("matches the seal of the day.")).to_be_visible()
    best = anna.page.get_by_role("link", name="Replay the best game")
    code = best.get_attribute("href")
    anna.button("Play").click()
    expect(anna.page.get_by_role("region", name="Your card")).to_be_visible()
    table = anna.page.url
    anna.page.goto("/day")
    anna.button("Go on playing").click()
    expect(anna.page).to_have_url(table)
    # As if this browser had lost its notes, but not who it is: the same table.
    anna.page.evaluate("localStorage.removeItem('qwixx.days')")
    anna.page.goto("/day")
    anna.button("Play").click()
    expect(anna.page).to_have_url(table)
    anna.page.goto(code or "")
    expect(anna.page.get_by_text("rolls match the seal of the day")).to_be_visible()


def test_a_result_is_shared_as_text_and_picture(
    visit: Visit, day: tuple[str, str], tmp_path: Path, pictures: Path | None
) -> None:
    anna = visit()
    has_played(anna.page, *day)
    anna.page.goto("/day")
    expect(anna.page.get_by_text("choices gave away")).to_be_visible()
    anna.button("Share").click()
    text = anna.dialog.locator("p.text")
    expect(text).to_contain_text("Qwixx, Game of the day")
    expect(text).to_contain_text("of 7 so far")
    expect(text).to_contain_text("/day?lang=en")
    with anna.page.expect_download() as saved:
        anna.dialog.get_by_role("button", name="Save picture").click()
    file = tmp_path / "day.png"
    saved.value.save_as(file)
    assert file.read_bytes().startswith(b"\x89PNG")
    if pictures:
        (pictures / "day shared.png").write_bytes(file.read_bytes())


def test_my_games_can_be_read_by_everybody(shown: Callable[..., None]) -> None:
    shown("my games", "/games")


def test_a_finished_game_is_kept_and_travels_with_the_seat(
    visit: Visit, lay: Lay, tmp_path: Path
) -> None:
    code = lay(prepared.find("one's own", prepared.over))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    expect(anna.button("Rematch")).to_be_visible()
    anna.page.goto("/games")
    links = anna.page.get_by_role("listitem").get_by_role("link")
    expect(links.first).to_have_attribute("href", f"/{code}/1")
    expect(links.nth(1)).to_have_attribute("href", f"/{code}/1/review")
    with anna.page.expect_download() as saved:
        anna.button("Export").click()
    file = tmp_path / "games.json"
    saved.value.save_as(file)
    anna.button("Delete my games").click()
    anna.dialog.get_by_role("button", name="Delete my games").click()
    expect(anna.page.get_by_text("Your games are gone from this browser.")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text("will be kept here")).to_be_visible()
    anna.page.get_by_label("Import").set_input_files(file)
    expect(anna.page.get_by_text("1 game was added.")).to_be_visible()
    expect(links).to_have_count(2)

    other = visit(name="Bert", seats=[])
    anna.page.goto(f"/{code}")
    anna.button("Menu").click()
    anna.button("Continue on another device").click()
    anna.page.get_by_label("Take my games along").check()
    link = anna.page.locator("p.address")
    expect(link).to_contain_text("&games=")
    other.page.goto(link.inner_text().replace("\n", ""))
    # They are unpacked by a part of the page that is loaded only then.
    other.wait(lambda: other.page.evaluate("localStorage['qwixx.games']"), "no games have come")
    other.page.goto("/games")
    expect(other.page.get_by_role("listitem")).to_have_count(1)


def test_a_full_storage_says_so_and_loses_nothing(visit: Visit, lay: Lay) -> None:
    code = lay(prepared.find("no room", prepared.over))
    anna = visit(name="Anna", seats=[code])
    remember(anna.page, 3)
    anna.page.add_init_script(
        "const write = Storage.prototype.setItem;"
        "Storage.prototype.setItem = function (key, value) {"
        " if (key === 'qwixx.games') throw new DOMException('full', 'QuotaExceededError');"
        " write.call(this, key, value); }"
    )
    anna.page.goto(f"/{code}")
    expect(anna.page.get_by_role("alert")).to_contain_text("no room for more games")
    anna.page.get_by_role("alert").get_by_role("link").click()
    expect(anna.page.get_by_role("listitem")).to_have_count(3)
