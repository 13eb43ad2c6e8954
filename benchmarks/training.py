"""Positions to train with: choices that matter, from strong play, with the value of every move.

    python benchmarks/training.py web/public/training

Games of `strong` against itself are walked through, and of each some decisions are kept in which
the second best move costs enough to matter, and not so much that everybody sees it. The page loads
one piece after the other; what it draws is in the file, because it knows no rules.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from qwixx.bots import load_bot
from qwixx.coach import advise
from qwixx.rules import Game, Phase, Roll
from qwixx.server.live import pictures

PIECES, IN_A_PIECE = 32, 64
SEED: Final = 20260
_LEAST, _MOST = 0.01, 0.12
"""What the second best move costs."""
_OF_A_GAME: Final = 3


def decisions(rng: Random) -> Iterator[tuple[Game, int]]:
    """The decisions of one game in which there is much to choose from."""
    bot = load_bot("strong")
    game = Game.new("classic", 2, first=rng.randrange(2))
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            game = game.roll(Roll.random(rng, game))
            continue
        seats = range(2) if game.phase is Phase.WHITE else (game.active,)
        yield from ((game, seat) for seat in seats if len(game.legal_moves(seat)) > 2)
        for seat, move in [(s, bot.choose(game.seen_by(s), s, rng)) for s in seats]:
            game = game.play(seat, move)


def positions(seed: int) -> Iterator[dict[str, Any]]:
    """As many as are wanted, always the same for the same seed."""
    rng = Random(seed)
    while True:
        found = list(decisions(rng))
        kept = 0
        for game, seat in rng.sample(found, min(len(found), 4 * _OF_A_GAME)):
            advice = advise(game, seat)
            if kept < _OF_A_GAME and _LEAST <= advice[1].cost <= _MOST:
                kept += 1
                yield told(game, seat, advice)


def told(game: Game, seat: int, advice: Any) -> dict[str, Any]:
    assert game.dice
    return {
        "turn": game.turn,
        "phase": game.phase.value,
        "yours": seat == game.active,
        "roll": msgspec.to_builtins(pictures.dice(game.dice)),
        # One's own card first.
        "cards": [msgspec.to_builtins(pictures.card(game.cards[s])) for s in (seat, 1 - seat)],
        "closed": sorted(game.closed),
        "moves": [{"move": str(each.move), "cost": round(each.cost, 4)} for each in advice],
        "reasons": [reason.as_json() for reason in advice[0].reasons],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    source = positions(SEED)
    for number in range(PIECES):
        piece = list(islice(source, IN_A_PIECE))
        text = json.dumps(piece, separators=(",", ":"))
        (folder / f"{number}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
