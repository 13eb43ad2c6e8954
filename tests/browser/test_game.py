"""Whole games, and the moments that people remember of them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import urljoin

import pytest

from qwixx.rules import PASS, Game, Move, Phase
from tests.browser import prepared
from tests.browser.conftest import Visit
from tests.browser.ending import qwixx, save_record, score_table
from tests.browser.person import expect, play
from tests.server.desk import Desk


@pytest.mark.every_browser
def test_two_people_play_a_whole_game(visit: Visit, tmp_path: Path) -> None:
    rng = Random(5)
    anna, bert = visit(reduced_motion="no-preference"), visit(reduced_motion="no-preference")
    code = anna.open_table()
    bert.join(code, "Bert")
    anna.button("Start with 2 players").click()

    play([anna, bert], rng.choice)

    shown = score_table(anna)
    assert score_table(bert) == shown
    expect(anna.page.get_by_text(re.compile("rolls? checks? out"))).to_be_visible()
    file = save_record(anna, tmp_path)
    said = json.loads(qwixx("replay", str(file), "--json"))
    assert said["over"]
    assert shown == {
        name: [*card["points"].values(), -5 * card["misthrows"], card["score"]]
        for name, card in zip(said["players"], said["cards"], strict=True)
    }
    assert "as they were sealed" in qwixx("verify", str(file))


def test_four_bots_of_chosen_levels_play_with_a_person(visit: Visit) -> None:
    anna = visit()
    anna.open_table()
    for free in (3, 2, 1, 0):
        anna.button("Add bot").first.click()
        expect(anna.button("Add bot")).to_have_count(free)
    levels = ("beginner", "casual", "strong", "master")
    for number, level in enumerate(levels):
        anna.choose_level(number, level)
    anna.button("Start with 5 players").click()
    others = anna.page.get_by_role("region", name="The others").get_by_role("button")
    for number, level in enumerate(levels):
        expect(others.nth(number)).to_have_accessible_name(re.compile(f"bot, {level}"))

    play([anna], lambda cells: cells[-1])

    shown = score_table(anna)
    assert len(shown) == 5
    totals = [line[-1] for line in shown.values()]
    own, best = shown["Guest"][-1], max(totals)
    expect(anna.status).to_contain_text(re.compile(rf"[-−]?\b{abs(own)} points?"))
    if own < best and totals.count(best) == 1:
        said = re.compile(rf"wins, you are {best - own} points? behind")
        expect(anna.heading).to_have_text(said)
    else:
        expect(anna.heading).to_contain_text("win" if totals.count(best) == 1 else "share")


def test_play_now_begins_at_once_and_a_rematch_is_one_tap(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    anna = visit()
    anna.page.goto("/")
    anna.button(re.compile("^Play now")).click()
    expect(anna.card).to_be_visible()
    others = anna.page.get_by_role("region", name="The others")
    expect(others.get_by_role("button", name=re.compile("bot"))).to_have_count(2)

    code = lay(prepared.find("rematch", prepared.over))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    anna.page.goto(f"/{code}")
    bert.page.goto(f"/{code}")
    anna.button("Rematch").click()
    expect(bert.page.get_by_text("Anna asks for a rematch")).to_be_visible()
    expect(anna.page.get_by_text("Waiting for Bert")).to_be_visible()
    anna.button("Withdraw").click()
    expect(bert.page.get_by_text("Anna no longer wants a rematch")).to_be_visible()
    bert.button("Rematch").click()
    expect(bert.button("Withdraw")).to_be_focused()
    anna.button("Join the rematch").click()
    for person in (anna, bert):
        expect(person.heading).to_contain_text("Turn 1")
        expect(person.card).to_be_visible()


def test_a_choice_against_bots_can_be_undone_until_the_next_roll(visit: Visit) -> None:
    anna = visit()
    anna.page.goto("/")
    anna.button(re.compile("^Play now")).click()
    expect(anna.card).to_be_visible()
    second = anna.status.get_by_text("Your second action")
    undo = anna.button("Undo")
    play(
        [anna],
        lambda cells: cells[-1],
        until=lambda: second.is_visible() and undo.is_visible(),
    )
    first = anna.card.locator(".crossed").count()
    undo.click()
    expect(anna.status).to_contain_text("You rolled")
    assert anna.card.locator(".crossed").count() == first - 1
    expect(undo).to_have_count(0)
    anna.cross(anna.cells()[0])
    expect(second).to_be_visible()


def test_a_result_stays_until_the_player_leaves_it(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("looking", prepared.over))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    anna.page.goto(f"/{code}")
    bert.page.goto(f"/{code}")
    bert.button("Replay").click()
    bert.button("Next").click()
    anna.button("Rematch").click()
    anna.button("Start without Bert").click()
    expect(anna.heading).to_contain_text("Turn 1")
    expect(bert.page.get_by_text("The next game has begun.")).to_be_attached()
    expect(bert.dialog.get_by_role("slider")).to_have_value("1")
    bert.page.keyboard.press("Escape")
    expect(bert.heading).to_contain_text("win")
    bert.button("Join in").click()
    expect(bert.card).to_be_visible()


def test_a_finished_game_keeps_its_address_while_the_next_one_is_played(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    code = lay(prepared.find("address", prepared.over))
    anna, zoe = visit(name="Anna", seats=[code]), visit()
    anna.page.goto(f"/{code}")
    expect(anna.heading).to_contain_text("win")
    winner = "Anna" if "Anna" in anna.heading.inner_text() else "Bert"
    anna.button("Share").click()
    anna.page.get_by_role("link", name="Permanent link to this game").click()
    expect(anna.page).to_have_url(re.compile(f"/{code}/1$"))
    expect(anna.page.get_by_role("link", name=re.compile("^Table"))).to_be_visible()
    anna.page.go_back()
    anna.button("Rematch").click()
    expect(anna.button("Rematch")).to_have_count(0)
    # A stranger, later: the result, the replay and the record of the first game.
    zoe.page.goto(f"/{code}/1")
    expect(zoe.heading).to_have_text(f"{winner} wins!")
    zoe.button("Replay").click()
    expect(zoe.dialog.get_by_role("status")).to_contain_text("Turn 1")
    record = zoe.page.locator("a[download]")
    address = urljoin(zoe.page.url, f"/api/tables/{code}/games/1/record")
    expect(record).to_have_attribute("href", address)


def test_a_lucky_number_offers_another_cell_and_it_can_be_crossed(
    visit: Visit, lay: Callable[[Desk], str]
) -> None:
    def lucky_only(game: Game) -> bool:
        """Anna's lucky number was rolled, and a cell can be crossed by luck alone."""
        if not prepared.everybody_chooses(game):
            return False
        moves = list(game.legal_moves(0))
        return any(move.lucky and Move(move.colour, move.number) not in moves for move in moves)

    desk = prepared.find("lucky", lucky_only, variant="longo")
    code = lay(desk)
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    anna.page.goto(f"/{code}")
    bert.page.goto(f"/{code}")
    expect(anna.status).to_contain_text("lucky number")
    cell = anna.card.get_by_role("button", name=", lucky number").first
    name = (cell.get_attribute("aria-label") or "").split(",")[0]

    anna.cross(name)
    expect(anna.status).to_contain_text(f"You chose {name.lower()}")
    bert.pass_()

    expect(anna.cell(name)).to_have_accessible_name(re.compile(f"^{name}, crossed"))


def test_two_people_lock_the_same_row_at_once(visit: Visit, lay: Callable[[Desk], str]) -> None:
    def both_can_lock(game: Game) -> bool:
        return (
            game.phase is Phase.WHITE
            and not game.closed
            and all("r12" in map(str, game.legal_moves(seat)) for seat in (0, 1))
        )

    code = lay(prepared.find("lock", both_can_lock, choose=mostly_red))
    anna, bert = (visit(name=name, seats=[code]) for name in ("Anna", "Bert"))
    anna.page.goto(f"/{code}")
    bert.page.goto(f"/{code}")

    anna.cross("Red 12")
    expect(bert.page.get_by_text("locked the red row")).to_have_count(0)
    bert.cross("Red 12")

    expect(anna.page.get_by_text("You and Bert locked the red row.")).to_be_visible()
    expect(bert.page.get_by_text("You and Anna locked the red row.")).to_be_visible()
    for person, other in ((anna, "Bert"), (bert, "Anna")):
        row = person.card.get_by_role("group", name=f"Locked by you and {other}")
        expect(row).to_contain_text(f"you, {other}")
        expect(person.cell("Red 12")).to_have_accessible_name("Red 12, crossed")


def mostly_red(game: Game, seat: int) -> Move:
    """Crosses red with small gaps, and elsewhere only what avoids a misthrow."""
    cells = {cell.cross: cell.position for row in game.variant.rows for cell in row}
    card = game.cards[seat]

    def gap(move: Move) -> int:
        assert move.colour
        crossed = card.crossed(move.colour)
        last = cells[Move(move.colour, crossed[-1])] if crossed else -1
        return cells[move] - last - 1

    crosses = [move for move in game.legal_moves(seat) if not move.is_pass]
    red = [move for move in crosses if move.colour == "r" and gap(move) < 3]
    if red:
        return min(red, key=gap)
    others = [move for move in crosses if move.colour != "r"]
    if game.phase is Phase.COLOUR and others:
        return min(others, key=gap)
    return PASS
