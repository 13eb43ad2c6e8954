"""Text to rules and back: positions and records. Rolls and moves parse and print themselves."""

from qwixx.notation.position import read_position, write_position
from qwixx.notation.record import Record, Turn
from qwixx.notation.record_text import read_record, write_record
from qwixx.notation.recording import Recording

__all__ = [
    "Record",
    "Recording",
    "Turn",
    "read_position",
    "read_record",
    "write_position",
    "write_record",
]
