"""The matches and times behind `docs/strength.md`.

`docs/strength/measured.json` holds one entry for each match. So you can stop measuring, continue
later, and repeat single matches with more games.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from qwixx.arena.match import Match, MatchGames
from qwixx.arena.play import play_match
from qwixx.bots import BOTS, bots_for, load_bot
from qwixx.bots.master import MasterBot
from qwixx.rules import Game, Phase, Roll, Variant, find_variant

SIZES: Final = (2, 3, 4, 5)
MEASURED: Final = ("classic", "longo", "mixx-a", "mixx-b")
"""The sheets that all bots can play."""
_SLOW: Final = tuple(name for name, info in BOTS.items() if info.kind is None)
"""Those that the kernel does not know: each of their decisions takes a call of Python."""
_SEED: Final = 2024


def quick_master() -> MasterBot:
    """How `master` plays here: many games, and so never further than one turn ahead."""
    return MasterBot(rounds=4)


def hasty_master() -> MasterBot:
    """Returns `master` with one round of playouts, for matches of more than two players.

    Those matches are many, and each takes longer.
    """
    return MasterBot(rounds=1)


@dataclass(frozen=True)
class Measured:
    """One bot alone at a table of others."""

    variant: str
    players: int
    bot: str
    others: str
    games: int
    share: float
    low: float
    high: float
    mean: float
    """Points of the bot."""


def levels_of(variant: str) -> tuple[str, ...]:
    """Returns the levels that play. `solo` would need a table for each pair of lucky numbers."""
    return tuple(bots_for(find_variant(variant)))


def key_of(variant: str, players: int, bot: str, others: str) -> str:
    return f"{variant} {players} {bot} {others}"


def as_played(name: str, players: int) -> str:
    """The bot of that name as it plays here."""
    if name != "master":
        return name
    return f"research.strength_matches:{'quick' if players == 2 else 'hasty'}_master"


def match_for(variant: str, players: int, bot: str, others: str, games: int) -> Match:
    names = [as_played(name, players) for name in (bot, *[others] * (players - 1))]
    return Match.new(names, games, variant=variant, seed=_SEED)


def measure(
    variant: str, players: int, bot: str, others: str, games: int, **where: Any
) -> Measured:
    """Plays that match. `where` are the arguments of `play_match` that choose the processes."""
    report = play_match(match_for(variant, players, bot, others, games), **where)
    seat = report.seats[0]
    return Measured(
        variant, players, bot, others, report.games, seat.share, *seat.ci95, round(seat.mean, 2)
    )


def wanted(fast: int, slow: int, master: int) -> Iterator[tuple[str, int, str, str, int]]:
    """All matches of the cross tables, with how many games each is worth."""
    for players in SIZES:
        for variant in MEASURED:
            levels = levels_of(variant)
            for place, bot in enumerate(levels):
                for others in levels[:place] if players == 2 else levels:
                    if bot == others or (players > 2 and "random" in (bot, others)):
                        continue
                    games = fast
                    if bot in _SLOW or others in _SLOW:
                        # With more players there are more of them, and they take longer.
                        games = slow if players == 2 else slow // 4
                    if "master" in (bot, others):
                        games //= 4
                    if {bot, others} == {"strong", "master"}:
                        games = max(games, master)
                    yield variant, players, bot, others, games


class _BySeat:
    """Counts the wins of each seat."""

    wants_results = True
    wants_records = False

    def __init__(self, players: int) -> None:
        self.wins = [0.0] * players
        self.games = 0

    def watch(self, games: MatchGames) -> None:
        for result in games.results:
            scores = result["scores"][: len(self.wins)].tolist()
            best = max(scores)
            for seat, score in enumerate(scores):
                self.wins[seat] += (score == best) / scores.count(best)
            self.games += 1


def seat_shares(variant: str, players: int, games: int, **where: Any) -> dict[str, Any]:
    """Returns the shares of wins when `strong` plays itself, from the first seat to roll on."""
    watcher = _BySeat(players)
    # All games of a round are the same when all bots are.
    match = Match.new(["strong"] * players, games * players, variant=variant, seed=_SEED)
    report = play_match(match, **where, watchers=[watcher])
    shares = [wins / watcher.games for wins in watcher.wins]
    return {"games": watcher.games // players, "shares": shares, "mean": report.seats[0].mean}


def decision_seconds(name: str, variant: Variant, players: int, games: int = 3) -> float:
    """The mean time of a decision, in games with greedy bots."""
    bot, others = load_bot(name), load_bot("greedy")
    rng = Random(1)
    seconds, decisions = 0.0, 0
    for number in range(games):
        lucky = variant.deal_lucky(rng, players)
        game = Game.new(variant, players, first=number % players, lucky=lucky)
        while game.phase is not Phase.OVER:
            game = game.roll(Roll.random(rng, game))
            while game.awaited:
                seat = game.awaited[0]
                began = perf_counter()
                move = (bot if seat == 0 else others).choose(game.seen_by(seat), seat, rng)
                if seat == 0:
                    seconds += perf_counter() - began
                    decisions += 1
                game = game.play(seat, move)
    return seconds / decisions


class Notebook:
    """The file of all measurements. It passes `where` to `play_match`."""

    def __init__(self, path: Path, **where: Any) -> None:
        self._path = path
        self._where = where
        self.data: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        for section in ("matches", "seats", "speed"):
            self.data.setdefault(section, {})

    def keep(self, section: str, key: str, entry: dict[str, Any]) -> None:
        """Keeps one measurement at once: the next may take long."""
        self.data[section][key] = entry
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self.data, indent=1) + "\n", "utf-8")
        print(section, key, entry, flush=True)

    def measure_tables(self, games: int) -> None:
        """Seats and speeds, where they are missing."""
        for variant in MEASURED:
            for players in SIZES:
                key = f"{variant} {players}"
                if key not in self.data["seats"]:
                    self.keep("seats", key, seat_shares(variant, players, games, **self._where))
            for name in levels_of(variant):
                key = f"{variant} {name}"
                if key not in self.data["speed"]:
                    self.keep("speed", key, speed(variant, name, games))

    def measure_matches(self, only: str, fast: int, slow: int, master: int) -> None:
        """Matches that are missing, or that had fewer games."""
        matches = self.data["matches"]
        plan = sorted(wanted(fast, slow, master), key=lambda match: -match[-1])
        for variant, players, bot, others, games in plan:
            key = key_of(variant, players, bot, others)
            # At two players it is the same match from the other side.
            keys = {key, key_of(variant, players, others, bot)} if players == 2 else {key}
            played = max(matches.get(each, {}).get("games", 0) for each in keys)
            if only in key and played < games:
                entry = measure(variant, players, bot, others, games, **self._where)
                self.keep("matches", key, asdict(entry))


def speed(variant: str, name: str, games: int) -> dict[str, float]:
    """Seconds a decision, and games a second of two of them."""
    report = play_match(match_for(variant, 2, name, name, 20 if name in _SLOW else games))
    seconds = decision_seconds(as_played(name, 2), find_variant(variant), 2)
    return {"decision": seconds, "games": report.games_per_second}
