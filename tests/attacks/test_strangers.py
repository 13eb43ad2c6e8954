"""What comes from somewhere else, to people's terminals and into logs: servers, links, records."""

import json
import threading
from pathlib import Path
from random import Random

import pytest
from websockets.sync.server import ServerConnection, serve

from qwixx.cli import main
from qwixx.notation import read_record
from qwixx.rules import NotationError
from tests.server.client import Player, Refused, ask, in_loop, new_secret, open_table, request
from tests.server.running import Server

CLEARS_THE_SCREEN = "\x1b[2J\x1b]0;title\x07\u202e"


def test_a_server_elsewhere_does_nothing_to_the_terminal_of_who_joins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def say_goodbye(line: ServerConnection) -> None:
        line.recv()
        line.send(json.dumps({"type": "bye", "code": CLEARS_THE_SCREEN}))

    with serve(say_goodbye, "127.0.0.1", 0) as elsewhere:
        threading.Thread(target=elsewhere.serve_forever).start()
        link = f"http://127.0.0.1:{elsewhere.socket.getsockname()[1]}/CDFGHJ"
        assert main(["join", link, "--bot", "random"]) == 2
        elsewhere.shutdown()
    said = capsys.readouterr().err.removesuffix("\n")
    assert said.startswith("qwixx join: ")
    assert said.isprintable()


@pytest.mark.parametrize("name", ["\u202eanA", "\u2066Ana", "A\x1b[2Jna", "A\nna", "A\x9bna"])
def test_a_record_does_nothing_to_the_terminal_of_who_looks_at_it(name: str) -> None:
    with pytest.raises(NotationError):
        read_record(f'[Variant "classic"]\n[Players "{name}"]\n[First "0"]\n\n')


@in_loop
async def test_the_log_says_nothing_about_anybody(tmp_path: Path) -> None:
    """Not while all goes well, and not while it does not."""
    log, secret, ticket, mallory = tmp_path / "log", new_secret(), new_secret(), new_secret()
    server = Server(tmp_path)
    with log.open("w") as written:
        server.start(stderr=written)
        try:
            code = open_table(server.address, secret, name="Annabella", bots=("random",))
            async with Player(server.address, code, secret) as anna:
                await anna.act("ticket", ticket=ticket)
                await anna.act("start")
                await anna.play(Random(1), until_turn=2)
                with pytest.raises(Refused):
                    await anna.act("sit", name="Annabella", seat=None)
                await anna.send(json.dumps({"type": "hello", "secret": secret, "ticket": 1}))
            async with Player(server.address, code, mallory, ticket=ticket):
                pass
            wrong = {"secret": secret, "name": "Annabella", "bots": [secret]}
            assert request(server.address, "/api/tables", wrong)[0] == 400
            assert request(server.address, f"/{secret}.js?secret={secret}")[0] == 404
            ask(server.address, "/api/forget", {"seats": [{"code": code, "secret": mallory}]})
        finally:
            server.stop()
    said = log.read_text()
    assert "serving" in said
    for private in (secret, ticket, mallory, "Annabella", "127.0.0.1"):
        assert private not in said
