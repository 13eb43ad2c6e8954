"""`qwixx join`: a program at a table of a real server, in a process of its own."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from qwixx.cli import main
from qwixx.client import new_secret, open_table
from tests.server.client import Player, in_loop
from tests.server.running import Server, fixed_port

PATIENCE = 40

CAUTIOUS = '''
"""Bots of somebody's own."""

from qwixx.rules import CannotPlay, Move


class Cautious:
    """Crosses where it skips least; in its third decision it fails, and in its fourth cheats."""

    name = "Cautious"

    def __init__(self):
        self.asked = 0

    def choose(self, game, seat, rng):
        self.asked += 1
        if self.asked == 3:
            raise ZeroDivisionError("three is too much")
        if self.asked == 4:
            return "r2"
        moves = [move for move in game.legal_moves(seat) if move.colour]
        card = game.cards[seat]
        return min(moves, key=lambda m: card.skips(game.variant.cell(m)), default=Move.parse("-"))


class Slow(Cautious):
    """Never decides."""

    name = "Slow"

    def choose(self, game, seat, rng):
        while True:
            pass


class Picky(Cautious):
    """Knows one sheet."""

    name = "Picky"

    def choose(self, game, seat, rng):
        raise CannotPlay("Picky has never seen this sheet")


nothing = 5
'''


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("join")) as server:
        yield server


class Joined:
    """The command, running."""

    def __init__(self, folder: Path, link: str, *options: str) -> None:
        (folder / "my_bots.py").write_text(CAUTIOUS, encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "qwixx", "join", link, *options],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            # A shell that runs the tests in the background makes them ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )

    async def end(self) -> tuple[int, list[str], list[str]]:
        """Returns its exit code, and the lines of standard output and of standard error."""
        try:
            out, err = await asyncio.to_thread(self.process.communicate, timeout=PATIENCE)
        finally:
            self.process.kill()
        return self.process.returncode, out.splitlines(), err.splitlines()


async def seated(host: Player, count: int = 2) -> dict[str, Any]:
    """Waits until that number of seats is taken."""
    async with asyncio.timeout(PATIENCE):
        return await host.until_with_retry(
            lambda view: sum(seat["kind"] == "player" for seat in view["seats"]) == count
        )


@in_loop
async def test_a_users_bot_plays_while_the_server_is_killed(tmp_path: Path) -> None:
    with Server(tmp_path, port=fixed_port()) as server:
        secret = new_secret()
        code = open_table(server.address, secret, name="Ada", seats=3)
        async with Player(server.address, code, secret) as ada:
            bot = Joined(
                tmp_path, f"http://{server.address}/{code.lower()}/", "--bot", "my_bots:Cautious"
            )
            view = await seated(ada)
            assert view["seats"][1]["name"] == "Cautious"
            assert view["seats"][1]["program"]
            await ada.act("start")
            await ada.play(Random(3), until_turn=3)
            server.kill()
            server.start()
            await ada.reconnect()
            over = await ada.play(Random(4))
            # It leaves when the game is over, so that nobody waits for it.
            await ada.until(lambda view: view["seats"][1]["kind"] == "bot")
        returned, out, err = await bot.end()
    assert returned == 1
    assert out[0] == f"Cautious sits at table {code}"
    totals = [card["total"] for card in over["game"]["cards"]]
    assert out[1].startswith(f"game 1: Ada {totals[0]}, Cautious {totals[1]}; ")
    assert len(out) == 2
    failed, cheated = (line for line in err if "instead" in line)
    assert "ZeroDivisionError: three is too much, in my_bots.py, line " in failed
    assert "position: classic " in failed
    assert "gave 'r2', which is no Move" in cheated
    assert [line for line in err if "instead" not in line] == [
        "qwixx join: connection lost; reconnecting …",
        "qwixx join: reconnected",
    ]


@in_loop
async def test_join_reports_changed_dice(tmp_path: Path) -> None:
    dishonest = Server(tmp_path)
    dishonest.program = ("tests.attacks.dishonest", "loads the dice")
    with dishonest as server:
        secret = new_secret()
        code = open_table(server.address, secret, name="Ada")
        async with Player(server.address, code, secret) as ada:
            bot = Joined(tmp_path, f"{server.address}/{code}", "--bot", "greedy")
            await seated(ada)
            await ada.act("start")
            await ada.play(Random(3), crosses=False)
            returned, _, err = await bot.end()
    assert returned == 1
    (warning,) = err
    assert warning.startswith(
        f"qwixx join: do not trust the dice of {code}-1: turn 3: expected the roll "
    )


@in_loop
async def test_bots_by_name_play_again_until_they_are_interrupted(
    server: Server, tmp_path: Path
) -> None:
    secret = new_secret()
    code = open_table(server.address, secret, name="greedy", seats=3)
    link = f"{server.address}/{code}"
    async with Player(server.address, code, secret) as ada:
        bots = [
            Joined(tmp_path, link, "--bot", "greedy", "--rematch"),
            Joined(tmp_path, link, "--bot", "random", "--name", "Zufall", "--rematch"),
        ]
        view = await seated(ada, 3)
        assert {seat["name"] for seat in view["seats"]} == {"greedy", "greedy 2", "Zufall"}
        await ada.act("start")
        for game in (1, 2):
            over = await ada.play(Random(game))
            assert over["result"]["number"] == game
            await ada.until(lambda view: view["stage"] != "over" or len(view["agreed"]) == 2)
            await ada.act("rematch")
            await ada.until(lambda view: view["stage"] != "over")
        for bot in bots:
            bot.process.send_signal(signal.SIGINT)
        for bot in bots:
            returned, out, _ = await bot.end()
            assert returned == 130
            assert [line.partition(":")[0] for line in out[1:]] == ["game 1", "game 2"]
        # An interrupted program gives its seat up, and a bot of the server plays on.
        await ada.until(lambda view: all(seat["kind"] == "bot" for seat in view["seats"][1:]))


@in_loop
async def test_a_bot_that_thinks_for_ever_can_be_interrupted(
    server: Server, tmp_path: Path
) -> None:
    secret = new_secret()
    code = open_table(server.address, secret)
    async with Player(server.address, code, secret) as ada:
        bot = Joined(tmp_path, f"{server.address}/{code}", "--bot", "my_bots:Slow")
        await seated(ada)
        await ada.act("start")
        await ada.until(lambda view: view["stage"] == "playing")
        if ada.you["asked"] == "roll":
            await ada.act("roll")
        await ada.until(lambda view: view["game"] and view["game"]["phase"] == "white")
        await ada.act("choose", move="-")
        bot.process.send_signal(signal.SIGINT)
        returned, _, _ = await bot.end()
        assert returned == 130


@in_loop
async def test_a_bot_that_cannot_play_gives_up_its_seat(server: Server, tmp_path: Path) -> None:
    secret = new_secret()
    code = open_table(server.address, secret)
    async with Player(server.address, code, secret) as ada:
        bot = Joined(tmp_path, f"{server.address}/{code}", "--bot", "my_bots:Picky")
        await seated(ada)
        await ada.act("start")
        await ada.until(lambda view: view["stage"] == "playing")
        if ada.you["asked"] == "roll":
            await ada.act("roll")
        assert await bot.end() == (
            2,
            [f"Picky sits at table {code}"],
            ["qwixx join: Picky has never seen this sheet"],
        )
        await ada.until(lambda view: view["seats"][1]["kind"] == "bot")


def test_errors_of_join_are_one_line(
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "my_bots.py").write_text(CAUTIOUS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    full = open_table(server.address, new_secret(), bots=["random"])
    running = open_table(server.address, new_secret(), bots=["random"], start=True)
    free = open_table(server.address, new_secret(), name="Ada")
    longo = open_table(server.address, new_secret(), variant="longo")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody = silent.getsockname()[1]
    here = f"http://{server.address}"
    wrong = [
        (["ftp://example.org/CDFGHJ"], "expected a link like"),
        (["CDFGHJ"], "expected a link like https://host/CDFGHJ"),  # the code alone
        ([f"{here}/hello"], "at the end of the link"),
        ([f"{here}/ABCDEF"], "a code of 6 of the letters CDFGHJKMNPQRTVWXY"),
        ([f"http://127.0.0.1:99999/{free}"], "expected a link like"),
        ([f"{here}/CDFGHJ"], "there is no such table"),
        ([f"{here}/{full}"], "all seats are taken"),
        ([f"{here}/{running}"], "a game is being played"),
        ([f"http://127.0.0.1:{nobody}/{free}"], f"cannot reach http://127.0.0.1:{nobody}: "),
        ([f"{here}/below/{free}"], f"cannot reach {here}/below: "),
        ([f"{here}/{free}", "--name", "Ada"], "another player has that name"),
        ([f"{here}/{free}", "--name", " "], "expected a name of 1 to 24 letters"),
        ([f"{here}/{free}", "--bot", "nobody"], "there is no bot 'nobody'"),
        ([f"{here}/{free}", "--bot", "my_bots:Nobody"], "cannot load the bot 'my_bots:Nobody'"),
        ([f"{here}/{free}", "--bot", "their_bots:Any"], "cannot load the bot 'their_bots:Any'"),
        ([f"{here}/{free}", "--bot", "my_bots:nothing"], "cannot load the bot"),
        ([f"{here}/{longo}", "--bot", "solo"], "solo cannot play longo"),
    ]
    for arguments, complaint in wrong:
        options = arguments if "--bot" in arguments else [*arguments, "--bot", "greedy"]
        assert main(["join", *options]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), err
        assert err.startswith("qwixx join: ")
        assert complaint in err
