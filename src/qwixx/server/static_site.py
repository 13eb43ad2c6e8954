"""Writes the page and its engine as files that any static host can serve.

All addresses are relative, so the folder may lie anywhere on a host. No header can be set there:
pieces of the engine are stored compressed, and the page carries its security policy itself.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

from qwixx import __version__
from qwixx.rules import VARIANTS
from qwixx.server.origins import origin_of
from qwixx.server.web.pages import ENGINE, STATIC
from qwixx.server.web.security_headers import PAGE_POLICY

PLACES: Final = (
    *("day", "fair", "games", "on-device", "print", "review", "rules", "settings", "train"),
    *(f"rules/{variant}" for variant in VARIANTS),
    # The service worker stores the page under these, for addresses one and two folders down.
    *("-", "-/-"),
)
"""The addresses of the page that get a file of their own, so that every host finds them."""
LISTING: Final = "site.json"
"""The file that says which files belong to the site. Others in the folder are left alone."""
_TEXTS: Final = Path(__file__).parent / "site_files"


class CannotWrite(Exception):  # noqa: N818  (as the user reads it)
    """The site cannot be written. The message says why."""


@dataclass(frozen=True)
class Sizes:
    files: int
    page: int  # bytes of everything but the engine
    engine: int


def write_site(folder: Path, server: str = "") -> Sizes:
    """Writes the site, and replaces an earlier one. Raises CannotWrite, OSError and ValueError.

    `server` is the address of a server that the site uses for tables of several devices.
    """
    page = dict(_page_files(_head(server)))
    engine = dict(_engine_files())
    earlier = _files_of_earlier_site(folder)
    files = page | engine
    listing = {"qwixx": __version__, "files": sorted(files)}
    # First the list, so that an interrupted run can be repeated.
    folder.mkdir(parents=True, exist_ok=True)
    both = {"qwixx": __version__, "files": sorted({*files, *earlier})}
    (folder / LISTING).write_text(json.dumps(both), encoding="utf-8")
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    for name in earlier - set(files):
        (folder / name).unlink(missing_ok=True)
    (folder / LISTING).write_text(json.dumps(listing), encoding="utf-8")
    return Sizes(len(files) + 1, _total(page), _total(engine))


def read_server(url: str) -> str:
    """Returns the address of a server, without the slash at its end. Raises ValueError."""
    origin = origin_of(url)
    _, _, path = url.strip().partition("://")[2].partition("/")
    return f"{origin}/{path}".rstrip("/")


def _total(files: dict[str, bytes]) -> int:
    return sum(map(len, files.values()))


def _files_of_earlier_site(folder: Path) -> set[str]:
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise CannotWrite(f"{folder} is a file; name a folder")
    if not any(folder.iterdir()):
        return set()
    try:
        listing = json.loads((folder / LISTING).read_bytes())
        names = {str(name) for name in listing["files"] if listing["qwixx"]}
    except (OSError, ValueError, KeyError, TypeError):
        raise CannotWrite(
            f"{folder} has other content; name a new or empty folder, or one with an earlier site"
        ) from None
    inside = folder.resolve()
    return {name for name in names if (inside / name).resolve().is_relative_to(inside)}


def _page_files(head: str) -> Iterator[tuple[str, bytes]]:
    index = STATIC / "index.html"
    if not index.is_file():
        raise CannotWrite("the page has not been built; `make page` builds it")
    for file in sorted(STATIC.rglob("*")):
        if file.is_file() and file != index and file.suffix not in (".br", ".gz"):
            yield file.relative_to(STATIC).as_posix(), file.read_bytes()
    document = index.read_text(encoding="utf-8").replace("<head>", f"<head>\n{head}", 1)
    from_disk = '<p lang="en">Opened from a disk? Start a web server, as README.txt says.</p>'
    document = document.replace("</div>", f"  {from_disk}\n    </div>", 1)
    yield "index.html", document.encode()
    for place in PLACES:
        up = "../" * (place.count("/") + 1)
        yield f"{place}/index.html", document.replace('="./', f'="{up}').encode()
    yield "404.html", _unknown_address()
    yield "README.txt", (_TEXTS / "README.txt").read_bytes()
    # GitHub Pages would leave some files out.
    yield ".nojekyll", b""


def _head(server: str) -> str:
    policy = PAGE_POLICY
    if server:
        origin = origin_of(server)
        sockets = origin.replace("http", "ws", 1)
        policy = policy.replace("connect-src 'self'", f"connect-src 'self' {origin} {sockets}")
    return (
        f'    <meta http-equiv="Content-Security-Policy" content="{policy}" />\n'
        '    <meta name="referrer" content="no-referrer" />\n'
        f'    <meta name="server" content="{escape(server)}" />'
    )


def _unknown_address() -> bytes:
    """Returns the document that hosts send for an unknown address, in any folder of the site.

    Its script finds the page above that address. The policy names the script by its hash. It must
    not restrict which server the page uses: the policy of the page does that.
    """
    document = (_TEXTS / "404.html").read_text(encoding="utf-8")
    script = document.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = PAGE_POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'")
    policy = policy.replace("connect-src 'self'", "connect-src *")
    return document.replace("POLICY", policy).encode()


def _engine_files() -> Iterator[tuple[str, bytes]]:
    try:
        engine: dict[str, Any] = json.loads((ENGINE / "engine.json").read_bytes())
    except FileNotFoundError:
        raise CannotWrite("the engine has not been built; `make engine` builds it") from None
    engine["packed"] = "gzip"
    glue = engine["glue"]
    # A script, which the browser itself reads: hosts compress it by themselves.
    yield f"engine/{glue['name']}", gzip.decompress(_packed(glue["name"]))
    parts = [part for files in ("files", "more") for part in engine[files].values()]
    for piece in (piece for part in parts for piece in part):
        yield f"engine/{piece['name']}", _packed(piece["name"])
    # The page shows the size of a download with brotli, which a static host does not have.
    for piece in [glue, *(piece for part in parts for piece in part)]:
        piece["br"] = piece["gzip"]
    engine["sizes"]["br"] = engine["sizes"]["gzip"]
    yield "engine/engine.json", json.dumps(engine).encode()


def _packed(name: str) -> bytes:
    return (ENGINE / f"{name}.gz").read_bytes()
