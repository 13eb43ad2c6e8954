"""Writes the computed part of `conformance/`: `python -m tests.rules.make_conformance`.

Perft counts and golden playthroughs come from the naive model, because they test the engine. The
positions to count are those in `perft.json`.
"""

import json
from itertools import count
from random import Random
from typing import Any

from qwixx.rules import SHEETS
from tests.rules.cases import start
from tests.rules.naive import NaiveGame
from tests.rules.perft import perft
from tests.rules.table import CONFORMANCE, load, snapshot
from tests.rules.walk import Start, in_order, random_steps

NAMES = ["Laura", "Max", "Chloé", "Linus", "Emma"]


def main() -> None:
    fill_in_perft()
    for variant in SHEETS:
        for players in range(1, 6):
            for ending in ("rows", "misthrows"):
                write_playthrough(variant, players, ending)


def fill_in_perft() -> None:
    entries = load("perft.json")
    for entry in entries:
        entry["counts"] = perft(start(NaiveGame, entry), entry["rolls"])
    text = ",\n".join(laid_out(entry) for entry in entries)
    (CONFORMANCE / "perft.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


def laid_out(entry: dict[str, Any]) -> str:
    """A line for each key, and a line for each turn and each count."""
    lines = []
    for key, value in entry.items():
        text = json.dumps(value, ensure_ascii=False)
        if key in ("setup", "counts"):
            text = ",\n      ".join(json.dumps(item, ensure_ascii=False) for item in value)
            text = f"[\n      {text}\n    ]"
        lines.append(f'    "{key}": {text}')
    return "  {\n" + ",\n".join(lines) + "\n  }"


def write_playthrough(variant: str, players: int, ending: str) -> None:
    """The first random game, counting seeds up, of a normal length that ends as wanted."""
    for seed in count():
        rng = Random(f"{variant} {players} {ending} {seed}")
        beginning = Start.random(rng, variant, players)
        game = beginning.naive()
        turns = play(rng, game)
        if game.ending == ending and 12 <= len(turns) <= 40 and max(game.scores) > 0:
            break
    path = CONFORMANCE / "games" / f"{variant}-{players}-{ending}"
    lines = [json.dumps(turn) for turn in turns]
    path.with_suffix(".jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    path.with_suffix(".qwixx").write_text(record(beginning, game, turns), encoding="utf-8")


def play(rng: Random, game: NaiveGame) -> list[dict[str, Any]]:
    """Plays a game to its end and notes for each turn what was allowed, chosen and gained."""
    turns: list[dict[str, Any]] = []
    for step in random_steps(rng, game, orderly=True):
        phase, active = game.phase, game.active
        step.apply(game)
        if phase == "roll":
            allowed = [in_order(game.legal(seat)) for seat in range(game.players)]
            turns.append({"active": active, "roll": step.text, "legal": allowed, "white": []})
        elif phase == "white":
            turns[-1]["white"].append(step.text)
            if game.phase == "colour":
                turns[-1]["colour_legal"] = in_order(game.legal(active))
        else:
            turns[-1]["colour"] = step.text
        if game.phase in ("roll", "over"):
            seen = snapshot(game)
            turns[-1] |= {key: seen[key] for key in ("closed", "misthrows", "scores")}
    turns[-1] |= {"ending": game.ending, "winners": game.winners}
    return turns


def record(beginning: Start, game: NaiveGame, turns: list[dict[str, Any]]) -> str:
    headers = {
        "Variant": [beginning.variant],
        "Players": NAMES[: beginning.players],
        "First": [str(beginning.first)],
        "Lucky": [f"{low} {high}" for low, high in beginning.lucky or []],
        "Scores": [" ".join(map(str, game.scores))],
    }
    lines = [
        f"[{header} " + " ".join(f'"{value}"' for value in values) + "]"
        for header, values in headers.items()
        if values
    ]
    lines.append("")
    for number, turn in enumerate(turns, start=1):
        colour = [turn["colour"]] if "colour" in turn else []
        lines.append(f"{number}. " + "  ".join([turn["roll"], " ".join(turn["white"]), *colour]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
