"""`python -m research.coach_figures` makes the measurements of the coach in the documentation.

- `sums` reviews games of mixed bots and checks that every sum is exact and luck has no bias.
- `calibration` compares and draws winning chances and results of `strong` against itself.
- `audit` counts the decisions of a bot that full playouts find wrong.
- `gains` measures the gain of a bot over `strong` from choosing differently.
- `fights` measures the possible gain in fights for a lock.
- `solutions` measures the gain that is left after the solutions of fights.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from qwixx.arena.adjusted import Adjuster
from qwixx.arena.match import Match, MatchGames
from qwixx.arena.play import play_match
from qwixx.bots.compiled import use_compiled_turns
from qwixx.coach import review
from qwixx.rules import Variant, find_variant
from research.audit import Audit
from research.calibration import draw, measure_calibration
from research.lock_contests import FightGains, FightSolutions
from research.move_gains import Gains
from research.strength_matches import MEASURED

if TYPE_CHECKING:
    from qwixx.notation import Record

_VARIANTS: Final = tuple(find_variant(name) for name in MEASURED)
_MIXED: Final = ("strong", "casual", "heuristic", "beginner", "greedy")
_MEASURES: Final = ("sums", "calibration", "audit", "gains", "fights", "solutions")
_FEWEST: Final = 4 * len(_VARIANTS) * 2 * len(_MIXED)
"""Games of the sums: two rounds of five, at tables of two to five on every sheet."""
_AUDITED_AT_ONCE: Final = 10
_TOLD_EVERY: Final = 100


class _Records:
    """Keeps the records of a match."""

    wants_results = False
    wants_records = True

    def __init__(self) -> None:
        self.records: list[Record] = []

    def watch(self, games: MatchGames) -> None:
        self.records += games.records


def measure_sums(games: int, seed: int) -> Iterator[dict[str, Any]]:
    """One line for each game and number of players, `games` in all."""
    for variant in _VARIANTS:
        use_compiled_turns(variant)
        for players in range(2, 6):
            kept = _Records()
            match = Match.new(
                _MIXED[:players], games // (4 * len(_VARIANTS)), variant=variant, seed=seed
            )
            play_match(match, watchers=[kept])
            worst = 0.0
            lucks = []
            for record in kept.records:
                seats = review(record).seats
                for seat in seats:
                    parts = seat.expected + seat.luck + seat.own + seat.others + seat.rest
                    worst = max(worst, abs(seat.result - parts))
                lucks.append([seat.luck for seat in seats])
            luck = np.array(lucks)
            # The games of a round have their dice in common: only rounds are independent.
            rounds = len(luck) // players
            means = luck[: rounds * players].reshape(rounds, players, players).mean(1)
            error = means.std(0, ddof=1) / np.sqrt(rounds)
            yield {
                "variant": variant.name,
                "players": players,
                "games": len(luck),
                "largest_error": worst,
                "mean_luck": luck.mean(0).tolist(),
                "in_standard_errors": (luck.mean(0) / error).tolist(),
            }


def measure_audit(
    bot: str, variant: Variant, decisions: int, seed: int
) -> Iterator[dict[str, Any]]:
    """A line for every few games of that bot against `strong`, with what has been found so far."""
    audit = Audit(variant, seed, decisions)
    while audit.decisions < decisions:
        match = Match.new((bot, "strong"), _AUDITED_AT_ONCE, variant=variant, seed=seed)
        play_match(match, watchers=[audit])
        seed += 1
        yield {
            "bot": bot,
            "decisions": audit.decisions,
            "wrong": len(audit.wrong),
            "found": [asdict(wrong) for wrong in audit.wrong],
        }


def measure_fights(variant: Variant, games: int, playouts: int, seed: int) -> dict[str, Any]:
    """Measures the gain and the risk in the fights of games of `strong` against itself."""
    fights = FightGains(variant, seed, playouts)
    match = Match.new(("strong", "strong"), games, variant=variant, seed=seed)
    play_match(match, watchers=[fights])
    return fights.report()


def measure_solutions(variant: Variant, games: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yields a line for each number of players, from games of `strong` against itself."""
    for players in range(2, 6):
        solutions = FightSolutions(variant)
        match = Match.new(("strong",) * players, games, variant=variant, seed=seed)
        play_match(match, watchers=[solutions])
        yield {"players": players, **solutions.report()}


class _ProgressReport:
    """Prints the gain so far, from time to time."""

    wants_results = False
    wants_records = False

    def __init__(self, bot: str, gains: Gains, adjuster: Adjuster) -> None:
        self._bot = bot
        self._gains = gains
        self._adjuster = adjuster

    def watch(self, games: MatchGames) -> None:
        del games
        if len(self._gains.games) % _TOLD_EVERY == 0:
            _tell(self.line())

    def line(self) -> dict[str, Any]:
        first = self._adjuster.report().seats[0]
        adjusted = {"share": first.share, "ci95": first.ci95}
        return {"bot": self._bot, **self._gains.report(), "adjusted": adjusted}


def measure_gains(
    bot: str, variant: Variant, games: int, playouts: int, seed: int
) -> dict[str, Any]:
    """Measures the gain of that bot over `strong`, and its share of those games without luck."""
    match = Match.new((bot, "strong"), games, variant=variant, seed=seed)
    gains, adjuster = Gains(variant, seed, playouts), Adjuster(match)
    progress = _ProgressReport(bot, gains, adjuster)
    play_match(match, watchers=[gains, adjuster, progress])
    return progress.line()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.coach_figures", description=__doc__)
    parser.add_argument("what", choices=_MEASURES)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--leaves", action="store_true", help="calibrate the ends of turns")
    parser.add_argument("--bot", default="master", help="whose decisions are looked at")
    parser.add_argument(
        "--playouts", type=int, default=500, help="for each move, of gains and fights"
    )
    parser.add_argument("--decisions", type=int, default=10_000, help="of the audit")
    parser.add_argument("--variant", default="classic", help="of all but sums and calibration")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="where the picture of the calibration goes")
    args = parser.parse_args()
    if args.what == "sums" and args.games < _FEWEST:
        parser.error(f"sums takes {_FEWEST} games or more: two rounds at each table")
    measured = []
    for line in _lines(args):
        measured.append(line)
        _tell(line)
    if args.plot:
        draw(measured, args.plot)


def _lines(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yields the lines of the chosen measurement."""
    variant = find_variant(args.variant)
    match args.what:
        case "sums":
            yield from measure_sums(args.games, args.seed)
        case "audit":
            yield from measure_audit(args.bot, variant, args.decisions, args.seed)
        case "gains":
            yield measure_gains(args.bot, variant, args.games, args.playouts, args.seed)
        case "fights":
            yield measure_fights(variant, args.games, args.playouts, args.seed)
        case "solutions":
            yield from measure_solutions(variant, args.games, args.seed)
        case _:
            for each in _VARIANTS:
                for players in range(2, 6):
                    yield measure_calibration(
                        each, players, args.games, args.seed, leaves=args.leaves
                    )


def _tell(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
