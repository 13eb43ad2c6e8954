"""People who play on through troubles, and whether the log has all that they know."""

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random

from qwixx.notation import read_record
from qwixx.server.storage.database import database_url
from qwixx.server.storage.log_codec import read_entry
from qwixx.server.storage.store import SqlStore
from qwixx.table import events
from qwixx.table.names import person_of
from qwixx.table.state import Table
from qwixx.table.verify import problems
from tests.faults.stubborn import Stubborn
from tests.server.client import Refused, new_secret, open_table, request
from tests.server.running import Server


async def sit_down(
    nodes: list[Server], rng: Random, seats: int, bots: tuple[str, ...]
) -> list[Stubborn]:
    """A table at which the first game has begun."""
    secret = new_secret()
    code = open_table(nodes[0].address, secret, name="0", seats=seats, bots=bots)
    host = Stubborn(nodes, code, Random(rng.random()), secret)
    await host.come()
    players = [host]
    for number in range(1, seats - len(bots)):
        player = Stubborn(nodes, code, Random(rng.random()))
        await player.come()
        await player.act("sit", name=f"{number}", seat=None)
        players.append(player)
    full = await host.until(lambda view: all(seat["kind"] != "free" for seat in view["seats"]))
    await host.act("start", version=full["version"])
    return players


async def play_game_after_game(players: list[Stubborn], enough: asyncio.Event) -> None:
    """All to the end of a game, one more game, and so on."""
    while True:
        await asyncio.gather(*(player.play_through() for player in players))
        if enough.is_set():
            return
        view = await players[0].insist_until(lambda view: view["stage"] == "over")
        for player in players:
            with suppress(Refused):  # it has begun without those who were cut off
                await player.insist("rematch", version=view["version"])
        for player in players:
            await player.insist_until(lambda view: view["stage"] != "over")


async def read_log(database: str, code: str) -> list[events.Entry]:
    store = SqlStore(database_url(database))
    try:
        return [read_entry(entry) for entry in await store.read(code)]
    finally:
        await store.close()


def check(node: Server, players: list[Stubborn], entries: list[events.Entry]) -> int:
    """Compares the log with what the players know; returns the number of games."""
    code = players[0].code
    done = Counter((entry.by, entry.action) for entry in entries if entry.action)
    assert max(done.values()) == 1, "an action is there twice"
    for player in players:
        person = person_of(player.secret)
        for action, version in player.acks.items():
            entry = entries[version - 1]
            assert (entry.by, entry.action) == (person, action), "acknowledged, and not there"
    table, records = Table(code), {}
    for entry in entries:
        table.apply(entry)
        if table.stage == "over":
            records[table.game_id] = table.record()
    assert table.stage == "over", "a game has not come to its end"
    for player in players:
        for game, totals in player.results.items():
            assert list(records[game].game.scores) == totals
    assert players[0].results.keys() == records.keys()
    assert all(not list(problems(record)) for record in records.values())
    _, _, text = request(node.address, f"/api/tables/{code}/record")
    assert list(read_record(text.decode()).game.scores) == players[0].results[table.game_id]
    return len(records)
