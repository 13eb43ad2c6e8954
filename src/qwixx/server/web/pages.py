"""The page itself: built and compressed by web/, kept inside the package, served from here."""

import hashlib
import mimetypes
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get

from qwixx.server.web import previews

STATIC: Final = Path(__file__).parent.parent / "static"

_MISSING: Final = (
    "The page has not been built yet. This makes it:\n\n    cd web && npm ci && npm run build\n"
)
PARTS: Final = "/assets/"
"""Where the scripts, styles and the font of the page are. Each has a hash in its name."""
WORKER: Final = "/service-worker.js"
_FOREVER: Final = "public, max-age=31536000, immutable"
# Browsers ask for the icon again at every step in the page, unless they are told not to.
_A_DAY: Final = "public, max-age=86400"
_ICONS: Final = {".svg", ".png"}
# Marks what the server is not to compress by itself.
COMPRESSED_ALREADY: Final = "compressed_already"
# The names of what browsers can unpack, the smallest first, and of the files that hold it.
_PACKED: Final = {"br": ".br", "gzip": ".gz"}


def page_file(path: str, folder: Path = STATIC) -> Path | None:
    """The file of that address, if there is one inside the folder."""
    try:
        file = (folder / path.lstrip("/")).resolve()
        if file.suffix in _PACKED.values() or not file.is_relative_to(folder.resolve()):
            return None
        return file if file.is_file() else None
    except (OSError, ValueError):  # a name that no disk can hold
        return None


@get(
    ["/", "/{path:path}"],
    include_in_schema=False,
    sync_to_thread=False,
    opt={COMPRESSED_ALREADY: True},
)
def page(request: Request[Any, Any, Any], path: str = "") -> Response[bytes] | Response[str]:
    """A file of the page; any other address is the page itself, which knows what to show."""
    file = page_file(path)
    if file is None and Path(path).suffix:
        return Response("Not found\n", status_code=404, media_type=MediaType.TEXT)
    file = file or page_file("index.html")
    if file is None:
        return Response(_MISSING, status_code=503, media_type=MediaType.TEXT)
    headers = {"Cache-Control": _kept(path)}
    kind = _kind(file)
    encodings = accepted_encodings(request.headers.get("Accept-Encoding", ""))
    if file.name == "index.html":
        return _answer(request, headers, kind, _previewed(request, file, path, headers, encodings))
    packed = {name: file.with_name(file.name + suffix) for name, suffix in _PACKED.items()}
    if any(other.is_file() for other in packed.values()):
        headers["Vary"] = "Accept-Encoding"
    for name in encodings:
        if packed[name].is_file():
            headers["Content-Encoding"] = name
            file = packed[name]
            break
    return _answer(request, headers, kind, _read(file, file.stat().st_mtime_ns))


def _answer(
    request: Request[Any, Any, Any], headers: dict[str, str], kind: str, found: tuple[bytes, str]
) -> Response[bytes]:
    content, tag = found
    headers["ETag"] = tag
    if is_known(tag, request.headers.get("If-None-Match", "")):
        headers.pop("Content-Encoding", None)
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


def _previewed(
    request: Request[Any, Any, Any],
    file: Path,
    path: str,
    headers: dict[str, str],
    encodings: Iterator[str],
) -> tuple[bytes, str]:
    """The page itself, with what messengers show of this link; so it is packed here and not when
    it was built, as well as Python can."""
    headers["Vary"] = "Accept-Encoding, Accept-Language"
    # Not `path`, from which a slash at the end is taken away: a browser counts it.
    folders = request.scope["raw_path"].count(b"/") - 1
    content, _ = _read(file, file.stat().st_mtime_ns)
    content = previews.with_preview(
        _from_below(content, folders),
        previews.place_of(request.url.scheme, request.headers),
        path or "/",
        previews.kind_of(path or "/"),
        previews.language_of(
            request.query_params.get("lang", ""), request.headers.get("Accept-Language", "")
        ),
    )
    if "gzip" in encodings:
        headers["Content-Encoding"] = "gzip"
        content = previews.packed(content)
    return content, _tag(content)


def accepted_encodings(header: str) -> Iterator[str]:
    """The encodings of ours that an Accept-Encoding allows, the smallest first."""
    wishes: dict[str, bool] = {}
    for wish in header.lower().split(","):
        name, *parameters = (part.strip() for part in wish.split(";"))
        wishes[name] = not any(_is_zero(parameter) for parameter in parameters)
    yield from (name for name in _PACKED if wishes.get(name, wishes.get("*", False)))


def _is_zero(parameter: str) -> bool:
    name, _, weight = parameter.partition("=")
    return name.strip() == "q" and not weight.strip().strip("0.")


def is_known(tag: str, header: str) -> bool:
    """Whether an If-None-Match names this tag: then the browser has the very bytes already."""
    names = [name.strip().removeprefix("W/") for name in header.split(",")]
    return tag in names or names == ["*"]


def _kept(path: str) -> str:
    """How long a browser may keep it. All but the parts may be another file tomorrow."""
    if path.startswith(PARTS):
        return _FOREVER
    return _A_DAY if Path(path).suffix in _ICONS else "no-cache"


def _kind(file: Path) -> str:
    if file.suffix == ".webmanifest":
        return "application/manifest+json"
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"


@lru_cache(maxsize=256)  # more files than there are
def _read(file: Path, _changed: int) -> tuple[bytes, str]:
    """What a file holds, and a tag that no other content has. A file that has changed is read
    again."""
    content = file.read_bytes()
    return content, _tag(content)


@lru_cache(maxsize=16)
def _from_below(content: bytes, folders: int) -> bytes:
    """The page for an address that lies so many folders below it.

    What it asks for is named from where it is: so nobody has to know where a proxy has put it.
    """
    return content.replace(b'="./', b'="' + b"../" * folders) if folders else content


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'
