"""The naive model must itself pass the cases, or its opinion is worth nothing."""

import pytest

from tests.rules.cases import Case, all_cases, run_case
from tests.rules.naive import NaiveGame


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case["name"])
def test_the_naive_model_passes_every_case(case: Case) -> None:
    run_case(NaiveGame, case)
