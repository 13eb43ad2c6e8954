"""Positions that several tests look at."""

from qwixx.notation import read_position

BOTH_CAN_LOCK = read_position(
    "classic 0.21 66/2345=.,. 2,3,4,5,6,7,8/2,3,4,5,6,7/12/11/1 2,3,4,5,6,7/2,3,4,5,6,7,8/12/12/1"
)
"""Both can lock red or yellow: if they lock different rows, the game ends at once."""
