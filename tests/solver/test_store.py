"""The cache: tables are read as they were written."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from qwixx.solver import store
from qwixx.solver.table import NotSolved, read_table, solo_table
from tests.solver.shrunken import LUCKY, PLAIN

pytestmark = pytest.mark.usefixtures("empty_cache")


def the_file() -> Path:
    (path,) = store.folder().iterdir()
    return path


def test_a_table_is_read_as_it_was_written() -> None:
    made, read = solo_table(PLAIN), solo_table(PLAIN)
    assert not made.cached
    assert read.cached
    assert read.seconds == made.seconds
    assert isinstance(read.gains, np.memmap)
    assert np.array_equal(made.gains, read.gains)


def test_the_option_fresh_solves_again() -> None:
    solo_table(PLAIN)
    assert not solo_table(PLAIN, fresh=True).cached


def test_a_pair_and_its_mirror_image_share_a_table() -> None:
    solo_table(LUCKY, (2, 3))
    assert read_table(LUCKY, (4, 3)).from_other_side
    assert read_table(LUCKY, (4, 3)).value == read_table(LUCKY, (3, 2)).value


def test_an_unsolved_game_names_the_command_that_solves_it() -> None:
    with pytest.raises(NotSolved, match="qwixx solve --variant lucky --lucky 2,3"):
        read_table(LUCKY, (2, 3))


def cut(data: bytes) -> bytes:
    return data[:-1]


def flip_one_bit(data: bytes) -> bytes:
    return data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]


def other_version(data: bytes) -> bytes:
    return data.replace(b'"format": 1', b'"format": 0')


def other_rules(data: bytes) -> bytes:
    return data.replace(b'"fingerprint": ', b'"fingerprint":1', 1)


def garbage(_data: bytes) -> bytes:
    return b"\x00\xff garbage"


def no_object(data: bytes) -> bytes:
    return b"[1, 2]".ljust(4096) + data[4096:]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (cut, "damaged"),
        (flip_one_bit, "damaged"),
        (garbage, "damaged"),
        (no_object, "damaged"),
        (other_version, "another version"),
        (other_rules, "another version"),
    ],
)
def test_a_bad_file_is_replaced_with_a_message(spoil: object, why: str) -> None:
    value = solo_table(PLAIN).value
    path = the_file()
    good = path.read_bytes()
    assert callable(spoil)
    path.write_bytes(spoil(good))
    with pytest.raises(NotSolved, match=why):
        read_table(PLAIN)
    said: list[str] = []
    again = solo_table(PLAIN, warn=said.append)
    assert again.value == value
    assert not again.cached
    assert len(said) == 1
    assert why in said[0]
    assert path.read_bytes()[4096:] == good[4096:]
    assert read_table(PLAIN).value == value


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: both make a write fail."""
    script = """if True:
        import resource, sys
        from tests.solver.shrunken import PLAIN
        from qwixx.solver.table import solo_table
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
        print(solo_table(PLAIN, warn=lambda line: print(line, file=sys.stderr)).value)
    """
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "compiled")}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == pytest.approx(solo_table(PLAIN, fresh=True).value)
    assert len(done.stderr.splitlines()) == 1
    assert "cannot keep the result" in done.stderr
    assert [path.suffix for path in store.folder().iterdir()] == [".table"]  # ours, made just now


def test_files_of_a_killed_run_are_removed() -> None:
    store.folder().mkdir(parents=True)
    left = store.folder() / "solo-plain-abc.unfinished"
    busy = store.folder() / "solo-plain-def.unfinished"
    left.touch()
    os.utime(left, (0, 0))
    busy.touch()
    solo_table(PLAIN)
    assert not left.exists()
    assert busy.exists()
