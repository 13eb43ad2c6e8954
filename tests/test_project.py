"""The project works for a user who has just cloned or installed it."""

import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pkgutil import iter_modules

import grimp
import pytest

import qwixx
import qwixx.cli

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))

# A module of the command line that can be run is a command; the others help them.
COMMANDS = [
    module.name
    for module in iter_modules(qwixx.cli.__path__)
    if hasattr(import_module(f"qwixx.cli.{module.name}"), "run")
]


def run_qwixx(*arguments: str) -> str:
    """Runs the installed command, which must succeed, and returns its output."""
    command = Path(sys.executable).with_name("qwixx")
    return subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout


def pins(lock: Path) -> dict[str, str]:
    """The requirements of a lock: each name, with its markers, and what stands behind it."""
    logical_lines = lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return {line.split(" --hash")[0].strip(): line for line in logical_lines}


def names(requirements: list[str]) -> set[str]:
    return {
        re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower() for requirement in requirements
    }


def test_help_lists_every_command() -> None:
    listed = re.findall(r"^ {4}(\w+)\b", run_qwixx("--help"), flags=re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(command: str) -> None:
    assert re.search(rf"^example:\n +qwixx {command}\b", run_qwixx(command, "--help"), re.MULTILINE)


def test_there_is_one_version() -> None:
    assert run_qwixx("--version") == f"qwixx {qwixx.__version__}\n"
    assert version("qwixx") == qwixx.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(\S+)\]", changelog, re.MULTILINE)[0] == qwixx.__version__


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_pins_and_hashes_everything_and_names_no_host(lock: Path) -> None:
    assert pins(lock)
    for line in pins(lock).values():
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; [^#/]+?)?( +--hash=sha256:[0-9a-f]{64})+", line)


def test_playing_installs_a_part_of_the_packages_for_testing() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    play, test = (pins(ROOT / "requirements" / f"{name}.lock") for name in ("play", "test"))
    assert play.items() <= test.items()
    needed = names(extras["server"] + extras["solver"] + extras["plot"] + extras["cluster"])
    assert needed <= names(list(play))
    assert names(extras["dev"]).isdisjoint(names(list(play)))
    assert names(extras["dev"]) <= names(list(test))


@pytest.mark.parametrize("package", ["qwixx.rules", "qwixx.notation"])
def test_the_rules_and_their_notation_stand_on_the_standard_library(package: str) -> None:
    graph = grimp.build_graph("qwixx", include_external_packages=True)
    modules = {package} | graph.find_descendants(package)
    imported = {
        target for module in modules for target in graph.find_modules_directly_imported_by(module)
    }
    ours = {target for target in imported if target.split(".")[0] == "qwixx"}
    assert {target.split(".")[0] for target in imported - ours} <= sys.stdlib_module_names
    assert all(target.startswith(("qwixx.rules", package)) for target in ours)


def test_no_test_needs_another() -> None:
    """Checks that shared helpers of tests are in separate modules."""
    found = [
        f"{file.name}: {line}"
        for file in (ROOT / "tests").rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.match(r"\s*(from|import) tests\.[\w.]*test_", line)
    ]
    assert found == []
