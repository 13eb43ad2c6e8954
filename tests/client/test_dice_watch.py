"""A program learns about cheating with the dice, and reveals its part only in time."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from qwixx.client import Client
from qwixx.client.dice_watch import Kind
from tests.attacks.dishonest import LIES, SAME_FIRST, TOO_EARLY, lying
from tests.server.desk import HOST, Desk, walk


class Programs:
    """Programs at one table. The actions that they return for each view are done."""

    def __init__(self, desk: Desk, *names: str) -> None:
        self.desk = desk
        self.clients = {name: Client("localhost", "CDFGHJ") for name in names}
        self.said: list[tuple[str, str]] = []
        for name in names:
            if name != HOST:
                desk.act(name, "sit", name=name, seat=None)
        self.show()

    def show(self) -> None:
        """Shows everybody the table, until nobody has anything to say."""
        while [name for name in self.clients if self._speaks(name)]:
            pass

    def _speaks(self, name: str) -> bool:
        reply = self.clients[name].receive(self.desk.view(name, program=True))
        if reply is None:
            return False
        message: dict[str, Any] = json.loads(reply)
        kind = message["type"]
        self.said.append((name, kind))
        given: dict[str, Any] = {
            key: value for key, value in message.items() if key not in ("type", "id", "version")
        }
        self.desk.act(name, kind, **given)
        return True

    def play(self) -> None:
        walk(self.desk, Random(4), lambda _: self.show())

    def start(self) -> None:
        self.desk.act(HOST, "start")
        self.show()

    def rematch(self) -> None:
        for name in self.clients:
            self.desk.act(name, "rematch")
        self.show()

    def kinds(self, name: str) -> list[Kind]:
        return [finding.kind for finding in self.clients[name].findings]


# The warnings to the player in the first seat, and to another player.
TOLD: dict[str, tuple[Kind, Kind]] = {
    "grinds": ("server", "server"),
    "drops a part": ("own", "part"),
    "excuses everybody": ("nobody", "nobody"),
    "exchanges a part": ("own", "part"),
    "makes a player a bot": ("own", "part"),
    "blames a player": ("own-restart", "restart"),
    "restarts quietly": ("server", "server"),
    "loads the dice": ("dice", "dice"),
    "chooses who begins": ("dice", "dice"),
    "deals lucky numbers": ("dice", "dice"),
    "shows another secret": ("dice", "dice"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_program_gets_a_finding_for_every_lie(lie: str) -> None:
    programs = Programs(Desk("longo", 3), HOST, "b", "c")
    with lying(lie):
        programs.start()
        programs.play()
    own, other = TOLD[lie]
    assert own in programs.kinds(HOST)
    assert other in programs.kinds("b")
    accused = [finding for finding in programs.clients["b"].findings if finding.alarm]
    assert bool(accused) == (lie != "blames a player"), "a late player is no proof of a lie"


def rematches(programs: Programs) -> None:
    for _ in range(3):
        programs.rematch()
        programs.play()
    programs.rematch()


def reopens(programs: Programs) -> None:
    programs.desk.act(HOST, "reopen")
    programs.show()
    programs.start()
    programs.play()
    programs.rematch()


def others_leave(programs: Programs) -> None:
    """Their seats stay, and bots play there."""
    for name in ("b", "c"):
        programs.desk.act(name, "leave")
        del programs.clients[name]
    programs.rematch()


def changes_the_seats(programs: Programs) -> None:
    """A table that goes back to the lobby may change its seats and its first player."""
    desk = programs.desk
    desk.act(HOST, "reopen")
    desk.act("b", "leave")
    del programs.clients["b"]
    programs.show()
    programs.start()


def plays_with_real_dice(programs: Programs) -> None:
    """The first player of real dice does not begin with virtual dice."""
    desk = programs.desk
    desk.act(HOST, "reopen")
    for dice in ("real", "ours"):
        options = {"variant": "longo", "seats": 3, "timer": 0, "dice": dice}
        desk.act(HOST, "options", options=options)
        if dice == "real":
            desk.act(HOST, "first", seat=2)
    programs.show()
    programs.start()


@pytest.mark.parametrize(
    "course", [rematches, reopens, others_leave, changes_the_seats, plays_with_real_dice]
)
def test_nobody_is_accused_at_an_honest_table(course: Callable[[Programs], None]) -> None:
    programs = Programs(Desk("longo", 3), HOST, "b", "c")
    programs.start()
    programs.play()
    course(programs)
    assert programs.desk.stage == "playing"
    assert programs.kinds(HOST) == []


def test_the_first_player_of_a_rematch_cannot_be_chosen_unnoticed() -> None:
    programs = Programs(Desk("classic", 2), HOST, "b")
    programs.start()
    programs.play()
    with lying(SAME_FIRST):
        programs.rematch()
    assert programs.kinds(HOST) == programs.kinds("b") == ["first"]
    # The finding comes once, and not again if the next game is right.
    programs.play()
    programs.rematch()
    assert programs.kinds(HOST) == ["first"]


def test_a_drawn_first_player_in_a_rematch_is_a_finding() -> None:
    programs = Programs(Desk("classic", 2), HOST, "b")
    programs.start()
    programs.play()
    programs.desk.act(HOST, "rematch")
    programs.desk.act("b", "rematch")
    programs.desk.table.next_first = None
    programs.show()
    assert programs.kinds(HOST) == ["drawn"]
    assert not programs.clients[HOST].findings[0].alarm


def test_no_part_is_revealed_before_all_have_committed() -> None:
    desk = Desk("classic", 2)
    programs = Programs(desk, HOST, "b")
    late = programs.clients.pop("b")
    desk.act("b", "leave")
    desk.act("b", "sit", name="b", seat=None)  # … and has sealed nothing now
    with lying(TOO_EARLY):
        programs.show()
        programs.start()
        assert [kind for _, kind in programs.said if kind == "reveal"] == []
        assert programs.kinds(HOST) == ["early"]
        programs.clients["b"] = late
        programs.show()
    assert [kind for _, kind in programs.said][-2:] == ["reveal", "reveal"]
    assert desk.stage == "playing"
    programs.play()
    assert programs.kinds(HOST) == ["early"]


def test_a_player_without_a_part_holds_the_others_parts_back() -> None:
    """The server says that all are in, and leaves one of the players out of the list."""
    desk = Desk("classic", 2)
    programs = Programs(desk, HOST, "b")
    desk.act(HOST, "start")
    view = json.loads(desk.view(HOST, program=True))
    assert view["fair"]["reveal"]
    view["fair"]["parts"].pop()
    client = programs.clients[HOST]
    assert client.receive(json.dumps(view)) is None
    assert [finding.kind for finding in client.findings] == ["early"]


def test_a_program_that_comes_back_in_another_process_accuses_nobody() -> None:
    programs = Programs(Desk("classic", 2), HOST, "b")
    programs.start()
    again = Client("localhost", "CDFGHJ")
    programs.clients[HOST] = again
    programs.play()
    assert again.findings == []
