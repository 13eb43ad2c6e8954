"""`qwixx play`: a plain game in the terminal against a bot."""

import argparse
from random import Random
from typing import Final

from qwixx.bots import BOTS, load_bot
from qwixx.notation import Recording
from qwixx.rules import (
    COLOUR_NAMES,
    COLOURS,
    VARIANTS,
    Card,
    Colour,
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
_HELP: Final = "a cross is like r5 or b10, a lucky cross like *g16, a pass is -; q leaves the game"


class _Left(Exception):  # noqa: N818
    """The player has left."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--bot", choices=BOTS, default="greedy", help="who plays against you")
    parser.add_argument("--seed", type=int, help="for dice that can be rolled again")


def run(args: argparse.Namespace) -> int:
    rng = Random(args.seed)
    bot = load_bot(args.bot)
    table = Recording(_new_game(args.variant, rng), _NAMES)
    print(f"Qwixx, {args.variant}. {_HELP}")
    try:
        while table.game.phase is not Phase.OVER:
            _take_turn(table, lambda game: bot.choose(game.seen_by(_BOT), _BOT, rng), rng)
    except (_Left, EOFError):
        print("\nYou left the game.")
        return 0
    print()
    _show_cards(table.game)
    outcome = table.game.outcome
    assert outcome is not None
    winners = " and ".join(_NAMES[seat] for seat in outcome.winners)
    print(f"\nThe end: {outcome.ending}. {winners}: {max(outcome.scores)} points, the highest total.")
    return 0


def _new_game(variant_name: str, rng: Random) -> Game:
    variant = VARIANTS[variant_name]
    lucky = rng.sample(variant.lucky_pairs, 2) if variant.lucky_count else None
    return Game.new(variant, players=2, first=rng.randrange(2), lucky=lucky)
