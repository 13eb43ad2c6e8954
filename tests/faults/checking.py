"""Whether the log of a table has all that its players know, once."""

from collections import Counter

from qwixx.notation import read_record
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.table.log import Entry, read_entry
from qwixx.table.state import Table
from qwixx.table.verify import problems
from tests.faults.party import Party
from tests.server.client import request
from tests.server.running import Server


async def read_log(database: str, code: str) -> list[Entry]:
    store = SqlStore(database_url(database))
    try:
        return [read_entry(entry) for entry in await store.read(code)]
    finally:
        await store.close()


def check(node: Server, party: Party, entries: list[Entry]) -> int:
    """Compares the log with what the players know; returns the number of games."""
    code, players = party.code, party.people
    done = Counter((entry.by, entry.action) for entry in entries if entry.action)
    assert max(done.values()) == 1, "an action is there twice"
    for player in players:
        for action, (person, version) in player.acks.items():
            entry = entries[version - 1]
            assert (entry.by, entry.action) == (person, action), "acknowledged, and not there"
    table, records = Table(code), {}
    for entry in entries:
        entry.apply(table)
        if table.stage == "over":
            records[table.game_id] = table.record()
    assert table.stage == "over", "a game has not come to its end"
    for player in players:
        for game, totals in player.results.items():
            assert list(records[game].game.scores) == totals
    assert set().union(*(player.results for player in players)) == records.keys()
    found = {game: list(problems(record)) for game, record in records.items()}
    assert not any(found.values()), {game: told for game, told in found.items() if told}
    _, _, text = request(node.address, f"/api/tables/{code}/record")
    assert list(read_record(text.decode()).game.scores) == players[0].results[table.game_id]
    return len(records)
