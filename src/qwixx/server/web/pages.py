"""The page itself: built by web/, kept inside the package, served from here."""

import mimetypes
from pathlib import Path
from typing import Final

from litestar import MediaType, Response, get

STATIC: Final = Path(__file__).parent.parent / "static"

_MISSING: Final = (
    "The page has not been built yet. This makes it:\n\n    cd web && npm ci && npm run build\n"
)
_FOREVER: Final = "public, max-age=31536000, immutable"


def page_file(path: str, folder: Path = STATIC) -> Path | None:
    """The file of that address, if there is one inside the folder."""
    file = (folder / path.lstrip("/")).resolve()
    return file if file.is_file() and file.is_relative_to(folder.resolve()) else None


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(path: str = "") -> Response[bytes] | Response[str]:
    """A file of the page; any other address is the page itself, which knows what to show."""
    file = page_file(path)
    if file is None and Path(path).suffix:
        return Response("Not found\n", status_code=404, media_type=MediaType.TEXT)
    file = file or page_file("index.html")
    if file is None:
        return Response(_MISSING, status_code=503, media_type=MediaType.TEXT)
    # What is built into assets/ has a hash in its name; all else may be another file tomorrow.
    lasting = path.startswith("/assets/")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if file.suffix == ".webmanifest":
        kind = "application/manifest+json"
    return Response(
        file.read_bytes(),
        media_type=kind,
        headers={"Cache-Control": _FOREVER if lasting else "no-cache"},
    )
