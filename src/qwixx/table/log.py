"""The log of a table: its entries, and their stored form."""

from typing import TYPE_CHECKING, Final, TypeAlias, Union

import msgspec

from qwixx.table import (  # noqa: F401  (they define all events and decisions)
    after_game,
    late_comers,
    lobby,
    pad,
    playing,
    real_dice,
    sealing,
    seats,
    tickets,
)
from qwixx.table.state import BaseEvent, Table

if TYPE_CHECKING:
    Event: TypeAlias = BaseEvent
else:
    Event = Union[tuple(BaseEvent.__subclasses__())]  # noqa: UP007


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event, with its time and the person who asked for it."""

    at: int  # the time of the decision, in milliseconds since 1970
    event: Event
    by: str = ""  # the hash of the secret of the person who asked for it; empty for the server
    action: str = ""  # the id of the action, by which a repetition is recognized

    def apply(self, table: Table) -> None:
        """Applies the event to its table, as the next entry of the log."""
        table.version += 1
        table.changed_at = self.at
        self.event.apply(table)
        if self.event.counted:
            table.changes[self.by] += 1
        if self.action:
            table.recent_actions.add(self.by, self.action, table.version)


write_entry: Final = msgspec.json.Encoder().encode
"""Returns the bytes of an entry."""

_decode: Final = msgspec.json.Decoder(Entry).decode


def read_entry(text: bytes) -> Entry:
    """Reads a stored entry. Raises msgspec.DecodeError for an unknown kind of event: a newer
    version has written to that table."""
    return _decode(text)
