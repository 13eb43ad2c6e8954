"""How long a table waits before something happens by itself."""

from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True)
class Pace:
    """How long things take that happen by themselves, in milliseconds."""

    bot_least: int = 700
    """A bot decides no faster than this …"""
    bot_most: int = 1800
    """… and no slower."""
    auto_pass: int = 1500
    auto_roll: int = 900
    late: int = 1000
    """A page sends what is pencilled when time is up; it may take this long to arrive."""
    seal: int = 8000
    """How long a browser may take to commit to its part, and to reveal it."""
    away: int = 3000
    """Who is not back after this is away: a reload is not worth telling."""
    host_away: int = 60_000
    """Who is away for this long is host no more."""
    elsewhere: int = 60_000
    """Whether somebody is late, the node says to which they are connected; if it does not, any
    other one does after this."""

    def scaled(self, factor: float) -> "Pace":
        """The same in that part of the time; but browsers and networks need some."""
        return Pace(
            **{
                name: max(_LEAST.get(name, 0), round(value * factor))
                for name, value in asdict(self).items()
            }
        )


_LEAST: Final = {"late": 500, "seal": 2000, "away": 300, "host_away": 1500, "elsewhere": 60_000}
