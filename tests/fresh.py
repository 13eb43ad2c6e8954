"""Fresh environments with the wheel and the packages of some of its extras.

The packages are linked from the environment of the tests, as far as the metadata need them. So
nothing is downloaded, and an environment takes a second.
"""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


def build(target: str, folder: Path) -> Path:
    """Makes the `wheel` or the `sdist`."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder],
        check=True,
        capture_output=True,
        cwd=ROOT,
    )
    (package,) = folder.iterdir()
    return package


def pythons() -> dict[str, Path]:
    """Every Python from 3.11 on that is at hand: one for each version, like `3.12`."""
    places = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep)]
    places += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    found = {"{}.{}".format(*sys.version_info[:2]): Path(sys.executable)}
    for path in (path for place in places for path in sorted(place.glob("python3.[1-9][0-9]"))):
        version = path.name.removeprefix("python")
        if int(version.split(".")[1]) >= 11 and version not in found and _works(path):
            found[version] = path
    return found


def _works(python: Path) -> bool:
    """Returns whether this Python runs: its name may be a shim that starts nothing."""
    asked = subprocess.run([python, "-I", "-c", "import venv"], capture_output=True, check=False)
    return asked.returncode == 0


class FreshEnvironment:
    """A virtual environment after `pip install 'qwixx[EXTRAS]'`."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        self.folder = folder
        self.extras = extras
        self.python = folder / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        uv = Path(sys.executable).with_name("uv")
        subprocess.run(
            [
                uv,
                *["pip", "install", "--quiet", "--offline", "--no-deps", "--python"],
                self.python,
                wheel,
            ],
            check=True,
        )
        packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
        ours = Distribution.at(next(packages.glob("qwixx-*.dist-info")))
        for needed in _needed(ours, extras, {}):
            for name in {file.parts[0] for file in needed.files or ()} - {"..", "__pycache__"}:
                link = packages / name
                if not link.exists():
                    link.symlink_to(Path(str(needed.locate_file(name))))

    def run(self, *arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
        """Runs this environment's Python with nothing of the other around it."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run(
            [self.python, "-I", *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**kept, **variables},
            timeout=300,
        )


def _needed(
    package: Distribution, extras: tuple[str, ...], seen: dict[str, Distribution]
) -> Iterator[Distribution]:
    """Yields the requirements of a package, and their requirements in turn."""
    for text in package.requires or ():
        wanted = Requirement(text)
        if not any(
            wanted.marker is None or wanted.marker.evaluate({"extra": extra})
            for extra in (*extras, "")
        ):
            continue
        key = f"{wanted.name.lower()}[{','.join(sorted(wanted.extras))}]"
        if key not in seen:
            seen[key] = distribution(wanted.name)
            yield seen[key]
            yield from _needed(seen[key], tuple(wanted.extras), seen)
