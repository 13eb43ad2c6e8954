"""The programs that the documentation shows play at a real server, in processes of their own."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from random import Random

from qwixx.client import new_secret, open_table, request
from qwixx.notation import read_record
from qwixx.table.verify import problems
from tests.server.client import Player, in_loop
from tests.server.running import Server, fixed_port

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/client.md").read_text(encoding="utf-8")
ROBOT, OPENING = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
JAVASCRIPT = (str(Path(sys.executable).with_name("node")), str(ROOT / "examples/bot.js"))


async def say(*command: str) -> list[str]:
    """Runs a program, which must succeed, and returns its output."""
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=False, timeout=50
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


async def seated(host: Player) -> None:
    await host.until(lambda view: view["seats"][1]["kind"] == "player")
    assert host.view["seats"][1]["program"]
    assert host.view["seats"][1]["name"] == "Robin"
    await host.act("start")


@in_loop
async def test_the_first_program_plays_a_game(server: Server, tmp_path: Path) -> None:
    script = tmp_path / "robot.py"
    script.write_text(ROBOT, encoding="utf-8")
    secret = new_secret()
    code = open_table(server.address, secret)
    async with Player(server.address, code, secret) as anna:
        said = asyncio.create_task(
            say(sys.executable, str(script), f"http://{server.address}/{code}")
        )
        await seated(anna)
        over = await anna.play(Random(1))
        totals = [card["total"] for card in over["game"]["cards"]]
        assert await said == [f"Anna {totals[0]}", f"Robin {totals[1]}"]


@in_loop
async def test_the_second_program_opens_a_table(server: Server, tmp_path: Path) -> None:
    script = tmp_path / "opening.py"
    script.write_text(OPENING, encoding="utf-8")
    refused, turn = await say(sys.executable, str(script), server.address)
    assert refused == "refused: no-such-bot"
    assert re.fullmatch("turn 1 of Robin and [A-Z][a-z]+", turn)


@in_loop
async def test_a_bot_in_javascript_plays_a_game_whose_server_is_killed(tmp_path: Path) -> None:
    with Server(tmp_path, port=fixed_port()) as server:
        secret = new_secret()
        code = open_table(server.address, secret)
        async with Player(server.address, code, secret) as anna:
            said = asyncio.create_task(say(*JAVASCRIPT, f"http://{server.address}/{code}"))
            await seated(anna)
            await anna.play(Random(2), until_turn=4)
            server.kill()
            server.start()
            await anna.reconnect()
            over = await anna.play(Random(3))
            totals = [card["total"] for card in over["game"]["cards"]]
            (line,) = await said
            assert line.startswith(f"Anna {totals[0]}, Robin {totals[1]}; ")
            # It had its part in the dice, and they are right.
            record = read_record(request(server.address, f"/api/tables/{code}/record")[2].decode())
            own, its = record.headers["DiceParts"]
            assert own == anna.parts[over["game"]["id"]]
            assert re.fullmatch("[0-9a-f]{64}", its)
            assert list(problems(record)) == []


@in_loop
async def test_a_bot_in_javascript_says_what_is_wrong(server: Server) -> None:
    for arguments, complaint in (
        ([f"http://{server.address}/CDFGHJ"], "sent away: no-such-table"),
        ([f"http://{server.address}/"], "no link of a table"),
        (["http://127.0.0.1:1/CDFGHJ"], "cannot reach ws://127.0.0.1:1/"),
        ([], "usage: "),
    ):
        done = await asyncio.to_thread(
            subprocess.run, [*JAVASCRIPT, *arguments], capture_output=True, text=True, timeout=50
        )
        assert done.returncode != 0
        assert complaint in done.stderr


def test_an_old_version_of_node_gets_a_sentence() -> None:
    node, bot = JAVASCRIPT
    old = [node, "--no-experimental-websocket", bot, "http://localhost/CDFGHJ"]
    done = subprocess.run(old, capture_output=True, text=True, check=False, timeout=50)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("this needs Node 22 or newer")
