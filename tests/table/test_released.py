"""Logs that earlier servers have written: they are read, mean the same, and games go on.

Each `released/NAME.jsonl` is the log of a table as it was on disk, an entry a line, and `NAME.json`
what that server showed of it: between them they hold every kind of event. No version has been
released yet, but people may keep tables of a server that they ran: none of these files is ever
changed.
"""

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from qwixx.notation import read_record, write_record
from qwixx.rules import COLOURS, Card, Pad, Phase, Roll
from qwixx.server.storage.log_codec import read_entry, write_entry
from qwixx.table import actions, events
from qwixx.table.fair import commitment
from qwixx.table.local import LocalTable
from qwixx.table.names import person_of
from qwixx.table.pace import Pace
from qwixx.table.sealed import is_real, sealed
from qwixx.table.verify import problems

LOGS = sorted(Path(__file__).with_name("released").glob("*.jsonl"))


def lines(log: Path) -> list[bytes]:
    return log.read_bytes().splitlines()


def shown(log: Path) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(log.with_suffix(".json").read_text(encoding="utf-8"))
    return facts


def table_from(log: Path) -> LocalTable:
    return LocalTable(
        shown(log)["code"],
        clock=count(2_000_000_000_000, 10).__next__,
        new_secret=(f"{number:064x}" for number in count(1)).__next__,
        standins=("random",),
        pace=Pace().scaled(0),
        entries=map(read_entry, lines(log)),
    )


def test_every_kind_of_event_was_released() -> None:
    kinds = {type(read_entry(line).event) for log in LOGS for line in lines(log)}
    assert kinds == set(get_args(events.Event))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_is_written_again_as_it_was(log: Path) -> None:
    for line in lines(log):
        assert write_entry(read_entry(line)) == line


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_means_what_it_meant(log: Path) -> None:
    table, facts = table_from(log).table, shown(log)
    game, then = table.game, facts["game"]
    assert (table.version, table.stage, table.host) == (
        *(facts["version"], facts["stage"], facts["host"]),
    )
    options = table.options
    assert {
        "variant": options.variant,
        "seats": options.seats,
        "timer": options.timer,
    } == facts["options"]
    assert [[seat.name, seat.kind, seat.bot] for seat in table.seats] == facts["seats"]
    assert commitment(table.secret) == facts["commitment"]
    assert table.game_id == then["id"]
    if table.pad:
        closed = [[colour, list(table.pad.lockers(colour))] for colour in table.pad.closed]
        assert (closed, sorted(map(list, table.pad.late))) == (then["closed"], then["late"])
        assert_same_cards(table.pad.cards, then["cards"])
        return
    assert game
    assert (game.turn, game.phase, game.active) == (then["turn"], then["phase"], then["active"])
    assert (game.dice and str(game.dice)) == then["roll"]
    if game.phase is Phase.WHITE:
        assert [seat in game.answered for seat in range(game.players)] == then["answered"]
    assert_same_cards(game.cards, then["cards"])
    assert [[each.colour, each.turn, list(each.by)] for each in table.closings] == then["closed"]


def assert_same_cards(cards: Sequence[Card], then: list[dict[str, Any]]) -> None:
    for card, old in zip(cards, then, strict=True):
        assert [card.crosses(colour) for colour in COLOURS] == old["crosses"]
        assert (card.misthrows, card.score) == (old["misthrows"], old["total"])
        assert list(card.lucky) == old["lucky"]


def test_games_that_were_over_before_the_log_ended_are_still_there() -> None:
    log = next(log for log in LOGS if log.stem == "everything")
    table = table_from(log).table
    assert table.games == 3
    for number in (1, 2):
        finished = table.finished(number)
        assert finished
        assert finished.record.headers["Game"] == (f"{table.code}-{number}",)
        assert list(problems(finished.record)) == []
    assert table.finished(0) is None
    assert table.finished(3) is None


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_game_goes_on_from_its_log(log: Path) -> None:
    local, rng = table_from(log), Random(log.stem)
    people = [person_of(secret) for secret in shown(log)["secrets"].values()]
    if local.table.stage == "over":
        local.act(people[0], actions.Rematch())
    for person in people:
        local.come(person)
    while local.table.stage != "over":
        # Bots and preferences first, then whoever is asked; nobody seals a part of later dice.
        if not local.do_due(lambda _level, game, seat: str(rng.choice(game.legal_moves(seat)))):
            continue_by_hand(local, rng)
    if local.table.pad:
        return  # it leaves no record
    record = read_record(write_record(local.table.record()))
    assert record.game == local.table.game
    for entry in local.entries:
        assert read_entry(write_entry(entry)) == entry
    if is_real(record):
        return
    # Dice without anybody's part follow from the server's secret all the same.
    alone = not sealed(record).seal.people
    assert ["alone" in problem for problem in problems(record)] == [True] * alone


def continue_by_hand(local: LocalTable, rng: Random) -> None:
    game = local.table.game
    if local.table.pad:
        continue_pad(local, local.table.pad, rng)
    if game is None:
        return
    if local.table.options.dice == "real" and not game.awaited:
        somebody = rng.choice(local.table.players).person
        over = game.phase is Phase.OVER
        entering = actions.EnterDice(str(Roll.random(rng, game)))
        local.act(somebody, actions.ConfirmResult() if over else entering)
    elif game.phase is Phase.ROLL:
        local.act(local.table.seats[game.active].person, actions.RollDice())
    elif game.awaited:
        seat = rng.choice(game.awaited)
        move = str(rng.choice(game.legal_moves(seat)))
        if local.table.seats[seat].bot is None:
            local.act(local.table.seats[seat].person, actions.Choose(move))


def continue_pad(local: LocalTable, pad: Pad, rng: Random) -> None:
    person = local.table.players[0].person
    seat = local.table.seat_of(person)
    assert seat is not None
    able = [cell for row in pad.variant.rows for cell in row if not pad.cell_refusal(seat, cell)]
    misthrow = f"m{pad.cards[seat].misthrows + 1}"
    mark = rng.choice(able).name if able and rng.random() < 0.8 else misthrow
    local.act(person, actions.ConfirmResult() if pad.outcome else actions.MarkCard(seat, mark))
