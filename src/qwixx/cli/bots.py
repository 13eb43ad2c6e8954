"""`qwixx bots`: the list of bots."""

import argparse
import json
from typing import Final

from qwixx.bots import BOTS
from qwixx.rules import VARIANTS

DESCRIPTION: Final = "Lists the bots, one in each line: name, strength and a description."
EXAMPLE: Final = "qwixx bots"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(args: argparse.Namespace) -> int:
    if args.json:
        bots = [
            {
                "name": info.name,
                "strength": info.strength,
                "summary": info.summary,
                "variants": [name for name, each in VARIANTS.items() if info.can_play(each)],
                "missing": list(info.missing),
            }
            for info in BOTS.values()
        ]
        print(json.dumps({"bots": bots}))
        return 0
    for info in BOTS.values():
        lacks = f" (not installed: {', '.join(info.missing)})" if info.missing else ""
        print(f"{info.name:<10} {info.strength:<8} {info.summary}{lacks}")
    return 0
