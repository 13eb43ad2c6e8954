"""Real dice: people enter what fell, correct it, and confirm what it led to."""

from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from qwixx.notation import read_record, write_record
from qwixx.protocol import actions
from qwixx.protocol.dice import EnteredDice, RealDice
from qwixx.protocol.options import Options, Preferences
from qwixx.protocol.views import PlayingView, Turn
from qwixx.rules import Game, Phase, Roll
from qwixx.table.decide import Refused
from qwixx.table.fair import is_real
from qwixx.table.finished_views import finished_view
from qwixx.table.local import LocalTable
from qwixx.table.log import read_entry, write_entry
from qwixx.table.stages import Playing
from qwixx.table.tickets import UseTicket

PEOPLE = ("anna", "bert", "cleo")


class Clock:
    """Time that passes when the test says so."""

    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def lobby(variant: str = "classic", timer: int = 0, bots: tuple[str, ...] = ()) -> LocalTable:
    clock = Clock()
    table = LocalTable(
        "CDFGHJ",
        clock=clock,
        new_secret=(f"{number:064x}" for number in count(1)).__next__,
        levels=lambda _variant: ("random",),
        standins=("random",),
    )
    options = Options(variant, 3, timer, dice="real")
    table.open("anna", actions.Open("Anna", options, bots))
    for name in PEOPLE[1 : 3 - len(bots)]:
        table.act(name, actions.Sit(name.title()))
    return table


def playing(variant: str = "classic", timer: int = 0) -> LocalTable:
    """Anna begins."""
    table = lobby(variant, timer)
    table.act("anna", actions.SetFirst(0))
    table.act("anna", actions.Start())
    return table


def last_turn(table: LocalTable) -> Turn | None:
    view = table.view_of("anna")
    assert view.game
    return view.game.last


def game_of(table: LocalTable) -> Game:
    assert table.table.game
    return table.table.game


def played(table: LocalTable) -> Playing:
    assert isinstance(table.table.played, Playing)
    return table.table.played


def entered_at(table: LocalTable, person: str) -> EnteredDice:
    view = table.view_of(person)
    assert isinstance(view, PlayingView)
    assert view.real
    assert view.real.entered
    return view.real.entered


def remaining(table: LocalTable) -> int | None:
    view = table.view_of("anna")
    assert isinstance(view, PlayingView)
    return view.game.remaining


def refusal(
    table: LocalTable, person: str, action: actions.Action, seen: int = actions.PRESENT
) -> str:
    before = table.table.version
    with pytest.raises(Refused) as refused:
        table.act(person, replace(action, version=seen))
    assert table.table.version == before
    return refused.value.code


def everybody(table: LocalTable, *moves: str) -> None:
    for person, move in zip(PEOPLE, moves, strict=True):
        table.act(person, actions.Choose(move))


def test_anyone_at_the_table_enters_the_roll_and_nothing_is_sealed() -> None:
    table = playing()
    assert table.table.stage == "playing"
    asked = table.view_of("anna")
    assert isinstance(asked, PlayingView)
    assert (asked.fair, asked.real) == (None, RealDice(["r", "y", "g", "b"], None))
    assert refusal(table, "anna", actions.RollDice()) == "other-dice"
    assert refusal(table, "stranger", actions.EnterDice("41/3256")) == "not-seated"
    table.act("cleo", actions.EnterDice("41/3256"))
    for person in (*PEOPLE, "stranger"):
        view = table.view_of(person)
        assert view.game
        assert view.game.roll
        assert view.game.roll.text == "41/3256"
        entered = entered_at(table, person)
        assert (entered.by, entered.free) == (2, True)


@pytest.mark.parametrize("roll", ["71/3256", "41/32.6", "41/3250", "41/325", "", "-", "..../..."])
def test_dice_that_cannot_fall_are_refused(roll: str) -> None:
    assert refusal(playing(), "anna", actions.EnterDice(roll)) == "dice-do-not-fit"


def test_the_first_of_two_simultaneous_rolls_counts() -> None:
    table = playing()
    seen = table.table.version
    table.act("anna", actions.EnterDice("41/3256", version=seen))
    late = actions.EnterDice("41/3255")
    assert refusal(table, "bert", late, seen) == "dice-entered"
    everybody(table, "r5", "-", "-")
    table.act("anna", actions.Choose("-"))
    assert refusal(table, "bert", late, seen) == "dice-entered"  # it was for the turn before


def test_anyone_corrects_dice_until_a_player_has_answered() -> None:
    table = playing()
    table.act("anna", actions.EnterDice("41/3256"))
    assert refusal(table, "bert", actions.CorrectDice("41/3256")) == "dice-entered"
    table.act("bert", actions.CorrectDice("42/3256"))
    assert str(game_of(table).dice) == "42/3256"
    table.act("bert", actions.Choose("r6"))
    table.act("bert", actions.Retract())
    table.act("cleo", actions.CorrectDice("43/3256"))
    assert str(game_of(table).dice) == "43/3256"
    assert table.table.record().turns[-1].dice == Roll.parse("43/3256")


def test_a_bots_answer_does_not_hinder_a_correction() -> None:
    table = lobby(bots=("random",))
    table.act("anna", actions.Start())
    table.act("anna", actions.EnterDice("41/3256"))
    clock = table.clock
    assert isinstance(clock, Clock)
    clock.now += 5_000
    assert table.do_due(lambda _level, _game, _seat: "-")
    assert game_of(table).answered == {1}
    table.act("bert", actions.CorrectDice("42/3256"))
    assert (len(game_of(table).answered), str(game_of(table).dice)) == (0, "42/3256")


def test_an_agreed_correction_gives_all_answers_back() -> None:
    table = playing()
    table.act("anna", actions.EnterDice("41/3256"))
    everybody(table, "r5", "y5", "g5")
    assert game_of(table).phase is Phase.COLOUR
    seen = table.table.version
    table.act("bert", actions.CorrectDice("42/3256"))
    assert game_of(table).phase is Phase.COLOUR
    asked = entered_at(table, "anna")
    assert asked.agreeing == 0
    assert asked.asked
    assert (asked.asked.roll, asked.asked.by) == ("42/3256", 1)
    agree = actions.AnswerCorrection(agree=True)
    assert refusal(table, "bert", agree) == "not-your-decision"
    table.act("anna", agree)
    game = game_of(table)
    assert (game.phase, str(game.dice), game.awaited) == (Phase.WHITE, "42/3256", (0, 1, 2))
    assert game.scores == (0, 0, 0)
    assert refusal(table, "anna", agree) == "stale"
    assert refusal(table, "anna", actions.Choose("r5"), seen) == "stale"


def test_a_correction_is_declined_or_withdrawn() -> None:
    table = playing()
    table.act("anna", actions.EnterDice("41/3256"))
    table.act("cleo", actions.Choose("-"))
    for person in ("anna", "bert"):
        table.act("bert", actions.CorrectDice("42/3256"))
        table.act(person, actions.AnswerCorrection(agree=False))
        assert entered_at(table, "bert").asked is None
    assert str(game_of(table).dice) == "41/3256"


def test_no_correction_is_possible_after_the_colour_move() -> None:
    table = playing()
    table.act("anna", actions.EnterDice("41/3256"))
    everybody(table, "-", "-", "-")
    table.act("bert", actions.CorrectDice("42/3256"))
    table.act("anna", actions.Choose("-"))
    assert refusal(table, "anna", actions.CorrectDice("42/3256")) == "turn-over"
    assert refusal(table, "anna", actions.AnswerCorrection(agree=True)) == "stale"


def three_misthrows(table: LocalTable) -> None:
    """Nobody crosses anything until one more misthrow of Anna's ends the game."""
    for _ in range(9):
        active = PEOPLE[game_of(table).active]
        table.act(active, actions.EnterDice("41/3256"))
        everybody(table, "-", "-", "-")
        table.act(active, actions.Choose("-"))


def test_a_turn_that_ended_the_game_is_corrected_until_the_result_is_confirmed() -> None:
    table = playing()
    three_misthrows(table)
    before = last_turn(table)
    table.act("anna", actions.EnterDice("41/3256"))
    everybody(table, "-", "-", "-")
    assert refusal(table, "bert", actions.ConfirmResult()) == "wrong-phase"
    table.act("anna", actions.Choose("-"))
    assert game_of(table).phase is Phase.OVER
    assert (table.table.stage, table.table.finished(1), table.next_due()) == ("playing", None, None)
    table.act("bert", actions.CorrectDice("66/3256"))
    table.act("anna", actions.AnswerCorrection(agree=True))
    assert game_of(table).phase is Phase.WHITE
    assert last_turn(table) == before
    everybody(table, "-", "-", "-")
    table.act("anna", actions.Choose("-"))
    table.act("cleo", actions.ConfirmResult())
    assert table.table.stage == "over"
    finished = table.table.finished(1)
    assert finished
    assert is_real(finished.record)
    assert len(finished.record.turns) == 10
    assert finished_view("CDFGHJ", 1, finished).fair is None
    assert refusal(table, "anna", actions.CorrectDice("41/3256")) == "wrong-stage"


def test_neither_timer_nor_bot_rolls_or_confirms() -> None:
    table = lobby(timer=10, bots=("random",))
    clock = table.clock
    assert isinstance(clock, Clock)
    table.act("anna", actions.SetPreferences(Preferences(auto_roll=True)))
    table.act("anna", actions.SetFirst(1))  # the bot
    table.act("anna", actions.Start())
    game = game_of(table)
    table.go("bert")
    clock.now += 100_000
    assert (game.phase, game.active, table.next_due()) == (Phase.ROLL, 1, None)
    assert remaining(table) is None
    table.act("anna", actions.EnterDice("41/3256"))
    assert remaining(table) == 10_000
    # For a bot that is active the host agrees.
    table.act("anna", actions.Choose("r5"))
    table.act("anna", actions.CorrectDice("42/3256"))
    assert str(game_of(table).dice) == "42/3256"


def test_a_screen_that_was_let_in_enters_and_rolls_but_has_no_seat() -> None:
    table = playing()
    assert refusal(table, "bert", actions.InviteScreen("ab" * 16)) == "not-host"
    table.act("anna", actions.InviteScreen("ab" * 16))
    assert refusal(table, "tv", UseTicket("cd" * 16)) == "no-such-seat"
    assert refusal(table, "tv", actions.EnterDice("41/3256")) == "not-seated"
    table.act("tv", UseTicket("ab" * 16))
    assert refusal(table, "thief", UseTicket("ab" * 16)) == "no-such-seat"
    table.act("tv", actions.EnterDice("41/3256"))
    assert entered_at(table, "anna").by is None
    table.act("tv", actions.CorrectDice("42/3256"))
    table.act("bert", actions.Choose("-"))
    table.act("tv", actions.CorrectDice("43/3256"))
    asked = entered_at(table, "anna").asked
    assert asked
    assert (asked.roll, asked.by) == ("43/3256", None)
    assert refusal(table, "tv", actions.Choose("-")) == "not-seated"
    assert refusal(table, "tv", actions.ConfirmResult()) == "not-seated"
    assert table.view_of("tv").you is None


def test_lucky_pairs_are_set_by_hand_or_dealt() -> None:
    table = lobby("longo")
    assert refusal(table, "bert", actions.SetLucky(0, (6, 11))) == "not-host"
    table.act("bert", actions.SetLucky(1, (11, 6)))
    assert refusal(table, "anna", actions.SetLucky(0, (6, 11))) == "lucky-taken"
    for numbers in [(6,), (6, 6), (1, 7), (7, 17)]:
        assert refusal(table, "anna", actions.SetLucky(0, numbers)) == "bad-lucky"
    table.act("anna", actions.SetLucky(2, (2, 3)))
    table.act("anna", actions.SetLucky(2, ()))
    table.act("anna", actions.Start())
    game = game_of(table)
    assert game.cards[1].lucky == (6, 11)
    assert len({card.lucky for card in game.cards}) == 3
    assert all(card.lucky in game.variant.lucky_pairs for card in game.cards)


def test_the_chosen_first_player_stays_so_when_seats_close() -> None:
    table = lobby()
    table.act("anna", actions.SetFirst(2))
    table.act("bert", actions.Leave())
    table.act("anna", actions.Start())
    game = game_of(table)
    assert table.table.seats[game.active].name == "Cleo"


def test_settings_of_real_dice_end_with_virtual_dice() -> None:
    table = lobby("longo")
    table.act("anna", actions.SetFirst(2))
    table.act("anna", actions.SetOptions(Options("longo", 3)))
    assert refusal(table, "anna", actions.SetFirst(2)) == "other-dice"
    assert refusal(table, "anna", actions.SetLucky(0, (6, 11))) == "other-dice"
    fair = table.view_of("anna").fair
    assert fair
    assert fair.first is None
    table.act("anna", actions.Start())
    assert table.table.stage == "sealing"


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_whole_games_are_recorded_and_come_back_from_their_log(variant: str) -> None:
    rng, table = Random(variant), playing(variant)
    while table.table.stage == "playing":
        game = game_of(table)
        person = rng.choice(PEOPLE)
        if game.phase is Phase.ROLL:
            table.act(person, actions.EnterDice(str(Roll.random(rng, game))))
        elif game.phase is Phase.OVER:
            table.act(person, actions.ConfirmResult())
        elif rng.random() < 0.1 and game.dice:
            other = Roll.random(rng, played(table).recording.before_roll)
            active = PEOPLE[game.active]
            if other != game.dice:
                table.act(active, actions.CorrectDice(str(other)))
        else:
            seat = rng.choice(game.awaited)
            move = rng.choice(game.legal_moves(seat))
            table.act(PEOPLE[seat], actions.Choose(str(move)))
    entries = [read_entry(write_entry(entry)) for entry in table.entries]
    assert entries == table.entries
    again = LocalTable("CDFGHJ", clock=Clock(), new_secret=str, entries=entries)
    assert again.table.record() == table.table.record()
    assert played(again).closings == played(table).closings
    assert last_turn(again) == last_turn(table)
    text = write_record(table.table.record())
    assert '[Dice "real"]' in text
    assert read_record(text).game == table.table.game
    table.act("anna", actions.Rematch(now=True))
    assert game_of(table).first == 1
