"""Text to rules and back: positions, records and drawings of cards. Rolls and moves parse and print
themselves."""

from qwixx.notation.drawing import draw_card, draw_game
from qwixx.notation.position import read_position, write_position
from qwixx.notation.record import Decision, Record, Turn
from qwixx.notation.record_text import read_record, write_record
from qwixx.notation.recording import Recording

__all__ = [
    "Decision",
    "Record",
    "Recording",
    "Turn",
    "draw_card",
    "draw_game",
    "read_position",
    "read_record",
    "write_position",
    "write_record",
]
