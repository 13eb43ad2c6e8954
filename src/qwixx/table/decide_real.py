"""Decides on actions with real dice: entering a roll, correcting it, and confirming the result."""

from collections.abc import Callable
from typing import Any, Final

from qwixx.protocol import actions
from qwixx.rules import Game, IllegalMove, NotationError, Phase, Reason, Roll, find_variant
from qwixx.rules.setup import lucky_numbers
from qwixx.table import events
from qwixx.table.real_dice import agreeing
from qwixx.table.request import Refused, Request
from qwixx.table.stages import Playing


def _real(request: Request) -> None:
    if request.table.options.dice != "real":
        raise Refused("other-dice")


def _first(request: Request, action: actions.SetFirst) -> events.Event:
    request.require_host()
    request.require_stage("lobby")
    _real(request)
    if action.seat is not None and request.named_seat(action.seat).kind == "free":
        raise Refused("no-such-seat")
    return events.FirstSet(action.seat)


def _lucky(request: Request, action: actions.SetLucky) -> events.Event:
    own = request.seat()
    request.named_seat(action.seat)
    if request.table.keeper(action.seat) != own:
        request.require_host()
    request.require_stage("lobby")
    if request.table.options.dice == "ours":
        raise Refused("other-dice")
    if request.named_seat(action.seat).kind == "free":
        raise Refused("no-such-seat")
    numbers = action.numbers
    if numbers:
        try:
            lucky_numbers(find_variant(request.table.options.variant), 1, [numbers])
        except ValueError:
            raise Refused("bad-lucky") from None
        others = (seat.lucky for n, seat in enumerate(request.table.seats) if n != action.seat)
        if any(set(numbers) == set(pair) for pair in others):
            raise Refused("lucky-taken")
    return events.LuckySet(action.seat, tuple(sorted(numbers)))


def _enter(request: Request, action: actions.EnterDice) -> events.Event:
    seat, game = request.at_table(), request.game()
    _real(request)
    if game.phase is not Phase.ROLL or not request.is_fresh:
        raise Refused("dice-entered")  # another player was faster
    return events.DiceEntered(_fitting(game, action.roll), seat)


def _correct(request: Request, action: actions.CorrectDice) -> events.Event:
    seat, table = request.at_table(), request.table
    request.require_stage("playing")
    _real(request)
    recording, entered = table.during(Playing).recording, table.during(Playing).entered
    if entered is None:
        raise Refused("turn-over")
    if not entered.version <= request.seen <= table.version:
        raise Refused("stale")
    roll = _fitting(recording.before_roll, action.roll)
    if roll == str(recording.record.turns[-1].dice):
        raise Refused("dice-entered")
    if entered.answered and (seat is None or seat != agreeing(table, recording.game)):
        return events.CorrectionAsked(roll, seat)
    return events.DiceCorrected(roll, seat)


def _answer(request: Request, action: actions.AnswerCorrection) -> events.Event:
    seat, game = request.seat(), request.game()
    entered = request.table.during(Playing).entered
    asked = entered.asked if entered else None
    if asked is None:
        raise Refused("stale")
    withdraws = seat == asked.seat and not action.agree
    if seat != agreeing(request.table, game) and not withdraws:
        raise Refused(Reason.NOT_YOUR_DECISION)
    if action.agree:
        return events.DiceCorrected(asked.roll, asked.seat)
    return events.CorrectionDeclined()


def _confirm(request: Request, _action: actions.ConfirmResult) -> events.Event:
    seat, table = request.seat(), request.table
    request.require_stage("playing")
    request.require_fresh()
    played = table.pad or request.game()
    if played.outcome is None:
        raise Refused(Reason.WRONG_PHASE)
    return events.ResultConfirmed(seat)


def _fitting(game: Game, text: str) -> str:
    """Returns the roll if the dice that are in the game can show it."""
    try:
        roll = Roll.parse(text)
        game.roll(roll)
    except NotationError:
        raise Refused(Reason.DICE_DO_NOT_FIT) from None
    except IllegalMove as error:
        raise Refused(error.reason) from None
    return str(roll)


DECISIONS: Final[dict[type, Callable[[Request, Any], events.Event]]] = {
    actions.SetFirst: _first,
    actions.SetLucky: _lucky,
    actions.EnterDice: _enter,
    actions.CorrectDice: _correct,
    actions.AnswerCorrection: _answer,
    actions.ConfirmResult: _confirm,
}
