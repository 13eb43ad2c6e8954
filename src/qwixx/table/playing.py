"""Playing with fair dice or real ones: rolling, choosing moves and taking them back."""

from qwixx.protocol import actions
from qwixx.rules import NotationError, Phase, Reason
from qwixx.table.decide import Refused, Request, decides
from qwixx.table.options import MovedBy
from qwixx.table.stages import Playing, closings
from qwixx.table.state import BaseEvent, Table


class Rolled(BaseEvent, tag="rolled", frozen=True):
    """The dice were rolled. The roll follows from the sealed secrets."""

    by: MovedBy = "player"

    def apply(self, table: Table) -> None:
        playing = table.during(Playing)
        if playing.fair is None:
            raise ValueError("real dice are entered")
        game = playing.game
        playing.recording.roll(playing.fair.roll(game.turn, game.variant.sides, game.closed))
        table.open_question()


class Chose(BaseEvent, tag="chose", frozen=True):
    """A seat has answered the current phase, or changed its answer."""

    seat: int
    move: str
    by: MovedBy = "player"

    def apply(self, table: Table) -> None:
        playing = table.during(Playing)
        before = playing.game
        if before.phase is Phase.WHITE and before.answers[self.seat] is not None:
            playing.recording.retract(self.seat)
        if playing.entered and self.by == "player":
            playing.entered.answered.add(self.seat)
        after = playing.recording.play(self.seat, self.move)
        if after.phase is Phase.WHITE:
            return
        playing.closings += closings(before, after)
        if after.phase is Phase.ROLL:
            playing.entered = None
        elif after.phase is Phase.OVER and not playing.entered:
            table.end_game(playing)  # with real dice the result is confirmed first
        table.open_question()


class Retracted(BaseEvent, tag="retracted", frozen=True):
    """A seat has taken its white answer back."""

    seat: int

    def apply(self, table: Table) -> None:
        playing = table.during(Playing)
        playing.recording.retract(self.seat)
        if playing.entered:
            playing.entered.answered.discard(self.seat)


class Undone(BaseEvent, tag="undone", frozen=True):
    """A seat has taken back its latest choice since the last roll, though all have seen it."""

    seat: int

    def apply(self, table: Table) -> None:
        playing = table.during(Playing)
        game = playing.recording.take_back(self.seat)
        if game is None:
            raise ValueError(f"seat {self.seat} has nothing to take back")
        playing.forget_closings()
        playing.closings += closings(playing.recording.before_roll, game)
        table.open_question()


def can_undo(table: Table, seat: int) -> bool:
    """Returns whether that seat may take its latest choice back until the next roll.

    Nobody else may be at the table, and the game of a day is the same for everybody.
    """
    now = table.stage_data
    if not isinstance(now, Playing) or now.fair is None or table.day or len(table.players) > 1:
        return False
    return now.recording.can_take_back(seat)


@decides(actions.RollDice, "player or screen", "playing", dice=("ours",), fresh=True)
def _roll(request: Request, _action: actions.RollDice) -> BaseEvent:
    game = request.game
    if game.phase is not Phase.ROLL:
        raise Refused(Reason.WRONG_PHASE)
    if not request.is_screen and request.seat != game.active:
        raise Refused(Reason.NOT_YOUR_DECISION)
    return Rolled(request.actor.hand)


@decides(actions.Choose, "player", "playing", dice=("ours", "real"), fresh=True)
def _choose(request: Request, action: actions.Choose) -> BaseEvent:
    seat, game = request.seat, request.game
    if game.phase is Phase.WHITE and game.answers[seat] is not None:
        if request.actor.hand != "player":
            raise Refused(Reason.ALREADY_ANSWERED)
        game = game.retract(seat)
    try:
        refusal = game.refusal(seat, action.move)
    except NotationError:
        raise Refused("bad-message") from None
    if refusal:
        raise Refused(refusal.reason)
    return Chose(seat, action.move, request.actor.hand)


@decides(actions.Retract, "player", "playing", dice=("ours", "real"), fresh=True)
def _retract(request: Request, _action: actions.Retract) -> BaseEvent:
    seat = request.seat
    if can_undo(request.table, seat):
        return Undone(seat)
    request.game.retract(seat)  # raises IllegalMove
    return Retracted(seat)
