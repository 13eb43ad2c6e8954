"""Players that are programs: what a bot is, which ones there are, and how to get one."""

from qwixx.bots.base import Bot, BotFailed, EvaluatingBot, PatientBot, best_move
from qwixx.bots.registry import BOTS, BotInfo, Need, UnknownBot, bots_for, load_bot

__all__ = [
    "BOTS",
    "Bot",
    "BotFailed",
    "BotInfo",
    "EvaluatingBot",
    "Need",
    "PatientBot",
    "UnknownBot",
    "best_move",
    "bots_for",
    "load_bot",
]
