"""Fixtures of the attacks: a server with its default limits, and checks of it afterwards."""

import asyncio
import os
from collections.abc import Iterator

import pytest

from tests.attacks.crowds import put_finished_game
from tests.server.running import Server

USUAL = (
    *("--message-rate", "20", "--request-rate", "20"),
    *("--tables-per-address", "120", "--connections-per-address", "250"),
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Starts a server with its default limits and shorter timeouts.

    All attacks share it, each from its own addresses.
    """
    folder = tmp_path_factory.mktemp("server")
    before = os.umask(0o022)
    running = Server(folder, *USUAL, "--request-timeout", "2")
    running.start()
    os.umask(before)
    asyncio.run(put_finished_game(f"sqlite:///{running.database}"))
    yield running
    running.kill()
