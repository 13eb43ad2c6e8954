"""`qwixx bots`: which bots there are."""

import argparse
import json
from typing import Final

from qwixx.bots import BOTS
from qwixx.rules import VARIANTS

DESCRIPTION: Final = "Lists the bots, a line each: name, strength, what it is."
EXAMPLE: Final = "qwixx bots"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def run(args: argparse.Namespace) -> int:
    if args.json:
        told = [
            {
                "name": info.name,
                "strength": info.strength,
                "summary": info.summary,
                "variants": [name for name, each in VARIANTS.items() if info.can_play(each)],
                "missing": list(info.missing),
            }
            for info in BOTS.values()
        ]
        print(json.dumps({"bots": told}))
        return 0
    for info in BOTS.values():
        lacks = f" (needs {', '.join(info.missing)}, not installed)" if info.missing else ""
        print(f"{info.name:<10} {info.strength:<8} {info.summary}{lacks}")
    return 0
