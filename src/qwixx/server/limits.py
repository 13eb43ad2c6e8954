"""How much one address may ask for, and who is believed about addresses."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from time import monotonic
from typing import Final

_MOST_ADDRESSES: Final = 10_000


def counted_address(host: str) -> str:
    """Returns what counts as one address: an IPv4 address, or an IPv6 network of 64 bits.

    A text that is no address counts as the empty one: all such texts share their limits.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return ""
    if address.version == 4:
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))


class Networks:
    """The addresses and networks in a list, as in `--trusted-proxies`; an asterisk is everybody.

    Raises ValueError with the part of the list that is none of them.
    """

    def __init__(self, listed: str) -> None:
        names = [name.strip() for name in listed.split(",") if name.strip()]
        self._everybody = "*" in names
        self._networks: list[IPv4Network | IPv6Network] = []
        for name in names:
            if name == "*":
                continue
            try:
                self._networks.append(ip_network(name, strict=False))
            except ValueError:
                raise ValueError(name) from None

    def __str__(self) -> str:
        """Returns the list in the form in which uvicorn reads every part of it."""
        return "*" if self._everybody else ",".join(map(str, self._networks))

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return self._everybody
        return self._everybody or any(address in network for network in self._networks)


class Crowd:
    """Lets so many from one address be here at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    @contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """Whether there is still room; if so, it is taken for as long as this lasts."""
        room = self._here[address] < self._most
        if not room:
            yield False
            return
        self._here[address] += 1
        try:
            yield True
        finally:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address]


class Bucket:
    """Lets `burst` through at once, and `rate` a second on average."""

    __slots__ = ("_burst", "_clock", "_filled_at", "_level", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._level = burst
        self._filled_at = clock()

    def take(self, many: int = 1) -> bool:
        self._fill()
        if self._level < many:
            return False
        self._level -= many
        return True

    def early(self, many: int = 1) -> float:
        """Takes it in any case, and says how many seconds too early that is.

        Who waits for so long each time keeps to the rate, and all who share the bucket get on.
        """
        self._fill()
        self._level -= many
        return 0.0 if self._level >= 0 else -self._level / self._rate

    def _fill(self) -> None:
        now = self._clock()
        level = self._level + (now - self._filled_at) * self._rate
        self._level = min(self._burst, level)
        self._filled_at = now


class Buckets:
    """A bucket for each address; those that have been quiet for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """That of this address, from now on."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, address: str, many: int = 1) -> bool:
        return self.of(address).take(many)
