"""An evening at a table: its score after several games, and a player who comes late."""

from collections.abc import Callable

from qwixx.rules import PASS, Game, Phase
from tests.browser import prepared
from tests.browser.conftest import Visit
from tests.browser.person import Person, expect
from tests.server.desk import Desk


def second_game(desk: Desk, turns: int = 100) -> None:
    """Anna and Bert play again, and both pass until that game is over, or in that turn."""
    names = ("Anna", "Bert")
    for name in names:
        desk.act(prepared.KEYS[name], "rematch", now=False)
    desk.seal(*(prepared.KEYS[name] for name in names))
    while desk.stage == "playing" and desk.game.turn < turns:
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
    assert columns(anna) == ["Game 1", "Game 2", "Wins", "Sum"]
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


def test_a_spectator_asks_during_a_game_and_the_host_sees_it_at_once(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("late in a game", prepared.everybody_chooses))
    anna = visit(name="Anna", seats=[code])
    ilse = visit(viewport={"width": 390, "height": 844})
    for person in (anna, ilse):
        person.page.goto(f"/{code}")
    ilse.button("Ask for a seat").click()
    ilse.dialog.get_by_label("Your name").fill("Oma Ilse")
    ilse.dialog.get_by_role("button", name="Ask for a seat").click()
    expect(anna.page.get_by_text("Oma Ilse would like to play the next game.")).to_be_visible()
    anna.button("Let in").click()
    expect(ilse.page.get_by_text("You have a seat in the next game.")).to_be_visible()


def test_the_lobby_shows_the_evening_and_offers_a_series(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    desk = prepared.find("series", prepared.over)
    code = lay(desk)
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    for person in (anna, bert):
        person.page.goto(f"/{code}")
    anna.button("Change game").click()
    bert.button("Join in").click()
    region = bert.page.get_by_role("region", name="This evening")
    expect(region).to_contain_text("1 game")
    with anna.table_options():
        anna.page.get_by_label("Series").select_option("First to 2 wins")
    options = bert.page.locator(".options button")
    expect(options).to_contain_text("First to 2 wins")
    anna.page.get_by_role("button", name="Share this evening").click()
    expect(anna.dialog.locator("canvas")).to_be_visible()


def test_beside_a_game_stand_its_turns_and_the_evening(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    desk = prepared.find("beside", prepared.over)
    second_game(desk, turns=2)
    code = lay(desk)
    anna = visit(name="Anna", seats=[code], viewport={"width": 1440, "height": 900})
    anna.page.goto(f"/{code}")
    evening = anna.page.get_by_role("region", name="This evening")
    expect(evening.get_by_role("columnheader")).to_have_text(["Wins", "Sum"])
    turns = anna.page.get_by_role("region", name="Turns")
    expect(turns.get_by_role("columnheader")).to_have_text(["You", "Bert"])
    expect(turns.get_by_role("row").nth(1)).to_contain_text("−5")


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
