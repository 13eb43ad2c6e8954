"""A table: the state that its log adds up to.

`Table.apply` takes one entry after the other and never refuses one: what may enter the log is
decided in `decide`, before it is written.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from qwixx.notation import Record, Recording
from qwixx.protocol.types import Stage
from qwixx.rules import Game, Phase
from qwixx.table import entering, events, pad, screens, sealing
from qwixx.table.changes import Changes
from qwixx.table.done import Done
from qwixx.table.fair import DAY_SCHEME, SCHEME
from qwixx.table.options import GameOptions
from qwixx.table.played import Closing, Finished, PlayedTurn, closings, played_turn
from qwixx.table.sealed import headers, real_headers
from qwixx.table.seat import Seat

if TYPE_CHECKING:
    from qwixx.rules import Pad
    from qwixx.table.fair import FairDice, Seal


class Table:
    """Everything about one table that outlasts a restart."""

    stage: Stage
    options: GameOptions
    secret: str
    """The house's secret for the dice of this game. It stays here until the game is over."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.version = 0
        """The number of entries that have been applied."""
        self.since = 0
        """The version at which what may be decided now came up."""
        self.asked_at = 0
        """When that was, in milliseconds since 1970."""
        self.stage = "lobby"
        self.day = ""
        """The day whose game is played here, once; nothing at all other tables."""
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.games = 1
        self.failed: list[tuple[int, ...]] = []
        """Which seats did not reveal, for each time that this game had to be sealed anew."""
        self.next_first: int | None = None
        """Who rolls first in this game; None is by lot."""
        self.seal: Seal | None = None
        """What the dice of this game depend on, once it has begun; None where they are real."""
        self.dice: FairDice | None = None
        self.entered: entering.Entered | None = None
        """What was said about the real dice of this turn, while it can be corrected."""
        self.recording: Recording | None = None
        self.pad: Pad | None = None
        """The cards, where nothing else is played with: then there is no game."""
        self.closings: list[Closing] = []
        self.last: PlayedTurn | None = None
        self._past: list[Finished | None] = []
        self.agreed: set[int] = set()
        """The seats that would play again, once a game is over."""
        self.used: dict[str, str] = {}
        """Who was the first to commit to what, in this game."""
        self._done = Done()
        self.changes = Changes()
        self.screens = screens.Screens()
        self._can_only_pass: dict[int, bool] = {}

    # What can be asked

    @property
    def game_id(self) -> str:
        """Names a game among all: the dice depend on it, so no two games share theirs."""
        again = f".{len(self.failed)}" if self.failed else ""
        return self.day or f"{self.code}-{self.games}{again}"

    @property
    def scheme(self) -> str:
        """How the dice of this game are sealed."""
        return DAY_SCHEME if self.day else SCHEME

    @property
    def game(self) -> Game | None:
        return self.recording.game if self.recording else None

    @property
    def players(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == "player"]

    def seat_of(self, person: str) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.person == person and seat.kind == "player":
                return number
        return None

    def seat_for_ticket(self, ticket: str) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.ticket and seat.ticket == ticket:
                return number
        return None

    def next_host(self, leaving: int, here: Callable[[str], bool]) -> int | None:
        """Who is host after that seat's player: the next one clockwise, no program, and here."""
        count = len(self.seats)
        order = ((leaving + step) % count for step in range(1, count))
        players = [number for number in order if self.seats[number].kind == "player"]
        players.sort(key=lambda n: (self.seats[n].program, not here(self.seats[n].person)))
        return players[0] if players else None

    @property
    def uncommitted(self) -> list[int]:
        """The seats whose commitment is awaited."""
        if self.options.dice != "ours" or self.day:
            return []
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "player" and not seat.commitment and not seat.excused
        ]

    @property
    def unrevealed(self) -> list[int]:
        """The seats whose part is awaited. Who commits and then goes, is one of them."""
        if self.options.dice != "ours":
            return []
        return [
            number for number, seat in enumerate(self.seats) if seat.commitment and not seat.part
        ]

    def can_only_pass(self, seat: int) -> bool:
        """Whether a seat that is asked has no other choice."""
        if seat not in self._can_only_pass:  # others' answers change nothing about it
            assert self.game
            self._can_only_pass[seat] = len(self.game.legal_moves(seat)) == 1
        return self._can_only_pass[seat]

    def done(self, person: str, action: str) -> int | None:
        """The version to which that action of that person has led; None if it is new."""
        return self._done.version(person, action)

    def record(self) -> Record:
        """The record of the game. The house's secret is in it once the game is over."""
        assert self.recording
        names = tuple(seat.name for seat in self.seats)
        record = self.recording.record
        hints = {"Hints": ("on",)} if self.options.hints else {}
        dice = real_headers(self.game_id)
        if self.seal:
            dice = headers(self.seal, self.secret, over=self.stage == "over")
        return dataclasses.replace(
            record, headers={**record.headers, "Players": names, **dice, **hints}
        )

    def finished(self, number: int) -> Finished | None:
        """The game of that number, if it is over. A pad leaves nothing behind."""
        if number == self.games and self.stage == "over":
            return Finished.of(number, self.record(), self.seats) if self.recording else None
        return self._past[number - 1] if 0 < number <= len(self._past) else None

    # How it goes on

    def apply(self, entry: events.Entry) -> None:
        """Takes the next entry of the log."""
        self.version += 1
        self._FOLDS[type(entry.event)](self, entry.event, entry.at)
        self.changes.add(entry.by, entry.event)
        if entry.action:
            self._done.add(entry.by, entry.action, self.version)

    def ask(self, at: int) -> None:
        """What may be decided has changed: what was decided before that is stale."""
        self.since = self.version
        self.asked_at = at
        self._can_only_pass.clear()

    def _opened(self, event: events.Opened, at: int) -> None:
        self.options, self.day = event.options, event.day
        self.secret = event.secret
        self.seats = [Seat() for _ in range(event.options.seats)]
        self.seats[0] = Seat("player", event.name, event.person, event.program)
        self.host = 0
        for number, (level, name) in enumerate(event.bots, 1):
            self.seats[number] = Seat("bot", name, bot=level)
        self.ask(at)
        if event.start:
            self._started(event, at)

    def _sat(self, event: events.Sat, at: int) -> None:
        self.seats[event.seat] = Seat("player", event.name, event.person, event.program)
        if self.host is None:
            self.host = event.seat
        self.ask(at)

    def _bot_sat(self, event: events.BotSat, at: int) -> None:
        self.seats[event.seat] = Seat("bot", event.name, bot=event.level)
        self.ask(at)

    def _renamed(self, event: events.Renamed, _at: int) -> None:
        self.seats[event.seat].name = event.name

    def _vacated(self, event: events.Vacated, at: int) -> None:
        old, committing = self.seats[event.seat], bool(self.uncommitted)
        self.host = event.host
        self.agreed.discard(event.seat)
        if self.pad:
            self.seats[event.seat] = Seat("card", old.name)
            return
        if event.bot is None:
            self.seats[event.seat] = Seat()
            if old.kind == "player":
                self._free_cards(old.person)
            self.ask(at)
            return
        seat = self.seats[event.seat] = Seat("bot", old.name, bot=event.bot)
        if self.stage != "sealing" or not self.uncommitted:
            # A commitment that all others have relied on still counts, or going would be a choice.
            seat.commitment, seat.part = old.commitment, old.part
        if self.stage == "sealing":
            if committing and not self.uncommitted:
                self.ask(at)  # the others have all their time to reveal
            sealing.begin_if_sealed(self, at)

    def _free_cards(self, *people: str) -> None:
        """Cards that are on these people's phones go with them."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "card" and seat.person in people:
                self.seats[number] = Seat()

    def _host_changed(self, event: events.HostChanged, _at: int) -> None:
        self.host = event.host

    def _options_set(self, event: events.OptionsSet, at: int) -> None:
        self.options = event.options
        if event.options.dice == "ours" or (self.next_first or 0) >= event.options.seats:
            self.next_first = None
        if event.options.dice != "pad":
            self._free_cards(*(seat.person for seat in self.seats))
        del self.seats[event.options.seats :]
        self.seats += [Seat() for _ in range(event.options.seats - len(self.seats))]
        self.ask(at)

    def _preferences_set(self, event: events.PreferencesSet, _at: int) -> None:
        self.seats[event.seat].preferences = event.preferences

    def _ticket_issued(self, event: events.TicketIssued, _at: int) -> None:
        self.seats[event.seat].ticket = event.ticket

    def _seat_moved(self, event: events.SeatMoved, _at: int) -> None:
        seat = self.seats[event.seat]
        if self.stage == "lobby" or (self.stage == "sealing" and self.uncommitted):
            seat.commitment = ""  # the part that belongs to it is on the other device
        for sealed, person in self.used.items():
            if person == seat.person:
                self.used[sealed] = event.person
        for card in self.seats:
            if card.kind == "card" and card.person == seat.person:
                card.person = event.person
        seat.person, seat.program, seat.ticket = event.person, event.program, ""

    def _started(self, _event: events.Started | events.Opened, at: int) -> None:
        host = None if self.host is None else self.seats[self.host]
        first = None if self.next_first is None else self.seats[self.next_first]
        self.seats = [seat for seat in self.seats if seat.kind != "free"]
        self.next_first = self.seats.index(first) if first in self.seats else None
        self.host = None if host is None else self.seats.index(host)
        self.options = replace(self.options, seats=len(self.seats))
        self.stage = "sealing"
        self.ask(at)
        sealing.begin_if_sealed(self, at)

    # The game

    def _rolled(self, _event: events.Rolled, at: int) -> None:
        assert self.recording
        assert self.dice
        game = self.recording.game
        self.recording.roll(self.dice.roll(game.turn, game.variant.sides, game.closed))
        self.ask(at)

    def _chose(self, event: events.Chose, at: int) -> None:
        assert self.recording
        before = self.recording.game
        if before.phase is Phase.WHITE and before.answers[event.seat] is not None:
            self.recording.retract(event.seat)
        if self.entered and event.by == "player":
            self.entered.answered.add(event.seat)
        after = self.recording.play(event.seat, event.move)
        if after.phase is not Phase.WHITE:
            self._settle(before, after, at)

    def _retracted(self, event: events.Retracted, _at: int) -> None:
        assert self.recording
        self.recording.retract(event.seat)
        if self.entered:
            self.entered.answered.discard(event.seat)

    def _settle(self, before: Game, after: Game, at: int) -> None:
        """A phase is over: notes what it has changed for everybody."""
        assert self.recording
        self.closings += closings(before, after)
        if after.phase is not Phase.COLOUR:
            self.last = played_turn(before, after, self.recording.record.turns[-1])
        if after.phase is Phase.ROLL:
            self.entered = None
        elif after.phase is Phase.OVER and not self.entered:
            self.stage = "over"  # with real dice the result is confirmed first
        self.ask(at)

    def _taken_over(self, event: events.TakenOver, _at: int) -> None:
        self.seats[event.seat].bot = event.level

    def _returned(self, event: events.Returned, _at: int) -> None:
        self.seats[event.seat].bot = None

    def _agreed(self, event: events.Agreed, _at: int) -> None:
        self.agreed.add(event.seat)

    def _withdrawn(self, event: events.Withdrawn, _at: int) -> None:
        self.agreed.discard(event.seat)

    def _rematched(self, event: events.Rematched | events.RematchedWithout, at: int) -> None:
        next_first = (self.game.first + 1) % len(self.seats) if self.game else None
        self._put_away()
        self.next_first = next_first
        self.stage = "sealing"
        sealing.seal(self, event.secret, at)
        sealing.begin_if_sealed(self, at)

    def _rematched_without(self, event: events.RematchedWithout, at: int) -> None:
        self._rematched(event, at)
        for number in event.seats:
            self.seats[number].bot = event.level

    def _reopened(self, event: events.Reopened, at: int) -> None:
        self._put_away()
        self.next_first = None
        self.stage = "lobby"
        sealing.seal(self, event.secret, at)

    def _put_away(self) -> None:
        """The game that is over makes way for another one, and can be looked at for ever."""
        self._past.append(self.finished(self.games))
        self.games, self.failed = self.games + 1, []
        self.changes.begin_again()

    _FOLDS: ClassVar[dict[type, Callable[["Table", Any, int], None]]] = {
        events.Opened: _opened,
        events.Sat: _sat,
        events.BotSat: _bot_sat,
        events.Renamed: _renamed,
        events.Vacated: _vacated,
        events.HostChanged: _host_changed,
        events.OptionsSet: _options_set,
        events.PreferencesSet: _preferences_set,
        events.TicketIssued: _ticket_issued,
        events.SeatMoved: _seat_moved,
        events.Started: _started,
        events.Rolled: _rolled,
        events.Chose: _chose,
        events.Retracted: _retracted,
        events.TakenOver: _taken_over,
        events.Returned: _returned,
        events.Agreed: _agreed,
        events.Withdrawn: _withdrawn,
        events.Rematched: _rematched,
        events.RematchedWithout: _rematched_without,
        events.Reopened: _reopened,
        **sealing.FOLDS,
        **entering.FOLDS,
        **pad.FOLDS,
        **screens.FOLDS,
    }
