"""The files for operators work: proxies with a real nginx, units, alerts, restoring, doctor."""

import asyncio
import json
import os
import re
import shutil
import socket
import sqlite3
import ssl
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from websockets.asyncio.client import connect

from qwixx.cli import main
from qwixx.server.checkup.database import check_database
from qwixx.server.checkup.findings import Wrong
from qwixx.server.checkup.machine import check_backups
from qwixx.server.checkup.proxy import check_proxy
from qwixx.server.run import prepare
from qwixx.server.storage.database import database_url
from tests.server.client import Player, in_loop, new_secret, open_table, request
from tests.server.cluster import RedisServer, execute, new_database, postgres_server
from tests.server.proxies import DEPLOY, free_port, nginx
from tests.server.running import Server
from tests.server.watching import figures, until_ready

ROOT = Path(__file__).parents[2]


def nginx_file() -> Path:
    """The file for the version that is installed."""
    told = subprocess.run([nginx(), "-v"], capture_output=True, text=True, check=True).stderr
    version = tuple(map(int, re.findall(r"\d+", told)[:3]))
    return DEPLOY / ("nginx.conf" if version >= (1, 25, 1) else "nginx-1.22.conf")


@contextmanager
def proxy(
    folder: Path, nodes: list[Server], change: tuple[str, str] = ("", "")
) -> Iterator[tuple[int, int]]:
    """nginx with our file, but for its ports, nodes and certificate: the ports it listens at.

    `change` replaces one more thing in the file by another.
    """
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", key, "-out", certificate, "-days", "1"),
        ],
        check=True,
        capture_output=True,
    )
    plain, secure = free_port(), free_port()
    text = nginx_file().read_text(encoding="utf-8").replace(*change)
    text = text.replace("listen 80", f"listen 127.0.0.1:{plain}")
    text = text.replace("listen 443", f"listen 127.0.0.1:{secure}")
    text = text.replace("qwixx.example;", "localhost;")
    text = text.replace("/etc/ssl/qwixx.example.pem", str(certificate))
    text = text.replace("/etc/ssl/qwixx.example.key", str(key))
    text = text.replace(
        "server 127.0.0.1:8000;", " ".join(f"server {node.address};" for node in nodes)
    )
    (folder / "site.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/body;\n"
        f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u;"
        f"scgi_temp_path {folder}/s; include {folder}/site.conf; }}\n",
        encoding="utf-8",
    )
    running = subprocess.Popen(
        [nginx(), "-e", folder / "error.log", "-c", folder / "nginx.conf", "-p", folder]
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", secure)) == 0:
                    break
            assert running.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
            time.sleep(0.05)
        yield plain, secure
    finally:
        running.terminate()
        running.wait(10)


def unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def ask(port: int, path: str, *headers: str, secure: bool = True) -> str:
    """Everything that a proxy answers."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=unverified() if secure else None
    )
    lines = (f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers, "", "")
    writer.write("\r\n".join(lines).encode())
    answer = (await reader.read()).decode("latin-1")
    writer.close()
    return answer


@in_loop
async def test_two_nodes_play_behind_nginx(
    tmp_path: Path, postgres: str, redis: RedisServer
) -> None:
    folder = tmp_path / "nginx"
    folder.mkdir()
    with (
        Server(tmp_path, "--redis", redis.url, url=postgres) as first,
        Server(tmp_path, "--redis", redis.url, "--tables-per-address", "1", url=postgres) as second,
        proxy(folder, [first, second]) as (plain, secure),
    ):
        moved = await ask(plain, "/CDFGHJ?x=1", secure=False)
        assert moved.startswith("HTTP/1.1 301 ")
        assert "Location: https://localhost/CDFGHJ?x=1\r\n" in moved
        page = await ask(secure, "/")
        assert page.startswith("HTTP/1.1 200 ")
        assert "Strict-Transport-Security: max-age=31536000\r\n" in page
        assert "content-security-policy:" in page.lower()
        for path in ("/metrics", "/metrics/", "//metrics", "/readyz", "/readyz/"):
            assert "qwixx_tables" not in await ask(secure, path)
        assert (await ask(secure, "/readyz")).startswith("HTTP/1.1 404 ")
        # Two at a table, by the proxy: both are on one node, and a foreign page is turned away.
        code = open_table(first.address, new_secret())
        url = f"wss://localhost:{secure}/api/tables/{code}/socket"
        sockets = []
        for _ in range(4):
            opened = await connect(url, ssl=unverified(), origin=f"https://localhost:{secure}")  # type: ignore[arg-type]
            await opened.send(json.dumps({"type": "hello", "secret": new_secret()}))
            assert json.loads(await opened.recv())["type"] == "view"
            sockets.append(opened)
        watching = [figures(node)["qwixx_spectators_connected"] for node in (first, second)]
        assert sorted(watching) == [0, 4]
        with pytest.raises(Exception, match="403"):
            await connect(url, ssl=unverified(), origin="https://evil.example")  # type: ignore[arg-type]
        for opened in sockets:
            await opened.close()


def test_the_units_and_alert_rules_name_things_that_exist() -> None:
    unit = (DEPLOY / "qwixx.service").read_text(encoding="utf-8")
    limit = re.search(r"LimitNOFILE=(\d+)", unit)
    assert limit
    assert int(limit[1]) > 10_000 + 64
    backup = (DEPLOY / "qwixx-backup.service").read_text(encoding="utf-8")
    assert "qwixx backup /var/lib/qwixx/backups/" in backup
    assert "QWIXX_BACKUPS=/var/lib/qwixx/backups" in unit


@pytest.fixture(scope="session")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows where its backups are."""
    folder = tmp_path_factory.mktemp("hosted")
    (folder / "old.db").touch()
    with Server(folder, "--backups", str(folder)) as server:
        yield server


def test_the_dashboard_and_rules_use_metrics_that_exist(hosted: Server) -> None:
    told = request(hosted.metrics, "/metrics")[2].decode()
    known = set(re.findall(r"# TYPE (\w+)", told))
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
    wanted = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    wanted += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert len(wanted) > 20
    for expression in wanted:
        for name in re.findall(r"qwixx_\w+", expression):
            assert re.sub(r"_bucket$", "", name) in known, name


def test_compose_has_networks_limits_and_a_backup_and_takes_any_password() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    assert {"node", "proxy", "database", "redis", "backup"} == set(services)
    assert services["proxy"]["networks"] == ["front"]
    assert all(services[name]["networks"] == ["back"] for name in ("database", "redis", "backup"))
    assert all("memory" in each["deploy"]["resources"]["limits"] for each in services.values())
    assert "PASSWORD" not in services["node"]["environment"]["QWIXX_DATABASE"]
    assert "PGPASSWORD" in services["node"]["environment"]


def test_the_backup_of_compose_waits_for_a_node_and_tries_again(tmp_path: Path) -> None:
    backup = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"][
        "backup"
    ]
    assert backup["depends_on"] == {"node": {"condition": "service_healthy"}}
    assert backup["healthcheck"] == {"disable": True}
    programs = {
        "qwixx": "echo tried >> log; test $(grep -c tried log) -gt 1",  # the first one fails
        "find": "true",
        "sleep": "echo $1 >> log; test $1 = 60 || kill -9 $PPID",
    }
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\ncd {tmp_path}\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    script = backup["command"][0].replace("$$", "$")
    subprocess.run([*backup["entrypoint"], script], env={"PATH": path}, check=False, timeout=20)
    assert (tmp_path / "log").read_text().split() == ["tried", "60", "tried", "86400"]


@in_loop
async def test_a_password_may_come_from_the_environment(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With characters that would have a meaning in the address."""
    monkeypatch.setenv("PGPASSWORD", "p@ss/w:rd#%")
    with Server(tmp_path, url=postgres) as server:
        await until_ready(server)


@in_loop
async def test_a_restored_backup_plays_on(tmp_path: Path) -> None:
    """Restores a backup that was made during a game; the game goes on from it."""
    (tmp_path / "lost").mkdir()
    (tmp_path / "new").mkdir()
    secret = new_secret()
    with Server(tmp_path / "lost") as server:
        code = open_table(server.address, secret, bots=("random",), start=True)
        async with Player(server.address, code, secret) as anna:
            view = await anna.play(Random(1), until_turn=3)
            file = tmp_path / "backup.db"
            database = f"sqlite:///{server.database}"
            assert await asyncio.to_thread(main, ["backup", str(file), "--database", database]) == 0
    shutil.rmtree(tmp_path / "lost")
    restored = Server(tmp_path / "new")
    database = f"sqlite:///{restored.database}"
    assert await asyncio.to_thread(main, ["restore", str(file), "--database", database]) == 0
    assert await asyncio.to_thread(main, ["doctor", "--database", database]) == 0
    with restored:
        async with Player(restored.address, code, secret) as anna:
            assert anna.view["game"]["id"] == view["game"]["id"]
            assert anna.view["game"]["turn"] >= 3
            assert (await anna.play(Random(2)))["stage"] == "over"
        # Twice into one database would be a mistake, and is refused.
        assert await asyncio.to_thread(main, ["restore", str(file), "--database", database]) == 2


def diagnosis(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, str]]:
    code = main(["doctor", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    return code, {line.split()[1]: line for line in lines}


def test_the_doctor_finds_nothing_wrong_with_a_healthy_server(
    hosted: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = diagnosis(
        capsys,
        *("--database", f"sqlite:///{hosted.database}", "--connections", "100"),
        *("--site", f"http://{hosted.address}"),
    )
    assert code == 0, said
    names = ["database", "disk", "descriptors", "clock", "redis", "proxy", "backups"]
    assert list(said) == names
    assert {name for name, line in said.items() if not line.startswith("ok ")} == {"backups"}
    assert said["backups"].startswith("SKIPPED ")
    assert "there is none before the server" in said["proxy"]


def test_the_doctor_says_what_is_wrong_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.db").write_bytes(b"no database at all" * 100)
    code, said = diagnosis(
        capsys,
        *("--database", f"sqlite:///{tmp_path / 'broken.db'}", "--connections", "1000000"),
        *("--redis", "redis://127.0.0.1:1", "--site", "http://127.0.0.1:1"),
        *("--backups", str(tmp_path / "nowhere")),
    )
    assert code == 1
    wrong = {name for name, line in said.items() if line.startswith("WRONG")}
    assert wrong == {"database", "descriptors", "redis", "proxy", "backups"}
    assert "LimitNOFILE" in said["descriptors"]
    assert "the server's file" in said["database"]
    assert (tmp_path / "broken.db").stat().st_mode & 0o777 == 0o644  # it may be anybody's


@in_loop
async def test_the_doctor_names_another_program_at_the_address_of_the_site() -> None:
    told = {
        b"": "hangs up",
        b"SSH-2.0-OpenSSH\r\n\r\n": "speaks no HTTP",
        b"x" * 100_000: "speaks no HTTP",
        b"HTTP/1.1 301 Moved Permanently\r\nLocation: https://x/\r\n\r\n": "leads elsewhere",
        b"HTTP/1.1 404 Not Found\r\n\r\n": "nginx-path.conf",
        b"HTTP/1.1 502 Bad Gateway\r\n\r\n": "does not reach the server",
    }
    for answer, complaint in told.items():

        async def say(
            reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: bytes = answer
        ) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            writer.close()

        async with await asyncio.start_server(say, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            with pytest.raises(Wrong, match=complaint):
                await asyncio.to_thread(check_proxy, f"http://127.0.0.1:{port}")


def test_the_doctor_finds_a_database_that_is_damaged_or_of_another_program_or_open_to_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def finding() -> str:
        code, said = diagnosis(capsys, "--database", f"sqlite:///{file}", "--connections", "100")
        assert code == said["database"].startswith("WRONG")
        return said["database"]

    file = tmp_path / "ours.db"
    prepare(database_url(f"sqlite:///{file}"))
    assert "writes and reads back" in finding()
    file.chmod(0o644)
    assert "chmod 600" in finding()
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    file.chmod(0o600)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update alembic_version set version_num = '9999'")
    assert "newer version (9999)" in finding()
    content = bytearray(file.read_bytes())
    content[4096:12288] = b"x" * 8192
    file.write_bytes(content)
    assert "restore a backup" in finding()
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("create table songs (name text)")
    mode = file.stat().st_mode
    assert "another program (it holds songs)" in finding()
    assert file.stat().st_mode == mode


def test_the_doctor_finds_a_backup_that_cannot_be_restored(
    hosted: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, folder = f"sqlite:///{hosted.database}", tmp_path / "backups"
    folder.mkdir()
    open_table(hosted.address, new_secret())
    assert main(["backup", str(folder / "qwixx.db"), "--database", source]) == 0
    whole = (folder / "qwixx.db").read_bytes()
    assert "is complete" in check_backups(str(folder))
    for content in (os.urandom(5000), whole[: len(whole) // 2], b""):
        (folder / "qwixx.db").write_bytes(content)
        with pytest.raises(Wrong, match=r"qwixx\.db cannot be restored"):
            check_backups(str(folder))
    assert [file.name for file in folder.iterdir()] == ["qwixx.db"]
    capsys.readouterr()


@in_loop
async def test_a_postgres_that_may_lose_commits_is_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory(prefix="qwixx-") as folder, postgres_server(Path(folder)) as postgres:
        url = postgres.get_uri()
        await asyncio.to_thread(prepare, database_url(url))
        assert "writes" in await check_database(database_url(url))
        await execute(url, "alter system set synchronous_commit = off", "select pg_reload_conf()")
        with pytest.raises(Wrong, match="synchronous_commit is off"):
            await check_database(database_url(url))
        with Server(tmp_path, url=url) as server:
            await until_ready(server)
    assert "synchronous_commit is off" in capfd.readouterr().err


@in_loop
async def test_the_doctor_finds_what_a_proxy_does_not_pass_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets = "proxy_set_header X-Forwarded-For $remote_addr;"
    guide = (ROOT / "docs/tutorials/host.md").read_text(encoding="utf-8")
    (proxy_line,) = re.findall(r"^ok +proxy +(.*)$", guide, re.MULTILINE)
    complaints = {
        sets: proxy_line,
        "": "a client can claim to have any address",
        'proxy_set_header X-Forwarded-For "";': "all players count as one address",
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;": "the client's address",
    }
    with (
        Server(tmp_path) as server,
        Server(tmp_path, "--trusted-proxies", "10.0.0.5") as distrustful,
    ):
        for number, (line, complaint) in enumerate(complaints.items()):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            with proxy(folder, [server], (sets, line)) as (_, secure):
                site = f"https://localhost:{secure}"
                with pytest.raises(Wrong, match=r"self-signed certificate.*SSL_CERT_FILE"):
                    await asyncio.to_thread(check_proxy, site)
                monkeypatch.setenv("SSL_CERT_FILE", str(folder / "certificate.pem"))
                with pytest.raises(Wrong) if number in (1, 2) else nullcontext() as problem:
                    found = await asyncio.to_thread(check_proxy, site)
                monkeypatch.delenv("SSL_CERT_FILE")
                assert complaint in (str(problem.value) if problem else found)
        (tmp_path / "distrustful").mkdir()
        with proxy(tmp_path / "distrustful", [distrustful]) as (_, secure):
            certificate = tmp_path / "distrustful" / "certificate.pem"
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            with pytest.raises(Wrong, match="--trusted-proxies"):
                await asyncio.to_thread(check_proxy, f"https://localhost:{secure}")


@in_loop
async def test_an_empty_database_is_not_wrong(tmp_path: Path, postgres_process: Any) -> None:
    (tmp_path / "empty.db").touch()
    new = await asyncio.to_thread(new_database, postgres_process.get_uri())
    for url in (f"sqlite:///{tmp_path / 'empty.db'}", new):
        assert "the server will make" in await check_database(database_url(url))
