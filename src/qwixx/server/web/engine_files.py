"""The engine, for a page that plays without a server: pieces that a browser fetches once.

`web/engine/build.mjs` writes them, compressed only, with the hash of their content in the name.
"""

import gzip
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get

from qwixx.server.web.pages import COMPRESSED_ALREADY, FOREVER, accepted_encodings, page_file

ENGINE: Final = Path(__file__).parent.parent / "engine"
_LIST: Final = "engine.json"
_ENDINGS: Final = {"br": ".br", "gzip": ".gz"}


@get(
    "/engine/{path:path}",
    include_in_schema=False,
    sync_to_thread=True,
    opt={COMPRESSED_ALREADY: True},
)
def engine_file(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    """Sends the list of pieces, or a piece. 404 where the engine has not been built."""
    if path.lstrip("/") == _LIST:
        file = page_file(_LIST, ENGINE)
        if file is not None:
            headers = {"Cache-Control": "no-cache"}
            return Response(file.read_bytes(), media_type=MediaType.JSON, headers=headers)
    for encoding in accepted_encodings(request.headers.get("Accept-Encoding", "")):
        content = _packed(path, encoding)
        if content is not None:
            return _piece(path, content, {"Content-Encoding": encoding})
    content = _packed(path, "gzip")
    if content is None:
        return Response(b"Not found\n", status_code=404, media_type=MediaType.TEXT)
    return _piece(path, gzip.decompress(content), {})


def _packed(path: str, encoding: str) -> bytes | None:
    name = path.lstrip("/") + _ENDINGS[encoding]
    file = (ENGINE / name).resolve()
    inside = file.is_relative_to(ENGINE.resolve())
    return file.read_bytes() if inside and file.is_file() else None


def _piece(path: str, content: bytes, headers: dict[str, str]) -> Response[bytes]:
    kind = "text/javascript" if path.endswith(".mjs") else "application/octet-stream"
    headers = {**headers, "Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    return Response(content, media_type=kind, headers=headers)
