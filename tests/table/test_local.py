"""A table without a server: a whole evening in one object."""

import json
import subprocess
import sys
from itertools import count
from random import Random

import pytest

from qwixx.protocol import actions
from qwixx.protocol.options import OptionChanges, Options, Preferences
from qwixx.protocol.types import BotSpeed
from qwixx.rules import Game, Phase
from qwixx.table import autopilot
from qwixx.table.decide import Refused
from qwixx.table.delays import Delays
from qwixx.table.fair import commitment
from qwixx.table.local import LocalTable
from qwixx.table.log import Entry
from qwixx.table.options import GameOptions
from qwixx.table.participant import Participant
from qwixx.table.recent_actions import RecentActions
from qwixx.table.seats import Returned
from qwixx.table.verify import problems

LEVELS = ("random",)


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


def open_table(clock: Clock, seats: int = 2, **more: object) -> LocalTable:
    table = LocalTable(
        "CDFGHJ",
        clock=clock,
        new_secret=(f"{number:064x}" for number in count(1)).__next__,
        levels=lambda _variant: LEVELS,
        standins=("random",),
        **more,  # type: ignore[arg-type]
    )
    table.open("anna", actions.Open("Anna", Options("longo", seats), LEVELS[: seats - 2]))
    table.act("bert", actions.Sit("Bert"))
    return table


def seal(table: LocalTable, *people: str) -> None:
    game = table.table.game_id
    parts = {person: f"{number:064x}" for number, person in enumerate(people, 77)}
    for person, part in parts.items():
        table.act(person, actions.Commit(game, commitment(part)))
    for person, part in parts.items():
        table.act(person, actions.Reveal(game, part))


def test_people_and_a_bot_play_two_games_and_entries_are_stored_first() -> None:
    clock, rng, kept = Clock(), Random(3), list[Entry]()

    def keep(entry: Entry) -> None:
        kept.append(entry)

    def choose(level: str, game: Game, seat: int) -> str:
        assert level == "random"
        return str(rng.choice(game.legal_moves(seat)))

    table = open_table(clock, 3, keep=keep)
    with pytest.raises(ValueError, match="there is no game"):
        table.table.record()
    table.act("anna", actions.Start())
    for number in (1, 2):
        seal(table, "anna", "bert")
        while table.table.stage == "playing":
            assert table.entries == kept
            clock.now += 500
            game = table.table.game
            assert game
            if table.do_due(choose):
                continue
            people = [seat for seat in (0, 2) if seat in game.awaited]
            if game.phase is Phase.ROLL and table.table.seats[game.active].bot is None:
                table.act(table.table.seats[game.active].person, actions.RollDice())
            elif people:
                seat = rng.choice(people)
                move = actions.Choose(str(rng.choice(game.legal_moves(seat))))
                table.act(table.table.seats[seat].person, move)
        record = table.table.record()
        assert record.headers["Game"] == (f"CDFGHJ-{number}",)
        assert list(problems(record)) == []
        table.act("bert", actions.Rematch())
        assert table.table.stage == "over", "nobody is pulled out of the result"
        table.act("anna", actions.Rematch())


def test_an_action_with_an_id_is_done_once_and_a_stale_one_not_at_all() -> None:
    table = open_table(Clock())
    seen = table.table.version
    done = table.act("bert", actions.Rename("Berta", id="1"))
    assert table.act("bert", actions.Rename("Bertha", id="1")) == done
    assert table.table.seats[1].name == "Berta"
    table.act("bert", actions.Leave())
    with pytest.raises(Refused, match="stale"):
        table.act("anna", actions.Start(version=seen))


def test_a_host_is_not_replaced_before_a_minute_of_absence() -> None:
    clock = Clock()
    table = open_table(clock, delays=Delays(host_away=60_000))
    table.come("anna")
    table.come("bert")
    with pytest.raises(Refused, match="stale"):
        table.act("bert", autopilot.ReplaceHost())
    table.go("anna")
    clock.now += 59_999
    with pytest.raises(Refused, match="stale"):
        table.act("bert", autopilot.ReplaceHost())
    clock.now += 1
    table.act("bert", autopilot.ReplaceHost())
    assert table.table.host == 1


def test_a_table_whose_log_is_full_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(Clock())
    monkeypatch.setattr("qwixx.table.live_table._LONGEST_LOG", table.table.version + 1)
    done = table.act("bert", actions.Rename("Berta", id="1"))
    with pytest.raises(Refused, match="log-full"):
        table.act("anna", actions.Start())
    assert table.act("bert", actions.Rename("Berta", id="1")) == done, "done already"


def test_a_pass_for_a_player_who_is_late_is_stale_once_that_player_has_answered() -> None:
    table = open_table(Clock())
    table.act("anna", actions.ChangeOptions(OptionChanges(timer=5)))
    table.act("anna", actions.Start())
    seal(table, "anna", "bert")
    assert table.table.game
    active = table.table.game.active
    people = [seat.person for seat in table.table.seats]
    table.act(people[active], actions.RollDice())
    table.act(people[1 - active], actions.Choose("-"))
    due = table.next_due()
    assert isinstance(due, autopilot.Due)
    assert isinstance(due.action, actions.Choose)
    table.act(people[active], actions.Choose("-"))
    assert table.table.game.phase is Phase.COLOUR
    with pytest.raises(Refused, match="stale"):
        table.propose(due.actor, due.action)


def test_a_table_goes_on_without_late_players_and_without_its_host() -> None:
    clock = Clock()
    table = open_table(clock, delays=Delays(seal=8000, host_away=60_000))
    table.act("anna", actions.Start())
    table.go("anna")
    due = table.next_due()
    assert due
    assert isinstance(due, autopilot.Due)
    assert (due.action, due.at) == (autopilot.GoOn(), clock.now + 8000)
    # Nobody is late because nothing could be written for a while.
    recovered = clock.now + 20_000
    table.storage_up_since = lambda: recovered
    later = table.next_due()
    table.storage_up_since = lambda: 0
    assert isinstance(later, autopilot.Due)
    assert (later.action, later.at) == (autopilot.GoOn(), recovered + 8000)
    assert not table.do_due(lambda *_: "-")
    clock.now += 8000
    assert table.do_due(lambda *_: "-")
    assert table.table.stage == "playing"
    clock.now += 52_000
    assert table.table.host == 0
    while table.table.host == 0:
        assert table.do_due(lambda *_: "-")
    assert table.table.host == 1


def test_a_bot_plays_for_an_absent_player_until_they_return() -> None:
    clock = Clock()
    table = open_table(clock)
    table.act("anna", actions.Start())
    seal(table, "anna", "bert")
    with pytest.raises(Refused, match="not-away"):
        table.act("anna", actions.TakeOver(1, "random"))
    table.go("bert")
    with pytest.raises(Refused, match="not-away"):  # a player may be back at once
        table.act("anna", actions.TakeOver(1, "random"))
    clock.now += 3000
    table.act("anna", actions.TakeOver(1, "random"))
    assert table.table.seats[1].bot == "random"
    table.come("bert")
    assert table.table.seats[1].bot is None
    assert isinstance(table.entries[-1].event, Returned)


def test_a_table_runs_without_the_packages_of_a_server() -> None:
    script = (
        "import sys; before = set(sys.modules); import qwixx.table.local; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    ).stdout.split()
    strangers = {name for name in loaded if name not in sys.stdlib_module_names}
    assert strangers - {"typing_extensions"} == {"msgspec", "qwixx"}
    assert not {"asyncio", "secrets", "sqlite3", "socket"} & set(loaded)


@pytest.mark.parametrize(
    ("pace", "least"), [("leisurely", 1400), ("normal", 420), ("quick", 14), ("at-once", 0)]
)
def test_a_player_alone_with_bots_sets_their_speed(pace: BotSpeed, least: int) -> None:
    clock = Clock()
    table = open_table(clock, 3)
    table.act("bert", actions.Leave())
    table.act("anna", actions.SetPreferences(Preferences(pace=pace)))
    table.act("anna", actions.Start())
    seal(table, "anna")
    game = table.table.game
    assert game
    if game.active == 0:
        table.act("anna", actions.RollDice())
    due = table.next_due()
    assert due
    assert least <= due.at - clock.now <= max(least, least * 18 // 7)


def test_a_player_among_others_does_not_set_the_speed_of_bots() -> None:
    clock = Clock()
    table = open_table(clock, 3)
    table.act("anna", actions.SetPreferences(Preferences(pace="at-once")))
    table.act("anna", actions.Start())
    seal(table, "anna", "bert")
    game = table.table.game
    assert game
    if game.active != 1:
        table.act(table.table.seats[game.active].person, actions.RollDice())
    due = table.next_due()
    assert due
    assert due.at - clock.now >= 700


def test_actions_of_recent_players_are_remembered() -> None:
    done = RecentActions()
    done.add("host", "first", 1)
    for number in range(30):
        done.add(f"guest {number}", "sit", number)
        done.add("host", f"action {number}", number)
    assert done.version("host", "first") == 1
    assert done.version("guest 29", "sit") == 29
    assert done.version("guest 0", "sit") is None


def test_options_are_changed_one_by_one_and_never_stale() -> None:
    table = open_table(Clock(), 3)
    seen = table.table.version
    for changes in (OptionChanges(timer=30), OptionChanges(variant="classic", all_rows=True)):
        table.act("anna", actions.ChangeOptions(changes, version=seen))
    table.act("anna", actions.ChangeOptions(OptionChanges(hints=True)))
    assert table.table.options == GameOptions("classic-all", 3, 30, hints=True)
    table.act("anna", actions.ChangeOptions(OptionChanges(timer=0, all_rows=False)))
    assert table.table.options == GameOptions("classic", 3, hints=True)
    with pytest.raises(Refused, match="not-host"):
        table.act("bert", actions.ChangeOptions(OptionChanges(seats=2)))
    with pytest.raises(Refused, match="seat-taken"):
        table.act("anna", actions.ChangeOptions(OptionChanges(seats=2)))
    table.act("anna", actions.Start())
    with pytest.raises(Refused, match="wrong-stage"):
        table.act("anna", actions.ChangeOptions(OptionChanges(timer=0)))


def test_a_local_table_speaks_the_messages_of_a_server() -> None:
    clock = Clock()
    table = open_table(clock)
    table.go("bert")
    table.act("anna", actions.Ticket("7" * 32))
    table.go("anna")

    def take(participant: Participant) -> list[dict[str, object]]:
        return [json.loads(text) for text in table.take(participant)]

    assert table.connect('{"type":"leave","id":"1","version":0}') is None
    hello = {"type": "hello", "secret": "a" * 32, "protocol": 1, "ticket": "7" * 32}
    anna = table.connect(json.dumps(hello))
    zoe = table.connect(json.dumps(hello | {"secret": "c" * 32}))  # the ticket is used up
    assert anna
    assert zoe
    (view,) = take(anna)
    assert view["you"]
    (view,) = take(zoe)
    assert (view["you"], view["spectators"]) == (None, 1)
    version = view["version"]
    rename = json.dumps({"type": "rename", "id": "r", "version": version, "name": "Hanna"})
    for _ in range(2):  # it is done once
        table.receive(anna, rename)
        answer, *views = take(anna)
        assert answer == {"type": "ack", "id": "r", "version": table.table.version}
    assert views == []
    table.receive(zoe, rename)
    table.receive(zoe, '{"type":"react","sign":"wave"}')
    table.receive(zoe, "{")
    table.receive(anna, '{"type":"react","sign":"thanks"}')
    said = take(zoe)
    assert [each.get("code") for each in said] == ["not-seated", "bad-message", None, "CDFGHJ"]
    assert [each["type"] for each in said[2:]] == ["reaction", "view"]
    table.receive(anna, json.dumps({"type": "leave", "id": "l", "version": version}))
    assert [each["type"] for each in take(anna)] == ["reaction", "ack", "view"]
    table.leave(anna)
    assert table.table.seats[0].kind == "free"
