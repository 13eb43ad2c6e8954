"""Fixtures of the server's tests: running servers of all kinds."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.cluster import new_database
from tests.server.running import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server where bots decide at once."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def postgres(postgres_process: Any) -> str:
    """The address of a new database in a real PostgreSQL."""
    return new_database(postgres_process.get_uri())
