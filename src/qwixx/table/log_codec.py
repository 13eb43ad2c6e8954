"""Writes and reads the stored entries of a table's log.

An unknown kind of event is an error. It means that a newer version has written to that table.
"""

from typing import Final

import msgspec

from qwixx.table.events import Entry

write_entry: Final = msgspec.json.Encoder().encode
"""Returns the bytes of an entry."""

_decode: Final = msgspec.json.Decoder(Entry).decode


def read_entry(text: bytes) -> Entry:
    """Reads a stored entry. Raises msgspec.DecodeError if a newer version wrote it."""
    return _decode(text)
