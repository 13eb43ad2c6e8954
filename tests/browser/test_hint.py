"""Hints during a game: costs on the player's own card, and no automatic choice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from qwixx.coach import advise
from qwixx.rules import PASS, Game, Move, Phase
from tests.browser import prepared
from tests.browser.conftest import Visit
from tests.server.desk import Desk


def test_a_hint_shows_the_cost_of_each_move(visit: Visit) -> None:
    anna = visit(viewport={"width": 390, "height": 844})
    page = anna.page
    page.goto("/")
    anna.button(re.compile("^Play now"), exact=False).click()
    expect(anna.heading).to_contain_text("Hints on")
    words = anna.heading.get_by_text("Hints on")
    assert words.bounding_box()["width"] > 50  # type: ignore[index]
    page.set_viewport_size({"width": 320, "height": 640})
    # The bulb alone is seen there, and the words are still read out.
    assert anna.heading.locator(".chip").bounding_box()["width"] < 40  # type: ignore[index]
    expect(anna.heading).to_contain_text("Hints on")
    page.set_viewport_size({"width": 390, "height": 844})
    bulb = anna.button("Hint")
    roll = anna.button("Roll the dice")
    for _ in range(20):
        expect(bulb.or_(roll).first).to_be_visible()
        if bulb.count():
            break
        roll.click()
        page.wait_for_timeout(300)
    bulb.click()
    expect(anna.status).to_contain_text(re.compile("is best"))
    expect(bulb).to_have_attribute("aria-pressed", "true")
    expect(anna.card.locator(".best, .cost").first).to_be_visible()
    expect(anna.card.locator(".chosen")).to_have_count(0)
    bulb.click()
    expect(bulb).to_have_attribute("aria-pressed", "false")


def cut_off(box: Locator) -> bool:
    """Whether something in it has no room."""
    small = "box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1"
    return bool(box.evaluate(f"box => {small}"))


def misthrow_threatens(game: Game) -> bool:
    return prepared.colour_choice()(game) and str(game.answers[0]) == "-"


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [(844, 390, "de-DE"), (844, 390, "fr-FR"), (320, 568, "pt-PT"), (320, 568, "en-GB")],
)
def test_the_button_shows_the_cost_of_passing(
    visit: Visit, lay: Callable[[Desk], str], width: int, height: int, language: str
) -> None:
    """As a number to be seen, whole, and in words to be heard."""
    code = lay(prepared.find("hint for a pass", misthrow_threatens, hints=True))
    anna = visit(
        name="Anna", seats=[code], viewport={"width": width, "height": height}, locale=language
    )
    anna.page.goto(f"/{code}")
    anna.page.locator(".bulb").click()
    button = anna.page.locator(".actions .misthrow")
    expect(button.locator(".worth")).to_be_visible()
    assert not cut_off(button)
    if language == "en-GB":
        expect(button).to_contain_text(re.compile(r"best|costs [\d.]+, \d of \d"))
        label = anna.card.locator(".cost").first.get_attribute("aria-label")
        assert re.search(r"costs [\d.]+, \d of \d|as good as the best", label or "")


def test_words_of_a_hint_and_of_an_answer_are_seen(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    """A hint replaces the lesson of a first game. After an answer, the sentence about it is
    shown."""
    code = lay(prepared.find("hint and answer", prepared.everybody_chooses, hints=True))
    anna = visit(name="Anna", seats=[code], viewport={"width": 390, "height": 844})
    anna.page.goto(f"/{code}")
    mark = anna.page.get_by_label("Your first game").get_by_role("button")
    expect(mark).to_be_visible()
    anna.page.locator(".bulb").click()
    expect(anna.status).to_contain_text("best")
    expect(mark).to_be_hidden()
    box = anna.status.bounding_box()
    assert box
    assert box["height"] > 20
    anna.button(re.compile("^Pass")).click()
    expect(anna.status).to_contain_text("Nobody sees it yet")


def two_can_lock(game: Game) -> bool:
    """… with much to lose for both."""
    if game.phase is not Phase.WHITE:
        return False
    locks = [
        any(not move.is_pass and game.variant.cell(move).locks for move in game.legal_moves(seat))
        for seat in range(game.players)
    ]
    return all(locks)


def test_a_fight_for_a_lock_is_called_a_guess(visit: Visit, lay: Callable[[Desk], str]) -> None:
    def careful(game: Game, seat: int) -> Move:
        crosses = [move for move in game.legal_moves(seat) if not move.is_pass]
        card = game.cards[seat]
        return min(crosses, key=lambda move: card.skips(game.variant.cell(move)), default=PASS)

    def mixed(game: Game) -> bool:
        return two_can_lock(game) and any(0 < (a.mix or 0) < 1 for a in advise(game, 0))

    code = lay(prepared.find("hint in a fight", mixed, choose=careful, hints=True))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    anna.page.locator(".bulb").click()
    expect(anna.status).to_contain_text(re.compile(r"a guess: .* \(\d+%\) or .* \(\d+%\)"))
