"""The moving picture of a turn: the real page, a real server, and the same dice every time.

python -m tests.browser.moving_picture          # writes docs/turn.webp
"""

import io
import re
import sys
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from qwixx.bots import load_bot
from qwixx.rules import Game, Move, Phase
from tests.browser import prepared
from tests.browser.chromium import launch_arguments
from tests.browser.person import Person
from tests.server.desk import HOST
from tests.server.running import Server

OUT = Path(__file__).parents[2] / "docs" / "turn.webp"
SIZE = {"width": 1000, "height": 760}
SHOWN = (800, 608)
PEOPLE = ("Anna", "Bert", "Chloé")


class Film:
    """Pictures of a page, and how many milliseconds each is shown."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._pictures: list[Image.Image] = []
        self._times: list[int] = []

    def take(self, milliseconds: int) -> None:
        picture = Image.open(io.BytesIO(self._page.screenshot())).convert("RGB")
        self._pictures.append(picture.resize(SHOWN, Image.Resampling.LANCZOS))
        self._times.append(milliseconds)

    def wait_and_take(self, milliseconds: int) -> None:
        """When everything lies still."""
        self._page.wait_for_timeout(1200)
        self.take(milliseconds)

    def save(self, path: Path) -> None:
        first, *others = self._pictures
        first.save(
            path,
            save_all=True,
            append_images=others,
            duration=self._times,
            loop=0,
            quality=70,
            method=6,
            minimize_size=True,
        )


def strong_play(game: Game, seat: int) -> Move:
    return load_bot("strong").choose(game, seat, Random(1))


def annas_roll(game: Game) -> bool:
    return game.phase is Phase.ROLL and game.active == 0 and game.turn >= 12


def crosses(game: Game, seat: int) -> str | None:
    """The cell that a strong player crosses there without skipping any, as the page names it."""
    move = strong_play(game, seat)
    if move.is_pass or game.cards[seat].skips(game.variant.cell(move)):
        return None
    return move.in_words().capitalize()


def good_turn(label: str) -> list[str] | None:
    """The crosses of all players with the white dice, and Anna's with a coloured one; None if they
    do not fit."""
    desk = prepared.find(label, annas_roll, players=len(PEOPLE), choose=strong_play)
    desk.act(HOST, "roll")
    game = desk.game
    white = [crosses(game, seat) for seat in range(len(PEOPLE))]
    for seat in game.awaited:
        game = game.play(seat, strong_play(game, seat))
    colour = crosses(game, 0) if game.phase is Phase.COLOUR else None
    turn = [cell for cell in (*white, colour) if cell]
    return turn if len(turn) == len(PEOPLE) + 1 else None


def show(people: Sequence[Person], turn: Sequence[str], film: Film) -> None:
    """Anna rolls, crosses with the white dice, as the others do, and then with a coloured one."""
    anna, *others = people
    expect(anna.button("Roll the dice")).to_be_visible()
    film.take(1200)
    anna.button("Roll the dice").click()
    for _ in range(6):
        film.take(90)
    anna.cells()
    film.wait_and_take(1500)
    for phase, cell in (("white", turn[0]), ("colour", turn[-1])):
        anna.mark(cell)
        film.wait_and_take(1200)
        anna.button(re.compile("^Cross ")).click()
        film.wait_and_take(1000 if phase == "white" else 2500)
        if phase == "white":
            for other, answer in zip(others, turn[1:-1], strict=True):
                other.cross(answer)
            anna.cells()
            film.wait_and_take(1500)


def main() -> int:
    label, turn = next((label, turn) for label in map(str, count()) if (turn := good_turn(label)))
    desk = prepared.find(label, annas_roll, players=len(PEOPLE), choose=strong_play)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        code = prepared.lay(desk, server.database)
        origin = f"http://{server.address}"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_arguments())
            people = []
            for name in PEOPLE:
                context = browser.new_context(
                    base_url=origin,
                    locale="en-GB",
                    viewport=SIZE,  # type: ignore[arg-type]
                    # A player who has sat at another table gets no explanations.
                    storage_state=prepared.remembered(name, [code, "CDFGHJ"], origin),
                )
                people.append(Person(context.new_page()))
                people[-1].page.goto(f"/{code}")
            film = Film(people[0].page)
            show(people, turn, film)
            film.save(OUT)
            browser.close()
    sys.stdout.write(f"{OUT.name}: {OUT.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
