"""Hostile servers, links and records must not harm a user's terminal or the logs."""

import json
import threading

import pytest
from websockets.sync.server import ServerConnection, serve

from qwixx.cli import main
from qwixx.notation import read_record
from qwixx.rules import NotationError

CLEARS_THE_SCREEN = "\x1b[2J\x1b]0;title\x07\u202e"


def test_a_foreign_server_cannot_control_the_terminal(
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
def test_a_record_cannot_control_the_terminal(name: str) -> None:
    with pytest.raises(NotationError):
        read_record(f'[Variant "classic"]\n[Players "{name}"]\n[First "0"]\n\n')
