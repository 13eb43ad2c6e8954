"""The same server as for the tests of the server itself."""

from tests.server.conftest import server

__all__ = ["server"]
