"""The Tab key completes commands, options and values."""

import subprocess
import sys

import pytest

from qwixx.cli import COMMANDS, main
from qwixx.rules import VARIANTS


@pytest.fixture(scope="module")
def script() -> str:
    """The script for bash, as a shell would load it."""
    command = ["-c", "from qwixx.cli import main; main(['completion', 'bash'])"]
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=True
    ).stdout


def completed(script: str, *words: str) -> list[str]:
    """The completions of the last word by bash itself."""
    quoted = " ".join(f"'{word}'" for word in ("qwixx", *words))
    asked = f'COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _qwixx; echo "${{COMPREPLY[@]}}"'
    shown = subprocess.run(
        ["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True
    )
    assert not shown.stderr
    return shown.stdout.split()


def test_commands_options_and_values_are_completed(script: str) -> None:
    assert completed(script, "re") == ["replay", "restore", "review"]
    assert completed(script, "serve", "--me") == ["--message-rate", "--metrics"]
    assert completed(script, "serve", "--log-format", "j") == ["json"]
    assert completed(script, "play", "--variant", "") == list(VARIANTS)
    assert completed(script, "completion", "z") == ["zsh"]
    # A file is completed by the shell.
    assert completed(script, "replay", "game") == []


def test_there_is_a_script_for_each_shell(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "zsh"]) == 0
    assert "bashcompinit" in capsys.readouterr().out
    assert main(["completion", "fish"]) == 0
    told = capsys.readouterr().out
    for name in COMMANDS:
        assert f"-a {name} -d " in told
    assert "'__fish_seen_subcommand_from serve' -l log-format -x -a 'text json' -d " in told
