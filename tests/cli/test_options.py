"""Options that mean nothing, and a command whose library is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

from qwixx.cli import main


@pytest.mark.parametrize("value", ["inf", "nan", "-1", "1e300", "fast"])
@pytest.mark.parametrize("option", ["--pace", "--send-timeout", "--message-rate", "--keep-hours"])
def test_numbers_that_mean_nothing_are_one_line_and_exit_code_2(
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


def test_learning_without_torch_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from qwixx.cli import main\n"
        f"sys.exit(main(['learn', 'train', '--out', {str(tmp_path / 'x.npz')!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'qwixx[train]'" in done.stderr
