"""What may be done with real dice: enter what fell, correct it, and confirm what it led to."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.protocol import actions
from qwixx.rules import Game, IllegalMove, NotationError, Phase, Reason, Roll, find_variant
from qwixx.rules.setup import lucky_numbers
from qwixx.table import events
from qwixx.table.case import Case, Refused
from qwixx.table.real_dice import agreeing
from qwixx.table.stages import Playing


def _real(case: Case) -> None:
    if case.table.options.dice != "real":
        raise Refused("other-dice")


def _first(case: Case, action: actions.SetFirst) -> events.Event:
    case.host()
    case.stage("lobby")
    _real(case)
    if action.seat is not None and case.named_seat(action.seat).kind == "free":
        raise Refused("no-such-seat")
    return events.FirstSet(action.seat)


def _lucky(case: Case, action: actions.SetLucky) -> events.Event:
    own = case.seat()
    case.named_seat(action.seat)
    if case.table.keeper(action.seat) != own:
        case.host()
    case.stage("lobby")
    if case.table.options.dice == "ours":
        raise Refused("other-dice")
    if case.named_seat(action.seat).kind == "free":
        raise Refused("no-such-seat")
    numbers = action.numbers
    if numbers:
        try:
            lucky_numbers(find_variant(case.table.options.variant), 1, [numbers])
        except ValueError:
            raise Refused("bad-lucky") from None
        others = (seat.lucky for n, seat in enumerate(case.table.seats) if n != action.seat)
        if any(set(numbers) == set(pair) for pair in others):
            raise Refused("lucky-taken")
    return events.LuckySet(action.seat, tuple(sorted(numbers)))


def _enter(case: Case, action: actions.EnterDice) -> events.Event:
    seat, game = case.at_table(), case.game()
    _real(case)
    if game.phase is not Phase.ROLL or not case.is_fresh:
        raise Refused("dice-entered")  # two people have entered them at once
    return events.DiceEntered(_fitting(game, action.roll), seat)


def _correct(case: Case, action: actions.CorrectDice) -> events.Event:
    seat, table = case.at_table(), case.table
    case.stage("playing")
    _real(case)
    recording, entered = table.during(Playing).recording, table.during(Playing).entered
    if entered is None:
        raise Refused("turn-over")
    if not entered.version <= case.seen <= table.version:
        raise Refused("stale")
    roll = _fitting(recording.before_roll, action.roll)
    if roll == str(recording.record.turns[-1].dice):
        raise Refused("dice-entered")
    if entered.answered and (seat is None or seat != agreeing(table, recording.game)):
        return events.CorrectionAsked(roll, seat)
    return events.DiceCorrected(roll, seat)


def _answer(case: Case, action: actions.AnswerCorrection) -> events.Event:
    seat, game = case.seat(), case.game()
    entered = case.table.during(Playing).entered
    asked = entered.asked if entered else None
    if asked is None:
        raise Refused("stale")
    withdraws = seat == asked.seat and not action.agree
    if seat != agreeing(case.table, game) and not withdraws:
        raise Refused(Reason.NOT_YOUR_DECISION)
    if action.agree:
        return events.DiceCorrected(asked.roll, asked.seat)
    return events.CorrectionDeclined()


def _confirm(case: Case, _action: actions.ConfirmResult) -> events.Event:
    seat, table = case.seat(), case.table
    case.stage("playing")
    case.fresh()
    played = table.pad or case.game()
    if played.outcome is None:
        raise Refused(Reason.WRONG_PHASE)
    return events.ResultConfirmed(seat)


def _fitting(game: Game, text: str) -> str:
    """The roll, if dice that are in the game can fall like that."""
    try:
        roll = Roll.parse(text)
        game.roll(roll)
    except NotationError:
        raise Refused(Reason.DICE_DO_NOT_FIT) from None
    except IllegalMove as error:
        raise Refused(error.reason) from None
    return str(roll)


DECISIONS: Final[dict[type, Callable[[Case, Any], events.Event]]] = {
    actions.SetFirst: _first,
    actions.SetLucky: _lucky,
    actions.EnterDice: _enter,
    actions.CorrectDice: _correct,
    actions.AnswerCorrection: _answer,
    actions.ConfirmResult: _confirm,
}
