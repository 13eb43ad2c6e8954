"""Players that are programs: the protocol of a bot, the list of bots, and functions to get one."""

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
