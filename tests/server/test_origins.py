"""Pages of another site: allowed ones may play here, and nobody else gains anything by that."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from qwixx.cli import main
from qwixx.server.origins import may_come_from, origin_of, read_origins
from tests.server.client import GOOD, in_loop, new_secret, open_table, request
from tests.server.running import Server

SITE = "https://games.example"
OTHER = "http://127.0.0.1:9999"
FOREIGN = [
    "https://evil.example",
    "null",
    "*",
    "",
    "http://[",
    "https://sub.games.example",
    "https://games.example.evil.example",
    "https://evil-games.example",
    "https://games.exampl",
    "https://games.example.",
    "https://GAMES.example",
    "https://games.example/",
    "https://games.example@evil.example",
    "http://games.example",
    "https://games.example:444",
    "https://games.example:443",
    "http://127.0.0.1",
    "https://games.example, https://evil.example",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that allows two sites; one of them is named by a page."""
    folder = tmp_path_factory.mktemp("origins")
    allowed = ("--allow-origin", SITE, "--allow-origin", f"{OTHER}/qwixx/")
    with Server(folder, *allowed) as running:
        yield running


def cors(headers: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in headers.items() if name.startswith("access-control-")}


@pytest.mark.parametrize("site", [SITE, OTHER])
def test_a_page_of_an_allowed_site_may_ask_and_read(server: Server, site: str) -> None:
    status, headers, _ = request(server.address, "/api/tables", GOOD, {"Origin": site})
    assert (status, cors(headers)) == (201, {"access-control-allow-origin": site})
    assert "origin" in headers["vary"]
    for path, expected in (("/api/bots", 200), ("/api/nothing", 404)):
        status, headers, _ = request(server.address, path, headers={"Origin": site})
        assert (status, cors(headers)) == (expected, {"access-control-allow-origin": site})


def preflight(server: Server, origin: str, path: str = "/api/tables") -> dict[str, str]:
    line = http.client.HTTPConnection(server.address, timeout=10)
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    line.request("OPTIONS", path, headers=asked)
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.status in (204, 405), answer.status
    return cors({name.lower(): text for name, text in answer.getheaders()})


def test_a_preflight_request_lists_the_allowed_methods_and_headers(server: Server) -> None:
    assert preflight(server, SITE) == {
        "access-control-allow-origin": SITE,
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "content-type",
        "access-control-max-age": "3600",
    }


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_any_other_site_may_not_read(server: Server, origin: str) -> None:
    assert not may_come_from(origin, "qwixx.example", (SITE, OTHER))
    assert preflight(server, origin) == {}
    status, headers, _ = request(server.address, "/api/bots", headers={"Origin": origin})
    assert (status, cors(headers)) == (200, {})


@pytest.mark.parametrize("origin", FOREIGN[:3])
def test_a_page_of_any_other_site_opens_no_table(server: Server, origin: str) -> None:
    status, headers, _ = request(server.address, "/api/tables", GOOD, {"Origin": origin})
    assert (status, cors(headers)) == (403, {})


def test_only_the_interface_is_shared_and_not_the_page(server: Server) -> None:
    for path in ("/", "/icon.svg", "/healthz"):
        _, headers, _ = request(server.address, path, headers={"Origin": SITE})
        assert cors(headers) == {}


def test_without_allowed_sites_no_cors_headers_are_sent(tmp_path: Path) -> None:
    with Server(tmp_path) as closed:
        assert preflight(closed, SITE) == {}
        status, headers, _ = request(closed.address, "/api/tables", GOOD, {"Origin": SITE})
        assert (status, cors(headers)) == (403, {})


@in_loop
async def test_an_allowed_page_opens_sockets_and_no_other_page_does(server: Server) -> None:
    code = open_table(server.address, new_secret())
    url = f"ws://{server.address}/api/tables/{code}/socket"
    for origin in (SITE, OTHER, f"http://{server.address}"):
        opened = await connect(url, origin=origin)  # type: ignore[arg-type]
        await opened.close()
    for origin in FOREIGN:
        with pytest.raises(InvalidStatus):
            await connect(url, origin=origin)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Games.Example", "https://games.example"),
        ("https://games.example:443/", "https://games.example"),
        ("http://games.example:80/qwixx/index.html", "http://games.example"),
        ("http://games.example:8080", "http://games.example:8080"),
        ("https://münchen.example", "https://xn--mnchen-3ya.example"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
    ],
)
def test_an_address_is_read_as_browsers_send_its_origin(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    "url",
    [
        *("null", "*", "games.example", "//games.example", "ftp://games.example", "https://"),
        *("https://*.example", "https://*", "https://a@games.example", "https://games.example?x"),
        *("https://games.example:70000", "https://[", "https://a b.example", "file:///qwixx/"),
    ],
)
def test_an_origin_that_is_no_site_is_refused_in_one_line(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", "--allow-origin", url])
    assert left.value.code == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert "--allow-origin: expected an address like https://games.example, found" in text


def test_the_variable_holds_a_list() -> None:
    assert read_origins("https://a.example, http://b.example:81/x/") == (
        "https://a.example",
        "http://b.example:81",
    )
    assert read_origins("") == ()
