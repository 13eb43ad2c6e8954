"""The classic table, solved once, in a cache folder of its own."""

from pathlib import Path

import pytest

from qwixx.rules import CLASSIC
from qwixx.solver.table import SoloTable, solo_table


@pytest.fixture(scope="session")
def solved_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that has the classic table."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        solo_table(CLASSIC)
    return folder


@pytest.fixture
def solved(solved_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lets a test use that folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(solved_folder))
    return solved_folder


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder without anything in it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def classic(solved: Path) -> SoloTable:
    assert solved.is_dir()
    return solo_table(CLASSIC)
