"""How random tests run: quickly by default, for a long time in `make nightly`."""

import pytest
from hypothesis import settings

# No deadlines: how long an example takes says more about the machine than about the code.
settings.register_profile("usual", deadline=None, print_blob=True)
settings.register_profile("nightly", settings.get_profile("usual"), max_examples=10_000)
settings.load_profile("usual")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, default=1000, help="random games that the engine is compared over"
    )


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int:
    """How many random games to compare the engine over, for each variant."""
    number = request.config.getoption("--games")
    assert isinstance(number, int)
    return number
