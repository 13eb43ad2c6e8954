"""`qwixx site`, with a small page and a small engine."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qwixx.cli import main
from qwixx.server import static_site
from qwixx.server.static_site import PLACES

ROUTES = Path(__file__).parents[2] / "web" / "src" / "routes.ts"
INDEX = """<html>
  <head>
    <script type="module" src="./assets/a.js"></script>
  </head>
  <body><div id="unsupported"></div></body>
</html>
"""


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the built page and engine."""
    page, engine = tmp_path / "static", tmp_path / "engine"
    files = {
        page / "index.html": INDEX.encode(),
        page / "index.html.br": b"x",
        page / "assets" / "a.js": b"script",
        page / "assets" / "a.js.gz": b"x",
        engine / "g" / "pyodide.asm.mjs.gz": gzip.compress(b"glue"),
        engine / "p.bin.gz": gzip.compress(b"piece"),
        engine / "p.bin.br": b"x",
    }
    for file, content in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    glue = {"name": "g/pyodide.asm.mjs", "bytes": 4, "br": 1, "gzip": 24}
    piece = {"name": "p.bin", "bytes": 5, "br": 1, "gzip": 25}
    listed = {"version": "v", "sizes": {"br": 2, "gzip": 49}, "glue": glue}
    listed |= {"files": {"library.zip": [piece]}, "more": {}}
    (engine / "engine.json").write_text(json.dumps(listed), encoding="utf-8")
    monkeypatch.setattr(static_site, "STATIC", page)
    monkeypatch.setattr(static_site, "ENGINE", engine)
    return tmp_path


Write = Callable[..., Any]


@pytest.fixture
def write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Write:
    """Runs the command, and returns what it prints as JSON."""

    def run(*more: str) -> Any:
        assert main(["site", "--out", str(tmp_path / "out"), "--json", *more]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def error_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Returns the one line of an error."""
    try:
        assert main(["site", *arguments]) == 2
    except SystemExit as left:
        assert left.code == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    return text


def test_site_writes_page_and_engine_and_prints_their_sizes(write: Write, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = write()
    files = [file for file in out.rglob("*") if file.is_file()]
    assert result["files"] == len(files)
    assert result["server"] is None
    assert result["bytes"] == result["page"] + result["engine"]
    listing = (out / "site.json").stat().st_size
    assert result["bytes"] == sum(file.stat().st_size for file in files) - listing
    assert (out / "assets" / "a.js").read_bytes() == b"script"
    assert not [file for file in files if file.suffix in (".gz", ".br")]


def test_pieces_are_packed_and_the_script_of_the_engine_is_not(
    write: Write, tmp_path: Path
) -> None:
    write()
    engine = tmp_path / "out" / "engine"
    listed = json.loads((engine / "engine.json").read_bytes())
    assert listed["packed"] == "gzip"
    assert listed["sizes"] == {"br": 49, "gzip": 49}
    assert gzip.decompress((engine / "p.bin").read_bytes()) == b"piece"
    assert (engine / "g" / "pyodide.asm.mjs").read_bytes() == b"glue"


def test_every_document_names_its_parts_as_seen_from_its_folder(
    write: Write, tmp_path: Path
) -> None:
    write()
    out = tmp_path / "out"
    for place in ("", *PLACES):
        document = out / place / "index.html"
        (address,) = re.findall(r'src="([^"]+)"', document.read_text(encoding="utf-8"))
        assert not address.startswith("/")
        assert (document.parent / address).resolve() == out / "assets" / "a.js"


def test_every_address_of_the_page_has_a_document() -> None:
    paths = re.findall(r"(?:route|first)\('/([^']*)'", ROUTES.read_text(encoding="utf-8"))
    assert {path for path in paths if path and ":" not in path} <= set(PLACES)


def test_the_page_says_which_server_it_uses_and_reaches_no_other(
    write: Write, tmp_path: Path
) -> None:
    index = tmp_path / "out" / "index.html"
    write()
    text = index.read_text(encoding="utf-8")
    assert '<meta name="server" content="" />' in text
    assert "connect-src 'self';" in text
    assert "wasm" not in text
    assert write("--server", "https://Qwixx.example:443/club/")["server"] == (
        "https://qwixx.example/club"
    )
    text = index.read_text(encoding="utf-8")
    assert '<meta name="server" content="https://qwixx.example/club" />' in text
    assert "connect-src 'self' https://qwixx.example wss://qwixx.example;" in text


def test_a_new_site_replaces_only_its_own_files(write: Write, tmp_path: Path, built: Path) -> None:
    out = tmp_path / "out"
    write()
    (out / "CNAME").write_text("games.example")
    (built / "static" / "assets" / "a.js").rename(built / "static" / "assets" / "b.js")
    write()
    assert (out / "CNAME").read_text() == "games.example"
    assert sorted(file.name for file in (out / "assets").iterdir()) == ["b.js"]


def test_a_folder_with_other_content_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "photos"
    out.mkdir()
    (out / "holiday.jpg").write_bytes(b"x")
    assert "has other content" in error_of(["--out", str(out)], capsys)
    (out / "site.json").write_text('{"files": ["holiday.jpg"]}')
    assert "has other content" in error_of(["--out", str(out)], capsys)
    assert "is a file" in error_of(["--out", str(out / "holiday.jpg")], capsys)
    assert (out / "holiday.jpg").read_bytes() == b"x"


def test_a_listing_deletes_nothing_outside_of_its_folder(write: Write, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    (tmp_path / "out").mkdir()
    listing = {"qwixx": "0", "files": ["../letter.txt", str(tmp_path / "letter.txt")]}
    (tmp_path / "out" / "site.json").write_text(json.dumps(listing))
    write()
    assert (tmp_path / "letter.txt").read_text() == "dear"


@pytest.mark.parametrize(
    ("missing", "target"), [("static/index.html", "page"), ("engine", "engine")]
)
def test_a_missing_build_is_named_with_its_command(
    missing: str, target: str, built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (built / missing).rename(built / "elsewhere")
    out = built / "out"
    assert f"`make {target}`" in error_of(["--out", str(out)], capsys)
    assert not out.exists()


@pytest.mark.parametrize("url", ["", "qwixx.example", "ftp://qwixx.example", "https://a@b.example"])
def test_an_impossible_server_is_refused(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "expected an address like" in error_of(
        ["--out", str(tmp_path / "out"), "--server", url], capsys
    )
