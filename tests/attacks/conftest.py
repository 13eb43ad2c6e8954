"""What the attacks share: a server with its usual limits, and what is left of it afterwards."""

from collections.abc import Iterator

import pytest

from tests.server.running import Server

USUAL = (
    *("--message-rate", "20", "--request-rate", "20"),
    *("--tables-per-address", "120", "--connections-per-address", "250"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with the limits that it has unless told otherwise."""
    with Server(tmp_path_factory.mktemp("server"), *USUAL) as running:
        yield running
