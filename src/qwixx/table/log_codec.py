"""Writes and reads the entries of a table's log, as they are stored.

A kind of event that is not known is an error: a newer version has gone on with that table.
"""

from typing import Final

import msgspec

from qwixx.table.events import Entry

write_entry: Final = msgspec.json.Encoder().encode
"""Returns the entry as it is stored."""

_decode: Final = msgspec.json.Decoder(Entry).decode


def read_entry(text: bytes) -> Entry:
    """Reads a stored entry. msgspec.DecodeError: a newer version wrote it."""
    return _decode(text)
