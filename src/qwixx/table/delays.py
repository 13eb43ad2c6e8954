"""The delays before a table acts by itself."""

from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True)
class Delays:
    """The delays of automatic actions, in milliseconds."""

    bot_least: int = 700  # the shortest time in which a bot decides
    bot_most: int = 1800  # the longest one
    auto_pass: int = 1500
    auto_roll: int = 900
    late: int = 1000
    """The time for an answer to arrive that a page sends when its player's time is up."""
    seal: int = 8000  # the time for a browser to commit to its part, and again to reveal it
    away: int = 3000
    """The absence after which a player is shown as away. A reload of the page takes less."""
    host_away: int = 60_000  # the absence after which a host is replaced
    elsewhere: int = 60_000
    """The time after which a node decides that a player of another node is late, because that node
    has not done so."""

    def scaled(self, factor: float) -> "Delays":
        """Multiplies the delays by a factor, except those that browsers and networks need."""
        return Delays(
            **{
                name: max(_LEAST.get(name, 0), round(value * factor))
                for name, value in asdict(self).items()
            }
        )


_LEAST: Final = {"late": 500, "seal": 2000, "away": 300, "host_away": 1500, "elsewhere": 60_000}
