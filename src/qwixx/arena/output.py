"""Writes the games of a match down while they are played."""

import csv
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, TextIO

from qwixx.arena.match import Match, MatchGames
from qwixx.notation import write_record
from qwixx.rules import Ending, ending_by_rows

COLUMNS: Final = (
    *("game", "round", "seat", "player", "bot", "lucky"),
    *("score", "share", "turns", "ending"),
)


class CsvFile:
    """A line for each game and seat. Games, rounds, seats and players count from 0; a player is a
    place in the list of bots."""

    wants_results = True
    wants_records = False

    def __init__(self, match: Match, file: TextIO) -> None:
        self._match = match
        self._writer = csv.writer(file, lineterminator="\n")
        self._writer.writerow(COLUMNS)

    def watch(self, games: MatchGames) -> None:
        match = self._match
        by_rows = ending_by_rows(match.variant)
        for game, result in enumerate(games.results, games.first):
            scores = result["scores"][: match.players].tolist()
            best = max(scores)
            ending = Ending.MISTHROWS if result["by_misthrows"] else by_rows
            for seat, score in enumerate(scores):
                player = match.bot_at(game, seat)
                lucky = [n for n in match.variant.numbers if result["lucky"][seat] >> n & 1]
                self._writer.writerow(
                    (
                        *(game, game // match.players, seat, player, match.bots[player]),
                        *(" ".join(map(str, lucky)), score),
                        1 / scores.count(best) if score == best else 0,
                        *(result["turns"], ending),
                    )
                )


class RecordFolder:
    """A file for each game, numbered from 1: `0000001.qwixx`."""

    wants_results = False
    wants_records = True

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        # A folder that cannot be written to is better found out now than after the first games.
        with TemporaryFile(dir=folder):
            self._folder = folder

    def watch(self, games: MatchGames) -> None:
        for number, record in enumerate(games.records, games.first + 1):
            file = self._folder / f"{number:07}.qwixx"
            file.write_text(write_record(record), encoding="utf-8")
