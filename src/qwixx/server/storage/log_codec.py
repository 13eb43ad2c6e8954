"""The entries of a table's log, to bytes and back."""

from typing import Final

import msgspec

from qwixx.table.events import Entry

write_entry: Final = msgspec.json.Encoder().encode
read_entry: Final = msgspec.json.Decoder(Entry).decode
