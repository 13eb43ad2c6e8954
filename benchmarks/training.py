"""Makes the positions for training: choices that matter, from strong play, with all their values.

    python benchmarks/training.py web/public/training

It plays games of `strong` against itself, and picks some decisions from each. Their second best
move costs enough to matter, and not so much that everybody sees it. The page loads one file after
the other. A file has everything that the page draws, because the page knows no rules.
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
from qwixx.bots.compiled import use_compiled_turns
from qwixx.bots.master import MasterBot
from qwixx.coach import advise
from qwixx.rules import CLASSIC, Game, Phase, Roll
from qwixx.table.game_views import card_view, dice_view

PIECES, IN_A_PIECE = 32, 64
SEED: Final = 20260
_LEAST, _MOST = 0.01, 0.12
"""The range for the cost of the second best move."""
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
            moves = judged(game, seat, rng) if kept < _OF_A_GAME else []
            if moves and _LEAST <= moves[1]["cost"] <= _MOST:
                kept += 1
                yield told(game, seat, moves)


def judged(game: Game, seat: int, rng: Random) -> list[dict[str, Any]]:
    """Returns every move, best first, with its cost and the reasons against it (for the best move,
    the reasons for it).

    The costs come from `master`, which looks further ahead than the coach. Returns an empty list if
    the two disagree on the best move, or if it depends on hidden choices.
    """
    advice = advise(game, seat)
    values = MasterBot().evaluate(game.seen_by(seat), seat, rng)
    best = max(values.values())
    if advice[0].mix is not None or values[advice[0].move] < best:
        return []
    moves = [
        {
            "move": str(each.move),
            "cost": round(best - values[each.move], 4),
            "reasons": [reason.as_json() for reason in each.reasons],
        }
        for each in advice
    ]
    return sorted(moves, key=lambda move: move["cost"])


def told(game: Game, seat: int, moves: list[dict[str, Any]]) -> dict[str, Any]:
    assert game.dice
    return {
        "turn": game.turn,
        "phase": game.phase.value,
        "yours": seat == game.active,
        "answer": str(game.answers[seat]) if game.phase is Phase.COLOUR else None,
        "roll": msgspec.to_builtins(dice_view(game.dice)),
        # The player's own card first.
        "cards": [msgspec.to_builtins(card_view(game.cards[s])) for s in (seat, 1 - seat)],
        "closed": sorted(game.closed),
        "moves": moves,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    use_compiled_turns(CLASSIC)
    source = positions(SEED)
    for number in range(PIECES):
        piece = list(islice(source, IN_A_PIECE))
        text = json.dumps(piece, separators=(",", ":"))
        (folder / f"{number}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
