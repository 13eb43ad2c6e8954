"""The guides for operators name existing options and metrics."""

import re
from pathlib import Path

import pytest

from qwixx.cli import main
from tests.server.client import request
from tests.server.running import Server
from tests.server.watching import figures

ROOT = Path(__file__).parents[2]
GUIDES = [f"docs/hosting/{name}.md" for name in ("operate", "proxies", "machines")]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*GUIDES, "compose.yaml", "Containerfile"])
def test_only_options_that_exist_are_named(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    variables = set(re.findall(r"QWIXX_\w+", capsys.readouterr().out))
    # Read by compose itself.
    variables |= {"QWIXX_PASSWORD", "QWIXX_SITE", "QWIXX_NODES"}
    flags = {f"--{each.removeprefix('QWIXX_').replace('_', '-').lower()}" for each in variables}
    text = text_of(name)
    assert set(re.findall(r"QWIXX_\w+", text)) <= variables
    if name.endswith(".md"):
        assert set(re.findall(r"`(--[a-z-]+)", text)) <= flags


def test_the_described_metrics_are_the_existing_ones(server: Server) -> None:
    described = set(re.findall(r"qwixx_\w+", text_of("docs/hosting/operate.md")))
    text = request(server.metrics, "/metrics")[2].decode()
    # Without backups the metrics have no age of one.
    assert described - {"qwixx_backup_age_seconds"} == set(re.findall(r"# TYPE (\w+)", text))
    assert figures(server)["qwixx_store_queue"] == 0
