"""Several nodes on one PostgreSQL and one Redis, all real: tables are everywhere the same."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import asyncpg  # type: ignore[import-untyped]
import pytest
from redis import Redis

from qwixx.notation import read_record
from qwixx.server.live.bus import PeerMessage
from qwixx.server.live.postgres_bus import PostgresBus
from qwixx.server.storage.database import database_url
from qwixx.table.presence import Presence
from qwixx.table.verify import problems
from tests.server.client import Player, ask, in_loop, new_secret, open_table, request
from tests.server.cluster import RedisServer
from tests.server.running import Server
from tests.server.slow_line import on_slow_line
from tests.server.watching import until_ready


@pytest.fixture(scope="module")
def nodes(
    postgres: str, redis: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    folder = tmp_path_factory.mktemp("nodes")
    with ExitStack() as stack:
        yield [
            stack.enter_context(Server(folder, "--redis", redis.url, url=postgres))
            for _ in range(3)
        ]


async def across(nodes: list[Server]) -> tuple[Player, Player, Player]:
    """Anna on the first node, Bert on the second, both playing with a bot; Zoe on the third."""
    secret = new_secret()
    code = open_table(nodes[0].address, secret, seats=3, bots=("random",))
    anna = Player(nodes[0].address, code, secret)
    bert, zoe = Player(nodes[1].address, code), Player(nodes[2].address, code)
    for player in (anna, bert, zoe):
        await player.connect()
    await bert.act("sit", name="Bert", seat=2)
    await anna.until(lambda view: view["seats"][2]["kind"] == "player")
    await anna.until(lambda view: view["spectators"] == 1)
    assert all(seat["presence"] == "here" for seat in anna.view["seats"])
    await anna.act("start")
    for player in (anna, bert, zoe):
        await player.until(lambda view: view["stage"] == "playing")
    return anna, bert, zoe


def check_record(node: Server, player: Player) -> None:
    _, _, text = request(node.address, f"/api/tables/{player.code}/record")
    record = read_record(text.decode())
    assert list(problems(record)) == []
    totals = [card["total"] for card in player.view["game"]["cards"]]
    assert list(record.game.scores) == totals


@in_loop
async def test_a_game_is_played_across_three_nodes(nodes: list[Server]) -> None:
    anna, bert, zoe = await across(nodes)
    await asyncio.gather(anna.play(Random(1)), bert.play(Random(2)))
    await zoe.until(lambda view: view["stage"] == "over")
    assert zoe.view["game"] == anna.view["game"] == bert.view["game"]
    for node in nodes:
        check_record(node, anna)
    mine = {"seats": [{"code": anna.code, "secret": anna.secret}]}
    assert ask(nodes[2].address, "/api/tables/mine", mine)[0]["stage"] == "over"


@in_loop
async def test_a_player_who_returns_to_a_node_sees_actions_of_other_nodes(
    nodes: list[Server],
) -> None:
    anna, bert, zoe = await across(nodes)
    await zoe.disconnect()  # the third node still has the table in memory, but gets no messages
    await asyncio.gather(anna.play(Random(1), until_turn=3), bert.play(Random(2), until_turn=3))
    mine = {"seats": [{"code": anna.code, "secret": anna.secret}]}
    assert ask(nodes[2].address, "/api/tables/mine", mine)[0]["turn"] >= 3
    await zoe.connect()
    assert zoe.view["game"]["turn"] >= 3
    await anna.disconnect()
    anna.address = nodes[2].address
    await anna.connect()
    await asyncio.gather(anna.play(Random(4)), bert.play(Random(5)))
    await zoe.until(lambda view: view["stage"] == "over")


@in_loop
async def test_a_game_goes_on_elsewhere_if_its_node_dies(nodes: list[Server]) -> None:
    anna, bert, zoe = await across(nodes)
    await asyncio.gather(anna.play(Random(3), until_turn=3), bert.play(Random(4), until_turn=3))
    nodes[0].kill()
    anna.address = nodes[2].address
    await anna.connect()
    assert anna.you["seat"] == 0
    await asyncio.gather(anna.play(Random(5)), bert.play(Random(6)))
    await zoe.until(lambda view: view["stage"] == "over")
    check_record(nodes[1], bert)
    nodes[0].start()


@in_loop
async def test_tables_that_do_not_exist_leave_nothing_in_redis(
    nodes: list[Server], redis: RedisServer
) -> None:
    client = Redis.from_url(redis.url)
    before = len(client.pubsub_channels("*"))
    for letter in "CDFGHJKMNP":
        assert request(nodes[0].address, f"/api/tables/XXXXX{letter}/record")[0] == 404
    assert len(client.pubsub_channels("*")) == before
    client.close()


@in_loop
async def test_tables_opened_while_redis_fails_are_followed_elsewhere(
    nodes: list[Server], redis: RedisServer
) -> None:
    client = Redis.from_url(redis.url)
    for _ in range(10):
        secret = new_secret()
        code = open_table(nodes[0].address, secret)
        client.client_kill_filter(_type="pubsub")
        async with (
            Player(nodes[0].address, code, secret) as anna,
            Player(nodes[1].address, code) as zoe,
        ):
            await anna.act("rename", name="Anna again")
            await zoe.until(lambda view: view["seats"][0]["name"] == "Anna again")
    client.close()


@in_loop
async def test_a_game_without_redis_is_slower_and_loses_nothing(
    nodes: list[Server], redis: RedisServer
) -> None:
    anna, bert, zoe = await across(nodes)
    redis.stop()
    await asyncio.gather(anna.play(Random(7), until_turn=3), bert.play(Random(8), until_turn=3))
    redis.start()
    await asyncio.gather(anna.play(Random(9)), bert.play(Random(10)))
    await zoe.until(lambda view: view["stage"] == "over")
    assert zoe.view["game"] == anna.view["game"]
    check_record(nodes[2], anna)


# Without Redis at all


async def hearing(postgres: str) -> tuple[PostgresBus, list[PeerMessage]]:
    bus, heard = PostgresBus(database_url(postgres)), list[PeerMessage]()
    await bus.open(heard.append)
    while not bus.reliable:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return bus, heard


async def cut_off(postgres: str) -> None:
    """Ends the connections on which nodes talk to each other."""
    connection = await asyncpg.connect(postgres)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_notify(%'"
        " AND pid <> pg_backend_pid()"
    )
    await connection.close()


@in_loop
async def test_postgres_carries_messages_of_any_length_in_order(postgres: str) -> None:
    (here, nothing), (there, heard) = [await hearing(postgres) for _ in range(2)]
    crowd = PeerMessage("a" * 16, "CDFGHJ", 3, here=[f"{number:064x}" for number in range(1000)])
    sent = [
        PeerMessage("a" * 16, "CDFGHJ", 1, b"entry"),
        crowd,
        PeerMessage("a" * 16, "CDFGHJ", reload=True),
    ]
    for news in sent:
        here.publish(news)
    while len(heard) < len(sent):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert heard == sent
    assert nothing == []
    # A connection that is lost is a gap, after which all is as before.
    await cut_off(postgres)
    while there.gaps < 2 or here.gaps < 2:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    there.publish(crowd)
    while not nothing:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert nothing == [crowd]
    for bus in (here, there):
        await bus.close()


@in_loop
async def test_nodes_without_redis_hear_each_other_through_postgres(
    postgres: str, tmp_path: Path
) -> None:
    with Server(tmp_path, url=postgres) as first, Server(tmp_path, url=postgres) as second:
        for node in (first, second):
            await until_ready(node)
        anna, bert, zoe = await across([first, second, second])
        await asyncio.gather(anna.play(Random(1), until_turn=3), bert.play(Random(2), until_turn=3))
        await cut_off(postgres)
        await asyncio.gather(anna.play(Random(3)), bert.play(Random(4)))
        await zoe.until(lambda view: view["stage"] == "over")
        assert zoe.view["game"] == anna.view["game"] == bert.view["game"]
        check_record(second, anna)


# Late players


async def seated_at_two_nodes(
    well: Server, troubled: Server, *, committed: bool
) -> tuple[Player, Player]:
    """Zoe is connected to the troubled node. She may have committed, but will not reveal yet."""
    secret = new_secret()
    code = await asyncio.to_thread(open_table, well.address, secret)
    anna, zoe = Player(well.address, code, secret), Player(troubled.address, code)
    for player in (anna, zoe):
        await player.connect()
    zoe.seals = committed
    await zoe.act("sit", name="Zoe", seat=None)
    # All that is to be known of her has come to the other node.
    await anna.until(
        lambda view: (
            view["seats"][1]["kind"] == "player"
            and view["seats"][1]["presence"] == "here"
            and bool(view["fair"]["parts"][1]["commitment"]) == committed
        )
    )
    zoe.seals = False
    return zoe, anna


@in_loop
async def test_no_player_is_excluded_from_the_dice_for_a_failing_node(
    nodes: list[Server], postgres: str, redis: RedisServer, tmp_path: Path
) -> None:
    """Her part waits at a node that cannot store it, while another node could go on."""
    options = ("--redis", redis.url)
    async with on_slow_line(tmp_path, *options, url=postgres) as (troubled, line):
        pairs = [
            await seated_at_two_nodes(nodes[1], troubled, committed=committed)
            for committed in (False, True)
        ]
        # From here to her answer, a browser has two seconds.
        await asyncio.gather(*(anna.act("start") for _, anna in pairs))
        for zoe, _ in pairs:
            await zoe.until(lambda view: view["stage"] == "sealing")
        with line.held_up():
            for zoe, _ in pairs:
                zoe.seals = True
                await zoe.send(zoe.hello())  # so that she is shown the table, and seals
            await asyncio.sleep(5)  # longer than a browser may take, and a node that acts second
        for players in pairs:
            for player in players:
                await player.until(lambda view: view["stage"] == "playing")
                fair = player.view["fair"]
                assert fair["restarts"] == []
                assert not any(part["excused"] for part in fair["parts"])


def test_a_node_without_messages_declares_nobody_absent() -> None:
    now, deaf = 0, False
    presence = Presence(lambda: now, lambda _person: True, lambda: deaf)
    presence.hear("other", ["anna"])
    deaf = True
    for _ in range(30):
        now += 1000
        assert presence.left_at("anna") is None
    deaf = False
    now += 11_000  # the others have this long to say who is there
    assert presence.here("anna")
    now += 2000
    assert presence.left_at("anna") == now


def test_a_node_judges_players_connected_to_it_or_to_no_node() -> None:
    now = 5
    presence = Presence(lambda: now, lambda _person: True)
    presence.come("bert")
    presence.hear("other", ["anna", "bert"])
    assert presence.lateness_known_from("bert") == 5
    assert presence.lateness_known_from("anna") > 2**60
    assert presence.lateness_known_from("nobody") == 0
    now = 6
    presence.come("anna")  # has found another way to the table
    assert presence.lateness_known_from("anna") == 6
    presence.go("bert")
    assert presence.lateness_known_from("bert") > 2**60
    presence.hear("other", [])
    assert presence.lateness_known_from("bert") == 0
