"""Games of a day that are over, written into the database of a running server."""

import sqlite3
import time
from datetime import UTC, datetime, timedelta
from itertools import count, repeat
from pathlib import Path
from random import Random

from qwixx.rules import Phase
from qwixx.table.lobby import Opened
from qwixx.table.log import Entry, Event, write_entry
from qwixx.table.names import CODE_LENGTH, CODE_LETTERS, bot_names, person_of
from qwixx.table.options import GameOptions
from qwixx.table.playing import Chose, Rolled
from qwixx.table.state import Table

TODAY = str(datetime.now(UTC).date())
YESTERDAY = str(datetime.now(UTC).date() - timedelta(1))


def code_for(label: str) -> str:
    """A code for each label, always the same."""
    rng = Random(label)
    return "".join(rng.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def played(code: str, day: str, secret: str, person: str, seed: int) -> list[Entry]:
    """The log of a whole game, played at random."""
    bots = bot_names(("strong", "strong"))
    opened = Opened(GameOptions("classic", 3), person, "", bots, secret, True, day=day)
    entries = [Entry(0, opened)]
    table, rng = Table(code), Random(seed)
    entries[0].apply(table)
    while table.stage == "playing":
        game = table.game
        assert game
        if game.phase is Phase.ROLL:
            more: list[Event] = [Rolled()]
        else:
            seats = sorted(game.awaited, reverse=True)  # the person comes last
            more = [Chose(s, str(rng.choice(game.legal_moves(s)[:3]))) for s in seats]
        for event in more:
            entries.append(Entry(0, event))
            entries[-1].apply(table)
    return entries


def lay(
    database: Path, day: str, secrets: list[str], label: str, *, over: bool = True
) -> list[tuple[str, str]]:
    """Makes finished games of that day, or games that lack the player's last choice.

    Returns the codes of the tables, each with that choice.
    """
    drawn = _draw(database, day)
    person = person_of("")
    last = (n for n in count() if _ends_by_choice(played("", day, drawn, person, n)))
    seeds = count() if over else repeat(next(last))
    laid = []
    connection = sqlite3.connect(database, timeout=20, isolation_level=None)
    for number, secret in enumerate(secrets):
        code, person = code_for(f"{label} {number}"), person_of(secret)
        log = played(code, day, drawn, person, next(seeds))
        game = _table(log).game
        assert game
        kept = log if over else log[:-1]
        rows = [(code, place, write_entry(entry)) for place, entry in enumerate(kept, 1)]
        points = game.scores[0] if over else None
        now = time.time_ns() // 1_000_000
        connection.execute("begin")
        connection.execute("insert into tables values (?, ?)", [code, now])
        connection.executemany("insert into entries values (?, ?, ?)", rows)
        connection.execute("insert into day_games values (?, ?, ?, ?)", (code, day, person, points))
        connection.execute("commit")
        event = log[-1].event
        assert isinstance(event, Chose)
        laid.append((code, event.move))
    connection.close()
    return laid


def _draw(database: Path, day: str) -> str:
    """Returns the secret of that day, and draws it if necessary."""
    connection = sqlite3.connect(database, timeout=20)
    with connection:
        new = [day, "ab" * 32, 1_790_000_000_000]
        connection.execute("insert or ignore into days values (?, ?, ?)", new)
    found = connection.execute("select secret from days where day = ?", [day]).fetchone()
    connection.close()
    return str(found[0])


def _table(entries: list[Entry]) -> Table:
    table = Table("")
    for entry in entries:
        entry.apply(table)
    return table


def _ends_by_choice(entries: list[Entry]) -> bool:
    """Whether the person has the last word, and could have chosen otherwise."""
    last = entries[-1].event
    own = isinstance(last, Chose) and last.seat == 0
    before = _table(entries[:-1])
    return own and before.game is not None and not before.can_only_pass(before.game, 0)
