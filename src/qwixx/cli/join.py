"""`qwixx join`: a bot sits down at a table of the web game and plays."""

import argparse
import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from qwixx.bots import BOTS, Bot, BotFailed, UnknownBot, load_bot
from qwixx.bots.base import answer, bot_name
from qwixx.cli import BadInput, arguments
from qwixx.cli.streams import harmless, print_error
from qwixx.client import Bye, Client, Finding, Link, Refused, play, read_link
from qwixx.client.connection import CONNECTION_ERRORS
from qwixx.client.playing import TOO_LATE
from qwixx.protocol.types import LONGEST_NAME
from qwixx.protocol.views import OverView
from qwixx.rules import PASS, CannotPlay, Game, Move, find_variant

DESCRIPTION: Final = (
    "Lets a bot play one game at a table of the web game. If the connection drops, the bot "
    "reconnects by itself. The bot is one of `qwixx bots`, or your own class as MODULE:NAME, also "
    "from a file in the current folder. If the bot fails, it passes, and the reason is printed. "
    "Ctrl-C gives up its seat."
)
EXAMPLE: Final = "qwixx join http://192.168.0.10:8000/HKMPRT --bot my_bots:Cautious"

_REFUSALS: Final = {
    "table-full": "all seats are taken",
    "wrong-stage": "a game is being played; seats are free again before the next one",
    "bad-name": "expected a name of 1 to 24 letters; choose another with --name",
    "name-taken": "another player has that name; choose one with --name",
}
_BYES: Final = {
    "no-such-table": "there is no such table",
    "expired": "the table was deleted",
    "removed": "the host has freed the seat",
    "moved": "the seat has moved to another device",
    "outdated": "the server has another version",
    "not-understood": "this is no Qwixx server",
    "too-many-requests": "too many connections or requests come from this address",
}


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("link", metavar="LINK", help="link to the table, as the lobby copies it")
    add("--bot", required=True, metavar="NAME", help="bot to play")
    add("--name", metavar="N", help="name to use at the table (default: the bot's)")
    arguments.add_seed(parser, " for the bot")
    add("--rematch", action="store_true", help="stay, and play every rematch")


def run(args: argparse.Namespace) -> int:
    if ":" in args.bot and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    with arguments.bad_input(UnknownBot, ValueError):
        link, bot = read_link(args.link), load_bot(args.bot)
    known = args.bot if ":" not in args.bot else bot_name(bot)
    return asyncio.run(_join(link, _SafeBot(bot, known, Random(args.seed)), args))


class _SafeBot:
    """A bot that passes, and prints why, if it fails."""

    def __init__(self, bot: Bot, name: str, rng: Random) -> None:
        self.name = name
        self.failures = 0
        self._bot = bot
        self._rng = rng

    def choose(self, game: Game, seat: int) -> Move:
        def checked(seat: int, move: Move) -> Move:
            game.play(seat, move)
            return move

        try:
            where = f"turn {game.turn}, "
            return answer(self._bot, self.name, game, seat, self._rng, checked, where)
        except BotFailed as failed:
            if isinstance(failed.__cause__, CannotPlay):  # it cannot play any other turn either
                raise failed.__cause__ from None
            self.failures += 1
            print_error(f"qwixx join: {failed}; it passes instead")
            return PASS


async def _join(link: Link, bot: _SafeBot, args: argparse.Namespace) -> int:
    client = _Client(link.address, link.code)
    seated = False
    try:
        await client.connect()
        await _sit(client, bot.name, args)
        seated = True
        await _play(client, bot, rematch=args.rematch)
    except CONNECTION_ERRORS as problem:
        if isinstance(problem, Bye):
            why = f"{args.link}: {_BYES.get(problem.code) or harmless(problem.code)}"
        else:
            why = f"cannot reach {link.address}: {harmless(_reason(problem))}"
        if not seated:
            raise BadInput(why) from None
        print_error(f"qwixx join: {why}")
        return 1
    finally:
        with suppress(*CONNECTION_ERRORS):
            await client.disconnect()
    cheated = any(finding.alarm for finding in client.findings)
    return 1 if bot.failures or cheated else 0


class _Client(Client):
    """Prints suspicious dice, and when it reconnects."""

    def on_finding(self, finding: Finding) -> None:
        warning = "do not trust the dice of " if finding.alarm else ""
        print_error(f"qwixx join: {warning}{harmless(str(finding))}")

    async def reconnect(self) -> None:
        print_error("qwixx join: connection lost; reconnecting …")
        await super().reconnect()
        print_error("qwixx join: reconnected")


async def _sit(client: Client, usual: str, args: argparse.Namespace) -> None:
    """Takes a free seat. Without --name, it tries another name if the bot's is taken."""
    variant = find_variant(client.view.options.variant)
    info = BOTS.get(args.bot)
    if info and not info.can_play(variant):
        raise BadInput(f"{args.bot} cannot play {variant.name}, which is played at {client.code}")
    names = (
        [args.name]
        if args.name is not None
        else [usual[:LONGEST_NAME], *(f"{usual[: LONGEST_NAME - 2]} {n}" for n in range(2, 6))]
    )
    for name in names:
        try:
            await client.act("sit", name=name, seat=None)
        except Refused as refused:
            if refused.code != "name-taken" or name == names[-1]:
                why = _REFUSALS.get(refused.code) or harmless(refused.code)
                raise BadInput(f"no seat at {client.code}: {why}") from None
        else:
            print(f"{name} sits at table {client.code}", flush=True)
            return


async def _play(client: Client, bot: _SafeBot, *, rematch: bool) -> None:
    number = 0
    try:
        while True:
            over = await play(client, bot.choose, after=number)
            number = over.result.number
            print(_result(over), flush=True)
            if not rematch:
                return
            try:
                await client.act_with_retry("rematch", version=over.version)
            except Refused as refused:
                if refused.code not in TOO_LATE:
                    raise
    finally:
        # A bot of the server takes over: now, or once the lost connection is noticed.
        with suppress(*CONNECTION_ERRORS, Refused):
            async with asyncio.timeout(2):
                await client.act("leave")


def _result(over: OverView) -> str:
    names = [harmless(seat.name) for seat in over.seats]
    scores = ", ".join(
        f"{name} {card.total}" for name, card in zip(names, over.game.cards, strict=True)
    )
    winners = " and ".join(names[seat] for seat in over.result.winners)
    return f"game {over.result.number}: {scores}; {winners} won"


def _reason(problem: BaseException) -> str:
    if isinstance(problem, TimeoutError):
        return "no answer"
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
