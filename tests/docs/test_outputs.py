"""The outputs that documents show are those that the commands print."""

import re
import sys
from pathlib import Path

import pytest

from qwixx.cli import main
from qwixx.cli.serve import announce
from tests.server.running import Server

ROOT = Path(__file__).parents[2]


def block(document: str, first: str) -> list[str]:
    """Returns the lines of the block of code that begins with that line."""
    text = (ROOT / document).read_text(encoding="utf-8")
    (found,) = re.findall(rf"^```\n({re.escape(first)}\n.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert isinstance(found, str)
    return found.splitlines()


@pytest.mark.parametrize("document", ["README.md", "docs/install.md"])
def test_the_start_of_a_server_is_shown_as_it_is_printed(
    document: str, capsys: pytest.CaptureFixture[str]
) -> None:
    announce("0.0.0.0", 8000, "http://192.168.0.10:8000", None)
    printed = capsys.readouterr().out.splitlines()
    plain = [line for line in printed if not re.search("[█▀▄]", line)]
    assert len(printed) > len(plain) + 10  # the QR code
    shown = block(document, plain[0])
    shown.remove("(a QR code of that address)")
    assert [line for line in shown if line] == [line for line in plain if line]


def test_a_checked_server_is_shown_as_it_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server(tmp_path) as server:
        database = ["--database", f"sqlite:///{server.database}"]
        assert main(["backup", str(tmp_path / "qwixx-now.db"), *database]) == 0
        capsys.readouterr()
        assert main(["doctor", *database, "--backups", str(tmp_path)]) == 0
        printed = capsys.readouterr().out.splitlines()
    shown = block("docs/tutorials/host.md", "ok       database     writes and reads back in 2 ms")
    assert [bare(line) for line in shown if " proxy " not in line] == [
        bare(line) for line in printed if " proxy " not in line
    ]


def bare(line: str) -> str:
    """A line without its numbers and paths."""
    return re.sub(r"\d[\d.:-]*|/\S+", "…", line)


def test_the_costs_of_the_first_bot_are_shown_as_they_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = (ROOT / "docs/tutorials/bot.md").read_text(encoding="utf-8")
    bot = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0]
    (tmp_path / "my_bots.py").write_text(bot, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    simulate, review = re.findall(
        r"^\$ qwixx (simulate .* --records games|review .*)$", guide, re.MULTILINE
    )
    assert main(simulate.replace("--games 100", "--games 2").split()) == 0
    capsys.readouterr()
    assert main(review.split()) == 0
    sys.modules.pop("my_bots")
    printed = capsys.readouterr().out.splitlines()
    shown = block("docs/tutorials/bot.md", "The costliest choices:")
    assert printed[-len(shown) :] == shown


def test_the_values_of_moves_are_shown_as_they_are_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = "docs/tutorials/learn.md"
    guide = (ROOT / document).read_text(encoding="utf-8")
    (position,) = re.findall(r"^\$ qwixx advise '(.*)'$", guide, re.MULTILINE)
    assert main(["advise", position]) == 0
    printed = capsys.readouterr().out.splitlines()
    shown = block(document, "move    chance   cost   total")
    assert printed[-len(shown) :] == shown
