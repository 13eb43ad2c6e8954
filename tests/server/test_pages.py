"""The page as it goes over the wire: few bytes, and none twice."""

import gzip
import http.client
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urljoin

import pytest

from qwixx.server.web.pages import STATIC, accepted_encodings, page_file
from tests.server.running import Server


class Answer:
    """The server's answer to one request."""

    def __init__(self, server: Server, path: str, method: str = "GET", **headers: str) -> None:
        connection = http.client.HTTPConnection(server.address, timeout=20)
        names = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, headers={"Accept-Encoding": "identity", **names})
        answer = connection.getresponse()
        self.status = answer.status
        self.headers = {name.lower(): text for name, text in answer.getheaders()}
        self.body = answer.read()
        connection.close()


@pytest.fixture(scope="module")
def script() -> str:
    """The address of the largest script, as the page names it."""
    found = re.search(r'src="\./(assets/[^"]+\.js)"', (STATIC / "index.html").read_text())
    assert found
    return f"/{found[1]}"


def unpack(how: str, packed: bytes) -> bytes:
    if how == "gzip":
        return gzip.decompress(packed)
    node = Path(sys.executable).with_name("node")
    code = "process.stdin.pipe(zlib.createBrotliDecompress()).pipe(process.stdout)"
    return subprocess.run([node, "-e", code], input=packed, capture_output=True, check=True).stdout


PAGES = ("/", "/CDFGHJ")


@pytest.mark.parametrize(
    ("asked", "best"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("GZIP", "gzip"),
        ("*", "br"),
        ("*;q=0", ""),
        ("deflate", ""),
        ("", ""),
    ],
)
def test_browsers_get_what_they_can_unpack(
    asked: str, best: str, server: Server, script: str
) -> None:
    for path in (*PAGES, script, "/service-worker.js", "/icon.svg"):
        plain = Answer(server, path)
        assert "content-encoding" not in plain.headers
        answer = Answer(server, path, Accept_Encoding=asked)
        assert answer.status == 200
        # The page itself holds what messengers show of this very link, so it was not packed before.
        fresh = path in PAGES
        how = "gzip" if fresh and best else best
        assert answer.headers.get("content-encoding", "") == how
        vary = "Accept-Encoding, Accept-Language" if fresh else "Accept-Encoding"
        assert answer.headers["vary"] == vary
        assert answer.headers["content-type"] == plain.headers["content-type"]
        assert int(answer.headers["content-length"]) == len(answer.body)
        if how:
            assert len(answer.body) < len(plain.body)
            assert answer.headers["etag"] != plain.headers["etag"]
            assert unpack(how, answer.body) == plain.body
        else:
            assert answer.body == plain.body


def test_only_allowed_files_are_sent() -> None:
    assert list(accepted_encodings("gzip;q=0.000, br; q=1.0")) == ["br"]
    assert list(accepted_encodings("identity, *;q=0.1")) == ["br", "gzip"]


@pytest.mark.parametrize("asked", ["identity", "gzip", "br"])
def test_a_file_that_a_browser_has_is_not_sent_again(
    asked: str, server: Server, script: str
) -> None:
    for path in ("/", script, "/icon-192.png"):
        first = Answer(server, path, Accept_Encoding=asked)
        tag = first.headers["etag"]
        assert re.fullmatch(r'"[0-9a-f]+"', tag)
        for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
            again = Answer(server, path, Accept_Encoding=asked, If_None_Match=known)
            assert (again.status, again.body) == (304, b"")
            assert again.headers["etag"] == tag
            assert again.headers["cache-control"] == first.headers["cache-control"]
            assert again.headers.get("vary") == first.headers.get("vary")
        other = Answer(server, path, Accept_Encoding=asked, If_None_Match='"other"')
        assert (other.status, other.body) == (200, first.body)


def test_files_with_a_hash_in_their_name_are_kept_for_ever(server: Server, script: str) -> None:
    assert "immutable" in Answer(server, script).headers["cache-control"]
    for path in ("/", "/CDFGHJ", "/service-worker.js", "/manifest.webmanifest"):
        assert Answer(server, path).headers["cache-control"] == "no-cache"
    assert "max-age" in Answer(server, "/icon.svg").headers["cache-control"]


def test_the_page_finds_its_files_from_every_address(server: Server, script: str) -> None:
    """It names them from where it is, so that it can be anywhere on its host."""
    for address in ("/", "/CDFGHJ", "/CDFGHJ/", "/CDFGHJ/1", "/CDFGHJ/1/review", "/a/b/c/d"):
        page = Answer(server, address)
        named = re.findall(r'(?:href|src)="([^"]+)"', page.body.decode())
        assert len(named) >= 4
        found = [urljoin(address, name) for name in named]
        assert script in found
        assert all(Answer(server, path).status == 200 for path in found)
        assert Answer(server, address, If_None_Match=page.headers["etag"]).status == 304


def test_head_has_the_headers_of_get(server: Server, script: str) -> None:
    for path in ("/", script, "/api/bots", "/healthz", "/metrics", "/no/such/file.js"):
        got = Answer(server, path, Accept_Encoding="br")
        told = Answer(server, path, "HEAD", Accept_Encoding="br")
        assert (told.status, told.body) == (got.status, b"")
        changing = {"date"} | ({"content-length"} if path == "/metrics" else set())
        for name in got.headers.keys() - changing:
            assert told.headers[name] == got.headers[name], (path, name)
    assert Answer(server, "/api/tables", "HEAD").status == 405


def test_long_answers_are_compressed_on_the_way(server: Server) -> None:
    path = "/api/schema/socket.json"
    plain = Answer(server, path)
    assert "content-encoding" not in plain.headers
    packed = Answer(server, path, Accept_Encoding="gzip, deflate, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert len(packed.body) < len(plain.body) / 3
    assert gzip.decompress(packed.body) == plain.body
    assert "content-encoding" not in Answer(server, "/healthz", Accept_Encoding="gzip").headers


def test_compressed_files_have_no_address_of_their_own(server: Server, script: str) -> None:
    assert page_file(script) is not None
    for suffix in (".br", ".gz"):
        assert Path(f"{STATIC}{script}{suffix}").exists()
        assert Answer(server, script + suffix).status == 404


def test_links_show_a_title_and_a_picture_in_their_language(server: Server) -> None:
    def tags(path: str, **headers: str) -> dict[str, str]:
        text = Answer(server, path, **headers).body.decode()
        return dict(re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)"', text))

    table = tags("/CDFGHJ", Accept_Language="fr-CH, fr;q=0.9, en;q=0.8")
    assert table["og:title"] == "Viens jouer à Qwixx"
    assert table["og:url"] == f"http://{server.address}/CDFGHJ"
    assert tags("/CDFGHJ?lang=de", Accept_Language="fr")["og:title"] == "Komm, spiel Qwixx mit"
    assert "Ergebnis" in tags("/CDFGHJ/1?lang=de")["og:description"]
    assert "day" in tags("/day", Accept_Language="nl")["og:title"]
    assert tags("/rules")["og:title"] == "Qwixx"
    for path in ("/", "/CDFGHJ", "/CDFGHJ/2", "/CDFGHJ/2/review", "/day"):
        address = tags(path)["og:image"].removeprefix(f"http://{server.address}")
        picture = Answer(server, address)
        assert picture.headers["content-type"] == "image/png"
        assert picture.body.startswith(b"\x89PNG")
        assert len(picture.body) < 200_000
    hostile = Answer(server, "/%22%3E%3Cscript%3E", Host='x"><script>').body.decode()
    assert "<script>" not in hostile.replace("<script type", "")
