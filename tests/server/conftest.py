"""A server for all tests that do not stop it."""

from collections.abc import Iterator

import pytest

from tests.server.running import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server where bots decide at once."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
