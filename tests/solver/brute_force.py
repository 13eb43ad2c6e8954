"""The solo game solved as a child would do it: every roll, every move, straight from the rules."""

from itertools import product

from qwixx.rules import Game, Phase, Roll


class BruteForce:
    """The expected final score of any position, by trying everything."""

    def __init__(self) -> None:
        self.values: dict[Game, float] = {}
        """Every position before a roll that was met on the way."""

    def value(self, game: Game) -> float:
        if game.phase is Phase.OVER:
            return float(game.scores[0])
        if game.phase is not Phase.ROLL:
            return max(self.value(game.play(0, move)) for move in game.legal_moves(0))
        same = Game(game.cards, 0, 1, game.phase, game.closed)  # without the number of the turn
        if same not in self.values:
            faces = range(1, game.variant.sides + 1)
            coloured = product(
                *([None] if colour in game.closed else faces for colour in game.variant.row_colours)
            )
            rolls = [
                self.value(game.roll(Roll(whites, dice)))
                for whites, dice in product(product(faces, faces), coloured)
            ]
            self.values[same] = sum(rolls) / len(rolls)
        return self.values[same]
