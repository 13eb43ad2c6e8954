"""What can be set when the server is started."""

from dataclasses import asdict, dataclass, field
from typing import Final

from qwixx.bots import BOTS

# Who plays for those who have gone: the strongest of these that there is.
_STANDINS = ("heuristic", "greedy", "random")


@dataclass(frozen=True)
class Pace:
    """How long things take that happen by themselves, in milliseconds."""

    bot_least: int = 700
    """A bot decides no faster than this …"""
    bot_most: int = 1800
    """… and no slower."""
    auto_pass: int = 1500
    auto_roll: int = 900
    seal: int = 8000
    """How long a browser may take to commit to its part, and to reveal it."""
    away: int = 3000
    """Who is not back after this is away: a reload is not worth telling."""
    host_away: int = 60_000
    """Who is away for this long is host no more."""

    def faster(self, factor: float) -> "Pace":
        """The same in that part of the time; but browsers and networks need some."""
        return Pace(
            **{
                name: max(_LEAST.get(name, 0), round(value * factor))
                for name, value in asdict(self).items()
            }
        )


_LEAST: Final = {"seal": 2000, "away": 300, "host_away": 1500}


@dataclass(frozen=True)
class Settings:
    pace: Pace = field(default_factory=Pace)
    address: str = ""
    """Where phones in the same network reach this server, if that is known."""
    keep_hours: int = 24 * 30
    """A table that nobody has used for this long is deleted."""
    message_rate: float = 20
    """Messages a second that one socket may send on average, and three times as many at once."""
    request_rate: float = 20
    """The same for the requests of one address."""
    tables_per_address: int = 120
    """Tables that one address may open in an hour; a whole school may be behind one."""
    connections_per_address: int = 250
    """Sockets from one address at the same time."""
    send_timeout: float = 20
    """Seconds that a message may take to leave; who reads nothing for so long is cut off."""
    standin: str = next(name for name in _STANDINS if name in BOTS)
