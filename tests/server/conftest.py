"""What the tests of the server share: running servers of all kinds."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.server.cluster import RedisServer, running_postgres
from tests.server.running import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server where bots decide at once."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL."""
    # Not in the folder of pytest, which nobody but root may enter when root runs the tests.
    with TemporaryDirectory(prefix="qwixx-") as folder, running_postgres(Path(folder)) as address:
        yield address


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with RedisServer(tmp_path_factory.mktemp("redis")) as running:
        yield running
