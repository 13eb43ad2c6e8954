"""Bots that need nothing but the rules."""

from random import Random

from qwixx.rules import Game, Move


class RandomBot:
    """Chooses uniformly among the legal moves."""

    def choose(self, game: Game, seat: int, rng: Random) -> Move:
        return rng.choice(game.legal_moves(seat))


class GreedyBot:
    """Always crosses if it can: the smallest gap first, then the row with the most crosses."""

    def choose(self, game: Game, seat: int, rng: Random) -> Move:
        def gap_then_crosses(move: Move) -> tuple[bool, int, int]:
            if move.colour is None:
                return True, 0, 0
            cell = card.variant.cell(move)
            return False, card.skips(cell), -card.crosses(cell.closes)

        card = game.cards[seat]
        moves = list(game.legal_moves(seat))
        rng.shuffle(moves)  # so that no colour is preferred where rows are alike
        return min(moves, key=gap_then_crosses)
