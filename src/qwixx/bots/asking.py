"""Asks a bot for a move, and explains clearly what is wrong if it gives none."""

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from qwixx.bots.base import Bot, BotFailed
from qwixx.notation import write_position
from qwixx.rules import Game, IllegalMove, Move

Played = TypeVar("Played")
"""The result of playing a move."""


def bot_name(bot: object) -> str:
    """Returns a bot's own `name`, or else the name of its class or of its maker."""
    given = getattr(bot, "name", None)
    if isinstance(given, str):
        return given
    return str(getattr(bot, "__name__", type(bot).__name__))


def answer(
    bot: Bot,
    name: str,
    game: Game,
    seat: int,
    rng: Random,
    play: Callable[[int, Move], Played],
    where: str = "",
) -> Played:
    """Asks a bot for a move, and plays it. The bot sees only what its seat may know.

    Raises BotFailed, with all that is needed to make the bot fail again.
    """
    seen = game.seen_by(seat)
    try:
        move = bot.choose(seen, seat, rng)
    except Exception as error:  # Bots may raise anything.
        problem = f"failed: {type(error).__name__}: {error}{_line(bot, error)}"
        raise BotFailed(_complaint(name, problem, where, seat, seen)) from error
    if not isinstance(move, Move):
        raise BotFailed(_complaint(name, f"gave {move!r}, which is no Move", where, seat, seen))
    try:
        return play(seat, move)
    except IllegalMove as error:
        problem = f"played {move}, which is not allowed: {error}"
        raise BotFailed(_complaint(name, problem, where, seat, seen)) from None


def _complaint(name: str, problem: str, where: str, seat: int, seen: Game) -> str:
    return f"the bot {name} {problem} ({where}seat {seat}, position: {write_position(seen)})"


def _line(bot: Bot, error: Exception) -> str:
    """Returns the last line of the bot's own file that led to an error, if there is one."""
    frames = traceback.extract_tb(error.__traceback__)[1:]  # The first is the call above.
    file = getattr(sys.modules.get(type(bot).__module__), "__file__", None)
    own = [frame for frame in frames if frame.filename == file] or frames
    return f", in {Path(own[-1].filename).name}, line {own[-1].lineno}" if own else ""
