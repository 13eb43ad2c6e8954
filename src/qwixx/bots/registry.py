"""The bots by name. Each is imported only when it is loaded."""

from dataclasses import dataclass
from importlib import import_module
from typing import Final

from qwixx.bots.base import Bot


class UnknownBot(ValueError):  # noqa: N818  (says what is unknown)
    """There is no bot of that name."""


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A line of `qwixx bots`."""

    name: str
    strength: str
    summary: str
    factory: str
    """Where it is made: `module:callable`."""


BOTS: Final = {
    info.name: info
    for info in (
        BotInfo(
            "random",
            "none",
            "chooses uniformly among the legal moves",
            "qwixx.bots.simple:RandomBot",
        ),
        BotInfo(
            "beginner",
            "gentle",
            "plays sensibly and makes a beginner's mistakes",
            "qwixx.bots.levels:BeginnerBot",
        ),
        BotInfo(
            "casual",
            "fair",
            "plays well most of the time, as one does among friends",
            "qwixx.bots.levels:CasualBot",
        ),
        BotInfo(
            "greedy",
            "weak",
            "always crosses where it can, the smallest gap first",
            "qwixx.bots.simple:GreedyBot",
        ),
        BotInfo(
            "heuristic",
            "fair",
            "a tuned formula: hates skipping cells, minds closed rows and the others' scores",
            "qwixx.bots.heuristic:HeuristicBot",
        ),
        BotInfo(
            "solo",
            "fair",
            "plays by the exact solo table: most points alone, blind to the others",
            "qwixx.bots.solo:SoloBot",
        ),
        BotInfo(
            "strong",
            "strong",
            "a net that learnt by playing against itself, one move ahead",
            "qwixx.bots.strong:StrongBot",
        ),
        BotInfo(
            "master",
            "master",
            "the same net, and a third of a second to play the best moves on",
            "qwixx.bots.master:MasterBot",
        ),
    )
}


def load_bot(name: str) -> Bot:
    """The bot of that name; `package.module:Name` loads anybody's own, and calls it without
    arguments."""
    info = BOTS.get(name)
    if info is None and ":" not in name:
        raise UnknownBot(f"there is no bot {name!r}: there are {', '.join(BOTS)}")
    module_name, _, attribute = (info.factory if info else name).partition(":")
    try:
        bot: object = getattr(import_module(module_name), attribute)()
    except Exception as error:  # anybody's code runs here
        if info:
            raise
        raise UnknownBot(f"cannot load the bot {name!r}: {error}") from error
    if not isinstance(bot, Bot):
        raise UnknownBot(f"{name!r} is no bot: it has no method choose(game, seat, rng)")
    return bot
