"""Single games as batches of the training, and back."""

import random

import torch

from qwixx.rules import Game, Variant
from research.training.table import Cards, Options

CPU = torch.device("cpu")


def as_cards(game: Game) -> Cards:
    """The game as one table, seats in turn order from the active player."""
    order = [(game.active + step) % game.players for step in range(game.players)]
    cards = [game.cards[seat] for seat in order]
    length = len(game.variant.rows[0])
    return Cards(
        # A lock is the bit after the last cell and no cell of its own.
        torch.tensor(
            [[[(m & ((1 << length) - 1)).bit_length() for m in card.marks] for card in cards]]
        ),
        torch.tensor([[[m.bit_count() for m in card.marks] for card in cards]]),
        torch.tensor([[card.misthrows for card in cards]]),
        torch.tensor([[colour in game.closed for colour in game.variant.row_colours]]),
        torch.tensor([[card.lucky for card in cards]], dtype=torch.long).view(1, len(cards), -1),
    )


def as_moves(variant: Variant, before: Cards, options: Options, seat: int | None) -> dict[str, int]:
    """The legal options of a seat as notation, with their numbers."""
    free = options.free[0] if seat is None else options.free[0, seat]
    legal = options.legal[0] if seat is None else options.legal[0, seat]
    moves = {}
    for number in range(len(legal)):
        if not legal[number]:
            continue
        touched = (free[number] != before.free[0, seat or 0]).nonzero().flatten().tolist()
        if not touched:
            moves["-"] = number
            continue
        (row,) = touched
        cell = variant.rows[row][int(free[number, row]) - 1]
        lucky = number > 4 and seat is not None
        moves[str(cell.lucky_cross if lucky else cell.cross)] = number
    return moves


def new_game(variant: Variant, players: int, rng: random.Random) -> Game:
    lucky = variant.deal_lucky(rng, players)
    return Game.new(variant, players, first=rng.randrange(players), lucky=lucky)
