"""Plays a match and reports on it."""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from time import perf_counter
from typing import Protocol

import numpy as np

from qwixx.arena.bot_games import bot_games
from qwixx.arena.kernel_games import compile_games, kernel_games, policies_of
from qwixx.arena.match import Match, MatchGames
from qwixx.arena.report import Report
from qwixx.bots import load_bot
from qwixx.kernel.games import Tally, empty_tally
from qwixx.kernel.streams import roll_dice


class Watcher(Protocol):
    """Is told of the games of a match, in their order, while it goes on."""

    @property
    def wants_results(self) -> bool: ...
    @property
    def wants_records(self) -> bool: ...
    def watch(self, games: MatchGames) -> None: ...


def play_match(match: Match, *, threads: int = 1, watchers: Sequence[Watcher] = ()) -> Report:
    """Plays a match. It can be interrupted: the report then covers what has been played.

    Bots that the kernel knows play in compiled code, in as many threads as told, and with the same
    results for any number of them. If there is one that it does not know, all are asked one by one.
    """
    results = any(watcher.wants_results for watcher in watchers)
    records = any(watcher.wants_records for watcher in watchers)
    policies = policies_of(match)
    if policies is not None:
        compile_games(match, policies)
        pieces = kernel_games(match, policies, threads, results=results, records=records)
    else:
        roll_dice(match.variant, match.seed, 0, 0)  # compiles the dice
        pieces = bot_games(match, [load_bot(name) for name in match.bots], records=records)
    total = empty_tally(match.players)
    whole_rounds = empty_tally(match.players)
    interrupted = False
    began = perf_counter()
    with closing(pieces):
        try:
            for piece in pieces:
                with _ctrl_c_later():  # what is counted is also written down, and the reverse
                    _add(total, piece.tally)
                    if piece.tally.games[0] % match.players == 0:
                        _add(whole_rounds, piece.tally)
                    for watcher in watchers:
                        watcher.watch(piece)
        except KeyboardInterrupt:
            if not total.games[0]:
                raise
            interrupted = True
    seconds = perf_counter() - began
    return Report.of(match.bots, total, whole_rounds, seconds, interrupted=interrupted)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Lets Ctrl-C interrupt what comes after this, and not this."""
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


def _add(total: Tally, tally: Tally) -> None:
    for counts, more in zip(total, tally, strict=True):
        np.add(counts, more, out=counts)
