"""The data of a table, with queries. Events change the data (`BaseEvent.apply`)."""

import dataclasses
from collections import Counter
from collections.abc import Callable
from typing import ClassVar, TypeVar

from msgspec import Struct

from qwixx.notation import Record, write_record
from qwixx.protocol import views
from qwixx.protocol.types import Stage
from qwixx.rules import Game, Pad
from qwixx.table.evening import Evening
from qwixx.table.fair import DAY_SCHEME, REAL, SCHEME, FairDice, headers_of
from qwixx.table.options import GameOptions
from qwixx.table.recent_actions import RecentActions
from qwixx.table.stages import (
    Ask,
    Finished,
    Lobby,
    Over,
    PadGame,
    Playing,
    Sealing,
    Seat,
    StageData,
)

_Data = TypeVar("_Data", Lobby, Sealing, Playing, PadGame, Over)


class Table:
    """Everything about one table that outlasts a restart."""

    options: GameOptions
    secret: str  # the server's, for the dice of this game; it stays here until the game is over

    def __init__(self, code: str) -> None:
        self.code = code
        self.version = 0  # the number of entries that have been applied
        self.changed_at = 0  # the time of the latest entry, in milliseconds since 1970
        self.question_version = 0  # at which the current question came up
        self.asked_at = 0  # the time of that version
        self.stage_data: StageData = Lobby()
        self.day = ""  # whose game is played here; empty at other tables
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.games = 1  # the number of this game
        self.reseals: list[tuple[int, ...]] = []  # the seats that did not reveal, for each restart
        self.next_first: int | None = None  # rolls first in this game; None draws lots
        self.past: list[Finished | None] = []  # the games before; None: a pad, without a record
        self.commitments: dict[str, str] = {}  # of this game, with the first person who sent it
        self.recent_actions = RecentActions()
        self.changes: Counter[str] = Counter()  # of each person in this game, beside playing
        self.screen_ticket = ""  # the hash of the ticket that admits the next screen
        self.screens: list[str] = []  # the hashes of the secrets of the admitted screens
        self.evening = Evening()
        self.asks: dict[int, Ask] = {}  # requests for a seat, by their position in the log
        self.asked = 0  # the number of these requests in the time of this game
        self._can_only_pass: dict[int, bool] = {}

    # The stage

    @property
    def stage(self) -> Stage:
        return self.stage_data.name

    def during(self, stage: type[_Data]) -> _Data:
        """Returns the data of that stage. Raises ValueError at another stage."""
        if not isinstance(self.stage_data, stage):
            raise ValueError(f"this does not happen in the stage {self.stage}")  # noqa: TRY004
        return self.stage_data

    @property
    def played(self) -> Playing | PadGame | None:
        """The current game, or the last one."""
        now = self.stage_data.game if isinstance(self.stage_data, Over) else self.stage_data
        return now if isinstance(now, (Playing, PadGame)) else None

    @property
    def game(self) -> Game | None:
        played = self.played
        return played.game if isinstance(played, Playing) else None

    @property
    def fair(self) -> FairDice | None:
        """The fair dice of the game; None for real dice."""
        played = self.played
        return played.fair if isinstance(played, Playing) else None

    @property
    def pad(self) -> Pad | None:
        """The cards of a pad; None for other games."""
        played = self.played
        return played.pad if isinstance(played, PadGame) else None

    @property
    def scores(self) -> list[int]:
        """The points on the cards of the game, in seat order."""
        played = self.pad or self.game
        return [card.score for card in played.cards] if played else []

    @property
    def agreed(self) -> set[int]:
        """The seats that have agreed to play again; empty before a game is over."""
        return self.stage_data.agreed if isinstance(self.stage_data, Over) else set()

    @property
    def game_id(self) -> str:
        """The name of the game. The dice depend on it, so no two games have the same dice."""
        again = f".{len(self.reseals)}" if self.reseals else ""
        return self.day or f"{self.code}-{self.games}{again}"

    @property
    def scheme(self) -> str:
        return DAY_SCHEME if self.day else SCHEME

    # The seats

    @property
    def players(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == "player"]

    def seat_of(self, person: str) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.person == person and seat.kind == "player":
                return number
        return None

    def next_host(self, leaving: int, here: Callable[[str], bool]) -> int | None:
        """Returns the next host's seat: the next player clockwise who is here and no program."""
        count = len(self.seats)
        order = ((leaving + step) % count for step in range(1, count))
        players = [number for number in order if self.seats[number].kind == "player"]
        players.sort(key=lambda n: (self.seats[n].program, not here(self.seats[n].person)))
        return players[0] if players else None

    @property
    def uncommitted(self) -> list[int]:
        if self.options.dice != "ours" or self.day:
            return []
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "player" and not seat.commitment and not seat.excused
        ]

    @property
    def unrevealed(self) -> list[int]:
        """The seats whose part is missing, including players who left after they committed."""
        if self.options.dice != "ours":
            return []
        return [
            number for number, seat in enumerate(self.seats) if seat.commitment and not seat.part
        ]

    def keeper(self, number: int) -> int | None:
        """Returns the seat of the player who marks that seat's card.

        The host keeps a card whose player has left.
        """
        seat = self.seats[number]
        if seat.kind != "card":
            return number
        kept = self.seat_of(seat.person)
        return self.host if kept is None else kept

    def free_cards(self, *people: str) -> None:
        """Frees the seats of cards that are on the phones of these people."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "card" and seat.person in people:
                self.seats[number] = Seat()

    # Questions

    def can_only_pass(self, game: Game, seat: int) -> bool:
        """Returns whether passing is the only legal answer of that seat."""
        if seat not in self._can_only_pass:  # answers of others do not change it
            self._can_only_pass[seat] = len(game.legal_moves(seat)) == 1
        return self._can_only_pass[seat]

    def open_question(self) -> None:
        """Begins a new question. Actions that were chosen before it are stale."""
        self.question_version = self.version
        self.asked_at = self.changed_at
        self._can_only_pass.clear()

    # The end of a game

    def end_game(self, game: Playing | PadGame) -> None:
        """Begins the stage after that game, and counts it for the evening."""
        self.stage_data = Over(game)
        self.evening.add(self.games, self.seats, self.scores)

    def record(self) -> Record:
        """Returns the record of the game, with the server's secret once the game is over."""
        played = self.played
        if not isinstance(played, Playing):
            raise ValueError("there is no game")  # noqa: TRY004
        record = played.recording.record
        more = {"Players": tuple(seat.name for seat in self.seats)}
        if played.fair:
            more |= headers_of(played.fair.seal, self.secret, over=self.stage == "over")
        else:
            more |= {"Game": (self.game_id,), "Dice": (REAL,)}
        if self.options.hints:
            more["Hints"] = ("on",)
        return dataclasses.replace(record, headers={**record.headers, **more})

    def finished(self, number: int) -> Finished | None:
        """Returns the finished game of that number; None if there is no record of it."""
        if number == self.games and self.stage == "over":
            if self.pad:
                return None
            seats = [views.Seat(s.name, s.kind, s.bot, "here", s.program) for s in self.seats]
            return Finished(number, write_record(self.record()), seats)
        return self.past[number - 1] if 0 < number <= len(self.past) else None


class BaseEvent(Struct, rename="camel", frozen=True, omit_defaults=True):
    """An event in the log of a table: a decision, and not its consequences.

    All later versions read stored events, so no tag, field, meaning or default ever changes. A
    field that has its default is not written.
    """

    counted: ClassVar[bool] = False
    """Whether the number that a person may cause in the time of a game is limited."""

    def apply(self, table: Table) -> None:
        """Changes a table by this event. It refuses nothing: the action was checked before."""
        raise NotImplementedError
