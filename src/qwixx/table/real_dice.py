"""Real dice: setting the first player and lucky numbers, entering rolls and correcting them."""

from qwixx.protocol import actions
from qwixx.protocol.dice import Correction
from qwixx.rules import Game, NotationError, Phase, Reason, Roll, find_variant
from qwixx.rules.setup import lucky_numbers
from qwixx.table.decide import Refused, Request, decides
from qwixx.table.stages import Entered, Playing
from qwixx.table.state import BaseEvent, Table


class FirstSet(BaseEvent, tag="first-set", frozen=True):
    """That seat rolls first in the next game with real dice; None draws lots."""

    seat: int | None

    def apply(self, table: Table) -> None:
        table.next_first = self.seat


class LuckySet(BaseEvent, tag="lucky-set", frozen=True):
    """These lucky numbers are on that seat's card. An empty tuple is dealt."""

    seat: int
    numbers: tuple[int, ...]

    def apply(self, table: Table) -> None:
        table.seats[self.seat].lucky = self.numbers


class DiceEntered(BaseEvent, tag="dice-entered", frozen=True):
    """A roll of real dice was entered."""

    roll: str
    seat: int | None

    def apply(self, table: Table) -> None:
        playing = table.during(Playing)
        playing.recording.roll(self.roll)
        playing.entered = Entered(table.version, self.seat)
        table.open_question()


class DiceCorrected(BaseEvent, tag="dice-corrected", frozen=True):
    """A roll of real dice was corrected. All answers to it are given back."""

    roll: str
    seat: int | None

    def apply(self, table: Table) -> None:
        playing = table.during(Playing)
        playing.recording.roll_otherwise(self.roll)
        playing.forget_closings()
        playing.entered = Entered(table.version, self.seat)
        table.open_question()


class CorrectionAsked(BaseEvent, tag="correction-asked", frozen=True):
    """A player wants to correct a roll. The active player has to agree."""

    roll: str
    seat: int | None

    def apply(self, table: Table) -> None:
        _entered(table).asked = Correction(self.roll, self.seat)


class CorrectionDeclined(BaseEvent, tag="correction-declined", frozen=True):
    """The active player has declined the correction."""

    def apply(self, table: Table) -> None:
        _entered(table).asked = None


class ResultConfirmed(BaseEvent, tag="result-confirmed", frozen=True):
    """A player has confirmed the last turn of a game with real dice, or the end of a pad."""

    seat: int | None

    def apply(self, table: Table) -> None:
        if isinstance(table.stage_data, Playing):
            table.stage_data.entered = None
        if table.played:
            table.end_game(table.played)
        table.open_question()


def _entered(table: Table) -> Entered:
    entered = table.during(Playing).entered
    if entered is None:
        raise ValueError("no dice were entered in this turn")
    return entered


def agreeing(table: Table, game: Game) -> int | None:
    """Returns the seat that has to agree to a correction: the active one, or the host for a bot."""
    seat = table.seats[game.active]
    return game.active if seat.kind == "player" and seat.bot is None else table.host


@decides(actions.SetFirst, "host", "lobby", dice=("real",))
def _first(request: Request, action: actions.SetFirst) -> BaseEvent:
    if action.seat is not None and request.named_seat(action.seat).kind == "free":
        raise Refused("no-such-seat")
    return FirstSet(action.seat)


@decides(actions.SetLucky, "player", "lobby", dice=("real", "pad"))
def _lucky(request: Request, action: actions.SetLucky) -> BaseEvent:
    seat, numbers = request.named_seat(action.seat), action.numbers
    if request.table.keeper(action.seat) != request.seat:
        request.require("host")
    if seat.kind == "free":
        raise Refused("no-such-seat")
    if numbers:
        try:
            lucky_numbers(find_variant(request.table.options.variant), 1, [numbers])
        except ValueError:
            raise Refused("bad-lucky") from None
        others = (other.lucky for other in request.table.seats if other is not seat)
        if any(set(numbers) == set(pair) for pair in others):
            raise Refused("lucky-taken")
    return LuckySet(action.seat, tuple(sorted(numbers)))


@decides(actions.EnterDice, "player or screen", "playing", dice=("real",))
def _enter(request: Request, action: actions.EnterDice) -> BaseEvent:
    if request.game.phase is not Phase.ROLL or not request.is_fresh:
        raise Refused("dice-entered")  # another player was faster
    return DiceEntered(_fitting(request.game, action.roll), request.seat_or_screen)


@decides(actions.CorrectDice, "player or screen", "playing", dice=("real",))
def _correct(request: Request, action: actions.CorrectDice) -> BaseEvent:
    seat, table, playing = request.seat_or_screen, request.table, request.table.during(Playing)
    if playing.entered is None:
        raise Refused("turn-over")
    if not playing.entered.version <= request.seen <= table.version:
        raise Refused("stale")
    roll = _fitting(playing.recording.before_roll, action.roll)
    if roll == str(playing.recording.record.turns[-1].dice):
        raise Refused("dice-entered")
    if playing.entered.answered and (seat is None or seat != agreeing(table, playing.game)):
        return CorrectionAsked(roll, seat)
    return DiceCorrected(roll, seat)


@decides(actions.AnswerCorrection, "player", "playing", dice=("real",))
def _answer(request: Request, action: actions.AnswerCorrection) -> BaseEvent:
    entered = request.table.during(Playing).entered
    asked = entered.asked if entered else None
    if asked is None:
        raise Refused("stale")
    withdraws = request.seat == asked.by and not action.agree
    if request.seat != agreeing(request.table, request.game) and not withdraws:
        raise Refused(Reason.NOT_YOUR_DECISION)
    if action.agree:
        return DiceCorrected(asked.roll, asked.by)
    return CorrectionDeclined()


@decides(actions.ConfirmResult, "player", "playing", fresh=True)
def _confirm(request: Request, _action: actions.ConfirmResult) -> BaseEvent:
    played = request.table.pad or request.game
    if played.outcome is None:
        raise Refused(Reason.WRONG_PHASE)
    return ResultConfirmed(request.seat)


def _fitting(game: Game, text: str) -> str:
    """Returns the roll if the dice that are in the game can show it."""
    try:
        roll = Roll.parse(text)
    except NotationError:
        raise Refused(Reason.DICE_DO_NOT_FIT) from None
    game.roll(roll)  # raises IllegalMove
    return str(roll)
