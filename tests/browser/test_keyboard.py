"""Everything with the keyboard alone."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from qwixx.rules import Game, Move, Phase
from tests.browser import prepared
from tests.browser.conftest import Visit
from tests.browser.person import Person
from tests.server.desk import Desk

ROWS = ("Red", "Yellow", "Green", "Blue")


def focused(person: Person) -> str:
    name: str = person.page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
    )
    return " ".join(name.split())


def tab_to(person: Person, *names: str) -> None:
    """Presses Tab until something that is called so has the focus, visibly."""
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if focused(person).startswith(names):
            assert person.page.evaluate("document.activeElement.matches(':focus-visible')")
            return
    raise AssertionError(f"no way to {names}")


def arrow_to(person: Person, name: str) -> None:
    """Walks over the card with the arrows, as a reader of the labels would."""
    card = person.page.keyboard
    here, there = (ROWS.index(text.split()[0]) for text in (focused(person), name))
    for _ in range(abs(there - here)):
        card.press("ArrowDown" if there > here else "ArrowUp")
    card.press("Home")
    for _ in range(16):
        if focused(person).split(",")[0] == name:
            return
        card.press("ArrowRight")
    raise AssertionError(f"{name} was not reached")


def first_roll(game: Game) -> bool:
    """Nothing is crossed yet, so every roll leaves Anna a choice."""
    return game.phase is Phase.ROLL and game.active == 0 and game.turn == 1


def test_a_whole_turn_is_played_with_the_keyboard(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.find("keyboard", first_roll))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    anna.page.goto(f"/{code}")
    bert.page.goto(f"/{code}")
    expect(anna.button("Roll the dice")).to_be_visible()

    tab_to(anna, "Roll the dice")
    anna.page.keyboard.press("Enter")
    expect(anna.offered.first).to_be_focused()
    bert.pass_()
    cell = anna.cells()[-1]
    arrow_to(anna, cell)
    anna.page.keyboard.press("Enter")
    expect(anna.cell(cell)).to_have_attribute("aria-pressed", "true")
    tab_to(anna, f"Cross {cell.lower()}")
    anna.page.keyboard.press("Space")
    confirm(anna, anna.status.get_by_text("second action"))

    # The second action: the sums in the tray can be reached too.
    expect(anna.status).to_contain_text("second action")
    expect(anna.card.locator(":focus")).to_have_accessible_name(re.compile("may be crossed$"))
    tab_to(anna, "White ")
    anna.page.keyboard.press("Enter")
    tab_to(anna, "Cross ")
    anna.page.keyboard.press("Enter")
    confirm(anna, anna.heading.get_by_text("Bert’s turn"))
    expect(bert.button("Roll the dice")).to_be_visible()


def confirm(person: Person, done: Locator) -> None:
    """Answers the question whether it is meant, if there is one before it is done."""
    person.wait(lambda: person.dialog.is_visible() or done.is_visible(), "nothing has happened")
    if person.dialog.is_visible():
        expect(person.dialog.get_by_role("button").last).to_be_focused()
        person.page.keyboard.press("Enter")


def no_white_sums(game: Game, seat: int) -> Move:
    """All pass in the white phase, so that the second pass is a misthrow."""
    moves = game.legal_moves(seat)
    return moves[-1] if game.phase is Phase.COLOUR else next(m for m in moves if str(m) == "-")


def test_arrows_reach_the_card_and_enter_confirms(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.find("arrows in", prepared.colour_choice(), choose=no_white_sums))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    expect(anna.offered.first).to_be_visible()
    press = anna.page.keyboard.press

    def on_the_card() -> bool:
        press("ArrowDown")
        return "may be crossed" in focused(anna)

    assert anna.page.evaluate("document.activeElement === document.body")
    anna.wait(on_the_card, "the arrows do not lead to the card")
    press("p")
    expect(anna.dialog).to_contain_text("Take a misthrow?")
    expect(anna.dialog.get_by_role("button", name="Take the misthrow")).to_be_focused()
    press("Enter")
    expect(anna.dialog).to_have_count(0)
    expect(anna.heading).to_contain_text("Bert’s turn")


def test_drawers_close_with_escape_and_give_the_focus_back(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("escape", prepared.everybody_chooses))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    expect(anna.card).to_be_visible()
    for name in ("Menu", "Rules"):
        tab_to(anna, name)
        anna.page.keyboard.press("Enter")
        expect(anna.dialog).to_be_visible()
        anna.page.keyboard.press("Escape")
        expect(anna.dialog).to_have_count(0)
        assert focused(anna) == name


def test_a_cell_that_may_not_be_crossed_says_why(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.find("why", prepared.everybody_chooses))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    anna.cell("Red 12").click()
    expect(anna.status).to_contain_text("Red 12 is not possible.")
    expect(anna.status).to_contain_text("Only the white dice count now")


def test_reading_rules_and_going_back_stay_at_the_table(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("back", prepared.everybody_chooses))
    anna = visit(name="Anna", seats=[code])
    anna.enter(code)
    anna.button("Rules").click()
    expect(anna.dialog.get_by_role("heading", name="Lucky numbers")).to_have_count(0)
    anna.dialog.get_by_role("button", name="Longo").click()
    expect(anna.dialog.get_by_role("heading", name="Lucky numbers")).to_be_visible()
    anna.page.evaluate("history.back()")
    expect(anna.dialog).to_have_count(0)
    expect(anna.card).to_be_visible()
    assert anna.page.url.endswith(code)
    anna.page.evaluate("history.back()")
    expect(anna.button("Join")).to_be_visible()


def test_an_arrow_moves_the_replay_by_one_step(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.find("arrows", prepared.over))
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    anna.button("Replay").click()
    slider = anna.dialog.get_by_role("slider")
    slider.focus()
    anna.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    anna.dialog.get_by_role("radio", name="Bert").focus()
    anna.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    anna.button("Next").focus()
    anna.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
