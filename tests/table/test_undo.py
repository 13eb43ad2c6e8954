"""A choice that is revealed can be taken back, alone with bots and until the next roll."""

from itertools import count
from random import Random

import pytest

from qwixx.protocol import actions
from qwixx.protocol.options import Options
from qwixx.protocol.views import Turn
from qwixx.rules import Game, Phase
from qwixx.table.decide import Refused
from qwixx.table.fair import commitment
from qwixx.table.local import LocalTable
from qwixx.table.playing import can_undo
from qwixx.table.stages import Playing
from qwixx.table.state import Table

PART = "1c" * 32


def alone(bots: int, variant: str = "classic") -> LocalTable:
    """Anna in seat 0, with bots."""
    table = LocalTable(
        "CDFGHJ",
        clock=count(0, 7).__next__,
        new_secret=lambda: "0" * 64,
        levels=lambda _variant: ("random",),
        standins=("random",),
    )
    table.open("anna", actions.Open("Anna", Options(variant, bots + 1), ("random",) * bots, True))
    table.act("anna", actions.Commit("CDFGHJ-1", commitment(PART)))
    table.act("anna", actions.Reveal("CDFGHJ-1", PART))
    return table


def game_of(table: LocalTable) -> Game:
    assert table.table.game
    return table.table.game


def step(table: LocalTable, rng: Random) -> None:
    """Does one thing that the game waits for."""
    game = game_of(table)
    seat = game.active if game.phase is Phase.ROLL else game.awaited[0]
    if seat:
        while not table.do_due(lambda _level, game, seat: str(rng.choice(game.legal_moves(seat)))):
            pass
    elif game.phase is Phase.ROLL:
        table.act("anna", actions.RollDice())
    else:
        table.act("anna", actions.Choose(str(rng.choice(game.legal_moves(0)))))


def last_turn(table: LocalTable) -> Turn | None:
    view = table.view_of("anna")
    assert view.game
    return view.game.last


def closings(table: Table) -> list[tuple[str, int]]:
    return [(each.colour, each.turn) for each in table.during(Playing).closings]


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_an_undone_choice_leaves_no_trace(variant: str) -> None:
    rng = Random(variant)
    table, undone = alone(1, variant), 0
    for _ in range(400):
        step(table, rng)
        if table.table.stage != "playing":
            break
        if not can_undo(table.table, 0) or rng.random() < 0.4:
            continue
        before = game_of(table)
        last = last_turn(table)
        table.act("anna", actions.Retract())
        undone += 1
        game = game_of(table)
        written = table.table.during(Playing).recording.record
        assert len(game.legal_moves(0)) > 1, "there was a choice"
        assert len(written.turns) == game.turn
        assert written.turns[-1].colour is None
        assert all(turn <= game.turn for _, turn in closings(table.table))
        assert {colour for colour, _ in closings(table.table)} == game.closed
        if before.phase is Phase.ROLL:
            assert last_turn(table) != last
        if game.phase is Phase.WHITE:
            assert game.awaited == (0,)
    assert undone > 10


def test_the_dice_of_the_turn_stay() -> None:
    rng = Random(3)
    table = alone(1)
    while not can_undo(table.table, 0):
        step(table, rng)
    roll = table.table.during(Playing).recording.record.turns[-1].dice
    table.act("anna", actions.Retract())
    assert game_of(table).dice == roll


def test_undo_is_too_late_after_the_next_roll() -> None:
    rng = Random(4)
    table = alone(1)
    while not can_undo(table.table, 0) or game_of(table).phase is not Phase.ROLL:
        step(table, rng)
    step(table, rng)
    assert game_of(table).phase is Phase.WHITE
    with pytest.raises(Refused) as refused:
        table.act("anna", actions.Retract())
    assert refused.value.code == "nothing-to-retract"


def test_undo_is_impossible_with_other_people() -> None:
    table = LocalTable("CDFGHJ", clock=count().__next__, new_secret=lambda: "0" * 64)
    table.open("anna", actions.Open("Anna", Options("classic", 2)))
    table.act("bert", actions.Sit("Bert"))
    table.act("anna", actions.Start())
    for person in ("anna", "bert"):
        part = commitment(person.encode().hex().ljust(64, "0"))
        table.act(person, actions.Commit("CDFGHJ-1", commitment(part)))
    for person in ("anna", "bert"):
        part = commitment(person.encode().hex().ljust(64, "0"))
        table.act(person, actions.Reveal("CDFGHJ-1", part))
    people = ["anna", "bert"]
    while game_of(table).turn < 4:
        game = game_of(table)
        assert not can_undo(table.table, 0)
        if game.phase is Phase.ROLL:
            table.act(people[game.active], actions.RollDice())
        else:
            seat = game.awaited[0]
            table.act(people[seat], actions.Choose(str(game.legal_moves(seat)[0])))


def test_a_portrait_is_seen_by_all_and_goes_with_its_player() -> None:
    table = LocalTable("CDFGHJ", clock=count().__next__, new_secret=lambda: "0" * 64)
    table.open("anna", actions.Open("Anna", Options("classic", 3)))
    table.act("bert", actions.Sit("Bert"))
    table.act("bert", actions.SetPortrait("leaf"))
    version = table.table.version
    table.act("bert", actions.SetPortrait("leaf"))
    assert table.table.version == version, "nothing is new"
    assert [seat.portrait for seat in table.table.seats] == ["", "leaf", ""]
    table.act("bert", actions.Leave())
    assert table.table.seats[1].portrait == ""
