"""Starts Firefox for Playwright, which speaks WebDriver BiDi with it.

Playwright sends a command that only newer versions of Firefox know. So this program stands between
the two: it answers that command itself, and passes on all others.
"""

import asyncio
import json
import re
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets import ConnectionClosed
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

_NAMES = ("firefox-esr", "firefox")
# Colours and motion are set when the browser starts, by its preferences.
_UNKNOWN = "emulation.setMediaFeaturesOverride"
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def launch_arguments(folder: Path) -> dict[str, Any]:
    """Writes the program that Playwright starts as if it were Firefox."""
    path = folder / "firefox"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).resolve()}" "$@"\n')
    path.chmod(0o755)
    return {
        "channel": "moz-firefox",
        "executable_path": path,
        "firefox_user_prefs": {"ui.prefersReducedMotion": 1},
    }


class Relay:
    """Passes messages between Playwright and the browser."""

    def __init__(self) -> None:
        self.browser = ""
        """The address of the browser, once it has printed it."""

    async def pass_on(self, playwright: ServerConnection) -> None:
        assert playwright.request
        address = self.browser + playwright.request.path
        async with connect(address, max_size=None, compression=None) as browser:
            await asyncio.gather(self._ask(playwright, browser), self._answer(browser, playwright))

    async def _ask(self, playwright: ServerConnection, browser: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for message in playwright:
                command = json.loads(message)
                if command["method"] == _UNKNOWN:
                    answer = {"type": "success", "id": command["id"], "result": {}}
                    await playwright.send(json.dumps(answer))
                else:
                    await browser.send(message)
        await browser.close()

    async def _answer(self, browser: ClientConnection, playwright: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            async for message in browser:
                await playwright.send(message)
        await playwright.close()


async def main() -> int:
    name = next(filter(None, map(shutil.which, _NAMES)), None)
    assert name, "no Firefox found: `make nightly` installs it"
    browser = await asyncio.create_subprocess_exec(
        name, *sys.argv[1:], stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    assert browser.stdout
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, browser.terminate)
    relay = Relay()
    async with serve(relay.pass_on, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async for line in browser.stdout:
            text = line.decode(errors="replace")
            if said := _LISTENING.search(text):
                relay.browser = said[1]
                text = text.replace(said[1], f"ws://127.0.0.1:{port}")
            sys.stdout.write(text)
            sys.stdout.flush()
        return await browser.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
