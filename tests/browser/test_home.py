"""The home page of a player who returns: games that wait, and what may be done about them."""

import re
from collections.abc import Callable

from tests.browser import prepared
from tests.browser.axe import violations_in_any_light
from tests.browser.conftest import Visit
from tests.browser.person import Person, expect
from tests.server.desk import Desk

CODE = re.compile("/[A-Z]{6}$")
LINES = "[aria-label='Running games'] li"


def play_now(anna: Person, *, anew: bool = False) -> str:
    """Starts a game from the home page, `anew` by its options; returns its address."""
    anna.page.goto("/")
    if anew:
        anna.button("Choose game and bots").click()
        anna.dialog.get_by_role("button", name="Play now").click()
    else:
        anna.button(re.compile("^Play now")).click()
    anna.page.wait_for_url(CODE)
    expect(anna.card).to_be_visible()
    return anna.page.url


def test_play_now_goes_on_with_a_game_that_has_just_begun(visit: Visit) -> None:
    anna = visit()
    first = play_now(anna)
    anna.page.goto("/")
    expect(anna.button(re.compile("^Play now"))).to_contain_text("Your game goes on in turn 1")
    assert play_now(anna) == first
    # Against another bot it is another game.
    anna.page.goto("/")
    anna.button("Choose game and bots").click()
    anna.dialog.get_by_role("radio", name="1", exact=True).check()
    anna.page.keyboard.press("Escape")
    expect(anna.button(re.compile("^Play now"))).to_contain_text("with one bot")
    assert play_now(anna) != first


def test_a_game_with_bots_is_removed_without_a_question_and_brought_back(visit: Visit) -> None:
    anna = visit()
    play_now(anna)
    anna.page.goto("/")
    lines = anna.page.locator(LINES)
    assert violations_in_any_light(anna.page) == []
    anna.button("Remove this game: With Pip and Ada").click()
    expect(anna.button("Undo")).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(lines.get_by_role("link", name="With Pip and Ada")).to_be_visible()
    anna.button("Remove this game: With Pip and Ada").click()
    anna.page.get_by_role(
        "link", name="Rules"
    ).click()  # a player who goes on does not want it back
    expect(anna.heading).to_contain_text("Rules")
    anna.page.goto("/")
    expect(anna.button(re.compile("^Play now"))).to_contain_text("with 2 bots")
    expect(lines).to_have_count(0)


def test_equal_games_with_bots_are_one_line_and_are_tidied_up(visit: Visit) -> None:
    anna = visit(viewport={"width": 360, "height": 640})
    for number in range(4):
        play_now(anna, anew=number > 0)
    anna.page.goto("/")
    lines = anna.page.locator(LINES)
    expect(lines).to_have_count(2)
    expect(lines.nth(1)).to_contain_text("And 3 more, with bots")
    anna.button("Tidy up").click()
    expect(lines.nth(1)).to_contain_text("3 games removed.")
    expect(lines).to_have_count(1)  # a little later
    anna.page.reload()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("With Pip and Ada")


def test_a_seat_among_people_is_given_up_after_a_question_and_a_bot_plays_on(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("given up", prepared.everybody_chooses))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    bert.page.goto(f"/{code}")
    expect(bert.card).to_be_visible()
    anna.page.goto("/")
    remove = anna.button("Remove this game: With Bert")
    remove.click()
    expect(anna.dialog).to_contain_text("Give up your seat?")
    anna.dialog.get_by_role("button", name="Go back").click()
    remove.click()
    anna.dialog.get_by_role("button", name="Give up the seat").click()
    expect(anna.page.locator(LINES)).to_have_count(0)
    bert.button("Menu").click()
    bert.button("Players").click()
    expect(bert.dialog).to_contain_text("bot")
    anna.page.reload()
    expect(anna.button(re.compile("^Play now"))).to_be_visible()
    expect(anna.page.locator(LINES)).to_have_count(0)
