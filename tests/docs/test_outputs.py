"""The outputs that documents show are those that the commands print."""

import re
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
