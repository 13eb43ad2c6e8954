"""What can be set when the server is started."""

from dataclasses import dataclass, field

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


@dataclass(frozen=True)
class Settings:
    pace: Pace = field(default_factory=Pace)
    address: str = ""
    """Where phones in the same network reach this server, if that is known."""
    keep_hours: int = 24 * 30
    """A table that nobody has used for this long is deleted."""
    actions_rate: float = 20
    """Messages a second that one socket may send, on average …"""
    actions_burst: float = 60
    """… and at once."""
    requests_rate: float = 5
    """The same for requests from one address."""
    requests_burst: float = 60
    standin: str = next(name for name in _STANDINS if name in BOTS)
