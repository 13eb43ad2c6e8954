"""How random tests run: the same short way every time, and at length in `make nightly`.

Also what tests of several folders share: a PostgreSQL and a Redis, and that no test is skipped.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings

from tests.server.cluster import RedisServer, postgres_server

# No deadlines: how long an example takes says more about the machine than about the code.
settings.register_profile("usual", deadline=None, print_blob=True)
settings.register_profile("nightly", settings.get_profile("usual"), max_examples=10_000)
settings.load_profile("usual")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=500, help="how many random games to compare")
    parser.addoption("--seed", type=int, default=0, help="where random games start counting")
    parser.addoption("--kills", type=int, default=6, help="how often a server is killed")
    parser.addoption("--frozen", type=float, default=1.0, help="for how many seconds things fail")
    parser.addoption("--messages", type=int, default=3000, help="how many messages to make up")


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int:
    """How many random games a comparison walks through."""
    number: int = request.config.getoption("--games")
    return number


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """The seed of the first random game; the others follow it one by one."""
    number: int = request.config.getoption("--seed")
    return number


@pytest.fixture(scope="session")
def kills(request: pytest.FixtureRequest) -> int:
    """How often a server is killed while people play."""
    number: int = request.config.getoption("--kills")
    return number


@pytest.fixture(scope="session")
def frozen(request: pytest.FixtureRequest) -> float:
    """For how many seconds a disk, a database or a Redis is of no use."""
    seconds: float = request.config.getoption("--frozen")
    return seconds


@pytest.fixture(scope="session")
def messages(request: pytest.FixtureRequest) -> int:
    """How many messages, good and bad, are made up and sent."""
    number: int = request.config.getoption("--messages")
    return number


@pytest.fixture(scope="session")
def postgres_process() -> Iterator[Any]:
    """A PostgreSQL, to be stopped and started. Starting one takes seconds, so tests share it."""
    # Not in the folder of pytest, which nobody but root may enter when root runs the tests.
    with TemporaryDirectory(prefix="qwixx-") as folder, postgres_server(Path(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis, to be stopped and started."""
    with RedisServer(tmp_path_factory.mktemp("redis")) as running:
        yield running


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("skipped"):
        terminalreporter.write_line(f"SKIPPED, which counts as a failure: {report.longrepr}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails if a test was skipped: its tools are missing, and nobody would notice."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.getreports("skipped") and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
