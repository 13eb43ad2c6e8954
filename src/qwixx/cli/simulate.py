"""`qwixx simulate`: many games between bots."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from qwixx.cli import BadInput
from qwixx.cli.files import check_picture
from qwixx.cli.progress import ProgressBar
from qwixx.cli.spread import LOCAL, add_cluster, workers_at
from qwixx.rules import VARIANTS

if TYPE_CHECKING:
    from qwixx.arena import Match, MatchGames, Report, Watcher
    from qwixx.arena.adjusted import AdjustedReport, Adjuster

DESCRIPTION: Final = (
    "Lets one to five bots play many games against each other, and shows how often each wins, "
    "with confidence intervals. Every bot plays every seat equally often, with the same dice for "
    "each seating. The bots are those of `qwixx bots`, or your own: PACKAGE.MODULE:NAME, also "
    "from the current folder. Ctrl-C stops early and shows the result so far."
)
EXAMPLE: Final = "qwixx simulate --bots heuristic,greedy --games 100000 --plot match.png"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bots", required=True, metavar="A[,B…]", help="one to five bots, separated by commas"
    )
    parser.add_argument(
        "--games", required=True, type=int, metavar="N", help="number of games in all"
    )
    parser.add_argument(
        "--variant",
        choices=VARIANTS,
        default="classic",
        metavar="NAME",
        help=f"game to play: {', '.join(VARIANTS)} (default: %(default)s)",
    )
    parser.add_argument(
        "--lucky",
        metavar="A,B[/C,D…]",
        help="lucky numbers of each bot in Longo, like 6,11/5,8 for two bots "
        "(default: dealt at random)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="random seed; the same seed gives the same games (default: a new one)",
    )
    parser.add_argument(
        "--threads", type=int, metavar="T", help="threads that play (default: one for each core)"
    )
    add_cluster(parser)
    parser.add_argument(
        "--adjusted",
        action="store_true",
        help="also judge by the luck-adjusted result, which needs far fewer games",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument(
        "--csv", metavar="FILE", help="write a line for each game and seat to a file"
    )
    parser.add_argument(
        "--plot", metavar="FILE", help="draw scores and shares to a file (.png, .svg, .pdf)"
    )
    parser.add_argument(
        "--records", metavar="DIR", help="write every game as a .qwixx record into a new folder"
    )


def run(args: argparse.Namespace) -> int:
    # Numba takes its time to load: not before it is needed.
    from qwixx._system import usable_cores
    from qwixx.arena import BotFailed, play_match
    from qwixx.solver.table import NotSolved

    threads = args.threads if args.threads is not None else usable_cores()
    if threads < 1:
        raise BadInput(f"at least one thread is needed, not {threads}")
    match = _match(args)
    try:
        with ExitStack() as stack:
            bar = ProgressBar()
            stack.callback(bar.clear)
            bar.say("getting ready (the first time this takes about half a minute) …")
            watchers = [_Counter(match, bar), *_outputs(args, match, stack)]
            adjuster = _adjuster(match) if args.adjusted else None
            if adjuster:
                watchers.append(adjuster)
            where = _where(args.cluster, threads, match, stack)
            report = play_match(match, **where, watchers=watchers)
    except (BotFailed, NotSolved) as problem:
        raise BadInput(str(problem)) from None
    except OSError as problem:
        raise BadInput(_cannot_write(problem)) from None
    if report.interrupted:
        print(f"interrupted after {report.games} of {match.games} games", file=sys.stderr)
    adjusted = adjuster.report() if adjuster else None
    if args.json:
        print(json.dumps(_as_json(report, adjusted)))
    else:
        print("\n".join([*_as_text(match, report), *_adjusted_as_text(match, adjusted)]))
    if args.plot:
        from qwixx.arena.plot import draw

        try:
            draw(match, report, Path(args.plot))
        except OSError as problem:
            raise BadInput(_cannot_write(problem)) from None
    return 0


def _where(cluster: str | None, threads: int, match: "Match", stack: ExitStack) -> dict[str, Any]:
    """Returns the place of the games for `play_match`."""
    from qwixx.arena import play_rounds

    if cluster == LOCAL:
        play_rounds(match, range(0))  # compiles once what all workers here would compile
    found = stack.enter_context(workers_at(cluster, threads, match.sources))
    if found is None:
        return {"threads": threads}
    return {"threads": found.at_once, "executor": found.executor}


def _adjuster(match: "Match") -> "Adjuster":
    from qwixx.arena.adjusted import Adjuster
    from qwixx.kernel.weights_file import BadWeights

    try:
        return Adjuster(match)
    except BadWeights as problem:
        raise BadInput(f"luck cannot be told here: {problem}") from None


def _match(args: argparse.Namespace) -> "Match":
    from qwixx.arena import Match

    names = [name.strip() for name in args.bots.split(",")]
    if any(":" in name for name in names) and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return Match.new(
            names,
            args.games,
            variant=args.variant,
            seed=args.seed,
            lucky=None if args.lucky is None else _lucky(args.lucky),
        )
    except ValueError as problem:
        raise BadInput(str(problem)) from None


def _lucky(text: str) -> list[tuple[int, ...]]:
    try:
        return [tuple(int(number) for number in pair.split(",")) for pair in text.split("/")]
    except ValueError:
        raise BadInput(
            f"not lucky numbers: {text!r} (a pair for each bot, like 6,11/5,8)"
        ) from None


class _Counter:
    """Moves the progress bar."""

    wants_results = wants_records = False

    def __init__(self, match: "Match", bar: ProgressBar) -> None:
        self._match = match
        self._bar = bar

    def watch(self, games: "MatchGames") -> None:
        self._bar.update((games.first + games.tally.games[0]) / self._match.games)


def _outputs(args: argparse.Namespace, match: "Match", stack: ExitStack) -> list["Watcher"]:
    """Everything that is written while the games are played; it is opened before they begin."""
    from qwixx.arena.output import CsvFile, RecordFolder

    outputs: list[Watcher] = []
    if args.csv:
        file = Path(args.csv).open("w", encoding="utf-8", newline="")  # noqa: SIM115
        outputs.append(CsvFile(match, stack.enter_context(file)))
    if args.records:
        outputs.append(RecordFolder(Path(args.records)))
    if args.plot:
        check_picture(Path(args.plot))
    return outputs


def _cannot_write(problem: OSError) -> str:
    return f"cannot write {problem.filename or 'the games'}: {problem.strerror}"


def _as_json(report: "Report", adjusted: "AdjustedReport | None") -> dict[str, object]:
    told = report.to_dict()
    if adjusted is None:
        return told
    seats: Any = told["seats"]
    for seat, judged in zip(seats, adjusted.seats, strict=True):
        seat["adjusted"] = {"share": judged.share, "ci95": list(judged.ci95)}
    return {**told, "variance_ratio": adjusted.variance_ratio}


def _adjusted_as_text(match: "Match", adjusted: "AdjustedReport | None") -> Iterator[str]:
    if adjusted is None:
        return
    yield ""
    width = max(3, *(len(name) for name in match.bots))
    yield f"{'bot':<{width}}  without luck   95 % confidence"
    for name, judged in zip(match.bots, adjusted.seats, strict=True):
        low, high = judged.ci95
        yield f"{name:<{width}}      {judged.share:8.2%}  {low:7.2%} – {high:7.2%}"
    if adjusted.variance_ratio:
        yield (
            f"Without the adjustment it would have taken {adjusted.variance_ratio:.1f} times as "
            f"many games to be as sure of {match.bots[0]}."
        )


def _as_text(match: "Match", report: "Report") -> Iterator[str]:
    yield (
        f"{match.variant.name}, {report.games:,} games in {report.seconds:.2f} s "
        f"({report.games_per_second:,.0f} a second), seed {match.seed}"
    )
    yield ""
    width = max(3, *(len(name) for name in match.bots))
    yield f"{'bot':<{width}}   wins   95 % confidence     mean    sd   5 %  50 %  95 % of scores"
    for seat in report.seats:
        low, high = seat.ci95
        scores = "".join(f"{seat.quantile(part):>5}" for part in (0.05, 0.5, 0.95))
        yield (
            f"{seat.bot:<{width}}  {seat.share:5.1%}  {low:6.2%} – {high:6.2%}  "
            f"{seat.mean:6.2f} {seat.sd:5.1f}  {scores}"
        )
    yield ""
    rows = {2: "two", 4: "four"}[match.variant.most_closed]
    yield (
        f"A game took {report.turns:.1f} turns; {rows} closed rows ended "
        f"{1 - report.by_misthrows:.1%}, a {match.variant.last_misthrow} misthrow "
        f"{report.by_misthrows:.1%}."
    )
