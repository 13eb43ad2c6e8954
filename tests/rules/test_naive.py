"""The naive model must itself pass the cases, or its opinion is worth nothing."""

from pathlib import Path

import pytest

from qwixx.notation import read_record
from tests.rules.cases import Case, all_cases, run_case
from tests.rules.naive import NaiveGame
from tests.rules.playthrough import RECORDS, follow, golden_turns


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case["name"])
def test_the_naive_model_passes_every_case(case: Case) -> None:
    run_case(NaiveGame, case)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_naive_model_follows_every_playthrough(path: Path) -> None:
    start = read_record(path.read_text(encoding="utf-8")).start
    lucky = [(low, high) for low, high in (card.lucky for card in start.cards if card.lucky)]
    naive = NaiveGame(start.variant.name, start.players, start.first, lucky or None)
    follow(naive, golden_turns(path))
