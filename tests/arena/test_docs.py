"""The programs in docs/simulating.md work, with the bot of the tutorial."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from qwixx.arena import Match, play_match
from qwixx.bots import Bot
from qwixx.rules import Card, Game, Move

DOCS = Path(__file__).parents[2] / "docs"


def programs(name: str) -> list[str]:
    text = (DOCS / name).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


MATCH, VALUES, PARTS = programs("simulating.md")
BOT = programs("tutorials/bot.md")[0]


@pytest.fixture
def cautious(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Bot]]:
    (tmp_path / "my_bots.py").write_text(BOT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    made: type[Bot] = import_module("my_bots").Cautious
    yield made
    sys.modules.pop("my_bots")


def test_the_bot_of_the_example_plays_as_described(cautious: type[Bot]) -> None:
    class Watched:
        crossed = 0

        def choose(self, game: Game, seat: int, rng: Random) -> Move:
            move = cautious().choose(game, seat, rng)
            card, moves = game.cards[seat], game.legal_moves(seat)
            gaps = [skipped(card, each) for each in moves if not each.is_pass]
            if move.is_pass:
                assert min(gaps, default=3) > 2
            else:
                assert skipped(card, move) == min(gaps) <= 2
            self.crossed += not move.is_pass
            return move

    def skipped(card: Card, move: Move) -> int:
        """By looking at the cells one by one."""
        cell = card.variant.cell(move)
        row = card.variant.rows[cell.row]
        crossed = [each.position for each in row if card.marks[cell.row] >> each.position & 1]
        return cell.position - max(crossed, default=-1) - 1

    watched = Watched()
    report = play_match(Match.new([watched, "greedy"], 60, seed=1))
    assert watched.crossed > 500
    assert report.seats[0].share > 0.4


@pytest.mark.usefixtures("cautious")
def test_the_match_of_the_example_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    exec(MATCH.replace("1_000", "40"), {})
    share, low, high = map(float, re.findall(r"[\d.]+", capsys.readouterr().out))
    assert low <= share <= high


def test_the_example_prints_values_and_a_playout(
    cautious: type[Bot], capsys: pytest.CaptureFixture[str]
) -> None:
    exec(VALUES, {"Cautious": cautious})
    *values, scores = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in values} == {"r5", "y5", "g5", "b5", "-"}
    assert re.fullmatch(r"\(-?\d+, -?\d+\)", scores)


def test_parts_of_a_match_add_up_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PARTS, {})
    low, high, *again = map(float, re.findall(r"[\d.]+", capsys.readouterr().out))
    assert [low, high] == again
    assert low < high
