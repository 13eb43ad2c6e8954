"""The interfaces of bots, and how a bot is asked for a move."""

import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Protocol, TypeVar, runtime_checkable

from qwixx.notation import write_position
from qwixx.rules import Game, IllegalMove, Move

Played = TypeVar("Played")  # The result of playing a move


class BotFailed(Exception):  # noqa: N818  (the bot failed)
    """A bot raised an exception, gave no legal move, or did not answer.

    Examples:
        >>> from qwixx.bots import BotFailed
        >>> str(BotFailed("the bot mine gave 'r12', which is no Move"))
        "the bot mine gave 'r12', which is no Move"
    """


@runtime_checkable
class Bot(Protocol):
    """Anything that can choose a move.

    Examples:
        >>> from qwixx.bots import Bot
        >>> class First:
        ...     def choose(self, game, seat, rng):
        ...         return game.legal_moves(seat)[0]
        >>> isinstance(First(), Bot)
        True
    """

    def choose(self, game: Game, seat: int, rng: Random) -> Move:
        """Returns one of `game.legal_moves(seat)`, which is not empty.

        The game shows what that seat may know. All chance comes from `rng`, so that the same seed
        gives the same game.
        """
        ...


@runtime_checkable
class EvaluatingBot(Bot, Protocol):
    """A bot that can value moves.

    Examples:
        >>> from random import Random
        >>> from qwixx import Game
        >>> from qwixx.bots import load_bot
        >>> values = load_bot("strong").evaluate(Game.new().roll("65/1111"), 0, Random(1))
        >>> set(map(str, values)) == {"r11", "y11", "g11", "b11", "-"}
        True
    """

    def evaluate(self, game: Game, seat: int, rng: Random) -> dict[Move, float]:
        """Returns a value for every legal move, in a unit of the bot's own.

        The bot chooses the first of the highest. A move that it never makes has the value -inf.
        """
        ...


@runtime_checkable
class PatientBot(Bot, Protocol):
    """A bot that plays better the longer it thinks.

    Examples:
        >>> from qwixx.bots import PatientBot, load_bot
        >>> isinstance(load_bot("master"), PatientBot)
        True
    """

    def within(self, seconds: float) -> Bot:
        """Returns the same bot with a time limit of about that many seconds for each move.

        With 0 it answers at once.
        """
        ...


class ChoosesByValue:
    """Adds `choose` to a class with `evaluate`."""

    def choose(self: EvaluatingBot, game: Game, seat: int, rng: Random) -> Move:
        return best_move(self.evaluate(game, seat, rng))


def best_move(values: Mapping[Move, float]) -> Move:
    """Returns the first of the most valuable moves.

    Examples:
        >>> from qwixx import PASS, Move
        >>> from qwixx.bots import best_move
        >>> str(best_move({Move.parse("r5"): 0.4, Move.parse("b5"): 0.6, PASS: 0.1}))
        'b5'
    """
    return max(values, key=values.__getitem__)


def complete(values: Mapping[Move, float], game: Game, seat: int) -> dict[Move, float]:
    """Returns these values, and -inf for the other legal moves."""
    never = dict.fromkeys(game.legal_moves(seat), float("-inf"))
    return {**values, **{move: value for move, value in never.items() if move not in values}}


def bot_name(bot: object) -> str:
    """Returns a bot's `name`, or else the name of its class or of the function that made it."""
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

    Raises BotFailed, with everything that is needed to repeat the failure.
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
    frames = traceback.extract_tb(error.__traceback__)[1:]  # The first is the call above
    file = getattr(sys.modules.get(type(bot).__module__), "__file__", None)
    own = [frame for frame in frames if frame.filename == file] or frames
    return f", in {Path(own[-1].filename).name}, line {own[-1].lineno}" if own else ""
