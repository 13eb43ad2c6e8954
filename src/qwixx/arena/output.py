"""Writes the games of a match to files while they are played, and reads them again."""

import csv
import errno
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, TextIO

from qwixx.arena.match import Match, MatchGames
from qwixx.arena.report import wins_of
from qwixx.kernel.chart import lucky_numbers
from qwixx.kernel.games import SHARE
from qwixx.notation import Record, read_record, write_record
from qwixx.rules import Ending, IllegalMove, NotationError, ending_by_rows

COLUMNS: Final = (
    *("game", "round", "seat", "player", "bot", "lucky"),
    *("score", "share", "turns", "ending"),
)


_RECORDS: Final = "*.qwixx"


def read_records(folder: Path | str) -> Iterator[Record]:
    """Yields the records in a folder and the folders in it, sorted by path.

    NotationError and IllegalMove name the file.

    Examples:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from qwixx.arena import read_records
        >>> text = '[Variant "classic"]\\n[Players "Ann"]\\n[First "0"]\\n\\n1. 41/3256  r5  b10\\n'
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "0000001.qwixx").write_text(text, encoding="utf-8")
        ...     [record.game.scores for record in read_records(folder)]
        [(2,)]
    """
    for file in sorted(Path(folder).rglob(_RECORDS)):
        try:
            yield read_record(file.read_text(encoding="utf-8"))
        except NotationError as error:
            raise NotationError(f"{file}: {error}") from None
        except IllegalMove as error:
            raise IllegalMove(error.reason, f"{file}: {error}") from None


class CsvFile:
    """A CSV file with a line for each game and seat.

    Games, rounds, seats and players count from 0; a player is a place in the list of bots.
    """

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
            ending = Ending.MISTHROWS if result["by_misthrows"] else by_rows
            for seat, (score, won) in enumerate(zip(scores, wins_of(scores), strict=True)):
                player = match.bot_at(game, seat)
                lucky = lucky_numbers(match.variant, int(result["lucky"][seat]))
                self._writer.writerow(
                    (
                        *(game, game // match.players, seat, player, match.bots[player]),
                        *(" ".join(map(str, lucky)), score),
                        won / SHARE or 0,
                        *(result["turns"], ending),
                    )
                )


class RecordFolder:
    """A file for each game, numbered from 1: `0000001.qwixx`.

    A folder that holds records already is refused with a FileExistsError, so that the records of
    two matches do not mix.
    """

    wants_results = False
    wants_records = True

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob(_RECORDS)):
            why = "it holds records already; name a new folder"
            raise FileExistsError(errno.EEXIST, why, str(folder))
        # An error about a folder that cannot be written to should come before the first games.
        with TemporaryFile(dir=folder):
            self._folder = folder

    def watch(self, games: MatchGames) -> None:
        for number, record in enumerate(games.records, games.first + 1):
            file = self._folder / f"{number:07}.qwixx"
            file.write_text(write_record(record), encoding="utf-8")
