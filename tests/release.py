"""`make release` tries the packages in dist/ with every installed Python, from outside of the
project.

`tests/test_package.py` looks at the packages themselves; here they are installed with their extras,
which takes a network and some minutes. Nothing is published.
"""

import os
import socket
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from tests.fresh import ROOT, pythons

EXTRAS = "server,solver,plot,cluster,rl"
POSITION = "classic 0.3 41/3256=.,. 3,4/-/12/-/0 -/7/-/-/1"
# Short work that needs weights, totals, the kernel and the plots.
WORK = (
    ("--version",),
    ("bots",),
    ("advise", POSITION, "--json"),
    ("simulate", "--bots", "greedy,random", "--games", "2", "--plot", "match.svg", "--json"),
)
QUICK = ("tests/rules", "tests/notation", "tests/test_conformance.py", "README.md", "docs")


def main() -> int:
    (wheel,) = (ROOT / "dist").glob("*.whl")
    (sdist,) = (ROOT / "dist").glob("*.tar.gz")
    with TemporaryDirectory() as folder:
        for version, python in pythons().items():
            say(f"{wheel.name} in Python {version}")
            try_out(python, wheel, Path(folder, version))
        say(f"the tests of {sdist.name}")
        try_source(sdist, Path(folder))
    return 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def try_out(python: Path, wheel: Path, folder: Path) -> None:
    uv = Path(sys.executable).with_name("uv")
    inside = folder / "bin"
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CACHE", "DATA")}
    settings = {**kept, **own}

    def run(*command: str | Path) -> None:
        subprocess.run(command, cwd=folder, env=settings, stdout=subprocess.DEVNULL, check=True)

    folder.mkdir()
    run(uv, "venv", "--quiet", "--allow-existing", "--python", python, folder)
    install = ["pip", "install", "--quiet", "-c", str(ROOT / "requirements" / "test.lock")]
    run(uv, *install, "--python", inside / "python", f"{wheel}[{EXTRAS}]")
    for work in WORK:
        run(inside / "qwixx", *work)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    served = subprocess.Popen(
        [inside / "qwixx", "serve", "--host", "127.0.0.1", "--port", str(port)],
        cwd=folder,
        env=settings,
        stdout=subprocess.DEVNULL,
    )
    try:
        look_around(f"http://127.0.0.1:{port}")
    finally:
        served.terminate()
        served.wait(timeout=30)


def look_around(address: str) -> None:
    """The page, its training positions and the bots are there."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urlopen(f"{address}/readyz", timeout=10):
                break
        except URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
    expected = {"/": b"<title>", "/training/0.json": b"[", "/api/bots": b'"master"'}
    for place, words in expected.items():
        with urlopen(f"{address}{place}", timeout=10) as answer:
            assert words in answer.read(), place


def try_source(sdist: Path, folder: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    source = folder / sdist.name.removesuffix(".tar.gz")
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *QUICK],
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(source / "src")},
        check=True,
    )


if __name__ == "__main__":
    sys.exit(main())
