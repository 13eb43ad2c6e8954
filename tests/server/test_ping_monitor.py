"""The server notices a connection that falls silent, as that of a phone without network."""

import asyncio
from dataclasses import dataclass, field

from qwixx.server.transport.ping_monitor import PingMonitor
from tests.attacks.attacker import Attacker, text
from tests.server.client import Player, in_loop, new_secret, open_table
from tests.server.running import Server


@dataclass(eq=False)
class Phone:
    """A line that writes down what becomes of it."""

    told: list[str] = field(default_factory=list)
    kept_waiting: bool = False

    def is_unread(self) -> bool:
        return self.kept_waiting

    def send_ping(self) -> None:
        self.told.append("pinged")

    def drop(self) -> None:
        self.told.append("dropped")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_silent_socket_is_pinged_and_closed_without_an_answer() -> None:
    clock, phone, other = Clock(), Phone(), Phone()
    monitor = PingMonitor(clock)
    monitor.heard_from(phone)
    monitor.heard_from(other)
    for tick in range(100):
        clock.now = tick / 10
        monitor.check()
        if other.told == ["pinged"]:
            monitor.heard_from(other)
            other.told.clear()
    assert phone.told == ["pinged", "dropped"]
    assert "dropped" not in other.told


def test_a_socket_that_sends_is_not_pinged() -> None:
    clock, phone = Clock(), Phone()
    monitor = PingMonitor(clock)
    for tick in range(100):
        clock.now = tick / 10
        if tick % 20 == 0:
            monitor.heard_from(phone)
        monitor.check()
    assert phone.told == []


def test_a_ping_leaves_together_with_a_view() -> None:
    clock, phone = Clock(), Phone()
    monitor = PingMonitor(clock)
    monitor.heard_from(phone)
    clock.now = 2.0
    assert not monitor.ping_with_data(phone)
    clock.now = 3.5
    assert monitor.ping_with_data(phone)
    assert not monitor.ping_with_data(phone), "it was asked twice"
    clock.now = 6.0
    monitor.check()
    assert phone.told == []
    clock.now = 7.0
    monitor.check()
    assert phone.told == ["dropped"]


def test_a_socket_is_not_closed_for_a_delay_of_the_server() -> None:
    clock, phone = Clock(), Phone(kept_waiting=True)
    monitor = PingMonitor(clock)
    monitor.heard_from(phone)
    for tick in range(200):
        clock.now = tick / 10
        monitor.check()
    assert "dropped" not in phone.told
    phone.kept_waiting = False
    for tick in range(200, 300):
        clock.now = tick / 10
        monitor.check()
    assert phone.told[-1] == "dropped"


def test_a_closed_socket_is_not_pinged() -> None:
    clock, phone = Clock(), Phone()
    monitor = PingMonitor(clock)
    monitor.heard_from(phone)
    monitor.remove(phone)
    clock.now = 60.0
    monitor.check()
    assert not monitor.ping_with_data(phone)
    assert phone.told == []


@in_loop
async def test_a_lost_player_is_away_soon_and_a_spectator_is_not(
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
        await silent.connect()
        await silent.act("sit", name="Carla", seat=None)
        # From now on her phone has another connection, which answers no ping.
        async with await Attacker(server.port, code).upgrade() as line:
            await line.send(text(silent.hello().decode()))
            await line.frame()
            await silent.disconnect()
            async with asyncio.timeout(20):
                await anna.until(lambda view: view["seats"][2]["presence"] == "away")
            assert (await line.closing_code()) in (0, 1011)
        assert [seat["presence"] for seat in anna.view["seats"]] == ["here", "here", "away"]
