"""The logs of released versions: they are read, mean the same, and their games go on.

`released/NAME.jsonl` is the stored log of a table, an entry a line, and `NAME.json` the table that
it adds up to (`make_logs.py`). The oldest are those of 0.1.0. None of these files is ever changed.
"""

import json
from itertools import count
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from qwixx.notation import read_record, write_record
from qwixx.protocol import actions
from qwixx.protocol.types import DiceKind
from qwixx.rules import VARIANTS, Pad, Phase, Roll
from qwixx.table.delays import Delays
from qwixx.table.fair import dice_headers, is_real
from qwixx.table.local import LocalTable
from qwixx.table.log import Event, read_entry, write_entry
from qwixx.table.verify import problems
from tests.table.make_logs import BOT, CODE, FOLDER, facts

LOGS = sorted(FOLDER.glob("*.jsonl"))


def lines(log: Path) -> list[bytes]:
    return log.read_bytes().splitlines()


def table_from(log: Path) -> LocalTable:
    return LocalTable(
        CODE,
        clock=count(2_000_000_000_000, 10).__next__,
        new_secret=(f"{number:064x}" for number in count(1)).__next__,
        levels=lambda _variant: (BOT,),
        standins=(BOT,),
        delays=Delays().scaled(0),
        entries=map(read_entry, lines(log)),
    )


def test_there_is_a_log_with_every_kind_of_event_and_of_every_kind_of_game() -> None:
    kinds, games = set(), set()
    for log in LOGS:
        table = LocalTable(CODE, clock=lambda: 0, new_secret=str)
        for entry in map(read_entry, lines(log)):
            entry.apply(table.table)
            kinds.add(type(entry.event))
            games.add((table.table.options.variant, table.table.options.dice))
    assert kinds == set(get_args(Event))
    assert {variant for variant, _ in games} == set(VARIANTS)
    assert {dice for _, dice in games} == set(get_args(DiceKind))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_is_read_and_written_again_to_the_byte(log: Path) -> None:
    for line in lines(log):
        assert write_entry(read_entry(line)) == line


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_released_log_gives_the_same_state(log: Path) -> None:
    then = json.loads(log.with_suffix(".json").read_text(encoding="utf-8"))
    assert facts(table_from(log).table) == then


def test_games_that_were_over_before_the_log_ended_are_still_there() -> None:
    table = table_from(FOLDER / "evening.jsonl").table
    assert table.games == 4
    for number in (1, 2, 3):
        finished = table.finished(number)
        assert finished
        assert finished.record.headers["Game"] == (f"{table.code}-{number}",)
        assert list(problems(finished.record)) == []
    assert table.finished(0) is None
    assert table.finished(4) is None


def test_nothing_is_left_of_deleted_data() -> None:
    assert b"Bert" not in (FOLDER / "forgotten.jsonl").read_bytes()


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_game_goes_on_from_its_log(log: Path) -> None:
    local, rng = table_from(log), Random(log.stem)
    people = [seat.person for seat in local.table.players]
    if local.table.stage == "over":
        local.act(people[0], actions.Rematch())
    for person in people:
        local.come(person)
    while local.table.stage != "over":
        # Bots and preferences act first, then the players; no player seals a part of later dice.
        if not local.do_due(lambda _level, game, seat: str(rng.choice(game.legal_moves(seat)))):
            continue_by_hand(local, rng)
    for entry in local.entries:
        assert read_entry(write_entry(entry)) == entry
    if local.table.pad:
        return  # it leaves no record
    record = read_record(write_record(local.table.record()))
    assert record.game == local.table.game
    if is_real(record) or local.table.day:
        return  # the secret of a day is shown later
    # Dice without anybody's part follow from the server's secret all the same.
    alone = not dice_headers(record).seal.people
    assert ["alone" in problem for problem in problems(record)] == [True] * alone


def continue_by_hand(local: LocalTable, rng: Random) -> None:
    table, game = local.table, local.table.game
    if table.pad:
        continue_pad(local, table.pad, rng)
    if game is None:
        return
    if table.options.dice == "real" and not game.awaited:
        somebody = rng.choice(table.players).person
        over = game.phase is Phase.OVER
        entering = actions.EnterDice(str(Roll.random(rng, game)))
        local.act(somebody, actions.ConfirmResult() if over else entering)
    elif game.phase is Phase.ROLL:
        local.act(table.seats[game.active].person, actions.RollDice())
    elif people := [seat for seat in game.awaited if table.seats[seat].bot is None]:
        seat = rng.choice(people)
        move = str(rng.choice(game.legal_moves(seat)))
        local.act(table.seats[seat].person, actions.Choose(move))


def continue_pad(local: LocalTable, pad: Pad, rng: Random) -> None:
    person = local.table.players[0].person
    seat = local.table.seat_of(person)
    assert seat is not None
    able = [cell for row in pad.variant.rows for cell in row if not pad.cell_refusal(seat, cell)]
    misthrow = f"m{pad.cards[seat].misthrows + 1}"
    mark = rng.choice(able).name if able and rng.random() < 0.8 else misthrow
    local.act(person, actions.ConfirmResult() if pad.outcome else actions.MarkCard(seat, mark))
