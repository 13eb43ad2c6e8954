"""Errors that browsers report: their lines in the log, and their limit."""

from pathlib import Path
from typing import Any

import pytest

from qwixx.protocol.http import PageError
from qwixx.server.web.page_errors import described
from tests.server.client import request
from tests.server.running import Server

STACK = "TypeError: x\n    at f (http://host/qwixx/assets/index-DLmQ9G_f.js:1:2345)\n@End-a.js:7:8"
GOOD = {
    "message": "Cannot read properties of undefined (reading 'Laura')",
    "stack": STACK,
    "page": "index-DLmQ9G_f.js",
    "browser": "firefox",
}


@pytest.mark.parametrize(
    ("message", "logged"),
    [
        ("nothing at 3 of 2", "nothing at 3 of 2"),
        ("Cannot read x (reading 'Laura')", "Cannot read x (reading ...)"),
        ("Unexpected token 'L', \"Laura, Max\" is", "Unexpected token ..., ... is"),
        ("“Laura” is not „Max“ `Pip", "... is not ... ..."),
        ("no table HKMPRT, no secret " + "0a" * 16, "no table ..., no secret ..."),
        ("at https://host/HKMPRT#seat=abc now", "at ... now"),
        ("one\nERROR two\x1b[31m\u202ethree", "one ERROR two [31m three"),
        ("so " * 100, ("so " * 40)),
    ],
)
def test_texts_of_players_are_cut_out_of_an_error_message(message: str, logged: str) -> None:
    line = described(PageError(message, STACK, "index-DLmQ9G_f.js", "firefox"))
    at = "index-DLmQ9G_f.js:1:2345 < End-a.js:7:8"
    assert line == f"{logged!r} at {at} (page index-DLmQ9G_f.js, firefox)"


def test_a_stack_is_reduced_to_six_places() -> None:
    line = described(PageError("x", "Laura\nHKMPRT\n" + "a.js:1:2\n" * 99, "", "other"))
    assert line == f"'x' at {' < '.join(['a.js:1:2'] * 6)} (page , other)"


def send(server: Server, **changed: Any) -> int:
    return request(server.address, "/api/page-errors", GOOD | changed)[0]


def test_a_report_is_one_line_of_the_log_and_counted(tmp_path: Path) -> None:
    server = Server(tmp_path, "--request-rate", "10")
    with (tmp_path / "log").open("w") as log:
        server.start(stderr=log)
        try:
            for bad in (
                {"message": "x" * 301},
                {"stack": "x" * 2001},
                {"page": "index.js\nERROR"},
                {"browser": "Laura"},
            ):
                assert send(server, **bad) == 400
            answers = [send(server) for _ in range(6)]
            # An address may ask thirty times at once, and a report is as much as eleven.
            assert answers[0] == 204
            assert set(answers) == {204, 429}
            taken = answers.count(204)
            _, _, figures = request(server.metrics, "/metrics")
            assert f'qwixx_errors_total{{kind="page"}} {taken}\n' in figures.decode()
        finally:
            server.stop()
    text = (tmp_path / "log").read_text()
    assert text.count("the page broke: ") == taken
    assert "Laura" not in text
