"""Limits messages and views of one network address, for all its sockets together."""

from typing import Final

from qwixx.server.limits import ConcurrencyLimit, TokenBuckets
from qwixx.server.settings import Settings

_BUSY_SOCKETS: Final = 5
"""The number of sockets at full rate that one address may have.

A school has two hundred slow ones: each sends something every five seconds, and four people see it.
"""
_VIEWS_FOR_A_MESSAGE: Final = 5


class AddressLimits:
    """The limits of each address."""

    def __init__(self, settings: Settings) -> None:
        self.connections = ConcurrencyLimit(settings.connections_per_address)
        self.requests = TokenBuckets(settings.request_rate, 3 * settings.request_rate)
        rate = _BUSY_SOCKETS * settings.message_rate
        self.messages = TokenBuckets(rate, 3 * rate)  # limits messages on all sockets
        views = _VIEWS_FOR_A_MESSAGE * rate
        self.views = TokenBuckets(views, 3 * views)  # limits the views that are sent
