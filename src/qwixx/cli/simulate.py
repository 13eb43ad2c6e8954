"""`qwixx simulate`: many games between bots."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from qwixx.cli import BadInput, arguments
from qwixx.cli.progress import ProgressBar

if TYPE_CHECKING:
    from qwixx.arena import Match, MatchGames, Report, Watcher
    from qwixx.arena.adjusted import AdjustedReport, Adjuster

DESCRIPTION: Final = (
    "Lets one to five bots play many games against each other, and shows how often each wins, "
    "with confidence intervals. Every bot plays every seat equally often, with the same dice for "
    "each seating. A bot is one of `qwixx bots`, or your own class as MODULE:NAME, also from a "
    "file in the current folder. Ctrl-C stops early and shows the result so far."
)
EXAMPLE: Final = "qwixx simulate --bots heuristic,greedy --games 100000 --plot match.png"


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--bots", required=True, metavar="A[,B…]", help="one to five bots, separated by commas")
    add("--games", required=True, type=int, metavar="N", help="number of games in all")
    arguments.add_variant(parser, "play")
    add(
        "--lucky",
        metavar="A,B[/C,D…]",
        help="lucky numbers of each bot in Longo, like 6,11/5,8 for two bots "
        "(default: dealt at random)",
    )
    arguments.add_seed(parser, "; the same seed gives the same games")
    arguments.add_threads(parser, "play")
    arguments.add_cluster(parser)
    add(
        "--adjusted",
        action="store_true",
        help="also judge by the luck-adjusted result, which needs far fewer games",
    )
    arguments.add_json(parser)
    add("--csv", metavar="FILE", help="write a line for each game and seat to a file")
    add("--plot", metavar="FILE", help="draw scores and shares to a file (.png, .svg, .pdf)")
    add(
        "--records",
        metavar="DIR",
        help="write a .qwixx record of every game to a folder, which must hold none yet",
    )


def run(args: argparse.Namespace) -> int:
    # Numba takes its time to load: not before it is needed.
    from qwixx._system import usable_cores
    from qwixx.arena import BotFailed, play_match
    from qwixx.solver.table import NotSolved

    match = _match(args)
    with ExitStack() as stack:
        stack.enter_context(arguments.bad_input(BotFailed, NotSolved))
        stack.enter_context(_writing())
        bar = ProgressBar()
        stack.callback(bar.clear)
        bar.say("getting ready (the first time this takes about half a minute) …")
        watchers = [_Counter(match, bar), *_outputs(args, match, stack)]
        adjuster = _adjuster(match) if args.adjusted else None
        if adjuster:
            watchers.append(adjuster)
        where = _where(args.cluster, args.threads or usable_cores(), match, stack)
        report = play_match(match, **where, watchers=watchers)
    if report.interrupted:
        print(f"interrupted after {report.games} of {match.games} games", file=sys.stderr)
    adjusted = adjuster.report() if adjuster else None
    lines = [*_as_text(match, report), *_adjusted_as_text(match, adjusted)]
    arguments.show(args, _as_json(report, adjusted), lines)
    if args.plot:
        from qwixx.arena.plot import draw

        with _writing():
            draw(match, report, Path(args.plot))
    return 0


def _where(cluster: str | None, threads: int, match: "Match", stack: ExitStack) -> dict[str, Any]:
    """Returns the place of the games for `play_match`."""
    from qwixx.arena import play_rounds

    if cluster == arguments.LOCAL:
        play_rounds(match, range(0))  # compiles once what all workers here would compile
    found = stack.enter_context(arguments.workers_at(cluster, threads, match.sources))
    if found is None:
        return {"threads": threads}
    return {"threads": found.at_once, "executor": found.executor}


def _adjuster(match: "Match") -> "Adjuster":
    from qwixx.arena.adjusted import Adjuster
    from qwixx.kernel.weights_file import BadWeights

    try:
        return Adjuster(match)
    except BadWeights as problem:
        raise BadInput(f"--adjusted does not work here: {problem}") from None


def _match(args: argparse.Namespace) -> "Match":
    from qwixx.arena import Match

    names = [name.strip() for name in args.bots.split(",")]
    if any(":" in name for name in names) and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    lucky = None if args.lucky is None else _lucky(args.lucky)
    with arguments.bad_input(ValueError):
        return Match.new(names, args.games, variant=args.variant, seed=args.seed, lucky=lucky)


def _lucky(text: str) -> list[tuple[int, ...]]:
    try:
        return [tuple(int(number) for number in pair.split(",")) for pair in text.split("/")]
    except ValueError:
        expected = "a pair of lucky numbers for each bot, like 6,11/5,8"
        raise BadInput(f"expected {expected}; found {text!r}") from None


class _Counter:
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
        arguments.check_picture(Path(args.plot))
    return outputs


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        what = problem.filename or "the games"
        raise BadInput(f"cannot write {what}: {problem.strerror}") from None


def _as_json(report: "Report", adjusted: "AdjustedReport | None") -> dict[str, object]:
    facts = report.to_dict()
    if adjusted is None:
        return facts
    seats: Any = facts["seats"]
    for seat, judged in zip(seats, adjusted.seats, strict=True):
        seat["adjusted"] = {"share": judged.share, "ci95": list(judged.ci95)}
    return {**facts, "variance_ratio": adjusted.variance_ratio}


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
