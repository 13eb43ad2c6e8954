"""`qwixx bots`: which bots there are."""

import argparse
from typing import Final

from qwixx.bots import BOTS

DESCRIPTION: Final = "Lists the bots, a line each: name, strength, what it is."
EXAMPLE: Final = "qwixx bots"


def configure(_parser: argparse.ArgumentParser) -> None:
    pass


def run(_args: argparse.Namespace) -> int:
    for info in BOTS.values():
        lacks = f" (needs {', '.join(info.missing)}, not installed)" if info.missing else ""
        print(f"{info.name:<10} {info.strength:<8} {info.summary}{lacks}")
    return 0
