"""What all events in the log of a table have in common."""

from msgspec import Struct


class BaseEvent(Struct, rename="camel", frozen=True, omit_defaults=True):
    """Anything that happens."""
