"""The naive model must itself pass the cases, or its opinion is worth nothing."""

from pathlib import Path

import pytest

from qwixx.notation import read_record
from tests.rules.cases import Case, all_cases, run_case, start
from tests.rules.naive import NaiveGame
from tests.rules.perft import perft
from tests.rules.table import load


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case["name"])
def test_the_naive_model_passes_every_case(case: Case) -> None:
    run_case(NaiveGame, case)
