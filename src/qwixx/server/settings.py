"""The settings of a server, each of them written once.

The options of `qwixx serve`, their environment variables and the document *Configuration* are made
from the fields of `Settings`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from qwixx._system import usable_cores
from qwixx.server.limits import Networks
from qwixx.server.origins import read_origins
from qwixx.table.delays import Delays

# A larger number is a slip, and more than clocks and sockets can count.
_MOST: Final = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Option:
    """A value that an option or an environment variable can give."""

    default: str | int | float
    """Its type says whether the value is a text, a whole number or any number."""
    metavar: str
    help: str
    default_text: str = ""
    """The default in words, if it depends on the machine."""
    least: int = 0
    most: int = _MOST
    choices: tuple[str, ...] = ()
    expected_text: str = ""
    convert: Callable[[Any], Any] | None = None
    repeatable: bool = False
    """Whether the option may be given several times. Its value is a tuple."""

    @property
    def shown_default(self) -> str:
        return self.default_text or format(self.default, "g" if type(self.default) is float else "")

    @property
    def value(self) -> Any:
        return self.convert(self.default) if self.convert else self.default

    @property
    def expected(self) -> str:
        """Describes the possible values, for the error about another one."""
        if self.choices or self.expected_text:
            return self.expected_text or " or ".join(self.choices)
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        return f"{kind} from {self.least:,} to {self.most:,}"

    def read(self, text: str) -> Any:
        """Returns the value that a text stands for. Raises ValueError."""
        value = type(self.default)(text)
        if self.choices and value not in self.choices:
            raise ValueError(text)
        if not isinstance(value, str) and not self.least <= value <= self.most:  # nor is it NaN
            raise ValueError(text)
        return self.convert(value) if self.convert else value


def _option(default: str | float, metavar: str, text: str, **more: Any) -> Any:
    option = Option(default=default, metavar=metavar, help=text, **more)
    return field(default_factory=lambda: option.value, metadata={"option": option})


def address_and_port(text: str) -> tuple[str, int] | None:
    """Splits text like `127.0.0.1:9464` or `[::1]:9464`; None for an empty one."""
    host, _, port = text.rpartition(":")
    if text and not (host and port.isdecimal() and int(port) <= 65_535):
        raise ValueError(text)
    return (host.strip("[]"), int(port)) if text else None


@dataclass(frozen=True)
class Settings:
    """The options of a server, one field for each option of `qwixx serve`."""

    host: str = _option("0.0.0.0", "H", "address to listen on (0.0.0.0: all interfaces)")  # noqa: S104
    port: int = _option(8000, "P", "port to listen on", most=65_535)
    database: str = _option(
        "",
        "URL",
        "database of the games: sqlite:///FILE or postgresql://…",
        default_text="a file in your data folder",
    )
    redis: str = _option(
        "",
        "URL",
        "Redis for several nodes that share a PostgreSQL database: redis://…",
        default_text="none",
    )
    keep_hours: int = _option(24 * 30, "H", "hours after which an unused table is deleted")
    pace: Delays = _option(
        1.0,
        "F",
        "multiplier for the delays of bots and timers (1: human pace, 0: none)",
        convert=lambda factor: Delays().scaled(factor),
    )
    message_rate: float = _option(
        20.0, "N", "messages a second that one player may send, with bursts of three times as many"
    )
    request_rate: float = _option(
        20.0, "N", "requests a second from one address, with bursts of three times as many"
    )
    # A whole school may be behind one address.
    tables_per_address: int = _option(120, "N", "tables that one address may open in an hour")
    reviews_per_address: int = _option(
        240, "N", "games that one address may have reviewed in an hour; repeats are free"
    )
    connections_per_address: int = _option(
        250, "N", "players and spectators from one address at the same time"
    )
    connections: int = _option(
        10_000, "N", "connections at the same time, if the system allows that many open files"
    )
    trusted_proxies: Networks = _option(
        "127.0.0.1,::1",
        "LIST",
        "addresses or networks of proxies whose X-Forwarded-For is believed; * for all",
        convert=Networks,
        expected_text="addresses and networks (10.0.0.5,10.1.0.0/24) or *",
    )
    allow_origin: tuple[str, ...] = _option(
        "",
        "URL",
        "static site whose pages may use this server; repeat the option, or use commas, for more",
        default_text="none",
        convert=read_origins,
        expected_text="an address like https://games.example",
        repeatable=True,
    )
    request_timeout: float = _option(10.0, "S", "seconds in which a request has to be complete")
    send_timeout: float = _option(
        20.0, "S", "seconds after which a client that reads nothing is disconnected"
    )
    metrics: tuple[str, int] | None = _option(
        "",
        "ADDRESS",
        "separate address and port for metrics, like 127.0.0.1:9464",
        default_text="none",
        convert=address_and_port,
        expected_text="an address and a port, like 127.0.0.1:9464",
    )
    helpers: int = _option(
        usable_cores(),
        "N",
        "processes in which bots think",
        default_text="one for each core",
        least=1,
    )
    backups: str = _option(
        "", "FOLDER", "folder of the backups, to report the age of the newest", default_text="none"
    )
    log_format: str = _option(
        "text",
        "F",
        "log format: text, or json (one object per line)",
        choices=("text", "json"),
    )
    address: str = ""
    """The address of this server for phones in the same network, if that is known."""

    coach_queue: ClassVar[int] = 64
    """Reviews, and hints, that may wait for a helper at the same time."""
    standins: ClassVar[tuple[str, ...]] = ("casual", "heuristic", "greedy", "random")
    """The bots that play for a player who has left: the first one that can play the game. The next
    ones follow if a bot fails. Players know the first one as a level they can choose."""


OPTIONS: Final[dict[str, Option]] = {
    each.name: each.metadata["option"] for each in fields(Settings) if "option" in each.metadata
}
"""The settings that can be given from outside, by name."""


def variable(name: str) -> str:
    return f"QWIXX_{name.upper()}"


def flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
