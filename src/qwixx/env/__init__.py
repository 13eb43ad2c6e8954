"""Environments for programs that learn: compiled games side by side, PettingZoo and Gymnasium.

Here games are only encoded; what is legal, and what comes of a move, the rules and the kernel say.
"""

from qwixx.env.actions import Actions, actions_of
from qwixx.env.observation import Layout, layout_of
from qwixx.env.vector import VectorEnv

__all__ = ["Actions", "Layout", "VectorEnv", "actions_of", "layout_of"]
