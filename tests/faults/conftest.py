"""What troubles share: starting a PostgreSQL takes longer than most of them last."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.server.cluster import RedisServer, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL, to be stopped and started."""
    with TemporaryDirectory(prefix="qwixx-") as folder, postgres_server(Path(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with RedisServer(tmp_path_factory.mktemp("redis")) as running:
        yield running
