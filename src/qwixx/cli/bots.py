"""`qwixx bots`: the list of bots."""

import argparse
from typing import Final

from qwixx.bots import BOTS, BotInfo
from qwixx.cli import arguments
from qwixx.rules import VARIANTS

DESCRIPTION: Final = "Lists the bots, one in each line: name, strength and a description."
EXAMPLE: Final = "qwixx bots"


def configure(parser: argparse.ArgumentParser) -> None:
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    facts = [
        {
            "name": info.name,
            "strength": info.strength,
            "summary": info.summary,
            "variants": [name for name, each in VARIANTS.items() if info.can_play(each)],
            "missing": list(info.missing),
        }
        for info in BOTS.values()
    ]
    arguments.show(args, {"bots": facts}, map(_line, BOTS.values()))
    return 0


def _line(info: BotInfo) -> str:
    lacks = f" (not installed: {', '.join(info.missing)})" if info.missing else ""
    return f"{info.name:<10} {info.strength:<8} {info.summary}{lacks}"
