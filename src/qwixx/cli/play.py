"""`qwixx play`: a plain game in the terminal against a bot."""

import argparse
from collections.abc import Callable
from random import Random
from textwrap import indent
from typing import Final

from qwixx.bots import BOTS, load_bot
from qwixx.cli import arguments
from qwixx.notation import draw_card, draw_game
from qwixx.rules import (
    COLOUR_NAMES,
    VARIANTS,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Phase,
    Roll,
)

DESCRIPTION: Final = "Plays a game in the terminal: you against a bot."
EXAMPLE: Final = "qwixx play --variant longo --bot greedy"

_YOU, _BOT = 0, 1
_NAMES: Final = ("You", "Bot")
_HELP: Final = "A cross is like r5 or b10, a lucky cross like *g16, a pass is -. q leaves the game."


class _Left(Exception):  # noqa: N818  (no error: the player has left)
    pass


def configure(parser: argparse.ArgumentParser) -> None:
    arguments.add_variant(parser, "play")
    parser.add_argument(
        "--bot",
        choices=BOTS,
        default="greedy",
        metavar="NAME",
        help=f"bot that plays against you: {', '.join(BOTS)} (default: greedy)",
    )
    arguments.add_seed(parser, "; the same seed gives the same dice")


def run(args: argparse.Namespace) -> int:
    rng = Random(args.seed)
    bot = load_bot(args.bot)
    game = _new_game(args.variant, rng)
    print(f"Qwixx, {args.variant}. {_HELP}")
    try:
        while game.phase is not Phase.OVER:
            game = _take_turn(game, rng, lambda seen: bot.choose(seen, _BOT, rng))
    except (_Left, EOFError):
        print("\nYou left the game.")
        return 0
    _show_end(game)
    return 0


def _new_game(variant_name: str, rng: Random) -> Game:
    variant = VARIANTS[variant_name]
    lucky = variant.deal_lucky(rng, 2)
    return Game.new(variant, players=2, first=rng.randrange(2), lucky=lucky)


def _take_turn(game: Game, rng: Random, ask_bot: Callable[[Game], Move]) -> Game:
    """Plays one turn of either player: the roll, both white answers at once, the colour move."""
    active = game.active
    game = game.roll(Roll.random(rng, game))
    print(f"\nTurn {game.turn}: {'you roll' if active == _YOU else 'the bot rolls'} {game.dice}")
    print(indent(draw_card(game.cards[_YOU], game.closed), "  "))
    bot = game.cards[_BOT]
    rows = ", ".join(f"{COLOUR_NAMES[c]} {bot.crosses(c)}" for c in game.variant.row_colours)
    print(f"  the bot's crosses: {rows}, misthrows {bot.misthrows}, total {bot.score}")
    game = game.play(_BOT, ask_bot(game.seen_by(_BOT)))
    sealed = game.answers[_BOT]
    game = game.play(_YOU, _ask(game, "White phase"))
    _tell_bot(str(sealed))
    if game.phase is Phase.COLOUR:
        if active == _YOU:
            return game.play(_YOU, _ask(game, "Colour phase"))
        move = ask_bot(game)
        _tell_bot(str(move))
        return game.play(_BOT, move)
    return game


def _tell_bot(move: str) -> None:
    print("  The bot passes." if move == "-" else f"  The bot crosses {move}.")


def _ask(game: Game, phase: str) -> Move:
    moves = game.legal_moves(_YOU)
    while True:
        answer = input(f"{phase}: {' '.join(map(str, moves))} > ").strip() or "?"
        if answer.lower() in ("q", "quit", "exit"):
            raise _Left
        try:
            move = Move.parse(answer)
            game.play(_YOU, move)
        except NotationError:
            print(f"  {_HELP}")
        except IllegalMove as error:
            print(f"  Not allowed: {error}.")
        else:
            return move


def _show_end(game: Game) -> None:
    print(f"\n{draw_game(game, _NAMES)}")
    winners = [_NAMES[seat] for seat in game.winners]
    result = "A shared win." if len(winners) == 2 else f"{winners[0]} won."
    print(f"\nThe end: {game.outcome.words if game.outcome else ''}. {result}")
