"""A game in the terminal."""

import pytest

from qwixx.cli import main


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Types these lines, then passes for ever."""
    remaining = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(remaining, "-"))


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_whole_game_is_played_in_the_terminal(
    variant: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "hello", "r99", "?")
    assert main(["play", "--variant", variant, "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "A cross is like r5" in shown
    assert "Not allowed: there is no red 99" in shown
    assert "The end: fourth misthrow. Bot won." in shown


def test_leaving_a_game_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "q")
    assert main(["play", "--seed", "1"]) == 0
    assert "You left the game." in capsys.readouterr().out
