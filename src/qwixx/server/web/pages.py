"""Serves the page and its engine, which web/ builds and compresses into the package."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get

from qwixx.server.web import previews

STATIC: Final = Path(__file__).parent.parent / "static"
ENGINE: Final = Path(__file__).parent.parent / "engine"
"""Pieces of the engine, compressed only, with the hash of their content in the name."""

mimetypes.add_type("application/manifest+json", ".webmanifest")

_MISSING: Final = (
    "The page has not been built yet. This makes it:\n\n    cd web && npm ci && npm run build\n"
)
PARTS: Final = "/assets/"
"""The folder of scripts, styles and the font. Each file has a hash in its name."""
WORKER: Final = "/service-worker.js"
ENGINE_WORKER: Final = PARTS + "worker-"
"""The start of the address of the worker that plays without a server."""
_FOREVER: Final = "public, max-age=31536000, immutable"
# Without this, browsers request the icon again at every step in the page.
_A_DAY: Final = "public, max-age=86400"
# Marks a route whose answers the server must not compress again.
COMPRESSED_ALREADY: Final = "compressed_already"
# The encodings and the suffixes of their files, the smallest first.
_PACKED: Final = {"br": ".br", "gzip": ".gz"}
_NO_WEIGHT: Final = re.compile(r"q\s*=\s*[0.]*")


def page_file(path: str, folder: Path = STATIC) -> Path | None:
    """Returns the file of an address, if there is one inside the folder."""
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
    """Returns a file of the page. Any other address is the page itself, which reads the address."""
    file = page_file(path)
    if file is None and Path(path).suffix:
        return Response("Not found\n", status_code=404, media_type=MediaType.TEXT)
    file = file or page_file("index.html")
    if file is None:
        return Response(_MISSING, status_code=503, media_type=MediaType.TEXT)
    headers = {"Cache-Control": _cache_control(path)}
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    encodings = _encodings(request)
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


@get(
    "/engine/{path:path}",
    include_in_schema=False,
    sync_to_thread=True,
    opt={COMPRESSED_ALREADY: True},
)
def engine_file(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    """Returns the list of pieces, or a piece; 404 if the engine has not been built."""
    if path == "/engine.json" and (file := page_file(path, ENGINE)):
        headers = {"Cache-Control": "no-cache"}
        return Response(file.read_bytes(), media_type=MediaType.JSON, headers=headers)
    headers = {"Cache-Control": _FOREVER, "Vary": "Accept-Encoding"}
    kind = "text/javascript" if path.endswith(".mjs") else "application/octet-stream"
    for encoding in (*_encodings(request), ""):
        file = (ENGINE / (path.lstrip("/") + _PACKED[encoding or "gzip"])).resolve()
        if file.is_relative_to(ENGINE.resolve()) and file.is_file():
            content = file.read_bytes()
            if encoding:
                headers["Content-Encoding"] = encoding
            else:
                content = gzip.decompress(content)
            return Response(content, media_type=kind, headers=headers)
    return Response(b"Not found\n", status_code=404, media_type=MediaType.TEXT)


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
    """Returns the page with the preview of this link, and its tag.

    It differs by link, so it is compressed here and not when it was built.
    """
    headers["Vary"] = "Accept-Encoding, Accept-Language"
    # Not `path`, which lacks a slash at the end; a browser counts that.
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


def _encodings(request: Request[Any, Any, Any]) -> Iterator[str]:
    return accepted_encodings(request.headers.get("Accept-Encoding", ""))


def accepted_encodings(header: str) -> Iterator[str]:
    """Yields the encodings that an Accept-Encoding allows, the smallest first."""
    wishes: dict[str, bool] = {}
    for wish in header.lower().split(","):
        name, *parameters = (part.strip() for part in wish.split(";"))
        wishes[name] = not any(map(_NO_WEIGHT.fullmatch, parameters))
    yield from (name for name in _PACKED if wishes.get(name, wishes.get("*", False)))


def is_known(tag: str, header: str) -> bool:
    """Returns whether an If-None-Match names this tag: then the browser has the same bytes."""
    names = [name.strip().removeprefix("W/") for name in header.split(",")]
    return tag in names or names == ["*"]


def _cache_control(path: str) -> str:
    """Returns how long a browser may cache a file. Only the parts never change."""
    if path.startswith(PARTS):
        return _FOREVER
    return _A_DAY if path.endswith((".svg", ".png")) else "no-cache"


@lru_cache(maxsize=256)  # more files than there are
def _read(file: Path, _changed: int) -> tuple[bytes, str]:
    """Returns the content of a file and its tag. A file that has changed is read again."""
    content = file.read_bytes()
    return content, _tag(content)


@lru_cache(maxsize=16)
def _from_below(content: bytes, folders: int) -> bytes:
    """Returns the page for an address that is some folders below it.

    Its links are relative, so the server need not know the folder of a proxy.
    """
    return content.replace(b'="./', b'="' + b"../" * folders) if folders else content


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'
