"""What can be set when the server is started."""

from dataclasses import dataclass, field

from qwixx.kernel.cores import usable_cores
from qwixx.table.pace import Pace


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
    connections: int = 10_000
    """Connections of all kinds at the same time, as far as the system allows it."""
    request_timeout: float = 10
    """Seconds in which a request has to be complete."""
    send_timeout: float = 20
    """Seconds that a message may take to leave; who reads nothing for so long is cut off."""
    helpers: int = field(default_factory=usable_cores)
    """Processes in which bots think."""
    reviews_per_address: int = 240
    """Games that one address may have looked at in an hour; those that were before do not count."""
    coach_queue: int = 64
    """Reviews, and hints, that may wait for a helper at the same time."""
    standins: tuple[str, ...] = ("casual", "heuristic", "greedy", "random")
    """The bots that play for a player who has left: the first one that can play the game does, and
    the next ones if a bot fails. Players know the first one as a level they can choose."""
