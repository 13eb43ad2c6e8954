"""The examples do what they say, at a small scale, and the tutorials with them."""

import asyncio
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep

import pytest

from examples import study_records
from qwixx import Game
from qwixx.bots import load_bot
from qwixx.cli import main
from qwixx.client import Client, new_secret, open_table, play, request
from qwixx.protocol.views import OverView, PlayingView
from tests.server.running import Server

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs/tutorials/bot.md").read_text(encoding="utf-8")
BOT, PLAYOUTS = re.findall(r"```python\n(.*?)```", TUTORIAL, flags=re.DOTALL)
README = (ROOT / "README.md").read_text(encoding="utf-8")
(BOT_OF_README,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Makes the folder of a reader who follows the tutorial."""
    (tmp_path / "my_bots.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "my_playouts.py").write_text(PLAYOUTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("my_bots", "my_playouts"):  # those of other tests
        monkeypatch.delitem(sys.modules, module, raising=False)
    yield tmp_path
    for module in ("my_bots", "my_playouts"):
        sys.modules.pop(module, None)


@pytest.mark.usefixtures("newcomer")
def test_the_first_bot_beats_greedy(capsys: pytest.CaptureFixture[str]) -> None:
    (command,) = re.findall(r"\$ qwixx (simulate --bots my_bots\S+,greedy .*)", TUTORIAL)
    assert main(command.replace("1000", "100").split()) == 0
    shares = re.findall(r"^(\S+) +([\d.]+)%", capsys.readouterr().out, flags=re.MULTILINE)
    wins = {name: float(share) for name, share in shares}
    assert wins["my_bots:Cautious"] > wins["greedy"]


def test_the_bot_of_the_readme_plays_against_others(
    newcomer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (newcomer / "my_bots.py").write_text(BOT_OF_README, encoding="utf-8")
    (command,) = re.findall(r"\$ qwixx (simulate .*)", README)
    assert main([*command.replace("200", "4").split(), "--json"]) == 0
    seats = json.loads(capsys.readouterr().out)["seats"]
    listed = re.findall(r"^(\S+) +[\d.]+%  ", README, flags=re.MULTILINE)
    assert [seat["bot"] for seat in seats] == listed


@pytest.mark.usefixtures("newcomer")
def test_a_bot_that_plays_ahead_finishes_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    (command,) = re.findall(r"\$ qwixx (simulate --bots my_playouts\S+) .*", TUTORIAL)
    bot = command.rpartition(",")[0]
    assert main([*f"{bot},random --games 2 --seed 1 --json".split()]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][0]["share"] == 1


@pytest.mark.usefixtures("newcomer")
def test_a_bot_that_plays_ahead_answers_in_every_phase() -> None:
    bot = load_bot("my_playouts:MonteCarlo")
    white = Game.new("classic", players=3).roll("41/3256").play(1, "y5")
    for game, seat in ((white, 0), (white, 2), (white.play(0, "-").play(2, "-"), 0)):
        seen = game.seen_by(seat)
        assert bot.choose(seen, seat, Random(1)) in seen.legal_moves(seat)


def test_the_first_bot_plays_at_a_table(newcomer: Path, server: Server) -> None:
    """Word for word as the tutorial says, with a browser's part played by the client."""
    (command,) = re.findall(r"\$ qwixx (join .*)", TUTORIAL)
    secret = new_secret()
    code = open_table(server.address, secret, name="Ann", seats=2)
    command = re.sub(r"http://\S+", f"http://{server.address}/{code}", command)
    joined = subprocess.Popen(
        [sys.executable, "-m", "qwixx", *command.split()],
        cwd=newcomer,
        stdout=subprocess.PIPE,
        text=True,
    )

    async def ann() -> OverView:
        async with Client(server.address, code, secret) as client:
            await client.until(lambda view: all(seat.kind == "player" for seat in view.seats))
            await client.act("start")
            rng = Random(1)
            return await play(client, lambda game, seat: rng.choice([*game.legal_moves(seat)]))

    try:
        over = asyncio.run(asyncio.wait_for(ann(), 60))
        out, _ = joined.communicate(timeout=60)
    finally:
        joined.kill()
    assert joined.returncode == 0
    first, result = out.splitlines()
    assert first == f"Cautious sits at table {code}"
    ann_total, bot_total = (card.total for card in over.game.cards)
    assert result.startswith(f"game 1: Ann {ann_total}, Cautious {bot_total}; ")


def test_records_are_studied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = ROOT / "conformance" / "games"
    made = study_records.main([str(games)])
    out = capsys.readouterr().out
    assert out.startswith(f"{len(list(games.glob('*.qwixx')))} games, ")
    assert made.total() > 100
    for name in study_records.KINDS:
        assert re.search(rf"^{re.escape(name)} +\d+%", out, flags=re.MULTILINE)
    study_records.main([str(tmp_path)])
    assert capsys.readouterr().out.startswith("0 games, 0 decisions")


def test_a_table_is_served_inside_another_application(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    home, tables = f"127.0.0.1:{port}", f"http://127.0.0.1:{port}/tables"
    command = [sys.executable, "-m", "examples.club", "--port", str(port)]
    club = subprocess.Popen([*command, "--database", tmp_path / "club.db"], cwd=ROOT)

    async def evening() -> list[str]:
        secret = new_secret()
        code = open_table(tables, secret, name="Ann", bots=["greedy"], start=True)
        async with Client(tables, code, secret) as client:
            view = await client.until(lambda view: isinstance(view, PlayingView))
            return [seat.kind for seat in view.seats]

    try:
        for _ in range(300):
            with suppress(OSError):
                status, _, page = request(home, "/")
                break
            sleep(0.1)
        assert (status, b"Our tables" in page) == (200, True)
        assert b"<title>Qwixx" in request(tables, "/")[2]
        assert asyncio.run(asyncio.wait_for(evening(), 60)) == ["player", "bot"]
    finally:
        club.terminate()
        club.wait(timeout=30)
