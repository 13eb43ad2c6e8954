"""Whether the proxy passes on what the server needs to know."""

import asyncio
import base64
import json
import os
import re
import ssl
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from qwixx.server.checkup.findings import PATIENCE, SILENT, Finding
from qwixx.server.web.seen import CLAIM, PATH

_LARGEST_ANSWER: Final = 64 * 1024
_SETS_NOTHING: Final = "does not set X-Forwarded-For (see deploy/nginx.conf)"
_SEEN: Final = {
    "missing": f"{_SETS_NOTHING}: all players count as one address",
    "unchanged": f"{_SETS_NOTHING}: everybody can claim to have any address",
    "untrusted": (
        "is not trusted by the server, so all players count as one address; name the proxy's "
        "address there (--trusted-proxies)"
    ),
}
"""What is wrong with how the server sees whoever asks, by its own words."""


async def check_proxy(site: str) -> Finding:
    """Opens a WebSocket through the proxy as a page of that site would, and asks who is seen."""
    if not site:
        return Finding("proxy", "SKIPPED", "was not looked at (--site https://…)")
    try:
        async with asyncio.timeout(PATIENCE):
            return await _check(_Site(site))
    except ssl.SSLCertVerificationError as error:
        text = (
            f"{site}: {error.verify_message}; get a certificate that browsers trust. To look at a "
            "site with your own one, name that in SSL_CERT_FILE"
        )
        return Finding("proxy", "WRONG", text)
    except ValueError as error:
        text = f"{site}: {error}; see what listens there, and where it is"
        return Finding("proxy", "WRONG", text)
    except (OSError, TimeoutError) as error:
        text = f"{site}: {str(error) or SILENT}; see that the proxy runs, and its address"
        return Finding("proxy", "WRONG", text)


async def _check(site: "_Site") -> Finding:
    key = base64.b64encode(os.urandom(16)).decode()
    answer = await site.ask(
        "/api/tables/CDFGHJ/socket",
        f"Origin: {site.origin}",
        *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        f"Sec-WebSocket-Key: {key}",
    )
    wrong = {
        101: "",
        **dict.fromkeys(
            (301, 302, 307, 308), f"{site.url} leads elsewhere; name where players arrive"
        ),
        404: f"{site.url} has no such game; see deploy/nginx.conf, or nginx-path.conf for a folder",
        403: "does not pass on the Host header; set it (proxy_set_header Host $http_host)",
        400: "does not pass on the Upgrade and Connection headers; see deploy/nginx.conf",
        426: "does not pass on the Upgrade and Connection headers; see deploy/nginx.conf",
        502: "does not reach the server; look where it listens",
    }
    status = answer.status
    problem = wrong.get(status, f"answers a WebSocket with {status}; see deploy/nginx.conf")
    if problem:
        return Finding("proxy", "WRONG", problem)
    if site.origin.startswith("https:") and "strict-transport-security" not in answer.head:
        text = "sends no Strict-Transport-Security; see deploy/nginx.conf"
        return Finding("proxy", "WRONG", text)
    seen = await _seen(site)
    if seen == "direct":
        return Finding("proxy", "ok", "there is none before the server, and WebSockets reach it")
    if seen in _SEEN:
        return Finding("proxy", "WRONG", _SEEN[seen])
    return Finding("proxy", "ok", "passes on WebSockets, the Host header and who is asking")


async def _seen(site: "_Site") -> str:
    """Returns as whom the server sees us; nothing, if it does not say so."""
    answer = await site.ask(PATH, f"X-Forwarded-For: {CLAIM}", "Connection: close", me=True)
    try:
        told = json.loads(answer.body)
    except ValueError:
        return ""
    return str(told.get("seen", "")) if isinstance(told, dict) else ""


@dataclass(frozen=True)
class _Answer:
    status: int
    head: str
    body: str = ""


class _Site:
    """Asked in so many words, as a browser's way of asking would hide what a proxy does."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._parts = parts = urlsplit(url)
        if not parts.hostname or parts.scheme not in ("http", "https"):
            raise ValueError("a site is https://… or http://…")
        self.origin = f"{parts.scheme}://{parts.netloc}"

    async def ask(self, path: str, *headers: str, me: bool = False) -> _Answer:
        """Asks for that path; with `me`, says from where, and reads the body as well."""
        parts, secure = self._parts, self._parts.scheme == "https"
        reader, writer = await asyncio.open_connection(
            parts.hostname, parts.port or (443 if secure else 80), ssl=secure or None
        )
        own = f"?me={writer.get_extra_info('sockname')[1]}" if me else ""
        lines = (
            f"GET {parts.path.rstrip('/')}{path}{own} HTTP/1.1",
            f"Host: {parts.netloc}",
            *headers,
        )
        writer.write("\r\n".join((*lines, "", "")).encode())
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            body = (await reader.read(_LARGEST_ANSWER)).decode("latin-1") if me else ""
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise ValueError("hangs up, or speaks no HTTP") from None
        finally:
            writer.close()
        status = re.match(r"http/1\.[01] (\d{3})", head)
        if status is None:
            raise ValueError("speaks no HTTP")
        return _Answer(int(status[1]), head, body)
