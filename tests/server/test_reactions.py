"""Signs of players, and dice that are being entered: passed on, limited, forgotten."""

import json
import sqlite3
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from qwixx.protocol.types import MOST_SIGNS, MOST_TAPS
from tests.server.client import Player, Refused, in_loop, new_secret, open_table
from tests.server.running import Server


async def come(server: Server, code: str, secret: str, **more: Any) -> ClientConnection:
    socket = await connect(f"ws://{server.address}/api/tables/{code}/socket")
    await socket.send(json.dumps({"type": "hello", "secret": secret, **more}))
    await socket.recv()  # a view, so the server has added this connection
    return socket


async def heard(socket: ClientConnection) -> list[dict[str, Any]]:
    """The asides that have come; an answer that was asked for comes after them."""
    await socket.send(json.dumps({"type": "rename", "id": "ask", "version": 0, "name": ""}))
    asides = []
    while (message := json.loads(await socket.recv())).get("id") != "ask":
        if message["type"] in ("reaction", "tapped"):
            asides.append(message)
    return asides


@in_loop
async def test_a_reaction_reaches_everybody_three_times_a_turn(server: Server) -> None:
    anna, bert = new_secret(), new_secret()
    code = open_table(server.address, anna)
    host = await come(server, code, anna)
    guest = await come(server, code, bert)
    program = await come(server, code, new_secret(), program=True)
    for _ in range(MOST_SIGNS + 2):
        await host.send(json.dumps({"type": "react", "sign": "wave"}))
    await heard(host)
    expected = [{"type": "reaction", "seat": 0, "sign": "wave"}] * MOST_SIGNS
    assert await heard(guest) == expected
    assert await heard(program) == []
    # Spectators cannot react, and unknown signs are dropped.
    await guest.send(json.dumps({"type": "react", "sign": "laugh"}))
    await guest.send(json.dumps({"type": "react", "sign": "shout"}))
    await heard(guest)
    assert await heard(host) == []
    for socket in (host, guest, program):
        await socket.close()
    # Nothing of it is kept: the table was opened, and that is all.
    with sqlite3.connect(server.database) as database:
        kept = database.execute("select count(*) from entries where code = ?", [code]).fetchone()
    assert kept == (1,)


@in_loop
async def test_dice_that_are_being_entered_are_seen_tap_by_tap(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret, dice="real")
    async with (
        Player(server.address, code, secret) as anna,
        Player(server.address, code) as bert,
        Player(server.address, code) as zoe,
    ):
        await bert.act("sit", name="Bert", seat=None)
        await anna.act("start")
        version = anna.view["version"]

        async def tap(player: Player, *rolls: str) -> list[tuple[Any, ...]]:
            """Sends taps, and returns those that Zoe gets as a spectator."""
            zoe.heard.clear()
            for roll in rolls:
                await player.send(json.dumps({"type": "tap", "roll": roll}))
            await asked(player)
            await asked(zoe)
            said = [json.loads(text) for text in zoe.heard]
            return [
                (one["seat"], one["turn"], one["roll"]) for one in said if one["type"] == "tapped"
            ]

        async def asked(player: Player) -> None:
            """All that was said before has been dealt with."""
            with pytest.raises(Refused):
                await player.act("rename", name="")

        # Two people at once: both are seen.
        assert await tap(anna, "4-/----", "41/----") == [(0, 1, "4-/----"), (0, 1, "41/----")]
        assert await tap(bert, "-3/----") == [(1, 1, "-3/----")]
        # The player who taps sees it anyway. No such face, no such die, no seat: nobody hears of
        # it.
        assert not any('"seat":0' in text and "tapped" in text for text in anna.heard)
        assert await tap(anna, "7-/----", "4-/--", "4-/-----", "x-/----", "") == []
        assert await tap(zoe, "4-/----") == []
        assert len(await tap(anna, *["4-/----"] * (MOST_TAPS + 5))) < MOST_TAPS
        assert anna.view["version"] == version  # nothing of it is kept
        # The first entry counts. The other player's is refused, and no longer shown.
        await bert.act("enter", roll="43/3256")
        with pytest.raises(Refused, match="dice-entered"):
            await anna.act("enter", roll="41/3256", version=version)
        assert await tap(bert, "1-/----") == []
        # In the next turn, everybody may tap as often again.
        for player in (anna, bert):
            await player.act("choose", move="-")
        active = anna if anna.view["game"]["active"] == 0 else bert
        await active.act("choose", move="-")
        assert await tap(anna, "4-/----") == [(0, 2, "4-/----")]
