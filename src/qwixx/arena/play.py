"""Plays a match and reports on it."""

import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from copy import copy
from functools import lru_cache, partial
from time import perf_counter
from typing import Final, Protocol, TypeAlias

from qwixx.arena.games import bot_rounds, compile_games, kernel_rounds, policies_of
from qwixx.arena.match import Match, MatchGames
from qwixx.arena.report import Count, Report
from qwixx.bots.base import Bot
from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.master import MasterBot
from qwixx.kernel.streams import roll_dice
from qwixx.kernel.turn import Policies

_Part: TypeAlias = Callable[..., MatchGames]

# Pieces are short, for a smooth progress bar and a quick end after Ctrl-C.
_SECONDS_A_PIECE: Final = 0.1
_MOST_ROUNDS: Final = 1 << 18
_MOST_THREADS: Final = 256
# Traces need much memory.
_MOST_ROUNDS_TO_RECORD: Final = 50


class Watcher(Protocol):
    """Receives the games of a match, in their order, while it is played.

    Examples:
        >>> from qwixx.arena import Match, MatchGames, play_match
        >>> class Longest:
        ...     wants_results, wants_records = False, True
        ...     turns = 0
        ...
        ...     def watch(self, games: MatchGames) -> None:
        ...         self.turns = max(self.turns, *(len(each.turns) for each in games.records))
        >>> longest = Longest()
        >>> report = play_match(Match.new(["greedy"] * 2, 50, seed=1), watchers=[longest])
        >>> longest.turns > report.turns
        True
    """

    @property
    def wants_results(self) -> bool:
        """Whether `watch` needs the result of each game."""
        ...

    @property
    def wants_records(self) -> bool:
        """Whether `watch` needs the record of each game."""
        ...

    def watch(self, games: MatchGames) -> None:
        """Is called with the next games."""
        ...


class _Play(Protocol):
    def __call__(self, *, rounds: range, results: bool, records: bool) -> MatchGames: ...


def play_rounds(
    match: Match, rounds: range, *, results: bool = False, records: bool = False
) -> MatchGames:
    """Plays some rounds of a match.

    The result depends on the match and the range alone, so rounds can be played anywhere and in any
    order: `Count` adds their tallies up.

    Examples:
        >>> from qwixx.arena import Match, play_rounds
        >>> match = Match.new(["greedy", "random"], 10, seed=1)
        >>> games = play_rounds(match, range(3), results=True)
        >>> len(games.results), games.results["scores"][:, : match.players].shape
        (6, (6, 2))
    """
    return _ready(match, policies_of(match))(rounds=rounds, results=results, records=records)


def play_match(
    match: Match,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    watchers: Sequence[Watcher] = (),
) -> Report:
    """Plays a match. If Ctrl-C interrupts it, the report covers what has been played.

    Bots that the kernel knows play in compiled code, in `threads` threads; the results are the same
    for any number of them. If the kernel does not know one of the bots, all are asked one by one.
    An `executor` may play the pieces of the match elsewhere, in processes for example. The match is
    pickled for it.

    Examples:
        >>> from qwixx.arena import Match, play_match
        >>> report = play_match(Match.new(["heuristic", "greedy"], 1_000, seed=1))
        >>> report.games, report.seats[0].share > 0.8
        (1000, True)
    """
    results = any(watcher.wants_results for watcher in watchers)
    records = any(watcher.wants_records for watcher in watchers)
    most = _MOST_ROUNDS_TO_RECORD if records else _MOST_ROUNDS
    pieces: Generator[MatchGames]
    if executor is not None:
        elsewhere = partial(_play_pickled, pickle.dumps(match), results=results, records=records)
        # Twice as many pieces are submitted, so that no distant worker is idle.
        pieces = _spread(match, executor, elsewhere, 2 * threads, most)
    else:
        policies = policies_of(match)
        here = partial(_ready(match, policies), results=results, records=records)
        if policies is None:
            pieces = (here(rounds=range(each, each + 1)) for each in range(match.rounds))
        else:
            pieces = _in_threads(match, here, min(threads, _MOST_THREADS), most)
    count = Count(match)
    interrupted = False
    began = perf_counter()
    with closing(pieces):
        try:
            for piece in pieces:
                with _ctrl_c_later():  # Games must be both counted and written, or neither.
                    count.add(piece.tally)
                    for watcher in watchers:
                        watcher.watch(piece)
        except KeyboardInterrupt:
            if not count.games:
                raise
            interrupted = True
    return count.report(perf_counter() - began, interrupted=interrupted)


def _ready(match: Match, policies: Policies | None) -> _Play:
    """Loads and compiles what playing rounds of a match needs, and returns what plays them."""
    if policies is not None:
        compile_games(match, policies)
        return partial(kernel_rounds, match, policies)
    roll_dice(match.variant, match.seed, 0, 0)  # compiles the dice
    return partial(bot_rounds, match, [_fastest(bot) for bot in match.load_bots()])


def _fastest(bot: Bot) -> Bot:
    """Returns the bot; `master` with compiled turns, because Numba is loaded here anyway."""
    if isinstance(bot, MasterBot):
        bot = copy(bot)
        bot.engine = CompiledPolicy
    return bot


@lru_cache(maxsize=2)
def _ready_pickled(match: bytes) -> _Play:
    ours: Match = pickle.loads(match)  # noqa: S301  (it comes from `play_match`)
    return _ready(ours, policies_of(ours))


def _play_pickled(match: bytes, *, rounds: range, results: bool, records: bool) -> MatchGames:
    return _ready_pickled(match)(rounds=rounds, results=results, records=records)


def _in_threads(match: Match, play: _Part, threads: int, most: int) -> Generator[MatchGames]:
    executor = ThreadPoolExecutor(threads)
    try:
        yield from _spread(match, executor, play, threads, most)
    finally:
        executor.shutdown(cancel_futures=True)


def _spread(
    match: Match, executor: Executor, play: _Part, at_once: int, most: int
) -> Generator[MatchGames]:
    """Yields the games of a match, in pieces and in their order."""
    waiting: deque[Future[tuple[MatchGames, float]]] = deque()
    rounds = 1
    start = 0
    # The last round is a separate piece if it is cut short.
    whole = match.games // match.players
    try:
        while start < match.rounds or waiting:
            while start < match.rounds and len(waiting) < 2 * at_once:
                stop = min(start + rounds, whole) if start < whole else match.rounds
                waiting.append(executor.submit(_timed, play, range(start, stop)))
                start = stop
            piece, seconds = waiting.popleft().result()
            speed = piece.tally.games[0] / match.players / max(seconds, 1e-6)
            rounds = int(min(max(speed * _SECONDS_A_PIECE, 1), 2 * rounds, most))
            yield piece
    finally:
        for future in waiting:
            future.cancel()


def _timed(play: _Part, rounds: range) -> tuple[MatchGames, float]:
    began = perf_counter()
    return play(rounds=rounds), perf_counter() - began


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Delays Ctrl-C until the end of the block."""
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed = threading.Event()
    signal.signal(signal.SIGINT, lambda _number, _frame: pressed.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed.is_set():
        raise KeyboardInterrupt
