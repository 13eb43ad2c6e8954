"""macOS and Windows: systems that lack some features of Linux."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from qwixx._system import usable_cores

# Takes away what only some systems have, from everything that belongs to us.
ELSEWHERE = """if True:
    import os, signal, socket, sys

    class OnlyOnSomeSystems:
        NAMES = {"fcntl", "grp", "posix", "pwd", "resource", "termios", "tty", "uvloop"}

        def find_spec(self, name, path=None, target=None):
            if name in self.NAMES:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    # Python's own modules ask for these, where they can do without.
    import pathlib, shutil, subprocess, tempfile
    sys.meta_path.insert(0, OnlyOnSomeSystems())
    for name in OnlyOnSomeSystems.NAMES:
        sys.modules.pop(name, None)
    for module, names in (
        (os, ["sched_getaffinity", "sched_setaffinity", "fork", "forkpty", "getuid", "geteuid",
              "getloadavg", "nice", "killpg", "setsid", "posix_fadvise", "sendfile"]),
        (signal, ["SIGHUP", "SIGUSR1", "SIGUSR2", "SIGKILL", "SIGALRM", "alarm"]),
        (socket, ["SO_REUSEPORT", "TCP_USER_TIMEOUT", "TCP_KEEPIDLE"]),
    ):
        for name in names:
            vars(module).pop(name, None)
    from qwixx.cli import main
    sys.exit(main(sys.argv[1:]))
"""


def qwixx_elsewhere(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("bots", ["greedy,random", "qwixx.bots.simple:RandomBot,greedy"])
def test_bots_play_without_unix_modules(bots: str) -> None:
    report = json.loads(qwixx_elsewhere("simulate", "--bots", bots, "--games", "4", "--json"))
    assert report["games"] == 4


def test_all_cores_count_if_the_system_hides_usable_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    assert usable_cores() == os.cpu_count()
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


def test_the_server_serves_without_unix_modules(tmp_path: Path) -> None:
    command = ["serve", "--host", "127.0.0.1", "--port", "0", "--database"]
    with subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE, *command, f"sqlite:///{tmp_path / 'qwixx.db'}"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found
            with urlopen(f"{found[0]}healthz", timeout=20) as answer:
                assert answer.read() == b"ok\n"
        finally:
            process.terminate()
