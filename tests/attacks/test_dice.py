"""Attacks of players on the dice: opening a seal twice, excluding the parts of others."""

import hashlib
import json
import secrets

import msgspec
import pytest

from qwixx.protocol import actions
from qwixx.protocol.codec import read_message
from qwixx.table.autopilot import GoOn, due
from qwixx.table.decide import Actor, Refused, decide
from qwixx.table.log import Event
from qwixx.table.sealing import Committed, Excused, Resealed
from qwixx.table.tickets import UseTicket
from tests.server.client import Player, in_loop, open_table, request
from tests.server.client import Refused as RefusedByServer
from tests.server.desk import HOST, Desk, part_of
from tests.server.running import Server


def sealed(part: str) -> str:
    return hashlib.sha256(bytes.fromhex(part)).hexdigest()


def table_of(*names: str) -> Desk:
    """A table at which the host and these people have started to seal the dice."""
    desk = Desk(seats=max(2, 1 + len(names)))
    for name in names:
        desk.act(name, "sit", name=name, seat=None)
    desk.act(HOST, "start")
    return desk


def commit(desk: Desk, *names: str) -> None:
    game = desk.table.game_id
    for name in names:
        desk.act(name, "commit", game=game, commitment=sealed(part_of(name, game)))


def reveal(desk: Desk, *names: str) -> None:
    game = desk.table.game_id
    for name in names:
        desk.act(name, "reveal", game=game, part=part_of(name, game))


def go_on(desk: Desk) -> Event | None:
    """Does the automatic action that is due now, if there is one."""
    next_thing = due(desk.table, desk.context)
    if next_thing is None or next_thing.at > desk.now:
        return None
    event = decide(desk.table, Actor(), GoOn(), desk.context)
    desk.add(event)
    return event


# One commitment, one opening


@pytest.mark.parametrize("tail", ["\n", " ", "\r\n", "\x00", "0"])
@pytest.mark.parametrize("field", ["part", "commitment", "secret", "ticket"])
def test_a_secret_has_no_suffix(field: str, tail: str) -> None:
    kind = {"part": "reveal", "commitment": "commit", "secret": "hello", "ticket": "ticket"}[field]
    digits = "a1" * (32 if field in ("part", "commitment") else 16)
    message = {"type": kind, "id": "1", "version": 0, "game": "CDFGHJ-1", field: digits}
    read_message(json.dumps(message))
    for wrong in (digits + tail, digits.upper()):
        with pytest.raises(msgspec.DecodeError):
            read_message(json.dumps({**message, field: wrong}))


@in_loop
async def test_a_part_with_a_newline_is_refused_and_the_record_is_there(server: Server) -> None:
    secret = secrets.token_hex(16)
    code = open_table(server.address, secret, bots=("random",), start=True)
    anna, part = Player(server.address, code, secret), secrets.token_hex(32)
    anna.seals = False
    async with anna:
        game = anna.view["fair"]["game"]
        await anna.act("commit", game=game, commitment=sealed(part))
        with pytest.raises(RefusedByServer) as refused:
            await anna.act("reveal", game=game, part=part + "\n")
        assert refused.value.code == "bad-message"
    assert request(server.address, f"/api/tables/{code}/record")[0] < 500


# Whose part is in the dice


def test_a_late_leaver_costs_only_their_own_part() -> None:
    desk = table_of("b", "c")
    commit(desk, HOST, "b", "c")
    desk.act("c", "leave")
    assert go_on(desk) == Resealed((2,), "5f" * 32)
    desk.seal(HOST, "b")
    game = desk.table.game_id
    assert desk.table.fair
    assert desk.table.fair.seal.parts == (part_of(HOST, game), part_of("b", game), "bot")
    assert desk.table.fair.seal.restarts == ((2,),)


def test_a_late_leaver_takes_no_time_from_others() -> None:
    desk = table_of("b", "c")
    commit(desk, HOST, "b")
    desk.now += desk.context.delays.seal - 1
    desk.act("c", "leave")  # the last one who was waited for
    desk.now += desk.context.delays.seal - 1
    assert go_on(desk) is None
    reveal(desk, HOST, "b")
    assert desk.stage == "playing"
    assert desk.table.fair
    assert desk.table.fair.seal.people == (0, 1)


def test_a_late_commitment_takes_no_time_from_others() -> None:
    desk = table_of("b", "c")
    commit(desk, HOST, "b")
    desk.now += desk.context.delays.seal - 1
    commit(desk, "c")
    desk.now += desk.context.delays.seal - 1
    assert go_on(desk) is None
    reveal(desk, HOST, "b")
    desk.now += 1
    assert go_on(desk) == Resealed((2,), "5f" * 32)
    assert desk.table.uncommitted == [0, 1]


@pytest.mark.parametrize("silent", ["b", "c"])
def test_only_silent_players_are_excluded(silent: str) -> None:
    others = [name for name in (HOST, "b", "c") if name != silent]
    desk = table_of("b", "c")
    commit(desk, *others)
    desk.now += desk.context.delays.seal
    assert go_on(desk) == Excused(("bc".index(silent) + 1,))
    reveal(desk, *others)
    assert desk.table.fair
    assert len(desk.table.fair.seal.people) == 2
    assert desk.table.fair.seal.parts["bc".index(silent) + 1] == "absent"


def test_the_host_removes_nobody_while_the_dice_are_sealed() -> None:
    desk = table_of("b", "c")
    with pytest.raises(Refused, match="wrong-stage"):
        desk.act(HOST, "remove", seat=1)
    commit(desk, HOST, "b", "c")
    with pytest.raises(Refused, match="wrong-stage"):
        desk.act(HOST, "remove", seat=1)


def test_a_copied_commitment_keeps_nobody_from_sealing() -> None:
    desk = Desk()
    desk.act("b", "sit", name="b", seat=None)
    commit(desk, "b")
    ticket = "c4" * 16
    desk.act("b", "ticket", ticket=ticket)
    # B's seat moves to another device, which has to commit once more, to the same part.
    actor = Actor("other device")
    move = decide(desk.table, actor, UseTicket(ticket), desk.context)
    desk.add(move)
    copied = sealed(part_of("b", "CDFGHJ-1"))
    with pytest.raises(Refused, match="bad-part"):
        desk.act(HOST, "commit", game="CDFGHJ-1", commitment=copied)
    again = actions.Commit("CDFGHJ-1", copied)
    assert decide(desk.table, actor, again, desk.context) == Committed(1, copied)


@in_loop
async def test_a_player_who_leaves_at_once_excludes_nobody_else(server: Server) -> None:
    """Over the wire, with honest reveals that take a while."""
    host = secrets.token_hex(16)
    code = open_table(server.address, host, seats=3)
    async with (
        Player(server.address, code, host) as anna,
        Player(server.address, code) as bert,
        Player(server.address, code) as mallory,
    ):
        mallory.seals = False
        await bert.act("sit", name="Bert", seat=None)
        await mallory.act("sit", name="Mallory", seat=None)
        await anna.act("start")
        part, game = secrets.token_hex(32), anna.view["fair"]["game"]
        await mallory.act("commit", game=game, commitment=sealed(part))
        await mallory.act("leave")
        view = await anna.until(lambda view: view["stage"] == "playing")
        given = {part["seat"] for part in view["fair"]["parts"] if part["part"]}
        assert {0, 1} <= given
        assert view["fair"]["restarts"] in ([], [[2]])
        assert await bert.until(lambda view: view["stage"] == "playing")
