"""The progress bar: for people on a terminal, and for nobody else."""

from io import StringIO

import pytest

from qwixx.cli.progress import ProgressBar


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_progress_and_a_clean_line_afterwards() -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal)
    bar.say("getting ready")
    bar.update(1.0)
    bar.clear()
    shown = terminal.getvalue()
    assert "getting ready" in shown
    assert "100%" in shown
    assert "\n" not in shown
    assert shown.endswith("\r\x1b[K")


def test_a_pipe_gets_no_progress() -> None:
    pipe = StringIO()
    bar = ProgressBar(pipe)
    bar.say("getting ready")
    bar.update(0.5)
    bar.update(1.0)
    bar.clear()
    assert pipe.getvalue() == ""


@pytest.mark.parametrize("parts", [[0.0, 1.0], [0.25, 0.5, 0.75, 1.0]])
def test_clearing_a_progress_line_twice_writes_nothing(parts: list[float]) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal)
    for part in parts:
        bar.update(part)
    bar.clear()
    before = terminal.getvalue()
    bar.clear()
    assert terminal.getvalue() == before
