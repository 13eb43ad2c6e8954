"""Options that mean nothing."""

import pytest

from qwixx.cli import main


@pytest.mark.parametrize("value", ["inf", "nan", "-1", "1e300", "fast"])
@pytest.mark.parametrize("option", ["--pace", "--send-timeout", "--message-rate", "--keep-hours"])
def test_impossible_numbers_give_one_line_and_exit_code_2(
    option: str, value: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", option, value])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"argument {option}: expected a " in said
    assert f"number from 0 to 1,000,000, found {value!r}" in said
    variable = "QWIXX_" + option[2:].replace("-", "_").upper()
    monkeypatch.setenv(variable, value)
    with pytest.raises(SystemExit) as left:
        main(["serve"])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert variable in said
