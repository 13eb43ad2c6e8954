"""Compares the time of `qwixx --help` with that of a Python that does nothing."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROUNDS = 21
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "qwixx --help": [str(Path(sys.executable).with_name("qwixx")), "--help"],
}


def seconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def main() -> None:
    # The commands take turns, so that a busy moment of the machine slows both.
    rounds = [[seconds(command) for command in COMMANDS.values()] for _ in range(ROUNDS)]
    bare, help_ = (median(times) for times in zip(*rounds, strict=True))
    for name, time in zip(COMMANDS, (bare, help_), strict=True):
        print(f"{name:16}{time:.3f} s (median of {ROUNDS})")
    print(f"{'ratio':16}{help_ / bare:.2f}")


if __name__ == "__main__":
    main()
