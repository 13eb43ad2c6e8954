"""Plays many games between bots, and reports on them."""

from qwixx.bots import BotFailed
from qwixx.extras import extra_named

with extra_named():
    from qwixx.arena.games import playout
    from qwixx.arena.match import Match, MatchGames
    from qwixx.arena.output import read_records
    from qwixx.arena.play import Watcher, play_match, play_rounds
    from qwixx.arena.report import Count, Report, SeatReport

__all__ = [
    "BotFailed",
    "Count",
    "Match",
    "MatchGames",
    "Report",
    "SeatReport",
    "Watcher",
    "play_match",
    "play_rounds",
    "playout",
    "read_records",
]
