"""Limits for each address, and the proxies that are believed about addresses."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from time import monotonic
from typing import Any, Final

_MOST_ADDRESSES: Final = 10_000

LARGEST_BODY: Final = 16 * 1024  # bytes of a request's body
LONGEST_RECORD: Final = 64 * 1024
"""Bytes of a record to be reviewed, which may be longer than other bodies."""


def counted_address(host: str) -> str:
    """Returns the key of an address for all limits: an IPv4 address, or an IPv6 network of 64 bits.

    Every text that is no address has the empty key, so all of them share their limits.
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


def client_of(scope: Any) -> str:
    """Returns the key of the client's address, from the scope of a request."""
    return counted_address(scope["client"][0] if scope.get("client") else "")


class Networks:
    """Addresses and networks from a list like `--trusted-proxies`; an asterisk means all.

    Raises ValueError with the part of the list that is not an address or a network.
    """

    def __init__(self, listed: str) -> None:
        names = [name.strip() for name in listed.split(",") if name.strip()]
        self._all = "*" in names
        self._networks: list[IPv4Network | IPv6Network] = []
        for name in names:
            if name == "*":
                continue
            try:
                self._networks.append(ip_network(name, strict=False))
            except ValueError:
                raise ValueError(name) from None

    def __str__(self) -> str:
        """Returns the list in the form that uvicorn reads."""
        return "*" if self._all else ",".join(map(str, self._networks))

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return self._all
        return self._all or any(address in network for network in self._networks)


class LimitReached(Exception):  # noqa: N818  (nothing is wrong)
    """Too many things are being done for an address."""


class ConcurrencyLimit:
    """Limits how many things one address may do at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: Counter[str] = Counter()

    @contextmanager
    def slot(self, address: str) -> Iterator[None]:
        """Takes a slot until the context ends. Raises LimitReached if none is free."""
        if self._running[address] >= self._most:
            raise LimitReached
        self._running[address] += 1
        try:
            yield
        finally:
            self._running[address] -= 1
            if not self._running[address]:
                del self._running[address]


class TokenBucket:
    """Allows `burst` tokens at once, and `rate` a second on average."""

    __slots__ = ("_burst", "_clock", "_filled_at", "_level", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._level = burst
        self._filled_at = clock()

    def take(self, tokens: int = 1) -> bool:
        """Takes tokens, or returns False if there are not enough."""
        self._fill()
        if self._level < tokens:
            return False
        self._level -= tokens
        return True

    def reserve(self, tokens: int = 1) -> float:
        """Takes tokens in any case, and returns the seconds until the bucket has earned them.

        Callers that wait for this long keep to the rate, and none of them starves.
        """
        self._fill()
        self._level -= tokens
        return 0.0 if self._level >= 0 else -self._level / self._rate

    def _fill(self) -> None:
        now = self._clock()
        level = self._level + (now - self._filled_at) * self._rate
        self._level = min(self._burst, level)
        self._filled_at = now


class TokenBuckets:
    """Keeps a bucket for each address, and forgets the one whose last use is longest ago."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, address: str) -> TokenBucket:
        bucket = self._buckets.pop(address, None) or TokenBucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, address: str, tokens: int = 1) -> bool:
        return self.of(address).take(tokens)
