"""How random tests run: the same short way every time, and at length in `make nightly`."""

import pytest
from hypothesis import settings

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
