"""The preview of a link in messengers: a title, a line and a picture, in the link's language.

Messengers read the page without running it, and most name no language. So shared links name one
(`?lang=de`). The tags are inserted into the page when it is served.
"""

import gzip
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["home", "table", "game", "day"]

LANGUAGES: Final = ("en", "de", "fr", "it", "pt")
_TABLE: Final = re.compile(r"/[A-Za-z]{6}/?")
_GAME: Final = re.compile(r"/[A-Za-z]{6}/[1-9][0-9]{0,5}(/review)?/?")
_HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
_FOLDER: Final = re.compile(r"(/[A-Za-z0-9._-]{1,64}){0,8}")
_HEAD: Final = b"<title>Qwixx</title>"

_TEXTS: Final[Mapping[Kind, Mapping[str, tuple[str, str]]]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)
"""[kind][language]: a title and a line."""


def kind_of(path: str) -> Kind:
    if path.rstrip("/") == "/day":
        return "day"
    if _GAME.fullmatch(path):
        return "game"
    return "table" if _TABLE.fullmatch(path) and path.rstrip("/") != "/review" else "home"


def language_of(wish: str, accepted: str) -> str:
    """Returns the language that a link names, or the first known one of a browser."""
    tags = (wish, *(tag.partition(";")[0] for tag in accepted.split(",")))
    known = (tag.strip()[:2].lower() for tag in tags)
    return next((tag for tag in known if tag in LANGUAGES), LANGUAGES[0])


def place_of(scheme: str, headers: Mapping[str, str]) -> str:
    """Returns the address of the site, with the folder that a proxy names; empty if unknown."""
    host, folder = headers.get("Host", ""), headers.get("X-Forwarded-Prefix", "").rstrip("/")
    if not _HOST.fullmatch(host) or not _FOLDER.fullmatch(folder):
        return ""
    return f"{scheme}://{host}{folder}"


@lru_cache(maxsize=256)
def with_preview(page: bytes, origin: str, path: str, kind: Kind, language: str) -> bytes:
    title, text = _TEXTS[kind][language]
    picture = "preview-day.png" if kind == "day" else "preview.png"
    tags = {
        "og:type": "website",
        "og:site_name": "Qwixx",
        "og:title": title,
        "og:description": text,
        "og:url": origin + path,
        "og:image": f"{origin}/{picture}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:locale": language,
    }
    lines = [
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()
    ]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    head = f"<title>{escape(title)}</title>{''.join(lines)}".encode()
    return page.replace(_HEAD, head, 1)


@lru_cache(maxsize=256)
def packed(page: bytes) -> bytes:
    return gzip.compress(page, 9, mtime=0)
