"""Hints in plain Python, for a browser or a server without NumPy.

The values are those of `qwixx.coach.advise`. Fights for a lock are the one exception: here the
others answer as `strong` does, and no move has a `mix`.
"""

import math
from functools import lru_cache

from qwixx.bots.base import best_move
from qwixx.bots.net import Net, shipped_net, sumprod
from qwixx.bots.registry import ends_path
from qwixx.coach.fitted import shipped_heads, shipped_sharpness
from qwixx.coach.reasons import POINTS, Option, reasons_for
from qwixx.coach.results import Advice
from qwixx.kernel.encoding import SCALE
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import PASS, Game, Phase, Variant

_DECIMALS = 9  # Equal moves are equal in spite of rounding


def advise(game: Game, seat: int) -> tuple[Advice, ...]:
    """Returns every legal move of a seat, best first; nothing when it has nothing to decide.

    The answers of the others do not count, whether they are sealed or not. Solo games are valued
    by the net.

    Examples:
        >>> from qwixx import Game
        >>> from qwixx.coach.plain import advise
        >>> best, *others = advise(Game.new(players=2).roll("65/1126"), seat=0)
        >>> str(best.move), best.cost
        ('g11', 0.0)
    """
    if not game.legal_moves(seat):
        return ()
    expected, closing = game, game.closed
    if game.phase is Phase.WHITE:
        expected = _with_answers(game, seat)
        passed = expected.play(seat, PASS)
        # The active player's own colour move does not count.
        closing = (passed if seat == game.active else _ends(passed, seat)[0]).closed
    found = []
    # The pass comes first among moves of the same value.
    for move in sorted(game.legal_moves(seat), key=lambda move: not move.is_pass):
        after = expected.play(seat, move)
        worth = max(_worth(end, seat) for end in _ends(after, seat))
        found.append((*worth, move))
    found.sort(key=lambda each: (-each[0], -each[1]))
    scale = POINTS if game.players == 1 else 1.0
    options = [
        Option(game, seat, move, share / scale, closing - game.closed) for share, _, move in found
    ]
    best = found[0][0]
    return tuple(
        Advice(move, share, best - share, points, reasons)
        for (share, points, move), reasons in zip(found, reasons_for(options), strict=True)
    )


def _with_answers(game: Game, seat: int) -> Game:
    """Returns the game once the others have answered the white dice like `strong`."""
    game = game.unsealed()
    others = [other for other in range(game.players) if other != seat]
    for other in others:
        if game.answers[other] is not None:
            game = game.retract(other)
    net = shipped_net(game.variant)
    answers = [best_move(net.values(game, other)) for other in others]
    for other, answer in zip(others, answers, strict=True):
        game = game.play(other, answer)
    return game


def _ends(game: Game, seat: int) -> list[Game]:
    """Returns the ends of a turn after all colour moves of that seat, or after that of `strong`."""
    if game.phase is not Phase.COLOUR:
        return [game]
    active = game.active
    if active != seat:
        return [game.play(active, best_move(shipped_net(game.variant).values(game, active)))]
    return [game.play(seat, move) for move in game.legal_moves(seat)]


def _worth(game: Game, seat: int) -> tuple[float, float]:
    """Returns the winning chance and the expected total of a seat at the end of a turn; alone, the
    expected total twice."""
    score = float(game.scores[seat])
    if game.phase is Phase.OVER:
        share = 1 / len(game.winners) if seat in game.winners else 0.0
        return (score if game.players == 1 else share), score
    layers = net_at_ends(game.variant, game.players).layers(game)
    first, _, lead = layers[seat]
    if game.players == 1:
        return lead * SCALE, lead * SCALE
    chances = [1 / (1 + math.exp(-win)) for _, win, _ in layers]
    total = sum(chances)
    sharpness = shipped_sharpness(game.variant).get(game.players, 1.0)
    powers = [(chance / total) ** sharpness for chance in chances]
    *head, bias = shipped_heads(game.variant)[game.players]
    gain = sumprod(first, head) + bias if len(head) == len(first) else math.nan
    return round(powers[seat] / sum(powers), _DECIMALS), score + gain


@lru_cache(maxsize=8)
def net_at_ends(variant: Variant, players: int) -> Net:
    """Returns the net that values the ends of turns: at tables of two the larger one, if there is
    one. If its file is missing, the net of `strong` takes its place, without expected points."""
    path = ends_path(variant)
    if players != 2 or not path.exists():
        return shipped_net(variant)
    return Net(variant, load_weights(path, variant)[0])
