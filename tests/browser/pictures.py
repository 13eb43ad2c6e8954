"""Makes the pictures of the documentation: the real page, a real server, the same games every time.

python -m tests.browser.pictures            # writes docs/assets/*.webp, and the moving picture
python -m tests.browser.pictures hint end   # only these scenes
"""

import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from qwixx.bots import load_bot
from qwixx.rules import Game
from tests.browser import moving_picture, prepared
from tests.browser.chromium import launch_arguments
from tests.browser.person import PATIENCE, Person
from tests.browser.real_table import begin, key, keypad
from tests.server.desk import Desk
from tests.server.running import Server

OUT: Final = Path(__file__).parents[2] / "docs" / "assets"
PHONE: Final = {"width": 390, "height": 844}
DESKTOP: Final = {"width": 1200, "height": 800}
TELEVISION: Final = {"width": 1920, "height": 1080}
_WIDEST: Final = 1200
_PLAYED_BEFORE: Final = "CDFGHJ"
_MESSAGE: Final = 5000
"""Milliseconds until a message at the top has gone."""


@dataclass(frozen=True)
class Stage:
    """A running server, and browsers of one size that visit it."""

    server: Server
    browser: Browser
    size: dict[str, int]

    def person(
        self, name: str = "Anna", codes: Sequence[str] = (), *, newcomer: bool = False
    ) -> Person:
        """Opens a browser in which that person sits at these tables.

        The person has played before, unless it is a newcomer.
        """
        origin = f"http://{self.server.address}"
        known = [*codes, _PLAYED_BEFORE]
        context = self.browser.new_context(
            base_url=origin,
            locale="en-GB",
            viewport=self.size,  # type: ignore[arg-type]
            device_scale_factor=1.5 if self.size is PHONE else 1,
            reduced_motion="reduce",
            storage_state=None if newcomer else prepared.remembered(name, known, origin),
        )
        context.set_default_timeout(1000 * PATIENCE)
        return Person(context.new_page())

    def at(self, desk: Desk) -> Person:
        """Puts everyone in front of a prepared table, and returns Anna."""
        code = prepared.lay(desk, self.server.database)
        names = [seat.name for seat in desk.table.seats if seat.name in prepared.KEYS]
        people = [self.person(name, [code]) for name in names]
        for person in people:
            person.page.goto(f"/{code}")
            expect(person.heading.or_(person.card).first).to_be_visible()
        return people[0]


Scene: TypeAlias = Callable[[Stage], Page]


def home(stage: Stage) -> Page:
    page = stage.person(newcomer=True).page
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Play now"))).to_be_visible()
    return page


def lobby(stage: Stage) -> Page:
    anna, bert = stage.person(), stage.person("Bert")
    code = anna.open_table()
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.keyboard.press("Enter")
    bert.page.goto(f"/{code}")
    bert.page.get_by_label("Your name").fill("Bert")
    bert.button("Sit down").click()
    expect(anna.page.get_by_text("Bert").first).to_be_visible()
    anna.page.wait_for_timeout(_MESSAGE)
    return anna.page


def turn(stage: Stage) -> Page:
    anna = stage.at(_in_play("turn"))
    anna.cells()
    return anna.page


def refusal(stage: Stage) -> Page:
    anna = stage.at(_in_play("turn"))
    offered = anna.cells()
    game = _in_play("turn").game
    names = (f"{colour} {number}" for colour in ("Red", "Yellow") for number in range(7, 12))
    crossed = {move.in_words().capitalize() for move in game.legal_moves(0)}
    anna.cell(next(name for name in names if name not in {*offered, *crossed})).click()
    return anna.page


def hint(stage: Stage) -> Page:
    anna = stage.at(_in_play("hint", hints=True))
    anna.button("Hint").click()
    expect(anna.status).to_contain_text(re.compile("is best|as good"))
    return anna.page


def end(stage: Stage) -> Page:
    anna = stage.at(_finished())
    expect(anna.button("Rematch")).to_be_visible()
    return anna.page


def review(stage: Stage) -> Page:
    page = end(stage)
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_text(re.compile("^The dice (gave|cost) you"))).to_be_visible()
    return page


def training(stage: Stage) -> Page:
    page = stage.person().page
    page.goto("/train")
    card = page.get_by_role("region", name="Your card")
    card.get_by_role("button", name="may be crossed").last.click()
    expect(page.get_by_role("list", name="All moves")).to_contain_text("yours")
    return page


def pad(stage: Stage) -> Page:
    anna = stage.at(prepared.pad("pad", players=3))
    expect(anna.page.get_by_role("region").first).to_be_visible()
    return anna.page


def real_dice(stage: Stage) -> Page:
    anna, bert = stage.person(), stage.person("Bert")
    begin([anna, bert], ["Anna", "Bert"], "Real dice")
    active = next(each for each in _until_asked((anna, bert)) if keypad(each).is_visible())
    for face in (4, 1, 3):
        key(active, face).click()
    return active.page


def television(stage: Stage) -> Page:
    anna = stage.at(_in_play("television", players=5))
    page = anna.page.context.new_page()
    page.goto(f"{anna.page.url}/screen")
    expect(page.locator("section.card")).to_have_count(5)
    return page


SCENES: Final[dict[str, Scene]] = {
    "home": home,
    "lobby": lobby,
    "turn": turn,
    "refusal": refusal,
    "hint": hint,
    "end": end,
    "review": review,
    "training": training,
    "pad": pad,
    "real-dice": real_dice,
    "television": television,
}


def _strong(game: Game, seat: int) -> Any:
    return moving_picture.strong_play(game, seat)


def _in_play(label: str, *, players: int = 3, hints: bool = False) -> Desk:
    """Finds a table well into a game of strong players, at which everyone may cross something."""

    def wanted(game: Game) -> bool:
        return prepared.everybody_chooses(game) and game.turn >= 9

    return prepared.find(label, wanted, players=players, choose=_strong, hints=hints)


def _finished() -> Desk:
    """Finds a finished game in which Anna plays a little worse than the others."""
    casual = load_bot("casual")

    def choose(game: Game, seat: int) -> Any:
        return casual.choose(game, seat, Random(game.turn)) if seat == 0 else _strong(game, seat)

    return prepared.find("end", prepared.over, players=3, choose=choose)


def _until_asked(people: Sequence[Person]) -> Sequence[Person]:
    people[0].wait(lambda: any(keypad(each).is_visible() for each in people), "nobody is asked")
    return people


def _shoot(page: Page, path: Path) -> None:
    """Waits until nothing moves, and stores what is in sight."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(1000)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    if picture.width > _WIDEST:
        height = round(picture.height * _WIDEST / picture.width)
        picture = picture.resize((_WIDEST, height), Image.Resampling.LANCZOS)
    picture.save(path, quality=80, method=6)
    sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")


@contextmanager
def _stages(playwright: Any) -> Iterator[Callable[[dict[str, int]], Stage]]:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        browser = playwright.chromium.launch(**launch_arguments())
        yield partial(Stage, server, browser)
        browser.close()


def main(names: Sequence[str]) -> int:
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright, _stages(playwright) as stage:
        for name in names or SCENES:
            sizes = {"": TELEVISION} if name == "television" else {"-phone": PHONE, "": DESKTOP}
            for ending, size in sizes.items():
                page = SCENES[name](stage(size))
                _shoot(page, OUT / f"{name}{ending}.webp")
                for context in page.context.browser.contexts:  # type: ignore[union-attr]
                    context.close()
    return 0 if names else moving_picture.main()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
