"""Writes `docs/strength.md` and its plots from the measurements."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from qwixx.bots import BOTS
from qwixx.bots.registry import weights_path
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import find_variant
from research.strength_matches import MEASURED, SIZES, key_of, levels_of

_COLOURS: Final = ("#1f4fa3", "#c8102e", "#1d7d3f", "#8a6200")  # One for each sheet
_LEVELS: Final = (
    ("`beginner` against `random`", 2, "beginner", "random"),
    ("`casual` against `beginner`", 2, "casual", "beginner"),
    ("`strong` against `casual`", 2, "strong", "casual"),
    ("`master` against `strong`", 2, "master", "strong"),
)
_SHORT: Final = (
    ("`strong` against `greedy`, two players", 2, "strong", "greedy"),
    ("`strong` against `solo`", 2, "strong", "solo"),
    ("`strong` against `heuristic`", 2, "strong", "heuristic"),
    ("`strong` with two `heuristic`", 3, "strong", "heuristic"),
    ("`strong` with three `heuristic`", 4, "strong", "heuristic"),
    ("`strong` with four `heuristic`", 5, "strong", "heuristic"),
)


def write_page(docs: Path, measured: Path) -> None:
    """Writes two documents into that folder, and the plots beside the measurements."""
    data = json.loads(measured.read_text("utf-8"))
    responses = json.loads((measured.parent / "responses.json").read_text("utf-8"))
    _draw_curves(measured.parent / "curves.svg")
    _draw_seats(measured.parent / "seats.svg", data["seats"])
    lines = [
        *_introduction(),
        *_levels(data["matches"]),
        *_in_short(data["matches"], responses["heuristic"]),
        *_exploitability(responses),
        *_seats(data["seats"]),
        *_speed(data["speed"]),
    ]
    (docs / "strength.md").write_text("\n".join(lines) + "\n", "utf-8")
    lines = list(_cross_tables(data["matches"]))
    (docs / "strength-matches.md").write_text("\n".join(lines) + "\n", "utf-8")


def _introduction() -> Iterator[str]:
    yield "# How strong the bots are\n"
    yield (
        "Choose a bot by its level, or see how far your own bot has come. The first table is for "
        "players: it shows how often a level wins against the one below. The rest is for readers "
        "who want to know how good these bots are."
    )
    yield ""
    yield (
        "A *share* counts a win as 1 and a win shared by k players as 1/k. Par, the share of equal "
        "players, is 1/n at a table of n. All bots of a match play with the same dice from every "
        "seat. ± is a 95 % interval. `python -m research.strength` measures everything and writes "
        "this document."
    )
    yield ""


def _percent(entry: dict[str, Any] | None) -> str:
    if entry is None:
        return "–"
    half = (entry["high"] - entry["low"]) / 2
    return f"{100 * entry['share']:.1f} ± {100 * half:.1f}"


def _find(matches: dict[str, Any], variant: str, players: int, bot: str, others: str) -> Any:
    """Returns that match. A match of two may be stored with the bots the other way round."""
    entry = matches.get(key_of(variant, players, bot, others))
    if entry is None and players == 2:
        mirrored = matches.get(key_of(variant, 2, others, bot))
        if mirrored is not None:
            share, low, high = (1 - mirrored[name] for name in ("share", "high", "low"))
            entry = {"share": share, "low": low, "high": high}
    return entry


def _levels(matches: dict[str, Any]) -> Iterator[str]:
    yield "## The levels\n"
    yield "| share in %, two players | " + " | ".join(MEASURED) + " |"
    yield "|---" + "|---" * len(MEASURED) + "|"
    for what, players, bot, others in _LEVELS:
        cells = [_percent(_find(matches, variant, players, bot, others)) for variant in MEASURED]
        yield f"| {what} | " + " | ".join(cells) + " |"
    yield ""
    yield (
        "These intervals are wide, because `master` and the levels below `strong` are slow. "
        "Without the luck of the dice, `master` wins 51.74 ± 0.14 % against `strong` at tables "
        "([Measurements](measurements.md#bots)). For that measurement it looked two turns ahead; "
        "in this table it looks one turn ahead."
    )
    yield ""


def _in_short(matches: dict[str, Any], responses: dict[str, Any]) -> Iterator[str]:
    yield "## `strong` and simpler programs\n"
    heads = [name + " | ceiling" * (name in responses) for name in MEASURED]
    yield "| share in % | par | " + " | ".join(heads) + " |"
    yield "|---|---" + "|---" * (len(MEASURED) + len(responses)) + "|"
    for what, players, bot, others in _SHORT:
        cells = []
        for variant in MEASURED:
            cells.append(_percent(_find(matches, variant, players, bot, others)))
            if variant in responses:
                ceiling = responses[variant]["shares"].get(str(players))
                known = (bot, others) == ("strong", "heuristic") and ceiling
                cells.append(f"{100 * ceiling['share']:.1f}" if known else "")
        yield f"| {what} | {100 / players:.1f} | " + " | ".join(cells) + " |"
    yield ""
    yield (
        "The *ceiling* is the share of a net that was trained only to beat `heuristic`. "
        "`strong` was not trained against any bot, and is within about a point of it. There is no "
        "such net for Mixx."
    )
    yield ""
    yield (
        "`greedy` takes the smallest gap. [`heuristic`](heuristic.md) is a tuned formula that "
        "knows the cards of the others. `solo` plays perfectly as if it were alone; in Longo it "
        "would need a table for each pair of lucky numbers."
    )
    yield ""
    yield "[All matches](strength-matches.md) has every pair of bots on every sheet.\n"


def _exploitability(responses: dict[str, Any]) -> Iterator[str]:
    yield "## How far from perfect\n"
    yield (
        "A *best response* is a net of the same size that is trained only to beat `strong`. "
        "It begins as a copy, plays one seat of every table, and trains as long as the "
        "original did. If `strong` had a weakness that a net can learn to use, its share would "
        "rise above par."
    )
    yield ""
    yield "| | games | 2 players | 3 players | 4 players | 5 players |"
    yield "|---|---|---|---|---|---|"
    yield "| par | | 50.00 | 33.33 | 25.00 | 20.00 |"
    for variant, response in responses["strong"].items():
        games = response["training"]["games"] / 1e6
        original = response["original"]["games"] / 1e6
        shares = _shares(response["shares"])
        yield f"| {variant} | {games:.1f} M (original {original:.1f} M) | {shares} |"
    yield ""
    yield (
        "`python -m research.train response --windows 510` repeats this for the classic game, with "
        "300 for Longo and 500 for Mixx. About half a million games of the original had one player."
    )
    yield ""
    yield (
        "The next nets began as copies of `strong` and trained only against `heuristic`. Their "
        "share is roughly the most that a net looking one move ahead can win against it:"
    )
    yield ""
    yield "| | games | 2 players | 3 players | 4 players | 5 players |"
    yield "|---|---|---|---|---|---|"
    for variant, response in responses["heuristic"].items():
        games = response["training"]["games"] / 1e6
        yield f"| {variant}, response | {games:.1f} M | {_shares(response['shares'])} |"
        yield f"| {variant}, `strong` | | {_shares(response['strong'])} |"
    yield ""
    yield "![How the nets became strong](strength/curves.svg)\n"
    yield (
        "The picture shows the net's share during training. The others at its tables play a simple "
        "formula that likes crosses and dislikes skipped cells."
    )
    yield ""


def _shares(shares: dict[str, Any]) -> str:
    return " | ".join(
        f"{100 * shares[str(n)]['share']:.2f} ± {100 * shares[str(n)]['error']:.2f}"
        if str(n) in shares
        else "–"
        for n in SIZES
    )


def _cross_tables(matches: dict[str, Any]) -> Iterator[str]:
    yield "# All matches of the bots\n"
    yield (
        "Each table shows the share in % of the bot at the left, alone at tables of the bot above. "
        "`master` is slow, so it has played few games and its intervals are wide. "
        "[How strong the bots are](strength.md) has a summary."
    )
    for players in SIZES:
        for variant in MEASURED:
            names = [name for name in levels_of(variant) if players == 2 or name != "random"]
            yield f"\n## {variant}, {players} players (par {100 / players:.1f})\n"
            yield "| | " + " | ".join(names) + " |"
            yield "|---" * (len(names) + 1) + "|"
            for bot in names:
                cells = [
                    "·"
                    if bot == others
                    else _percent(_find(matches, variant, players, bot, others))
                    for others in names
                ]
                yield f"| {bot} | " + " | ".join(cells) + " |"
    yield ""


def _seats(seats: dict[str, Any]) -> Iterator[str]:
    yield "## The advantage of rolling first\n"
    yield (
        "These are the shares in % when `strong` plays with itself. The first column of shares is "
        "the seat that rolls first."
    )
    yield ""
    yield "| | games | mean points | 1st | 2nd | 3rd | 4th | 5th |"
    yield "|---|---|---|---|---|---|---|---|"
    for key, entry in seats.items():
        variant, players = key.split()
        cells = [f"{100 * share:.1f}" for share in entry["shares"]]
        cells += [""] * (5 - len(cells))
        who = f"{variant}, {players} players | {entry['games']:,} | {entry['mean']:.1f}"
        yield f"| {who} | {' | '.join(cells)} |"
    yield ""
    yield "![Seats](strength/seats.svg)\n"


def _speed(speed: dict[str, Any]) -> Iterator[str]:
    yield "## Speed\n"
    yield (
        "These are times of one core. A decision is a call of `choose` at a table of two. Games "
        "are those of two equal bots in one short match (`qwixx simulate --threads 1`); "
        "[Measurements](measurements.md#games-and-solver) has longer ones."
    )
    yield ""
    timed = [name for name in MEASURED if f"{name} strong" in speed]
    yield "| | " + " | ".join(f"decision, {name} | games/s, {name}" for name in timed) + " |"
    yield "|---" + "|---|---" * len(timed) + "|"
    for name in BOTS:
        cells = []
        for variant in timed:
            entry = speed.get(f"{variant} {name}")
            if entry is None:
                cells += ["–", "–"]
            else:
                cells += [f"{1000 * entry['decision']:.2g} ms", f"{entry['games']:,.0f}"]
        yield f"| {name} | " + " | ".join(cells) + " |"


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)


def _draw_curves(path: Path) -> None:
    with mpl.rc_context({"font.size": 10, "svg.hashsalt": "qwixx"}):
        figure = Figure(figsize=(8, 3.2), layout="constrained")
        axes = figure.subplots()
        for name, colour in zip(MEASURED, _COLOURS, strict=True):
            variant = find_variant(name)
            _, story = load_weights(weights_path(variant), variant)
            curve: Any = story["curve"]
            for players, style in (("2", "-"), ("4", "--")):
                axes.plot(
                    [point["games"] / 1e6 for point in curve],
                    [100 * point["shares"][players] for point in curve],
                    style,
                    color=colour,
                    marker=".",
                    label=f"{name}, {players} players",
                )
        axes.set(xlabel="million games", ylabel="share in %", ylim=(0, 100))
        axes.legend(frameon=False)
        _plain(axes)
        figure.savefig(path, metadata={"Date": None})


def _draw_seats(path: Path, seats: dict[str, Any]) -> None:
    with mpl.rc_context({"font.size": 10, "svg.hashsalt": "qwixx"}):
        figure = Figure(figsize=(10, 2.8), layout="constrained")
        for axes, variant in zip(
            figure.subplots(1, len(MEASURED), sharey=True), MEASURED, strict=True
        ):
            for players in SIZES:
                shares = seats[f"{variant} {players}"]["shares"]
                axes.plot(
                    range(1, players + 1),
                    [100 * (share * players - 1) for share in shares],
                    marker="o",
                    label=f"{players} players",
                )
            axes.axhline(0, color="grey", linewidth=0.8)
            axes.set(title=variant, xlabel="seat, first round")
            axes.set_xticks(range(1, 6))
            _plain(axes)
        figure.axes[0].set_ylabel("% above par")
        figure.axes[0].legend(frameon=False, fontsize=8)
        figure.savefig(path, metadata={"Date": None})
