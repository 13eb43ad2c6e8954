"""How much one address may do, whatever the number of its sockets."""

from typing import Final

from qwixx.server.limits import ConcurrencyLimit, TokenBuckets
from qwixx.server.settings import Settings

# An address may have many sockets, but not all of them may send as much as one alone. A school has
# two hundred: on each somebody does something every five seconds, and four people see it.
_BUSY_SOCKETS: Final = 5
_VIEWS_FOR_A_MESSAGE: Final = 5


class AddressLimits:
    """The limits of each address."""

    def __init__(self, settings: Settings) -> None:
        self.connections = ConcurrencyLimit(settings.connections_per_address)
        self.requests = TokenBuckets(settings.request_rate, 3 * settings.request_rate)
        rate = _BUSY_SOCKETS * settings.message_rate
        self.messages = TokenBuckets(rate, 3 * rate)
        """Messages on all sockets."""
        views = _VIEWS_FOR_A_MESSAGE * rate
        self.views = TokenBuckets(views, 3 * views)
        """Views that are sent."""
