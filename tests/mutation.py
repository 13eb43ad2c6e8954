"""Breaks the code on purpose, one small change at a time, and counts what the tests notice.

    python -m tests.mutation lines tests/rules tests/table tests/server
    python -m tests.mutation run --number 100 --seed 1 src/qwixx/rules

`lines` runs tests under coverage and remembers which of them reach each line. Servers run in
processes of their own: for their lines it remembers the test module that started them.
`run` draws mutants at random, runs the tests that reach the changed line, and says of each mutant
whether a test noticed it. First it runs some of these tests; if they pass, all of them.
Mutants in `equivalent_mutants.toml` are left out. Everything happens in a copy of the working tree.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Queue
from typing import cast

from tests.mutants import ROOT, Mutant, equivalent, mutants_of

FOUND = ROOT / ".mutants"
LINES = FOUND / "lines.json"
# How many times as long as some tests all of them may take.
ALL_TESTS = 8


def find_lines(folders: list[str]) -> None:
    """Runs the tests and writes which of them reach each line of the package."""
    FOUND.mkdir(exist_ok=True)
    copy = FOUND / "traced"
    copy_tree(copy)
    # A killed process leaves no coverage behind.
    running = copy / "tests/server/running.py"
    running.write_text(
        running.read_text().replace("            self.kill()", "            self.stop()")
    )
    (copy / "coverage.toml").write_text(
        "[tool.coverage.run]\n"
        'source_pkgs = ["qwixx.rules", "qwixx.table", "qwixx.server"]\n'
        'patch = ["subprocess"]\nparallel = true\n'
        'context = "${STARTED_BY-}"\nsigterm = true\n'
        f'data_file = "{copy / ".coverage"}"\n'
    )
    plugin = copy / "tests" / "mutation_contexts.py"
    plugin.write_text(
        "import os, pytest\n"
        "@pytest.hookimpl(tryfirst=True)\n"
        "def pytest_runtest_protocol(item):\n"
        "    os.environ['STARTED_BY'] = item.nodeid.partition('::')[0]\n"
        # A child reads the settings itself. Otherwise it would have the context of its parent.
        "    os.environ.pop('COVERAGE_PROCESS_CONFIG', None)\n"
        f"    os.environ['COVERAGE_PROCESS_START'] = {str(copy / 'coverage.toml')!r}\n"
    )
    command = [
        *(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "tests.mutation_contexts",
        ),
        *("-n", "2", "--cov", "--cov-config=coverage.toml", "--cov-context=test", "--cov-report="),
        *("--cov-fail-under=0", *folders),
    ]
    subprocess.run(command, cwd=copy, env=environment(copy), check=False)
    LINES.write_text(json.dumps(read_contexts(copy)))
    shutil.rmtree(copy)


def read_contexts(copy: Path) -> dict[str, dict[str, list[str]]]:
    """Returns the tests that reach each line, by file and line."""
    from coverage import CoverageData  # noqa: PLC0415

    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for file in copy.glob(".coverage*"):
        data = CoverageData(str(file))
        data.read()
        for path in data.measured_files():
            if not Path(path).is_relative_to(copy):
                continue  # a test's own copy of the package
            name = str(Path(path).relative_to(copy))
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {context.partition("|")[0] for context in contexts if context}
                found[name][str(line)] |= tests
    return {
        path: {line: sorted(tests) for line, tests in lines.items()}
        for path, lines in found.items()
    }


def copy_tree(to: Path) -> None:
    """Copies what tests need, and links what is large."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    static = ROOT / "src/qwixx/server/static"
    if static.exists():
        shutil.copytree(static, to / "src/qwixx/server/static")
    (to / ".venv").symlink_to(ROOT / ".venv")
    (to / "web/node_modules").symlink_to(ROOT / "web/node_modules")


def environment(copy: Path) -> dict[str, str]:
    """The package is imported from that copy, by the tests and by every process they start."""
    path = f"{ROOT / '.venv/bin'}:{os.environ['PATH']}"
    return {**os.environ, "PYTHONPATH": f"{copy / 'src'}:{copy}", "PATH": path}


def is_noticed(mutant: Mutant, tests: list[str], copy: Path, limit: int) -> bool:
    """Whether one of these tests fails, or hangs, when the code is changed like that."""
    path = copy / mutant.path
    original = path.read_bytes()
    changed = original[: mutant.start] + mutant.text.encode() + original[mutant.end :]
    path.write_bytes(changed)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    try:
        with subprocess.Popen(
            [*command, *tests],
            cwd=copy,
            env=environment(copy),
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        ) as process:
            try:
                return process.wait(limit) != 0
            except subprocess.TimeoutExpired:
                return True
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
    finally:
        path.write_bytes(original)


def in_order(tests: list[str], mutant: Mutant, most: int) -> list[str]:
    """Returns the tests nearest to the changed file first, or `most` random ones of too many."""
    package = mutant.path.split("/")[2]
    near = [test for test in tests if test.startswith(f"tests/{package}/")]
    far = [test for test in tests if not test.startswith(f"tests/{package}/")]
    rng = random.Random(mutant.line)
    near = rng.sample(near, min(len(near), most))
    far = rng.sample(far, min(len(far), most - len(near)))
    return near + far


def run(folders: list[str], number: int, seed: int, jobs: int, most: int, limit: int) -> None:
    reached = cast("dict[str, dict[str, list[str]]]", json.loads(LINES.read_text()))
    files = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    listed = equivalent()
    all_mutants = [
        mutant
        for path in files
        for mutant in mutants_of(path)
        if (mutant.path, mutant.source, mutant.change) not in listed
    ]
    drawn = random.Random(seed).sample(all_mutants, min(number, len(all_mutants)))
    print(f"{len(drawn)} of {len(all_mutants)} mutants, seed {seed}", flush=True)
    copies: Queue[Path] = Queue()
    for job in range(jobs):
        copy = FOUND / f"copy-{os.getpid()}-{job}"
        copy_tree(copy)
        copies.put(copy)
    found = {test for lines in reached.values() for tests in lines.values() for test in tests}
    modules = sorted({test.partition("::")[0] for test in found})
    counts = {"noticed": 0, "not noticed": 0, "reached by no test": 0}

    def judge(mutant: Mutant) -> tuple[Mutant, str, float]:
        lines = reached.get(mutant.path, {})
        tests = lines.get(str(mutant.line), [])
        if not tests and str(mutant.line) in lines:  # it runs when the module is imported
            tests = modules
        if not tests:
            return mutant, "reached by no test", 0
        copy, began = copies.get(), time.monotonic()
        try:
            some = in_order(tests, mutant, most)
            longest = ALL_TESTS * limit
            noticed = is_noticed(mutant, some, copy, longest if tests is modules else limit) or (
                len(some) < len(tests)
                and is_noticed(mutant, in_order(tests, mutant, len(tests)), copy, longest)
            )
        finally:
            copies.put(copy)
        return mutant, "noticed" if noticed else "not noticed", time.monotonic() - began

    with ThreadPoolExecutor(jobs) as pool:
        for mutant, verdict, seconds in pool.map(judge, drawn):
            counts[verdict] += 1
            print(f"{verdict}: {mutant} ({seconds:.0f} s)", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    print(f"{counts['noticed'] / len(drawn):.1%} noticed")
    while not copies.empty():
        shutil.rmtree(copies.get())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    lines = commands.add_parser("lines", help="find out which tests reach which line")
    lines.add_argument("tests", nargs="*", default=["tests"])
    mutants = commands.add_parser("run", help="draw mutants and run the tests that reach them")
    mutants.add_argument("folders", nargs="+")
    mutants.add_argument("--number", type=int, default=100)
    mutants.add_argument("--seed", type=int, default=0)
    mutants.add_argument("--jobs", type=int, default=2)
    mutants.add_argument("--most", type=int, default=60, help="tests to try first for a mutant")
    mutants.add_argument(
        "--limit", type=int, default=150, help="seconds after which the tests of a mutant hang"
    )
    given = parser.parse_args()
    if given.command == "lines":
        find_lines(given.tests)
    else:
        run(given.folders, given.number, given.seed, given.jobs, given.most, given.limit)


if __name__ == "__main__":
    main()
