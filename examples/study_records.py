"""A study of thousands of records: how far may a cross jump?

    qwixx simulate --bots strong,strong --games 5000 --seed 1 --records games
    python -m examples.study_records games

For every decision with a possible cross, it finds the cross that skips fewest cells. Then
it counts how often the player made that cross.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from qwixx import Phase
from qwixx.arena import read_records
from qwixx.notation import Record

KINDS = ("white dice, others' turn", "white dice, own turn", "colour dice")


def count_jumps(records: Iterable[Record]) -> tuple[Counter[tuple[int, int]], ...]:
    """Counts by kind of decision how often each smallest jump was offered, and how often made."""
    offered: Counter[tuple[int, int]] = Counter()
    made: Counter[tuple[int, int]] = Counter()
    for record in records:
        for game, seat, move in record.decisions():
            card = game.cards[seat]
            jumps = {
                each: card.skips(game.variant.cell(each))
                for each in game.legal_moves(seat)
                if not each.is_pass
            }
            if jumps:
                kind = 2 if game.phase is Phase.COLOUR else int(seat == game.active)
                least = min(jumps.values())
                offered[kind, least] += 1
                made[kind, least] += jumps.get(move) == least
    return offered, made


def main(argv: Sequence[str] | None = None) -> Counter[tuple[int, int]]:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the .qwixx files are")
    records = list(read_records(parser.parse_args(argv).folder))
    offered, made = count_jumps(records)
    print(f"{len(records):,} games, {offered.total():,} decisions with something to cross")
    print(f"\n{'made, if it skips':<28}{'0':>8}{'1':>8}{'2':>8}{'3':>8}{'4 or more':>12}")
    for kind, name in enumerate(KINDS):
        cells = []
        for least in range(5):
            gaps = range(4, 20) if least == 4 else (least,)
            number = sum(offered[kind, gap] for gap in gaps)
            share = sum(made[kind, gap] for gap in gaps) / number if number else 0.0
            cells.append(f"{share:.0%}" if number else "–")
        print(f"{name:<28}" + "".join(f"{cell:>8}" for cell in cells[:4]) + f"{cells[4]:>12}")
    return made


if __name__ == "__main__":
    main()
