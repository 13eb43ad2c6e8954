"""A pad: cards on phones beside real dice, of which the table knows nothing."""

from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from qwixx.protocol import actions
from qwixx.protocol.options import OptionChanges, Options
from qwixx.protocol.views import PadView
from qwixx.rules import COLOURS, Pad
from qwixx.table.decide import Refused
from qwixx.table.forget import without
from qwixx.table.local import LocalTable
from qwixx.table.log import read_entry, write_entry
from qwixx.table.tickets import UseTicket

PEOPLE = ("anna", "bert", "cleo")
FIVE = ("r2", "r3", "r4", "r5", "r6")


def lobby(variant: str = "classic", people: tuple[str, ...] = PEOPLE) -> LocalTable:
    table = LocalTable(
        "CDFGHJ",
        clock=count(1_000_000).__next__,
        new_secret=(f"{number:064x}" for number in count(1)).__next__,
        levels=lambda _variant: ("random",),
        standins=("random",),
    )
    table.open("anna", actions.Open("Anna", Options(variant, 5, dice="pad")))
    for name in people[1:]:
        table.act(name, actions.Sit(name.title()))
    return table


def playing(variant: str = "classic", people: tuple[str, ...] = PEOPLE) -> LocalTable:
    table = lobby(variant, people)
    table.act("anna", actions.Start())
    return table


def pad_of(table: LocalTable) -> Pad:
    assert table.table.pad
    return table.table.pad


def mark(table: LocalTable, person: str, seat: int, *marks: str) -> None:
    for each in marks:
        table.act(person, actions.MarkCard(seat, each))


def shown(table: LocalTable, person: str) -> PadView:
    view = table.view_of(person)
    assert isinstance(view, PadView)
    return view


def refusal(
    table: LocalTable, person: str, action: actions.Action, seen: int = actions.PRESENT
) -> str:
    before = table.table.version
    with pytest.raises(Refused) as refused:
        table.act(person, replace(action, version=seen))
    assert table.table.version == before
    return refused.value.code


def again(table: LocalTable) -> LocalTable:
    """The same table after a restart, from its log."""
    return LocalTable(
        table.table.code,
        clock=table.clock,
        new_secret=table.new_secret,
        entries=[read_entry(write_entry(entry)) for entry in table.entries],
    )


def test_at_a_pad_nobody_waits_and_everything_is_visible() -> None:
    table = playing()
    assert (table.table.stage, table.table.game) == ("playing", None)
    seen = table.table.version
    table.act("cleo", actions.MarkCard(2, "b12", version=seen))
    table.act("anna", actions.MarkCard(0, "r5", version=seen))  # Cleo's cross was not shown yet
    table.act("anna", actions.MarkCard(0, "m1", version=seen))
    for person in (*PEOPLE, "stranger"):
        view = shown(table, person)
        assert (view.game, view.fair, view.pad.ending) == (None, None, None)
        assert [card.total for card in view.pad.cards] == [-4, 0, 1]


@pytest.mark.parametrize(
    ("person", "change"),
    [
        ("dora", actions.Sit("Dora")),
        ("bert", actions.AddCard("Emil")),
        ("cleo", actions.Leave()),
        ("anna", actions.Remove(1)),
        ("anna", actions.ChangeOptions(OptionChanges(dice="ours"))),
    ],
)
def test_a_start_that_was_chosen_before_a_change_of_the_lobby_is_stale(
    person: str, change: actions.Action
) -> None:
    table = lobby()
    seen = table.table.version
    table.act(person, change)
    assert refusal(table, "anna", actions.Start(), seen) == "stale"


def test_a_card_is_marked_by_its_player_only_and_only_as_it_allows() -> None:
    table = playing()
    cross = actions.MarkCard(0, "r5")
    assert refusal(table, "bert", cross) == "not-your-decision"
    assert refusal(table, "stranger", cross) == "not-seated"
    assert refusal(table, "anna", actions.MarkCard(4, "r5")) == "no-such-seat"
    assert refusal(table, "anna", actions.MarkCard(0, "r12")) == "not-enough-crosses"
    assert refusal(table, "anna", actions.MarkCard(0, "q9")) == "no-such-cell"
    assert refusal(table, "anna", actions.TakeBack(0, "r5")) == "nothing-to-retract"
    assert refusal(table, "anna", actions.LeaveLock(0, "r")) == "row-closed"
    assert refusal(table, "anna", actions.ConfirmResult()) == "wrong-phase"
    mark(table, "anna", 0, "r5")
    assert refusal(table, "anna", cross) == "left-of-last-cross"  # a second tap
    assert refusal(table, "bert", actions.TakeBack(0, "r5")) == "not-your-decision"
    table.act("anna", actions.TakeBack(0, "r5"))
    assert refusal(table, "anna", actions.TakeBack(0, "r5")) == "nothing-to-retract"


def test_a_pad_refuses_actions_of_dice_and_dice_those_of_a_pad() -> None:
    table = playing()
    for action in (
        actions.RollDice(),
        actions.Choose("r5"),
        actions.Retract(),
        actions.EnterDice("41/3256"),
        actions.TakeOver(1, "random"),
    ):
        assert refusal(table, "anna", action) == "other-dice"
    assert refusal(lobby(), "anna", actions.AddBot(4, "random")) == "bot-cannot-play"
    assert refusal(lobby(), "anna", actions.SetFirst(0)) == "other-dice"
    ours = lobby()
    ours.act("anna", actions.SetOptions(Options("classic", 5)))
    assert refusal(ours, "anna", actions.AddCard("Dora")) == "other-dice"
    ours.act("anna", actions.AddBot(3, "random"))
    pad = actions.SetOptions(Options("classic", 5, dice="pad"))
    assert refusal(ours, "anna", pad) == "bot-cannot-play"
    with pytest.raises(Refused):
        LocalTable(
            "CDFGHK", clock=count().__next__, new_secret=lambda: "", levels=lambda _: "x"
        ).open("anna", actions.Open("Anna", Options("classic", 2, dice="pad"), ("x",)))


def test_two_players_who_lock_at_the_same_moment_both_have_the_lock() -> None:
    table = playing()
    mark(table, "anna", 0, *FIVE)
    mark(table, "bert", 1, *FIVE)
    seen = table.table.version
    table.act("anna", actions.MarkCard(0, "r12", version=seen))
    table.act("bert", actions.MarkCard(1, "r12", version=seen))
    assert pad_of(table).lockers("r") == (0, 1)
    assert refusal(table, "cleo", actions.MarkCard(2, "r7"), seen) == "row-closed"
    table.act("anna", actions.TakeBack(0, "r12"))
    assert pad_of(table).closed == ("r",)
    table.act("bert", actions.TakeBack(1, "r12"))
    assert pad_of(table).closed == ()
    mark(table, "cleo", 2, "r7")


def test_the_end_is_noticed_taken_back_and_confirmed_and_leaves_no_record() -> None:
    table = playing()
    mark(table, "bert", 1, "m1", "m2", "m3", "m4")
    assert shown(table, "cleo").pad.ending == "misthrows"
    assert shown(table, "cleo").pad.result is None
    mark(table, "cleo", 2, "y7")  # of the same throw
    table.act("bert", actions.TakeBack(1, "m4"))
    assert refusal(table, "anna", actions.ConfirmResult()) == "wrong-phase"
    mark(table, "bert", 1, "m4")
    assert refusal(table, "stranger", actions.ConfirmResult()) == "not-seated"
    table.act("anna", actions.ConfirmResult())
    over = shown(table, "anna").pad
    assert table.table.stage == "over"
    assert over.result
    assert [card.total for card in over.cards] == [0, -20, 1]
    assert (over.result.winners, over.result.places) == ([2], [2, 3, 1])
    assert refusal(table, "bert", actions.TakeBack(1, "m4")) == "wrong-stage"
    assert table.table.finished(1) is None
    seen = table.table.version
    assert refusal(table, "anna", actions.Withdraw()) == "nothing-to-retract"
    for person in PEOPLE[:2]:
        table.act(person, actions.Rematch())
    table.act("anna", actions.Withdraw())
    assert shown(table, "cleo").agreed == [1]
    table.act("cleo", actions.Rematch())
    assert table.table.stage == "over", "nobody who has withdrawn is pulled out of the result"
    table.act("anna", actions.Rematch())
    assert refusal(table, "bert", actions.Withdraw(), seen) == "stale"  # all have begun meanwhile
    assert (table.table.stage, table.table.games) == ("playing", 2)
    assert pad_of(table).newest(1) is None
    assert table.table.finished(1) is None


def test_the_host_begins_another_pad_without_undecided_players() -> None:
    table = playing()
    mark(table, "bert", 1, "m1", "m2", "m3", "m4")
    table.act("bert", actions.ConfirmResult())
    seen = table.table.version
    table.act("anna", actions.Rematch(now=True))
    assert [seat.bot for seat in table.table.seats] == [None] * 3
    assert refusal(table, "bert", actions.MarkCard(1, "r5"), seen) == "stale"  # of the pad before
    mark(table, "bert", 1, "r5")


def test_a_table_plays_a_game_after_a_pad_and_only_that_has_a_record() -> None:
    table = playing()
    mark(table, "bert", 1, "m1", "m2", "m3", "m4")
    table.act("bert", actions.ConfirmResult())
    table.act("anna", actions.Reopen())
    table.act("anna", actions.SetOptions(Options("classic", 3, dice="real")))
    table.act("anna", actions.Start())
    assert table.table.game
    assert table.table.pad is None
    assert table.table.game_id == "CDFGHJ-2"


def test_one_phone_has_several_cards() -> None:
    table = lobby(people=("anna", "bert"))
    table.act("anna", actions.AddCard("Dora"))
    table.act("bert", actions.AddCard("Emil", 4))
    assert refusal(table, "bert", actions.AddCard("Dora")) == "name-taken"
    assert refusal(table, "stranger", actions.AddCard("Ida")) == "not-seated"
    assert refusal(table, "bert", actions.Remove(2)) == "not-host"
    table.act("anna", actions.Start())  # the free seat in between is gone
    assert [seat.kind for seat in table.view_of("anna").seats] == [
        "player",
        "player",
        "card",
        "card",
    ]
    assert [seat.keeper for seat in table.view_of("anna").seats] == [None, None, 0, 1]
    mark(table, "anna", 2, "r5")
    mark(table, "bert", 3, "g12")
    assert refusal(table, "anna", actions.MarkCard(3, "r5")) == "not-your-decision"
    assert refusal(table, "bert", actions.MarkCard(2, "r7")) == "not-your-decision"


def test_one_card_is_enough_for_a_pad() -> None:
    table = playing(people=("anna",))
    mark(table, "anna", 0, "r5")
    assert len(pad_of(table).cards) == 1


def test_cards_follow_their_phone_or_go_to_the_host() -> None:
    table = lobby(people=("anna", "bert"))
    table.act("bert", actions.AddCard("Emil"))
    table.act("anna", actions.Start())
    table.act("bert", actions.Ticket("t" * 32))
    table.act("bert on another phone", UseTicket("t" * 32))
    mark(table, "bert on another phone", 2, "r5")
    table.act("bert on another phone", actions.Leave())
    assert [seat.kind for seat in table.view_of("anna").seats] == ["player", "card", "card"]
    mark(table, "anna", 1, "r5")
    mark(table, "anna", 2, "r6")


def test_cards_leave_the_lobby_with_their_phone_and_with_the_pad() -> None:
    table = lobby(people=("anna", "bert"))
    table.act("bert", actions.AddCard("Emil"))
    table.act("anna", actions.AddCard("Dora"))
    table.act("anna", actions.AddCard("Ida"))
    table.act("bert", actions.Leave())
    kinds = [seat.kind for seat in table.table.seats]
    assert kinds == ["player", "free", "free", "card", "card"]
    table.act("anna", actions.Remove(3))
    assert table.table.seats[4].kind == "card"
    table.act("anna", actions.SetOptions(Options("classic", 5)))
    assert [seat.kind for seat in table.table.seats] == ["player"] + ["free"] * 4


def test_deleted_data_leave_no_name_on_any_card() -> None:
    table = lobby(people=("anna", "bert"))
    table.act("bert", actions.AddCard("Emil"))
    changed = without(table.table.code, table.entries, "bert")
    assert len(changed) == 2
    assert not any(name in str(changed) for name in ("Bert", "bert", "Emil"))


def test_lucky_numbers_are_dealt_or_set_by_hand() -> None:
    table = lobby("longo")
    table.act("bert", actions.AddCard("Emil"))
    table.act("bert", actions.SetLucky(3, (6, 11)))  # the card on Bert's phone
    assert refusal(table, "cleo", actions.SetLucky(3, (5, 8))) == "not-host"
    table.act("anna", actions.Start())
    lucky = [card.lucky for card in pad_of(table).cards]
    assert lucky[3] == (6, 11)
    assert len(set(lucky)) == 4


@pytest.mark.parametrize("variant", ["classic", "longo-all", "mixx-a"])
def test_random_pads_survive_a_restart_at_any_moment(variant: str, seed: int) -> None:
    rng, table = Random(f"{variant} {seed}"), playing(variant)
    cells = [cell.name for row in pad_of(table).variant.rows for cell in row]
    for _ in range(300):
        seat = rng.randrange(3)
        card = pad_of(table).cards[seat]
        possible: list[actions.Action] = [
            actions.MarkCard(seat, rng.choice(cells)),
            actions.MarkCard(seat, f"m{card.misthrows + 1}"),
            actions.TakeBack(seat, pad_of(table).newest(seat) or "m1"),
            actions.LeaveLock(seat, rng.choice(COLOURS)),
        ]
        before = pad_of(table)
        try:
            table.act(
                rng.choice(PEOPLE),
                replace(rng.choice(possible), version=rng.randrange(table.table.version + 1)),
            )
        except Refused:
            assert pad_of(table) == before
        if rng.random() < 0.05:
            table = again(table)
    assert pad_of(again(table)) == pad_of(table)
