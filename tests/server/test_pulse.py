"""Who falls silent without a word, as a phone does that loses its network, is noticed."""

import asyncio
from dataclasses import dataclass, field

from qwixx.server.web.pulse import Pulse
from tests.attacks.attacker import Attacker, text
from tests.server.client import Player, in_loop, new_secret, open_table
from tests.server.running import Server


@dataclass(eq=False)
class Phone:
    """A line that writes down what becomes of it."""

    told: list[str] = field(default_factory=list)
    kept_waiting: bool = False

    def unheard(self) -> bool:
        return self.kept_waiting

    def ask(self) -> None:
        self.told.append("asked")

    def give_up(self) -> None:
        self.told.append("given up")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_is_silent_is_asked_and_given_up_without_an_answer() -> None:
    clock, phone, other = Clock(), Phone(), Phone()
    pulse = Pulse(clock)
    pulse.hear(phone)
    pulse.hear(other)
    for tick in range(100):
        clock.now = tick / 10
        pulse.feel()
        if other.told == ["asked"]:
            pulse.hear(other)
            other.told.clear()
    assert phone.told == ["asked", "given up"]
    assert "given up" not in other.told


def test_who_says_something_is_not_asked() -> None:
    clock, phone = Clock(), Phone()
    pulse = Pulse(clock)
    for tick in range(100):
        clock.now = tick / 10
        if tick % 20 == 0:
            pulse.hear(phone)
        pulse.feel()
    assert phone.told == []


def test_a_question_leaves_with_what_is_sent_anyway_and_counts() -> None:
    clock, phone = Clock(), Phone()
    pulse = Pulse(clock)
    pulse.hear(phone)
    clock.now = 2.0
    assert not pulse.ask_in_passing(phone)
    clock.now = 3.5
    assert pulse.ask_in_passing(phone)
    assert not pulse.ask_in_passing(phone), "it was asked twice"
    clock.now = 6.0
    pulse.feel()
    assert phone.told == []
    clock.now = 7.0
    pulse.feel()
    assert phone.told == ["given up"]


def test_who_is_kept_waiting_by_the_house_is_not_given_up_for_that() -> None:
    clock, phone = Clock(), Phone(kept_waiting=True)
    pulse = Pulse(clock)
    pulse.hear(phone)
    for tick in range(200):
        clock.now = tick / 10
        pulse.feel()
    assert "given up" not in phone.told
    phone.kept_waiting = False
    for tick in range(200, 300):
        clock.now = tick / 10
        pulse.feel()
    assert phone.told[-1] == "given up"


def test_a_line_that_has_ended_is_not_asked() -> None:
    clock, phone = Clock(), Phone()
    pulse = Pulse(clock)
    pulse.hear(phone)
    pulse.lose(phone)
    clock.now = 60.0
    pulse.feel()
    assert not pulse.ask_in_passing(phone)
    assert phone.told == []


@in_loop
async def test_a_player_whose_network_is_gone_is_away_soon_and_one_who_only_looks_on_is_not(
    server: Server,
) -> None:
    anna_secret, silent_secret = new_secret(), new_secret()
    code = open_table(server.address, anna_secret, seats=3)
    async with (
        Player(server.address, code, anna_secret) as anna,
        Player(server.address, code) as bert,
    ):
        await bert.act("sit", name="Bert", seat=None)
        silent = Player(server.address, code, silent_secret)
        await silent.come()
        await silent.act("sit", name="Carla", seat=None)
        # Her phone is on another line from now on, where nobody answers a ping.
        async with await Attacker(server.port, code).upgrade() as line:
            await line.send(text(silent.hello().decode()))
            await line.frame()
            await silent.go()
            async with asyncio.timeout(20):
                await anna.until(lambda view: view["seats"][2]["presence"] == "away")
            assert (await line.closing_code()) in (0, 1011)
        assert [seat["presence"] for seat in anna.view["seats"]] == ["here", "here", "away"]
