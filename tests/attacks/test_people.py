"""Attacks of players and strangers on the names, seats and tables of others."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from qwixx.cli import main
from qwixx.protocol.types import LONGEST_NAME
from qwixx.server.clock_and_secrets import clock
from qwixx.server.live.retention import Retention
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.table.log import Entry, write_entry
from qwixx.table.names import clean_name, look_of
from qwixx.table.presence import Presence
from qwixx.table.seats import Renamed
from tests.server.client import Player, Refused, ask, in_loop, new_secret, open_table, request
from tests.server.full_disk import unwritable_disk
from tests.server.running import Server
from tests.server.watching import readiness, stored, until_ready

UNSEEN = {
    "Hangul filler": "\u3164",
    "half-width filler": "\uffa0",
    "blank braille": "\u2800\u2800",
    "variation selector": "\ufe0f",
    "grapheme joiner": "\u034f",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d\u2060",
    "soft hyphen": "\u00ad",
    "tags": "\U000e0041\U000e0042",
    "marks without a letter": "\u0301\u0302",
    "direction marks": "\u202e\u2066",
    "no-break space": "\u00a0\u2003",
    "no character": "\ufdd0",
}
ALIKE = {
    "Cyrillic": ("Anna", "\u0410nn\u0430"),
    "Cyrillic word": ("OPEX", "\u041e\u0420\u0415\u0425"),
    "Greek": ("Anton", "\u0391nt\u03bfn"),
    "full width": ("Anna", "\uff21\uff4e\uff4e\uff41"),
    "mathematical": ("Anna", "\U0001d400\U0001d427\U0001d427\U0001d41a"),
    "case": ("Anna", "ANNA"),
    "accent": ("Zoe", "Zo\u0308e"),
    "l and I": ("Ali", "AIl"),
    "one": ("Lia", "1ia"),
    "nought": ("Otto", "0tto"),
    "filler between": ("Anna", "An\u3164na"),
    "selector behind": ("Anna", "Anna\ufe0f"),
}
HONEST = [
    *("Anna", "Zoë", "Łukasz", "Анна", "Σοφία", "Müller-Lüdenscheidt"),
    *("张伟", "さくら", "محمد", "नीतू", "🎲"),
    # One emoji each, of several that are joined.
    *("👨\u200d👩\u200d👧\u200d👦", "Ria 👩🏽\u200d🚀"),
]


@pytest.mark.parametrize("name", UNSEEN)
def test_invisible_characters_make_no_name(name: str) -> None:
    assert clean_name(UNSEEN[name]) is None
    assert clean_name(f"Anna{UNSEEN[name]}") in ("Anna", "Anna\u0301\u0302", "Ann\u00e1\u0302")


def test_honest_names_stay_as_they_are() -> None:
    assert [clean_name(name) for name in HONEST] == HONEST
    assert len({look_of(name) for name in HONEST}) == len(HONEST)


def test_only_emoji_are_joined_and_a_joiner_makes_no_other_name() -> None:
    for name in ("An\u200dna", "\u200dAnna", "Anna\u200d🎲", "🎲\u200dAnna", "🎲\u200d\u200d🎲"):
        cleaned = clean_name(name)
        assert cleaned is not None
        assert "\u200d" not in cleaned
    assert look_of("🐻\u200d🎲") == look_of("🐻🎲")


def test_marks_do_not_cover_what_is_around() -> None:
    name = clean_name("Z" + "\u0335" * 20 + "oe")
    assert name == "Z" + "\u0335" * 3 + "oe"
    assert len(name) <= LONGEST_NAME


@pytest.mark.parametrize("kind", ALIKE)
@in_loop
async def test_names_that_look_alike_are_refused(server: Server, kind: str) -> None:
    first, second = ALIKE[kind]
    secret = new_secret()
    code = open_table(server.address, secret, name=first)
    async with Player(server.address, code) as mallory:
        with pytest.raises(Refused, match="name-taken"):
            await mallory.act("sit", name=second, seat=None)
        await mallory.act("sit", name="Somebody else", seat=None)
        with pytest.raises(Refused, match="name-taken"):
            await mallory.act("rename", name=second)


@in_loop
async def test_a_connection_that_just_dropped_is_no_absence(tmp_path: Path) -> None:
    with Server(tmp_path, pace=1.0) as server:
        secret = new_secret()
        code = open_table(server.address, secret)
        async with Player(server.address, code, secret) as anna:
            ben = Player(server.address, code)
            await ben.connect()
            await ben.act("sit", name="Ben", seat=None)
            await anna.act("start")
            await anna.until(lambda view: view["stage"] == "playing")
            await ben.disconnect()
            with pytest.raises(Refused, match="not-away"):
                await anna.act("take-over", seat=1, level="random")
            await anna.until(lambda view: view["seats"][1]["presence"] == "away")
            await anna.act("take-over", seat=1, level="random")


def test_visitors_who_come_and_go_are_not_remembered() -> None:
    presence = Presence(lambda: 0, lambda person: person == "player")
    for number in range(10_000):
        presence.come(f"visitor {number}")
        presence.go(f"visitor {number}")
        presence.hear("other node", [f"stranger {number}"])
    presence.come("player")
    presence.go("player")
    assert list(presence._left) == ["player"]


@in_loop
async def test_strangers_delete_nothing(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret)
    async with Player(server.address, code, secret) as anna:
        await anna.act("leave")  # nobody sits there now, and it is still Anna's
    ask(server.address, "/api/forget", {"seats": [{"code": code, "secret": new_secret()}]})
    async with Player(server.address, code):
        pass
    ask(server.address, "/api/forget", {"seats": [{"code": code, "secret": secret}]})
    with pytest.raises(Exception, match="no-such-table"):
        await Player(server.address, code).connect()


def test_naming_many_tables_counts_like_many_requests(server: Server) -> None:
    code = open_table(server.address, new_secret())
    seats = [{"code": code, "secret": new_secret()} for _ in range(50)]
    headers = {"X-Forwarded-For": "192.0.2.77"}  # a client may ask sixty times at once

    def forget(_number: int) -> int:
        return request(server.address, "/api/forget", {"seats": seats}, headers)[0]

    with ThreadPoolExecutor(20) as people:
        heard = list(people.map(forget, range(20)))
    assert set(heard) == {204, 429}


class Changed(NamedTuple):
    """A server that found other logs at its start than it had left."""

    server: Server
    secret: str
    full: str
    """The code of a table with a log that is too long."""
    ahead: str
    """… and of one at which a game goes on that was played by a clock a day ahead."""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Changed]:
    with Server(tmp_path_factory.mktemp("changed")) as server:
        secret = new_secret()
        full = open_table(server.address, secret)
        ahead = open_table(server.address, secret, bots=("random",), start=True)

        async def begin() -> None:
            async with Player(server.address, ahead, secret) as anna:
                await anna.until(lambda view: view["stage"] == "playing")

        asyncio.run(begin())
        server.stop()
        entry = write_entry(Entry(clock(), Renamed(0, "Anna")))
        rows = [(full, position, entry) for position in range(2, 50_001)]
        position = 1 + len(stored(server, ahead))
        later = Entry(clock() + 24 * 3_600_000, Renamed(0, "Ahead"))
        rows.append((ahead, position, write_entry(later)))
        with sqlite3.connect(server.database) as file:
            file.executemany("insert into entries (code, position, entry) values (?, ?, ?)", rows)
        file.close()
        server.start()
        yield Changed(server, secret, full, ahead)


@in_loop
async def test_a_log_cannot_grow_without_end(changed: Changed) -> None:
    async with Player(changed.server.address, changed.full, changed.secret) as anna:
        with pytest.raises(Refused, match="log-full"):
            await anna.act("rename", name="Anna again")


@in_loop
async def test_entries_from_a_clock_that_was_ahead_hold_up_nobody(changed: Changed) -> None:
    async with Player(changed.server.address, changed.ahead, changed.secret) as anna:
        await anna.play(Random(1), until_turn=3)


@in_loop
async def test_a_clock_that_was_set_wrong_deletes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not forwards, not backwards, not while the server runs and not while it is down."""
    store = SqlStore(database_url(f"sqlite:///{tmp_path / 'qwixx.db'}"))
    await store.migrate()
    day = 24 * 3_600_000
    elapsed = 0.0
    entry = write_entry(Entry(0, Renamed(0, "Anna")))

    def retention() -> Retention:
        return Retention(store, 24 * 30, lambda: elapsed)

    now = clock()
    await store.create("CDFGHJ", entry, await retention().now())
    for jump in (31 * day, -day, day, 365 * day):
        monkeypatch.setattr("qwixx.server.live.retention.clock", lambda jump=jump: now + jump)
        after = retention()  # as if it had been started now
        assert await after.outdated() == []
        await after.note_use(["CDFGHJ"])
        assert await retention().outdated() == []
    kept = retention()
    await kept.now()
    elapsed += 29 * 24 * 3600.0
    assert await kept.outdated() == []
    elapsed += 2 * 24 * 3600.0
    assert await kept.outdated() == ["CDFGHJ"]
    await store.close()


def test_the_clock_of_games_does_not_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock()
    monkeypatch.setattr("time.time_ns", lambda: 0)
    assert 0 <= clock() - before < 60_000


# Files and readiness


def test_only_the_owner_may_read_files_with_secrets(server: Server, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        open_table(server.address, new_secret())
        backup, restored = tmp_path / "backup.db", tmp_path / "restored.db"
        assert main(["backup", str(backup), "--database", f"sqlite:///{server.database}"]) == 0
        assert main(["restore", str(backup), "--database", f"sqlite:///{restored}"]) == 0
        folders = (tmp_path, server.database.parent)
        files = [file for folder in folders for file in folder.iterdir() if ".db" in file.name]
        assert len(files) >= 4
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    finally:
        os.umask(before)


@in_loop
async def test_a_full_disk_is_not_ready(server: Server) -> None:
    open_table(server.address, new_secret())
    with unwritable_disk(server):
        async with asyncio.timeout(20):
            while readiness(server)[0] != 503:  # noqa: ASYNC110  (it is asked twice a second)
                await asyncio.sleep(0.1)
        assert readiness(server)[1].startswith("database: ")
    async with asyncio.timeout(20):
        await until_ready(server)


@in_loop
async def test_a_locked_database_is_not_ready_and_says_so_soon(server: Server) -> None:
    other = sqlite3.connect(server.database, isolation_level=None)
    other.execute("begin immediate")
    async with asyncio.timeout(20):
        while readiness(server) != (503, "database: no answer within a second"):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    with suppress(sqlite3.Error):
        other.execute("rollback")
    other.close()
    async with asyncio.timeout(20):
        await until_ready(server)
