"""Backups are made while games run, and restored into an empty database."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from qwixx.cli import main
from qwixx.notation import read_record
from qwixx.table.verify import problems
from tests.server.client import Player, in_loop, new_secret, open_table, request
from tests.server.running import Server


def rows(database: Path) -> list[tuple[str, int, bytes]]:
    connection = sqlite3.connect(database)
    try:
        return list(connection.execute("select * from entries order by code, position"))
    finally:
        connection.close()


def list_unfinished(folder: Path) -> list[Path]:
    return list(folder.glob(".*"))


async def qwixx(*arguments: str | Path) -> None:
    """Runs a command beside the test, as a host would beside the server."""
    command = [sys.executable, "-m", "qwixx", *map(str, arguments)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@in_loop
async def test_a_backup_during_games_is_one_moment_of_all(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        async with Player(server.address, code, secret) as anna:
            await anna.play(Random(1), until_turn=2)
            before = anna.view["version"]
            source = f"sqlite:///{server.database}"
            await asyncio.gather(anna.play(Random(2)), qwixx("backup", copy, "--database", source))
        everything = rows(server.database)
    kept = rows(copy)
    assert before <= len(kept) <= len(everything)
    assert kept == everything[: len(kept)]
    assert copy.stat().st_mode & 0o077 == 0
    assert not list_unfinished(tmp_path)

    # Restored elsewhere, the game goes on to its end.
    other = tmp_path / "other"
    other.mkdir()
    await qwixx("restore", copy, "--database", f"sqlite:///{other / 'qwixx.db'}")
    with Server(other) as server:
        async with Player(server.address, code, secret) as anna:
            assert anna.view["version"] >= before
            await anna.play(Random(3))
        record = read_record(request(server.address, f"/api/tables/{code}/record")[2].decode())
        assert list(problems(record)) == []


@in_loop
async def test_a_backup_goes_from_sqlite_to_postgresql_and_back(
    tmp_path: Path, postgres: str
) -> None:
    """The way from one machine to several."""
    with Server(tmp_path) as server:
        secret = new_secret()
        code = open_table(server.address, secret, bots=("random",), start=True)
        async with Player(server.address, code, secret) as anna:
            await anna.play(Random(1), until_turn=3)
        await qwixx("backup", tmp_path / "one.db", "--database", f"sqlite:///{server.database}")
    await qwixx("restore", tmp_path / "one.db", "--database", postgres)
    with Server(tmp_path, url=postgres) as server:
        async with Player(server.address, code, secret) as anna:
            assert anna.view["game"]["turn"] >= 3
        await qwixx("backup", tmp_path / "two.db", "--database", postgres)
    assert rows(tmp_path / "two.db")[: len(rows(tmp_path / "one.db"))] == rows(tmp_path / "one.db")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Runs a command that must fail, and returns its one line of error."""
    assert main([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith(f"qwixx {arguments[0]}: ")
    return said.err


def test_a_backup_that_cannot_be_taken_says_why(
    tmp_path: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    source = f"sqlite:///{server.database}"
    missing = tmp_path / "missing.db"
    assert "does not exist" in refused(
        capsys, "backup", tmp_path / "x.db", "--database", f"sqlite:///{missing}"
    )
    assert not missing.exists()
    (tmp_path / "there.db").write_text("something")
    assert "exists already" in refused(
        capsys, "backup", tmp_path / "there.db", "--database", source
    )
    assert (tmp_path / "there.db").read_text() == "something"
    assert "No such file or directory" in refused(
        capsys, "backup", tmp_path / "no" / "x.db", "--database", source
    )
    foreign = tmp_path / "foreign.db"
    sqlite3.connect(foreign).close()
    foreign.touch()
    assert "no games of Qwixx" in refused(
        capsys, "backup", tmp_path / "x.db", "--database", f"sqlite:///{foreign}"
    )
    assert "expected sqlite:///… or postgresql://…" in refused(
        capsys, "backup", tmp_path / "x.db", "--database", "mysql://nix"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["foreign.db", "there.db"]


def test_a_restore_that_cannot_be_done_says_why_and_changes_nothing(
    tmp_path: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    open_table(server.address, new_secret())
    source, file = f"sqlite:///{server.database}", tmp_path / "copy.db"
    assert main(["backup", str(file), "--database", source]) == 0
    assert "Wrote" in capsys.readouterr().out
    before = rows(server.database)
    assert "name an unused one" in refused(capsys, "restore", file, "--database", source)
    assert rows(server.database) == before
    target = f"sqlite:///{tmp_path / 'new.db'}"
    assert "does not exist" in refused(capsys, "restore", tmp_path / "nix.db", "--database", target)
    (tmp_path / "text").write_text("no database at all" * 100)
    assert "is no backup" in refused(capsys, "restore", tmp_path / "text", "--database", target)
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()
    assert "newer version" in refused(capsys, "restore", file, "--database", target)
    assert not (tmp_path / "new.db").exists()
