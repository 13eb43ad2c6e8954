"""The base class of all events in the log of a table."""

from msgspec import Struct


class BaseEvent(Struct, rename="camel", frozen=True, omit_defaults=True):
    """An event in the log of a table."""
