"""An evening at a table: its score after several games, and a player who comes late."""

from collections.abc import Callable

from qwixx.rules import PASS, Game, Phase
from tests.browser import prepared
from tests.browser.conftest import Visit
from tests.browser.person import Person, expect
from tests.server.desk import Desk


def second_game(desk: Desk) -> None:
    """Anna and Bert play again, and both pass until that game is over."""
    names = ("Anna", "Bert")
    for name in names:
        desk.act(prepared.KEYS[name], "rematch", now=False)
    desk.seal(*(prepared.KEYS[name] for name in names))
    while desk.stage == "playing":
        game = desk.game
        if game.phase is Phase.ROLL:
            desk.act(prepared.KEYS[names[game.active]], "roll")
        else:
            desk.act(prepared.KEYS[names[game.awaited[0]]], "choose", move=str(PASS))


def columns(person: Person) -> list[str]:
    region = person.page.get_by_role("region", name="This evening")
    return region.get_by_role("columnheader").all_inner_texts()


def test_the_evening_is_shown_after_a_second_game_and_a_reload(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    desk = prepared.find("evening", prepared.over)
    second_game(desk)
    code = lay(desk)
    anna = visit(name="Anna", seats=[code])
    anna.page.goto(f"/{code}")
    region = anna.page.get_by_role("region", name="This evening")
    expect(region).to_contain_text("2 games")
    assert columns(anna) == ["Game 1", "Game 2", "Sum"]
    said = region.inner_text()
    anna.page.reload()
    expect(region).to_be_visible()
    assert region.inner_text() == said


def test_a_late_comer_gets_a_seat_with_one_tap(visit: Visit, lay: Callable[[Desk], str]) -> None:
    code = lay(prepared.find("late", prepared.over))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    ilse = visit()
    for person in (anna, bert, ilse):
        person.page.goto(f"/{code}")
    ilse.page.get_by_label("Your name").fill("Oma Ilse")
    ilse.button("Ask for a seat").click()
    expect(ilse.page.get_by_text("You have asked for a seat.")).to_be_visible()
    ilse.page.reload()
    expect(ilse.page.get_by_text("You have asked for a seat.")).to_be_visible()
    anna.button("Let in").click()
    expect(ilse.page.get_by_text("You have a seat in the next game.")).to_be_visible()
    for person in (anna, bert):
        person.page.get_by_role("button", name="ematch").first.click()
    for person in (anna, bert, ilse):
        expect(person.card).to_be_visible()
    others = ilse.page.get_by_role("region", name="The others")
    expect(others.get_by_role("button")).to_have_count(2)


# The crosses of the winner that lie over something written.
COVERED = """() => {
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const crosses = boxes('main [aria-hidden=true] > .still');
  const written = boxes('main h1, main p, main a, main button, main .panel');
  const apart = (a, b) =>
    a.right < b.left || a.left > b.right || a.bottom < b.top || a.top > b.bottom;
  return [crosses.length, crosses.filter((a) => !written.every((b) => apart(a, b))).length];
}"""


def test_the_crosses_of_the_winner_lie_where_nothing_is_written(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    def won(game: Game) -> bool:
        return prepared.over(game) and game.scores[0] > game.scores[1]

    desk = prepared.find("crosses", won)
    anna = visit(name="Anna", seats=[lay(desk)])
    anna.page.goto(f"/{desk.table.code}")
    crossed = sum(marks.bit_count() for marks in desk.game.cards[0].marks)
    for width, height in ((390, 844), (820, 1180), (1440, 900), (1920, 1080)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.wait(lambda: anna.page.evaluate(COVERED) == [crossed, 0], f"{width} × {height}")
