"""Many games between bots, and what they show."""

from qwixx.arena.match import Match, MatchGames
from qwixx.arena.play import Watcher, play_match
from qwixx.arena.report import Report, SeatReport
from qwixx.bots import BotFailed

__all__ = ["BotFailed", "Match", "MatchGames", "Report", "SeatReport", "Watcher", "play_match"]
