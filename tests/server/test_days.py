"""The game of the day: the same dice for all, sealed before and published after the day."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from qwixx.cli import main
from qwixx.notation import read_record
from qwixx.server.live.days import Days
from qwixx.server.problems import RequestRefused
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.table.fair import DAY_SCHEME, FairDice, NotSealed, Seal, commitment
from qwixx.table.log import Entry
from qwixx.table.state import Table
from qwixx.table.verify import problems
from tests.server import day_games
from tests.server.client import Player, in_loop, new_secret, request
from tests.server.running import Server
from tests.server.second_verifier import second_opinion

HOUR = 3_600_000
NOON = 1_794_744_000_000  # 2026-11-15 12:00 UTC


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


async def opened(address: str) -> SqlStore:
    store = SqlStore(database_url(address))
    await store.migrate()
    return store


@in_loop
async def test_a_day_is_sealed_before_it_and_revealed_an_hour_after_it(tmp_path: Path) -> None:
    store, clock = await opened(f"sqlite:///{tmp_path / 'days.db'}"), Clock()
    days = Days(store, clock)
    before = await days.today()
    assert (before.today.day, before.tomorrow.day) == ("2026-11-15", "2026-11-16")
    assert (before.yesterday, before.left) == (None, 12 * HOUR)
    clock.now += 24 * HOUR
    during = await days.today()
    assert during.today.seal == before.tomorrow.seal
    assert during.today.sealed_at == NOON
    assert during.today.secret is None
    assert during.today.best is None
    clock.now = NOON + 12 * HOUR + HOUR - 1  # games may still be running
    assert (await days.today()).yesterday
    assert (await days.today()).yesterday.secret is None  # type: ignore[union-attr]
    clock.now += 1
    told = (await days.today()).yesterday
    assert told
    assert told.secret
    assert commitment(told.secret) == told.seal == before.today.seal
    await store.close()


async def draw_together(address: str) -> None:
    stores = [await opened(address) for _ in range(4)]
    nodes = [Days(store, Clock()) for store in stores]
    seen = await asyncio.gather(*(node.today() for node in nodes))
    assert len({(one.today.seal, one.tomorrow.seal) for one in seen}) == 1
    codes = await asyncio.gather(*(node.play("2026-11-15", "anna", NOON) for node in nodes))
    assert len(set(codes)) == 1
    other = await nodes[0].play("2026-11-15", "bert", NOON)
    assert other not in codes
    for store in stores:
        await store.close()


@in_loop
async def test_nodes_that_draw_at_once_have_the_same_day(postgres: str) -> None:
    await draw_together(postgres)


@in_loop
async def test_a_day_can_be_begun_on_that_day_only(tmp_path: Path) -> None:
    store, clock = await opened(f"sqlite:///{tmp_path / 'days.db'}"), Clock()
    days = Days(store, clock)
    with pytest.raises(RequestRefused, match="day-over"):
        await days.play("2026-11-14", "anna", NOON)
    for day in ("2026-11-16", "20261115", "2026-13-45", "", "today"):
        with pytest.raises(RequestRefused, match="no-such-day"):
            await days.play(day, "anna", NOON)
    assert await days.play("2026-11-15", "anna", NOON)
    assert await days.day(days._today()) is not None
    assert (await store.days.summary("2026-11-15")).standing == []
    await store.close()


@in_loop
async def test_midnight_during_a_game_leaves_an_hour_to_finish(tmp_path: Path) -> None:
    store, clock = await opened(f"sqlite:///{tmp_path / 'days.db'}"), Clock()
    days = Days(store, clock)
    day = "2026-11-15"
    tables = []
    for person in ("anna", "bert"):
        code = await days.play(day, person, NOON)
        drawn = await store.days.drawn(day)
        assert drawn
        tables.append(table_of(code, day_games.played(code, day, drawn.secret, person, 1)))
    in_time, late = tables
    clock.now = NOON + 13 * HOUR - 1
    await days.finished(in_time)
    clock.now += 1
    await days.finished(late)
    points = in_time.game.scores[0] if in_time.game else None
    assert (await store.days.summary(day)).standing == [(points, 1)]
    first, second = [await days.result(table) for table in tables]
    assert first
    assert second
    assert (first.place, second.place, second.points) == (1, None, points)
    await store.close()


def table_of(code: str, entries: list[Entry]) -> Table:
    table = Table(code)
    for entry in entries:
        entry.apply(table)
    return table


def today(server: Server) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(request(server.address, "/api/day")[2])
    return told


def begin(server: Server, secret: str) -> tuple[int, str]:
    wish = {"secret": secret, "day": today(server)["today"]["day"]}
    status, _, body = request(server.address, "/api/day", wish)
    return status, json.loads(body)["code"]


async def played(server: Server, secret: str, seed: int) -> dict[str, Any]:
    """A whole game of the day, by whims; its result."""
    _, code = begin(server, secret)
    async with Player(server.address, code, secret) as player:
        await player.play(Random(seed))
    result: dict[str, Any] = json.loads(request(server.address, f"/api/tables/{code}/day")[2])
    return {**result, "code": code}


@in_loop
async def test_the_same_dice_and_bots_for_all_and_a_place_among_them(server: Server) -> None:
    secrets = [new_secret() for _ in range(3)]
    first = await played(server, secrets[0], 1)
    again = await played(server, secrets[1], 1)
    other = await played(server, secrets[2], 2)
    records = [
        read_record(request(server.address, f"/api/tables/{game['code']}/record")[2].decode())
        for game in (first, again, other)
    ]
    # The same choices meet the same dice and the same answers.
    assert records[0].turns == records[1].turns
    assert records[0].turns[0].dice == records[2].turns[0].dice
    assert records[0].players[0] == ""
    assert "DiceSecret" not in records[0].headers
    assert first["points"] == again["points"] == records[0].game.scores[0]
    last = json.loads(request(server.address, f"/api/tables/{first['code']}/day")[2])
    points = sorted((game["points"] for game in (first, again, other)), reverse=True)
    assert last["day"]["players"] == 3
    assert last["place"] == 1 + points.index(first["points"])
    assert sum(ten["players"] for ten in last["day"]["tens"]) == 3
    assert last["day"]["secret"] is None
    # Each browser plays once: it finds the same table again, and the game is over.
    assert begin(server, secrets[0]) == (201, first["code"])
    async with Player(server.address, first["code"], secrets[0]) as player:
        assert player.view["fair"]["secret"] is None
        assert player.view["fair"]["parts"] == []
        assert player.view["game"]["id"] == last["day"]["day"]
        for more in ("rematch", "reopen"):
            with pytest.raises(Exception, match="wrong-stage"):
                await player.act(more)
    # Deleting the player's data covers it.
    seat = {"seats": [{"code": first["code"], "secret": secrets[0]}]}
    assert request(server.address, "/api/forget", seat)[0] == 204
    assert today(server)["today"]["players"] == 2
    assert request(server.address, f"/api/tables/{first['code']}/record")[0] == 404
    # A player who has begun knows the dice, so the same secret gets no other game of that day.
    for day in ("2020-01-01", last["day"]["day"]):
        late = {"secret": secrets[0], "day": day}
        assert request(server.address, "/api/day", late)[0] == 409


def test_questions_about_days_have_clear_answers(server: Server) -> None:
    def answer(path: str) -> tuple[int, str]:
        status, _, body = request(server.address, path)
        return status, json.loads(body).get("code", "")

    assert answer("/api/day/2020-01-01") == (404, "no-such-day")
    assert answer("/api/day/yesterday") == (404, "no-such-day")
    assert answer(f"/api/day/{today(server)['tomorrow']['day']}") == (404, "no-such-day")
    assert answer(f"/api/day/{today(server)['today']['day']}")[0] == 200


@in_loop
async def test_the_record_of_a_day_matches_its_seal_once_it_is_published(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = await played(server, new_secret(), 3)
    text = request(server.address, f"/api/tables/{game['code']}/record")[2].decode()
    file = tmp_path / "day.qwixx"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 2
    assert "not published yet" in capsys.readouterr().err
    store = SqlStore(database_url(f"sqlite:///{server.database}"))
    drawn = await store.days.drawn(game["day"]["day"])
    await store.close()
    assert drawn
    told = text.replace("\n\n", f'\n[DiceSecret "{drawn.secret}"]\n\n', 1)
    file.write_text(told, encoding="utf-8")
    assert main(["verify", str(file), "--commitment", game["day"]["seal"]]) == 0
    said = capsys.readouterr().out
    assert f"match the seal of the day {game['day']['day']}" in said
    assert "verified" not in said
    assert list(problems(read_record(told), "0" * 64)) != []
    with pytest.raises(NotSealed, match="a header Game like 2026-11-15, found 'CDFGHJ-1'"):
        list(problems(read_record(told.replace(game["day"]["day"], "CDFGHJ-1"))))
    seal = game["day"]["seal"]
    forged = told.replace(drawn.secret, "0" * 64)
    opinions = second_opinion([(told, seal), (told, "0" * 64), (forged, None), (text, None)])
    assert [bool(opinion["problems"]) for opinion in opinions] == [False, True, True, True]
    dice = FairDice(drawn.secret, Seal(game["day"]["day"], "classic", (), scheme=DAY_SCHEME))
    assert read_record(told).turns[0].dice == dice.roll(1, 6)


def test_the_example_in_the_documentation_is_true() -> None:
    document = Path(__file__).parents[2] / "docs" / "fair-dice-specification.md"
    text = document.read_text(encoding="utf-8")
    dice = FairDice("0" * 64, Seal("2026-11-15", "classic", (), scheme=DAY_SCHEME))
    assert f"is seat {dice.first(3)}, and the first dice are `{dice.roll(1, 6)}`" in text
