"""Every refusal, and the ways of a table that need no socket."""

import hashlib
import re
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest

from qwixx.bots import BOTS, bots_for
from qwixx.protocol import types
from qwixx.rules import VARIANTS, Phase, Reason
from qwixx.server.clock_and_secrets import new_code
from qwixx.server.settings import Settings
from qwixx.table.autopilot import GoOn
from qwixx.table.decide import MOST_CHANGES, Actor, Refused, Unchanged, decide
from qwixx.table.names import CODE_LETTERS, read_code
from qwixx.table.sealing import Excused, Resealed
from tests.server.desk import HOST, Desk, name_of, part_of, person, playing, walk


def refused(desk: Desk, who: str, kind: str, version: int | None = None, **more: Any) -> str:
    """The code with which that is refused; it must change nothing."""
    before = (desk.table.version, desk.view(who))
    with pytest.raises(Refused) as caught:
        desk.act(who, kind, version, **more)
    assert (desk.table.version, desk.view(who)) == before
    return caught.value.code


def part(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def sealed(name: str) -> str:
    return hashlib.sha256(bytes.fromhex(part(name))).hexdigest()


def white_phase(variant: str = "classic") -> Desk:
    desk = playing(variant)
    desk.act(name_of(desk, desk.game.active), "roll")
    return desk


def test_players_sit_down_with_names_that_differ() -> None:
    desk = Desk(seats=3, bots=("random",))
    assert refused(desk, "b", "sit", name="Host ", seat=None) == "name-taken"
    for name in ("", " ", "\u202e", "\x00\x1b", "x" * 25, "x" * 5000):
        assert refused(desk, "b", "sit", name=name, seat=None) == "bad-name", repr(name)
    assert refused(desk, "b", "sit", name="b", seat=1) == "seat-taken"
    assert refused(desk, "b", "sit", name="b", seat=3) == "no-such-seat"
    desk.act("b", "sit", name="  Bea\u0301\x07 \u2066B. ", seat=None)
    assert desk.table.seats[2].name == "Beá B."
    assert refused(desk, "b", "sit", name="c", seat=None) == "already-seated"
    assert refused(desk, "c", "sit", name="c", seat=None) == "table-full"
    assert refused(desk, "b", "rename", name="host") == "name-taken"
    desk.act("b", "rename", name="BEÁ B.")
    assert desk.table.seats[2].name == "BEÁ B."


def test_only_the_host_may_change_a_table() -> None:
    desk = Desk(seats=3)
    desk.act("b", "sit", name="b", seat=None)
    options = {"variant": "longo", "seats": 4, "timer": 30}
    wishes: dict[str, dict[str, Any]] = {
        "options": {"options": options},
        "bot": {"seat": 2, "level": "random"},
        "remove": {"seat": 0},
        "host": {"seat": 1},
        "start": {},
        "take-over": {"seat": 0, "level": "random"},
        "reopen": {},
    }
    for kind, more in wishes.items():
        assert refused(desk, "b", kind, **more) == "not-host", kind
        assert refused(desk, "z", kind, **more) == "not-seated", kind
    desk.act(HOST, "options", options=options)
    assert len(desk.table.seats) == 4
    assert refused(desk, HOST, "bot", seat=1, level="random") == "seat-taken"
    assert refused(desk, HOST, "bot", seat=4, level="random") == "no-such-seat"
    assert refused(desk, HOST, "bot", seat=2, level="nobody") == "no-such-bot"
    assert refused(desk, HOST, "remove", seat=2) == "no-such-seat"
    assert refused(desk, HOST, "host", seat=2) == "no-such-seat"
    desk.act(HOST, "bot", seat=3, level="random")
    desk.act(HOST, "bot", seat=3, level="greedy")
    assert desk.table.seats[3].bot == "greedy"
    assert refused(desk, HOST, "options", options={**options, "seats": 3}) == "seat-taken"


def test_actions_are_refused_in_other_stages() -> None:
    desk = Desk()
    assert refused(desk, HOST, "start") == "not-enough-players"
    wishes: dict[str, dict[str, Any]] = {
        "roll": {},
        "choose": {"move": "-"},
        "retract": {},
        "rematch": {},
        "withdraw": {},
        "reopen": {},
        "take-over": {"seat": 0, "level": "random"},
        "reveal": {"game": "CDFGHJ-1", "part": part("x")},
    }
    for kind, more in wishes.items():
        assert refused(desk, HOST, kind, **more) == "wrong-stage", kind
    desk = playing()
    wishes = {
        "start": {},
        "options": {"options": {"variant": "classic", "seats": 2, "timer": 0}},
        "bot": {"seat": 1, "level": "random"},
        "rematch": {},
        "withdraw": {},
        "reopen": {},
        "commit": {"game": "CDFGHJ-1", "commitment": part("x")},
        "reveal": {"game": "CDFGHJ-1", "part": part("x")},
    }
    for kind, more in wishes.items():
        assert refused(desk, HOST, kind, **more) == "wrong-stage", kind
    assert refused(desk, "z", "sit", name="z", seat=None) == "wrong-stage"
    desk.act("b", "leave")
    assert refused(desk, HOST, "remove", seat=1) == "wrong-stage"
    assert refused(desk, HOST, "take-over", seat=1, level="random") == "no-such-seat"


def test_taking_over_is_for_absent_players() -> None:
    desk = playing()
    assert refused(desk, HOST, "take-over", seat=1, level="random") == "not-away"
    desk.presence.absent.add(person("b"))
    assert refused(desk, HOST, "take-over", seat=1, level="nobody") == "no-such-bot"
    assert refused(desk, HOST, "take-over", seat=2, level="random") == "no-such-seat"
    desk.act(HOST, "take-over", seat=1, level="random")
    assert desk.table.seats[1].bot == "random"
    assert desk.table.seats[1].kind == "player"


def test_a_decision_about_an_older_state_is_stale() -> None:
    desk = Desk(seats=3)
    seen = desk.table.version
    desk.act("b", "sit", name="b", seat=None)
    assert refused(desk, HOST, "start", seen) == "stale"
    assert refused(desk, HOST, "remove", seen, seat=1) == "stale"
    assert refused(desk, HOST, "bot", seen, seat=2, level="random") == "stale"
    options = {"variant": "longo", "seats": 3, "timer": 0}
    assert refused(desk, HOST, "options", seen, options=options) == "stale"
    assert refused(desk, HOST, "start", desk.table.version + 1) == "stale"
    # Changes of a name do not make it stale, nor do others that leave the seats alone.
    seen = desk.table.version
    desk.act("b", "rename", name="bb")
    desk.act("b", "commit", game="CDFGHJ-1", commitment=sealed("b"))
    desk.act(HOST, "start", seen)


def test_a_white_answer_is_stale_only_after_its_phase() -> None:
    desk = white_phase()
    active, other = (name_of(desk, s) for s in (desk.game.active, 1 - desk.game.active))
    seen = desk.table.version
    assert refused(desk, active, "choose", seen - 1, move="-") == "stale"
    desk.act(other, "choose", seen, move="-")
    desk.act(other, "retract", seen)
    desk.act(other, "choose", seen, move="-")
    desk.act(active, "choose", seen, move="-")
    assert desk.game.phase is Phase.COLOUR
    assert refused(desk, active, "choose", seen, move="-") == "stale"
    assert refused(desk, other, "choose", move="-") == "not-your-decision"
    assert refused(desk, other, "retract") == "wrong-phase"
    desk.act(active, "choose", move="-")
    assert refused(desk, active, "roll") == "not-your-decision"
    assert refused(desk, other, "choose", move="-") == "wrong-phase"
    desk.act(other, "roll")
    assert refused(desk, other, "roll") == "wrong-phase"
    assert refused(desk, other, "retract") == "nothing-to-retract"


def test_refusals_carry_the_reasons_of_the_rules() -> None:
    desk = white_phase()
    total = desk.game.dice and desk.game.dice.white_sum
    assert total
    wrong = next(number for number in range(3, 12) if number != total)
    assert refused(desk, HOST, "choose", move=f"r{wrong}") == "wrong-number"
    assert refused(desk, HOST, "choose", move="r99") == "no-such-cell"
    assert refused(desk, HOST, "choose", move=f"*r{total}") == "no-lucky-numbers"
    assert refused(desk, HOST, "choose", move="what") == "bad-message"
    desk = white_phase("longo")
    reasons = {refused(desk, HOST, "choose", move=f"*{c}{n}") for c in "rygb" for n in (9, 12)}
    assert reasons <= {"not-a-lucky-number", "not-the-next-cell", "not-the-fewest-crosses"}


def test_every_refusal_of_a_table_has_a_code_in_the_protocol() -> None:
    known = {word for part in get_args(types.RefusalCode) for word in get_args(part) or [part]}
    # A table rolls by itself and writes no scores down, so these two cannot come up.
    possible = {reason.value for reason in Reason} - {"dice-do-not-fit", "wrong-scores"}
    assert possible <= known


def test_changes_beside_playing_are_bounded_for_each_game() -> None:
    desk = playing()
    for number in range(MOST_CHANGES - 1):  # the commitment was one
        desk.act(HOST, "rename", name="other" if number % 2 else HOST)
    assert refused(desk, HOST, "rename", name="again") == "too-many-requests"
    assert refused(desk, HOST, "ticket", ticket="5e" * 16) == "too-many-requests"
    desk.act("b", "rename", name="b")
    # The next game is not charged with them.
    walk(desk, Random(1), lambda _desk: None)
    desk.act(HOST, "reopen")
    desk.act(HOST, "rename", name="again")


def test_a_commitment_that_is_sent_again_adds_nothing() -> None:
    desk = Desk()
    again = desk.action("commit", game="CDFGHJ-1", commitment=sealed("host"))
    desk.act(HOST, "commit", game="CDFGHJ-1", commitment=sealed("host"))
    with pytest.raises(Unchanged):
        decide(desk.table, Actor(person(HOST)), again, desk.context)


def test_the_dice_are_sealed_in_two_steps() -> None:
    desk = Desk()
    assert refused(desk, "b", "commit", game="CDFGHJ-1", commitment=sealed("b")) == "not-seated"
    desk.act("b", "sit", name="b", seat=None)
    assert refused(desk, "b", "commit", game="CDFGHJ-2", commitment=sealed("b")) == "stale"
    desk.act("b", "commit", game="CDFGHJ-1", commitment=sealed("old"))
    desk.act("b", "commit", game="CDFGHJ-1", commitment=sealed("b"))
    # Nobody may hide behind the part of another, not even behind the server's.
    for copied in (sealed("b"), hashlib.sha256(bytes.fromhex(desk.table.secret)).hexdigest()):
        assert refused(desk, HOST, "commit", game="CDFGHJ-1", commitment=copied) == "bad-part"
    desk.act(HOST, "start")
    assert refused(desk, "b", "reveal", game="CDFGHJ-1", part=part("b")) == "wrong-stage"
    assert refused(desk, "b", "commit", game="CDFGHJ-1", commitment=sealed("x")) == "wrong-stage"
    desk.act(HOST, "commit", game="CDFGHJ-1", commitment=sealed(HOST))
    assert refused(desk, HOST, "commit", game="CDFGHJ-1", commitment=sealed("x")) == "wrong-stage"
    assert refused(desk, HOST, "reveal", game="CDFGHJ-1", part=part("b")) == "bad-part"
    assert refused(desk, HOST, "reveal", game="CDFGHJ-9", part=part(HOST)) == "stale"
    desk.act(HOST, "reveal", game="CDFGHJ-1", part=part(HOST))
    assert refused(desk, HOST, "reveal", game="CDFGHJ-1", part=part(HOST)) == "wrong-stage"
    assert desk.stage == "sealing"
    desk.act("b", "reveal", game="CDFGHJ-1", part=part("b"))
    assert desk.stage == "playing"


def sealing(*committed: str) -> Desk:
    desk = Desk()
    desk.act("b", "sit", name="b", seat=None)
    desk.act(HOST, "start")
    for name in committed:
        desk.act(name, "commit", game=desk.table.game_id, commitment=sealed(name))
    return desk


def test_without_a_commitment_the_game_begins_without_that_part() -> None:
    desk = sealing(HOST)
    desk.add(Excused((1,)))
    desk.act(HOST, "reveal", game="CDFGHJ-1", part=part(HOST))
    assert desk.stage == "playing"
    assert desk.table.record().headers["DiceParts"] == (part(HOST), "absent")


def test_a_part_that_is_not_revealed_restarts_the_sealing() -> None:
    desk = sealing(HOST, "b")
    desk.act(HOST, "reveal", game="CDFGHJ-1", part=part(HOST))
    desk.add(Resealed((1,), "ab" * 32))
    assert desk.table.game_id == "CDFGHJ-1.1"
    assert [seat.commitment for seat in desk.table.seats] == ["", ""]
    assert desk.table.uncommitted == [0]
    assert refused(desk, "b", "reveal", game="CDFGHJ-1", part=part("b")) == "stale"
    assert refused(desk, "b", "commit", game="CDFGHJ-1.1", commitment=sealed("b")) == "wrong-stage"
    desk.seal(HOST)
    assert desk.stage == "playing"
    assert desk.table.record().headers["DiceParts"] == (part_of(HOST, "CDFGHJ-1.1"), "absent")
    assert desk.table.record().headers["DiceRestarts"] == ("1",)
    assert desk.table.record().headers["Game"] == ("CDFGHJ-1.1",)


def late(desk: Desk, elsewhere: str, after: int) -> tuple[int, ...]:
    """Returns the seats that another node finds late after that time."""
    desk.presence.elsewhere = {person(elsewhere)}
    desk.now = after
    try:
        done = decide(desk.table, Actor(), GoOn(), desk.context)
    except Refused:
        return ()
    assert isinstance(done, (Excused, Resealed))
    return done.seats


@pytest.mark.parametrize("committed", [(), (HOST, "b")])
def test_a_node_judges_its_own_players_and_others_a_minute_later(
    committed: tuple[str, ...],
) -> None:
    desk = sealing(*committed)
    assert late(desk, "b", 7999) == ()
    assert late(desk, "b", 8000) == (0,)
    assert late(desk, "b", 67_999) == (0,)
    assert late(desk, "b", 68_000) == (0, 1)
    assert late(desk, HOST, 8000) == (1,)


def test_an_excuse_of_one_node_takes_no_time_from_other_players() -> None:
    desk = sealing()
    desk.now = 7000
    desk.add(Excused((0,)))
    assert (desk.stage, desk.table.uncommitted) == ("sealing", [1])
    assert late(desk, HOST, 7999) == ()
    assert late(desk, HOST, 8000) == (1,)


def test_an_absent_player_has_some_seconds_to_reconnect_elsewhere() -> None:
    desk = sealing(HOST)
    desk.presence.absent.add(person("b"))
    assert late(desk, HOST, 2999) == ()
    assert late(desk, HOST, 3000) == (1,)


def test_leaving_before_revealing_does_not_choose_the_dice() -> None:
    desk = sealing(HOST, "b")
    desk.act(HOST, "reveal", game="CDFGHJ-1", part=part(HOST))
    desk.act("b", "leave")
    assert desk.stage == "sealing"
    assert desk.table.unrevealed == [1]
    desk.add(Resealed((1,), "ab" * 32))
    desk.seal(HOST)
    assert desk.stage == "playing"
    # A player who leaves before all have committed has seen nothing, so the game just goes on.
    desk = sealing("b")
    desk.act("b", "leave")
    desk.seal(HOST)
    assert desk.stage == "playing"
    assert desk.table.game_id == "CDFGHJ-1"


def test_bots_have_names_that_nobody_else_has() -> None:
    desk = Desk(seats=5, bots=("random", "random"))
    one, other = (seat.name for seat in desk.table.seats[1:3])
    assert refused(desk, "guest", "sit", name=other.upper(), seat=None) == "name-taken"
    desk.act(HOST, "remove", seat=1)
    desk.act("guest", "sit", name=one.upper(), seat=None)
    desk.act(HOST, "bot", seat=3, level="greedy")
    desk.act(HOST, "bot", seat=4, level="greedy")
    assert len({seat.name.casefold() for seat in desk.table.seats}) == 5


@pytest.mark.parametrize("variant", ["classic", "longo", "mixx-a", "mixx-b"])
def test_a_bot_that_players_know_plays_for_a_player_who_has_left(variant: str) -> None:
    desk = white_phase(variant)
    desk.context = replace(
        desk.context,
        levels=lambda name: bots_for(VARIANTS[name]),
        standins=Settings().standins,
    )
    desk.act("b", "leave")
    level = desk.table.seats[1].bot
    assert level is not None
    assert BOTS[level].for_players


def test_bots_play_if_the_last_player_leaves_while_sealing() -> None:
    desk = sealing()
    desk.act("b", "leave")
    desk.act(HOST, "leave")
    assert desk.stage == "playing"
    assert desk.table.host is None


def test_a_repeated_action_is_recognised_by_its_id() -> None:
    desk = playing()
    entry = desk.entries[-1]
    recent = desk.table.recent_actions
    assert recent.version(entry.by, entry.action) == desk.table.version
    assert recent.version(entry.by, "another") is None
    assert recent.version("another", entry.action) is None


def test_codes_have_letters_that_cannot_be_confused() -> None:
    assert not set(CODE_LETTERS) & set("ILOAEU0123456789")
    for _ in range(100):
        code = new_code()
        assert re.fullmatch(f"[{CODE_LETTERS}]{{6}}", code)
        assert read_code(code.lower()) == code
    for wrong in ("", "CDFGH", "CDFGHJK", "CDFGH0", "CDFGHI", "../etc"):
        assert read_code(wrong) is None
