"""Everything over HTTP, and what a stranger may not do."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from qwixx.cli import main
from qwixx.protocol.types import PROTOCOL
from qwixx.server.origins import may_come_from
from qwixx.server.web.pages import STATIC, page_file
from qwixx.table.log import write_entry
from tests.server.client import (
    GOOD,
    Bye,
    Player,
    Refused,
    ask,
    in_loop,
    new_secret,
    open_table,
    request,
)
from tests.server.running import Server
from tests.server.watching import stored


def problem(server: Server, path: str, body: object = None) -> tuple[int, str]:
    status, _, text = request(server.address, path, body)
    return status, json.loads(text)["code"]


def test_the_server_describes_itself(server: Server) -> None:
    assert request(server.address, "/healthz")[2] == b"ok\n"
    bots = ask(server.address, "/api/bots")
    assert [bot["strength"] for bot in bots] == list(range(1, len(bots) + 1))
    assert {"random", "greedy"} <= {bot["name"] for bot in bots}
    offered = [bot["name"] for bot in bots if bot["forPlayers"]]
    assert offered == ["beginner", "casual", "strong", "master"]
    assert all(bot["variants"][0] == "classic" for bot in bots)
    by_house_rule = [bot["name"] for bot in bots if "classic-all" in bot["variants"]]
    assert by_house_rule == ["random", "greedy"]
    paths = ask(server.address, "/api/schema/openapi.json")["paths"]
    assert {"/api/tables", "/api/forget", "/api/tables/{code}/record"} <= set(paths)
    schema = ask(server.address, "/api/schema/socket.json")
    assert {"Hello", "Choose", "View", "You"} <= set(schema["$defs"])


@pytest.mark.parametrize("path", ["/", "/CDFGHJ", "/day"])
def test_the_page_forbids_what_it_does_not_need(server: Server, path: str) -> None:
    _, headers, _ = request(server.address, path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    # Browsers take the headers of this answer for those of the page that they have kept.
    known = {"If-None-Match": headers["etag"]}
    status, kept, _ = request(server.address, path, headers=known)
    assert (status, kept["content-security-policy"]) == (304, policy)


@pytest.mark.parametrize(
    "path", ["/healthz", "/api/bots", "/api/tables", "/api/nothing", "/nix.js", "/icon.svg"]
)
def test_other_answers_can_run_nothing_in_a_window(server: Server, path: str) -> None:
    _, headers, _ = request(server.address, path)
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_service_worker_may_fetch_the_page_and_nothing_else(server: Server) -> None:
    """It obeys the policy of its own script; a page does not."""
    _, headers, _ = request(server.address, "/service-worker.js")
    policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
    assert headers["content-security-policy"] == policy
    known = {"If-None-Match": headers["etag"]}
    status, kept, _ = request(server.address, "/service-worker.js", headers=known)
    assert (status, kept["content-security-policy"]) == (304, policy)


def test_files_of_the_page_have_the_headers_of_files(server: Server) -> None:
    font = next((STATIC / "assets").glob("*.woff2")).name
    _, headers, _ = request(server.address, f"/assets/{font}")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers
    _, missing, _ = request(server.address, "/assets/none.js")
    assert "content-security-policy" in missing


def test_the_page_is_served_and_nothing_around_it(tmp_path: Path) -> None:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("page")
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "static"
    assert page_file("/index.html", folder) == folder / "index.html"
    for path in ("/../secret.txt", "//../secret.txt", "/assets", "/assets/../../secret.txt", ""):
        assert page_file(path, folder) is None


def test_unknown_addresses_are_not_found(server: Server) -> None:
    status, _, text = request(server.address, "/CDFGHJ")
    # Without a built page the answer says how to build it.
    assert status == 200 or (status == 503 and b"npm run build" in text)
    assert request(server.address, "/no/such/file.js")[0] == 404
    assert request(server.address, "/%2e%2e/app.py")[0] == 404
    assert problem(server, "/api/nothing") == (404, "not-found")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"name": "\u202e\x00 "}, 400, "bad-name"),
        ({"name": "x" * 25}, 400, "bad-name"),
        ({"bots": ["nobody"]}, 400, "no-such-bot"),
        ({"bots": ["random", "random"]}, 400, "table-full"),
        ({"start": True}, 400, "not-enough-players"),
        ({"secret": "short"}, 400, "bad-message"),
        ({"secret": "G" * 32}, 400, "bad-message"),
        ({"options": {"variant": "poker", "seats": 2, "timer": 0}}, 400, "bad-message"),
        ({"options": {"variant": "classic", "seats": 6, "timer": 0}}, 400, "bad-message"),
        ({"options": {"variant": "classic", "seats": 2, "timer": -1}}, 400, "bad-message"),
        ({"bots": ["random"] * 5}, 400, "bad-message"),
        ({"name": "x" * 20_000}, 413, "bad-message"),
    ],
)
def test_a_table_with_bad_options_is_refused(
    server: Server, change: dict[str, object], status: int, code: str
) -> None:
    assert problem(server, "/api/tables", {**GOOD, **change}) == (status, code)


def test_a_bad_body_is_refused(server: Server) -> None:
    bodies: list[object] = [None, [], "text", {"seats": [{"code": "CDFGHJ"}]}]
    for body in bodies:
        status, _, text = request(server.address, "/api/tables/mine", body)
        assert status in (400, 404, 405), (body, text)


def test_records_are_for_games_that_are_over(server: Server) -> None:
    code = open_table(server.address, new_secret())
    for what in ("record", "replay"):
        assert problem(server, f"/api/tables/{code}/{what}") == (409, "not-over")
        assert problem(server, f"/api/tables/CDFGHJ/{what}") == (404, "no-such-table")
        assert problem(server, f"/api/tables/..%2f/{what}")[0] == 404
    # A game has one address only.
    assert problem(server, f"/api/tables/{code}/games/1") == (409, "not-over")
    for number in ("0", "01", "+1", "%201", "1_0", "-1", "x", "%D9%A1", "9" * 26):
        for what in ("", "/record", "/replay", "/review"):
            assert problem(server, f"/api/tables/{code}/games/{number}{what}") == (404, "not-found")


@in_loop
async def test_my_tables_are_those_with_my_seat(server: Server) -> None:
    secret, other = new_secret(), new_secret()
    lobby = open_table(server.address, secret)
    running = open_table(server.address, secret, bots=("random",), start=True, variant="longo")
    foreign = open_table(server.address, other)
    async with Player(server.address, running, secret) as anna:
        await anna.until(lambda view: bool(view["you"]["asked"]))
        seats = [{"code": c, "secret": secret} for c in (lobby, running, foreign, "XXXXXX", "?")]
        mine = ask(server.address, "/api/tables/mine", {"seats": seats})
        assert [table["code"] for table in mine] == [lobby, running]
        assert [table["stage"] for table in mine] == ["lobby", "playing"]
        assert [table["yours"] for table in mine] == [False, True]
        assert mine[1]["others"] == [anna.view["seats"][1]["name"]]
        assert mine[1]["card"]["lucky"] == anna.view["game"]["cards"][0]["lucky"]


@in_loop
async def test_the_data_of_a_player_are_deleted_on_request(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret, name="Annabella", bots=(), seats=3)
    async with Player(server.address, code) as bert:
        await bert.act("sit", name="Bert", seat=None)
        async with Player(server.address, code, secret) as anna:
            await anna.act("rename", name="Annabellina")
            await anna.act("start")
            await bert.until(lambda view: view["stage"] == "playing")
            ticket, phone = new_secret(), new_secret()
            await anna.act("ticket", ticket=ticket)
            there = Player(server.address, code, phone, ticket=ticket)
            await there.connect()
        # The seat has been on two devices: forgetting the second forgets the first as well.
        mine = {"seats": [{"code": code, "secret": phone}]}
        assert request(server.address, "/api/forget", mine)[0] == 204
        with pytest.raises(Bye, match="expired"):
            await there.until(lambda _view: False)
        view = await bert.until(lambda view: view["seats"][0]["kind"] == "bot")
        assert view["host"] == 1
        assert (await bert.until(lambda view: view["seats"][0]["name"] == ""))["you"]["seat"] == 1
        kept = b"".join(write_entry(entry) for entry in stored(server, code))
        assert b"Annabell" not in kept
        await bert.act("preferences", preferences={"autoPass": True, "autoRoll": True})
        # With the last person everything goes.
        mine = {"seats": [{"code": code, "secret": bert.secret}]}
        assert request(server.address, "/api/forget", mine)[0] == 204
        with pytest.raises(Bye, match="expired"):
            await bert.until(lambda view: view["version"] < 0)
        assert stored(server, code) == []


def test_pages_of_other_hosts_may_not_open_the_socket() -> None:
    assert may_come_from(None, "qwixx.example")
    assert may_come_from("https://qwixx.example", "qwixx.example")
    assert may_come_from("http://192.168.1.5:8000", "192.168.1.5:8000")
    assert not may_come_from("https://evil.example", "qwixx.example")
    assert not may_come_from("https://qwixx.example.evil", "qwixx.example")
    assert not may_come_from("http://192.168.1.5:9000", "192.168.1.5:8000")
    assert not may_come_from("null", "qwixx.example")
    assert not may_come_from("http://[", "qwixx.example")


@in_loop
async def test_a_foreign_origin_is_turned_away_by_the_server(server: Server) -> None:
    code = open_table(server.address, new_secret())
    url = f"ws://{server.address}/api/tables/{code}/socket"
    with pytest.raises(InvalidStatus):
        await connect(url, origin="https://evil.example")  # type: ignore[arg-type]
    own = await connect(url, origin=f"http://{server.address}")  # type: ignore[arg-type]
    await own.close()


def test_a_foreign_page_cannot_use_up_the_limits_of_its_visitors(tmp_path: Path) -> None:
    with Server(tmp_path, "--tables-per-address", "1") as server:
        for origin in ("https://evil.example", "null", "http://["):
            foreign = {"Origin": origin, "Content-Type": "text/plain"}
            assert request(server.address, "/api/tables", GOOD, foreign)[0] == 403
            assert request(server.address, "/api/review", "[]", foreign)[0] == 403
        own = {"Origin": f"http://{server.address}"}
        assert request(server.address, "/api/tables", GOOD, own)[0] == 201


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/mine", "/api/forget", "/api/day"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_bodies_are_json_and_say_so(server: Server, path: str, kind: str) -> None:
    status, _, text = request(server.address, path, GOOD, {"Content-Type": kind})
    assert (status, json.loads(text)["code"]) == (415, "bad-message")


@in_loop
async def test_a_page_of_another_version_is_asked_to_reload(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret)
    for protocol in (PROTOCOL - 1, PROTOCOL + 1):
        async with connect(f"ws://{server.address}/api/tables/{code}/socket") as socket:
            hello = {"type": "hello", "secret": secret, "protocol": protocol}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv()) == {"type": "bye", "code": "outdated"}
    async with Player(server.address, code, secret) as anna:
        assert anna.you["seat"] == 0


@in_loop
async def test_a_malformed_message_is_refused_and_harms_nobody(server: Server) -> None:
    secret = new_secret()
    code = open_table(server.address, secret)
    url = f"ws://{server.address}/api/tables/{code}/socket"
    for first in ("", "{}", "null", '{"type":"roll"}', '{"type":"hello","secret":"x"}', "\x00"):
        async with connect(url) as socket:
            await socket.send(first)
            assert json.loads(await socket.recv()) == {"type": "bye", "code": "bad-message"}
            with pytest.raises(ConnectionClosed):
                await socket.recv()
    async with Player(server.address, code, secret) as anna:
        for text in ("", "[]", '{"type":"nix","id":"1","version":0}', '{"type":"sit","id":"1"}'):
            await anna.send(text)
        # A second hello is a question whether the server is still there.
        before = len(anna.heard)
        await anna.send(json.dumps({"type": "hello", "secret": secret}))
        await anna.until(lambda _: any('"view"' in text for text in anna.heard[before:]))
        # Still there, and answered in order.
        await anna.act("rename", name="Still here")
        refusals = [m for m in map(json.loads, anna.heard) if m["type"] == "refusal"]
        assert [refusal["code"] for refusal in refusals] == ["bad-message"] * 4
        assert [refusal["id"] for refusal in refusals] == ["", "", "1", "1"]
    async with connect(url) as socket:
        await socket.send(json.dumps({"type": "hello", "secret": "0" * 32, "more": "x" * 5000}))
        with pytest.raises(ConnectionClosed):
            await socket.recv()


@in_loop
async def test_an_unknown_table_is_not_found(server: Server) -> None:
    for code in ("CDFGHJ", "nonsense", "..", "%00"):
        with pytest.raises(Bye, match="no-such-table"):
            await Player(server.address, code).connect()
    # A code may be typed in small letters.
    code = open_table(server.address, new_secret())
    async with Player(server.address, code.lower()) as guest:
        assert guest.view["code"] == code


@in_loop
async def test_floods_are_slowed_down(tmp_path: Path) -> None:
    options = ("--message-rate", "3", "--request-rate", "3")
    with Server(tmp_path, *options) as server:
        secret = new_secret()
        code = open_table(server.address, secret)
        async with Player(server.address, code, secret) as anna:
            anna.seals = False
            results = await asyncio.gather(
                *(anna.act("rename", name=f"Anna {n}") for n in range(20)), return_exceptions=True
            )
            codes = {result.code for result in results if isinstance(result, Refused)}
            assert codes == {"too-many-requests"}
            assert any(isinstance(result, int) for result in results)
        statuses = [request(server.address, "/api/bots")[0] for _ in range(20)]
        assert {200, 429} == set(statuses)
        assert request(server.address, "/healthz")[0] == 200


def test_the_server_loads_nothing_heavy() -> None:
    """Bots may need Numba or NumPy; they think in a process of their own."""
    code = (
        "import sys, qwixx.server.run, qwixx.cli.serve; "
        "print([name for name in ('numba', 'numpy', 'matplotlib') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def loaded_libraries(pid: int) -> str:
    """The files in a process's memory, if the system lists them."""
    maps = Path(f"/proc/{pid}/maps")
    return maps.read_text(encoding="utf-8") if maps.exists() else ""


@in_loop
async def test_the_server_loads_nothing_heavy_while_bots_play(server: Server) -> None:
    secret = new_secret()
    levels = tuple(bot["name"] for bot in ask(server.address, "/api/bots"))[-4:]
    code = open_table(
        server.address, secret, seats=1 + len(levels), bots=levels, start=True, timer=1
    )
    async with Player(server.address, code, secret) as anna:
        await anna.until(lambda view: view["game"] is not None and view["game"]["turn"] >= 2)
    loaded = loaded_libraries(server.pid)
    assert not any(name in loaded for name in ("llvmlite", "numpy"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "99999"], "from 0 to 65,535"),
        (["--host", "198.51.100.1"], "198.51.100.1"),
        (["--port", "0", "--database", "mysql://nix"], "expected sqlite:///… or postgresql"),
        (["--port", "0", "--database", "what:ever"], "expected the address of a database"),
        (["--port", "0", "--redis", "what:ever"], "expected the address of a Redis"),
        (["--port", "0", "--trusted-proxies", "127.0.0.l"], "and networks (10.0.0.5,10.1.0.0/24)"),
        (["--port", "0", "--trusted-proxies", "10.0.0.5, 10.0.0.0/33"], "found '10.0.0.0/33'"),
        (
            ["--port", "0", "--database", "sqlite:////no/such/folder/x.db"],
            "no/such/folder does not exist",
        ),
        (["--port", "0", "--database", "postgresql://a:hidden@127.0.0.1:1/x"], "a:***@127.0.0.1"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code("serve", *arguments) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.startswith("qwixx serve: ")
    assert said.err.count("\n") == 1
    assert said.out == ""


def exit_code(*arguments: str) -> int:
    """The exit code, also where the parser of the arguments ends the program."""
    try:
        return main(arguments)
    except SystemExit as end:
        assert isinstance(end.code, int)
        return end.code


def test_a_busy_port_is_reported_in_one_line(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", "127.0.0.1", "--port", f"{server.port}"]) == 2
    assert capsys.readouterr().err == (
        f"qwixx serve: cannot listen on 127.0.0.1, port {server.port}: Address already in use\n"
    )


@in_loop
async def test_a_page_on_localhost_gets_the_address_for_phones(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        code = open_table(server.address, new_secret())
        async with Player(server.address, code) as anna:
            link = anna.view["link"]
        # A machine without a network has no address to tell.
        assert link == "" or re.fullmatch(rf"http://[\d.]+:{server.port}/{code}", link)
        assert "127.0.0.1" not in link
