"""Computes the state of a table from its log.

`Table.apply` takes one entry after the other and never refuses one. `decide` has checked each
action before its entry was written.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from qwixx.rules import Game, Phase
from qwixx.table import events, late_comers, pad, real_dice, sealing, undo
from qwixx.table.played import closings, played_turn
from qwixx.table.seat import Seat
from qwixx.table.stages import Lobby, Over, Playing, Sealing
from qwixx.table.table_state import TableState


class Table(TableState):
    """A table that follows its log."""

    def apply(self, entry: events.Entry) -> None:
        """Applies the next entry of the log."""
        self.version += 1
        was_over = isinstance(self.now, Over)
        self._FOLDS[type(entry.event)](self, entry.event, entry.at)
        if not was_over and isinstance(self.now, Over):
            self.evening.add(self.games, self.seats, self.scores)
        self.changes.add(entry.by, entry.event)
        if entry.action:
            self.recent_actions.add(entry.by, entry.action, self.version)

    def _opened(self, event: events.Opened, at: int) -> None:
        self.options, self.day = event.options, event.day
        self.secret = event.secret
        self.seats = [Seat() for _ in range(event.options.seats)]
        self.seats[0] = Seat("player", event.name, event.person, event.program)
        self.host = 0
        for number, (level, name) in enumerate(event.bots, 1):
            self.seats[number] = Seat("bot", name, bot=level)
        self.open_question(at)
        if event.start:
            self._started(event, at)

    def _sat(self, event: events.Sat, at: int) -> None:
        self.seats[event.seat] = Seat("player", event.name, event.person, event.program)
        late_comers.forget_asks_of(self, event.person)
        if self.host is None:
            self.host = event.seat
        self.open_question(at)

    def _bot_sat(self, event: events.BotSat, at: int) -> None:
        if isinstance(self.now, Over):
            self.seats[event.seat].next_bot = event.level
            return
        self.seats[event.seat] = Seat("bot", event.name, bot=event.level)
        self.open_question(at)

    def _renamed(self, event: events.Renamed, _at: int) -> None:
        self.seats[event.seat].name = event.name
        self.evening.rename(self.seats[event.seat])

    def _vacated(self, event: events.Vacated, at: int) -> None:
        old, committing = self.seats[event.seat], bool(self.uncommitted)
        self.host = event.host
        if isinstance(self.now, Over):
            self.now.agreed.discard(event.seat)
        if self.pad:
            self.seats[event.seat] = Seat("card", old.name)
            return
        if event.bot is None:
            self.seats[event.seat] = Seat()
            if old.kind == "player":
                self._free_cards(old.person)
            self.open_question(at)
            return
        seat = self.seats[event.seat] = Seat("bot", old.name, bot=event.bot)
        if self.stage != "sealing" or not self.uncommitted:
            # All others rely on this commitment. If leaving removed it, leaving could change dice.
            seat.commitment, seat.part = old.commitment, old.part
        if self.stage == "sealing":
            if committing and not self.uncommitted:
                self.open_question(at)  # restarts the time for the others to reveal
            sealing.begin_if_sealed(self, at)

    def _free_cards(self, *people: str) -> None:
        """Frees the seats of cards that are on the phones of these people."""
        for number, seat in enumerate(self.seats):
            if seat.kind == "card" and seat.person in people:
                self.seats[number] = Seat()

    def _host_changed(self, event: events.HostChanged, _at: int) -> None:
        self.host = event.host

    def _options_set(self, event: events.OptionsSet, at: int) -> None:
        before, self.options = self.options, event.options
        if (before.series, before.series_goal) != (event.options.series, event.options.series_goal):
            self.evening.restart_series()
        if event.options.dice == "ours" or (self.next_first or 0) >= event.options.seats:
            self.next_first = None
        if event.options.dice != "pad":
            self._free_cards(*(seat.person for seat in self.seats))
        del self.seats[event.options.seats :]
        self.seats += [Seat() for _ in range(event.options.seats - len(self.seats))]
        self.open_question(at)

    def _portrait_set(self, event: events.PortraitSet, _at: int) -> None:
        self.seats[event.seat].portrait = event.portrait

    def _preferences_set(self, event: events.PreferencesSet, _at: int) -> None:
        self.seats[event.seat].preferences = event.preferences

    def _ticket_issued(self, event: events.TicketIssued, _at: int) -> None:
        self.seats[event.seat].ticket = event.ticket

    def _seat_moved(self, event: events.SeatMoved, _at: int) -> None:
        seat = self.seats[event.seat]
        if self.stage == "lobby" or (self.stage == "sealing" and self.uncommitted):
            seat.commitment = ""  # its part is on the old device
        for sealed, person in self.commitments.items():
            if person == seat.person:
                self.commitments[sealed] = event.person
        for card in self.seats:
            if card.kind == "card" and card.person == seat.person:
                card.person = event.person
        self.evening.move(seat.person, event.person)
        seat.person, seat.program, seat.ticket = event.person, event.program, ""

    def _started(self, _event: events.Started | events.Opened, at: int) -> None:
        host = None if self.host is None else self.seats[self.host]
        first = None if self.next_first is None else self.seats[self.next_first]
        self.seats = [seat for seat in self.seats if seat.kind != "free"]
        self.next_first = self.seats.index(first) if first in self.seats else None
        self.host = None if host is None else self.seats.index(host)
        self.options = replace(self.options, seats=len(self.seats))
        self.now = Sealing()
        self.open_question(at)
        sealing.begin_if_sealed(self, at)

    # The game

    def _rolled(self, _event: events.Rolled, at: int) -> None:
        playing = self.during(Playing)
        if playing.fair is None:
            raise ValueError("real dice are entered")
        game = playing.recording.game
        playing.recording.roll(playing.fair.dice.roll(game.turn, game.variant.sides, game.closed))
        self.open_question(at)

    def _chose(self, event: events.Chose, at: int) -> None:
        playing = self.during(Playing)
        before = playing.recording.game
        if before.phase is Phase.WHITE and before.answers[event.seat] is not None:
            playing.recording.retract(event.seat)
        if playing.entered and event.by == "player":
            playing.entered.answered.add(event.seat)
        after = playing.recording.play(event.seat, event.move)
        if after.phase is not Phase.WHITE:
            self._settle(playing, before, after, at)

    def _retracted(self, event: events.Retracted, _at: int) -> None:
        playing = self.during(Playing)
        playing.recording.retract(event.seat)
        if playing.entered:
            playing.entered.answered.discard(event.seat)

    def _settle(self, playing: Playing, before: Game, after: Game, at: int) -> None:
        """Notes the results of a phase that is over."""
        playing.closings += closings(before, after)
        if after.phase is not Phase.COLOUR:
            played = played_turn(before, after, playing.recording.record.turns[-1])
            playing.before_last, playing.last = playing.last, played
        if after.phase is Phase.ROLL:
            playing.entered = None
        elif after.phase is Phase.OVER and not playing.entered:
            self.now = Over(playing)  # with real dice the result is confirmed first
        self.open_question(at)

    def _screen_invited(self, event: events.ScreenInvited, _at: int) -> None:
        self.screens.ticket = event.ticket

    def _screen_admitted(self, event: events.ScreenAdmitted, _at: int) -> None:
        self.screens.admit(event.person)

    def _taken_over(self, event: events.TakenOver, _at: int) -> None:
        self.seats[event.seat].bot = event.level

    def _returned(self, event: events.Returned, _at: int) -> None:
        self.seats[event.seat].bot = None

    def _agreed(self, event: events.Agreed, _at: int) -> None:
        self.during(Over).agreed.add(event.seat)

    def _withdrawn(self, event: events.Withdrawn, _at: int) -> None:
        self.during(Over).agreed.discard(event.seat)

    def _rematched(self, event: events.Rematched | events.RematchedWithout, at: int) -> None:
        next_first = (self.game.first + 1) % len(self.seats) if self.game else None
        self._put_away(event.joining)
        self.next_first = next_first
        self.now = Sealing()
        sealing.seal(self, event.secret, at)
        sealing.begin_if_sealed(self, at)

    def _rematched_without(self, event: events.RematchedWithout, at: int) -> None:
        self._rematched(event, at)
        for number in event.seats:
            self.seats[number].bot = event.level

    def _reopened(self, event: events.Reopened, at: int) -> None:
        self._put_away(event.joining)
        self.next_first = None
        self.now = Lobby()
        sealing.seal(self, event.secret, at)

    def _put_away(self, joining: tuple[int, ...]) -> None:
        """Moves the game that is over to the past ones, and prepares the next."""
        self.past.append(self.finished(self.games))
        self.games, self.reseals = self.games + 1, []
        self.changes.begin_again()
        late_comers.seat_joining(self, joining)
        for seat in self.seats:
            seat.bot, seat.next_bot = seat.next_bot or seat.bot, ""
        if self.evening.series(self.options.series, self.options.series_goal).winners:
            self.evening.restart_series()

    _FOLDS: ClassVar[dict[type, Callable[["Table", Any, int], None]]] = {
        events.Opened: _opened,
        events.Sat: _sat,
        events.BotSat: _bot_sat,
        events.Renamed: _renamed,
        events.Vacated: _vacated,
        events.HostChanged: _host_changed,
        events.OptionsSet: _options_set,
        events.PortraitSet: _portrait_set,
        events.PreferencesSet: _preferences_set,
        events.TicketIssued: _ticket_issued,
        events.SeatMoved: _seat_moved,
        events.Started: _started,
        events.Rolled: _rolled,
        events.Chose: _chose,
        events.Retracted: _retracted,
        events.Undone: undo.undone,
        events.TakenOver: _taken_over,
        events.Returned: _returned,
        events.Agreed: _agreed,
        events.Withdrawn: _withdrawn,
        events.Rematched: _rematched,
        events.RematchedWithout: _rematched_without,
        events.Reopened: _reopened,
        **sealing.FOLDS,
        **real_dice.FOLDS,
        **pad.FOLDS,
        **late_comers.FOLDS,
        events.ScreenInvited: _screen_invited,
        events.ScreenAdmitted: _screen_admitted,
    }
