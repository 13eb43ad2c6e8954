"""Standard streams that are closed, full, cut off or plain ASCII: no traceback, true exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RECORD = """\
[Variant "classic"]
[Players "Zoë" "Łukasz"]
[First "0"]

1. 41/3256  r5 y5  b10
"""
COMMANDS = ("--help", "bots --help", "replay game.qwixx", "play --seed 1")


BUFFERING = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])


def qwixx(
    command: str, redirection: str, folder: Path, *, output: int = subprocess.PIPE, **variables: str
) -> tuple[int, str, str]:
    """Exit code, output and errors of a command with its streams redirected by a shell."""
    (folder / "game.qwixx").write_text(RECORD, encoding="utf-8")
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m qwixx {command} {redirection}', sys.executable],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        check=False,
        cwd=folder,
        env={**os.environ, **variables},
        timeout=60,
    )
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()


@BUFFERING
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_standard_output_gives_one_line_and_exit_code_2(
    command: str, unbuffered: str, tmp_path: Path
) -> None:
    code, _, errors = qwixx(command, ">/dev/full", tmp_path, PYTHONUNBUFFERED=unbuffered)
    title = f"qwixx {command.split(maxsplit=1)[0]}".partition(" --")[0]
    assert errors == f"{title}: No space left on device\n"
    assert code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_standard_output_is_no_error(command: str, tmp_path: Path) -> None:
    assert qwixx(command, ">&-", tmp_path) == (0, "", "")


@BUFFERING
@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_stopped_is_no_error(command: str, unbuffered: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = qwixx(command, "", tmp_path, output=writing, PYTHONUNBUFFERED=unbuffered)
    finally:
        os.close(writing)
    assert done == (0, "", "")


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_errors_that_cannot_be_printed_keep_their_exit_code(
    redirection: str, tmp_path: Path
) -> None:
    assert qwixx("replay no-such-file", redirection, tmp_path) == (2, "", "")
    assert qwixx("replay --what", redirection, tmp_path) == (2, "", "")


def test_a_closed_standard_input_is_an_empty_one(tmp_path: Path) -> None:
    code, output, errors = qwixx("play --seed 1", "<&-", tmp_path)
    assert (code, errors) == (0, "")
    assert "You left the game." in output
    assert qwixx("replay -", "<&-", tmp_path)[0] == 2


def test_an_ascii_terminal_gets_other_letters(tmp_path: Path) -> None:
    code, output, errors = qwixx("replay game.qwixx", "", tmp_path, PYTHONIOENCODING="ascii")
    assert (code, errors) == (0, "")
    assert "Zo?" in output
    code, output, errors = qwixx("replay game.qwixx --json", "", tmp_path, PYTHONIOENCODING="ascii")
    assert (code, errors) == (0, "")
    assert json.loads(output)["players"] == ["Zoë", "Łukasz"]
    code, output, errors = qwixx("simulate --help", "", tmp_path, PYTHONIOENCODING="ascii")
    assert (code, errors) == (0, "")
    assert "A[,B...]" in output


def test_a_text_that_is_not_unicode_can_be_printed(tmp_path: Path) -> None:
    code, _, errors = qwixx("simulate --games 1 --bots '\udcff'", "", tmp_path)
    assert (code, errors.count("\n")) == (2, 1)
