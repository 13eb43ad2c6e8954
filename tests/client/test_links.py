"""Links of tables: their parts, and a table behind TLS and below a path."""

import asyncio
import ssl
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from qwixx.client import Client, new_secret, open_table, read_link
from tests.server.client import in_loop
from tests.server.running import Server


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("http://192.168.0.10:8000/HKMPRT", ("http://192.168.0.10:8000", "HKMPRT")),
        ("https://qwixx.example/hkmprt/", ("https://qwixx.example", "HKMPRT")),
        ("https://host/games/qwixx/HKMPRT?x#y", ("https://host/games/qwixx", "HKMPRT")),
        ("http://[::1]:8000/HKMPRT", ("http://[::1]:8000", "HKMPRT")),
        ("localhost:8000/HKMPRT", ("http://localhost:8000", "HKMPRT")),
    ],
)
def test_a_link_is_a_server_and_a_code(text: str, link: tuple[str, str]) -> None:
    assert read_link(text) == link


@pytest.mark.parametrize(
    "text",
    [
        *("", "HKMPRT", "http://host/", "http://host/HELLO!", "http://host/HKMPRT/2"),
        *("file:///HKMPRT", "http:///HKMPRT", "http://host:0/HKMPRT", "http://host:x/HKMPRT"),
        "http://[::1/HKMPRT",
    ],
)
def test_a_text_that_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a (link|code)"):
        read_link(text)


async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@in_loop
async def test_a_link_may_have_tls_and_a_path(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "cert.pem")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    made += ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
    await asyncio.to_thread(subprocess.run, made, check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    # Newer versions of Python read the certificates only once.
    monkeypatch.setattr("urllib.request._opener", None)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A proxy that takes the path away."""
        request = await reader.readline()
        assert b" /corner/api/" in request
        inner = await asyncio.open_connection("127.0.0.1", server.port)
        inner[1].write(request.replace(b" /corner/", b" /", 1))
        await asyncio.gather(pipe(reader, inner[1]), pipe(inner[0], writer))

    async with await asyncio.start_server(forward, "127.0.0.1", 0, ssl=tls) as proxy:
        address = f"https://localhost:{proxy.sockets[0].getsockname()[1]}/corner"
        secret = new_secret()
        code = await asyncio.to_thread(open_table, address, secret, name="Ada")
        assert read_link(f"{address}/{code}") == (address, code)
        async with Client(address, code, secret) as ada:
            assert ada.view.you
            await ada.act("rename", name="Eva")
            assert ada.view.seats[0].name == "Eva"
