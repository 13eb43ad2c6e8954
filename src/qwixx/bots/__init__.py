"""Players that are programs: what a bot is, which ones there are, and how to get one."""

from qwixx.bots.base import Bot
from qwixx.bots.registry import BOTS, BotInfo, UnknownBot, load_bot

__all__ = ["BOTS", "Bot", "BotInfo", "UnknownBot", "load_bot"]
