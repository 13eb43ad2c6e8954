"""Runs the commands: training, best responses, larger nets for ends of turns, matches."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from qwixx.batch.net import BatchNet, NetArrays, arrays_of
from qwixx.batch.policy import BatchPolicy
from qwixx.bots.registry import weights_path
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import MOST_PLAYERS, Variant
from research.training.ends import EndsSetting, Evaluation
from research.training.games import Chooser
from research.training.match import Score, compare
from research.training.net import Learner, new_net, save_net
from research.training.opponents import CarefulPlayer, HeuristicPlayer
from research.training.pairs import close_pairs, report
from research.training.train import Setting, Trainer

WINDOWS: Final = {"classic": 500, "longo": 283, "mixx-a": 500, "mixx-b": 500}
"""How long the shipped nets were trained."""
HEURISTIC: Final = "heuristic"
"""The opponent that is no net."""
_LOOKS: Final = 8
"""How often a training looks how strong it has become."""


def say(line: str) -> None:
    """Prints a line about the progress."""
    print(line, flush=True)


@dataclass(frozen=True)
class Shape:
    """The size of a net."""

    width: int
    hidden: int

    @property
    def tower(self) -> int:
        return self.width // 2


SHAPES: Final = {
    "classic": Shape(64, 16),
    "longo": Shape(128, 32),
    "mixx-a": Shape(64, 16),
    "mixx-b": Shape(64, 16),
}
"""How large the shipped nets are."""
ENDS_SHAPE: Final = Shape(256, 64)
"""How large the net is that judges ends of turns,"""
ENDS_WINDOWS: Final = 1143
"""and how long it was trained."""


@dataclass(frozen=True)
class Job:
    """The settings of a training."""

    variant: Variant
    seed: int
    out: Path
    windows: int | None = None
    """Training steps; None, as the shipped nets."""
    share: float = 1.0
    """The number of games side by side, as a share of the default."""

    def __post_init__(self) -> None:
        if (self.windows is not None and self.windows < 1) or not self.share > 0:
            raise ValueError("a training needs at least one window and some tables")

    def setting(self) -> Setting:
        """Returns the default setting, or one with fewer windows or tables."""
        default = Setting(self.windows or WINDOWS[self.variant.name])
        return replace(
            default,
            tables={seats: max(8, round(n * self.share)) for seats, n in default.tables.items()},
        )


def train(job: Job, shape: Shape) -> NetArrays:
    """Trains a net from scratch, by self-play."""
    chance = np.random.default_rng(job.seed)
    net = new_net(job.variant, shape.width, shape.tower, shape.hidden, chance)
    learner = Learner(job.variant, net, Setting.lead_counts)
    player = BatchPolicy(job.variant, learner.net)
    trainer = Trainer(job.variant, learner, job.setting(), [player], chance)
    careful, tables = CarefulPlayer(job.variant), max(100, round(4096 * job.share))
    looking = np.random.default_rng([job.seed, 1])
    _run(job, trainer, lambda: _scores(player, careful, (2, 4), tables, 2, looking))
    return learner.net


def respond(job: Job, weights: Path, to: str) -> list[Score]:
    """Trains a best response, and returns its scores alone at tables of two to five.

    It begins as a copy of a net and plays one seat of each table. An opponent that never learns
    plays the others.
    """
    chance = np.random.default_rng(job.seed)
    learner = Learner(job.variant, _load(weights, job.variant), Setting.lead_counts)
    player, opponent = BatchPolicy(job.variant, learner.net), _opponent(job.variant, to)
    usual = job.setting()
    tables = {seats: games for seats, games in usual.tables.items() if seats > 1}
    # A copy needs no wild beginning.
    setting = replace(usual, tables=tables, rate=usual.rate / 2)
    trainer = Trainer(job.variant, learner, setting, [player, opponent], chance)
    tables_each = max(100, round(8192 * job.share))
    looking = np.random.default_rng([job.seed, 1])
    _run(job, trainer, lambda: _scores(player, opponent, (2,), tables_each, 2, looking))
    everybody = tuple(range(2, MOST_PLAYERS + 1))
    return _scores(player, opponent, everybody, 2 * tables_each, 8, looking)


def ends(job: Job, weights: Path, shape: Shape) -> NetArrays:
    """Trains a larger net to value the ends of turns in games of a frozen net."""
    chance = np.random.default_rng(job.seed)
    player = BatchPolicy(job.variant, _load(weights, job.variant))
    net = new_net(job.variant, shape.width, shape.tower, shape.hidden, chance)
    default = EndsSetting(job.windows or ENDS_WINDOWS)
    setting = replace(default, tables=max(8, round(default.tables * job.share)))
    evaluation = Evaluation(job.variant, player, net, setting, chance)
    seconds = evaluation.run(lambda _: None)
    say(f"{evaluation.finished} games, {seconds:.0f} s")
    games = evaluation.finished
    story: dict[str, object] = {"seed": job.seed, "games": games, "seconds": round(seconds, 1)}
    save_net(job.out, job.variant, evaluation.mean, story)
    return evaluation.mean


def judge(
    variant: Variant, seed: int, weights: Path, pairs: int, playouts: int, throws: int
) -> None:
    """Measures how well the shipped net and another one compare two close moves."""
    chance = np.random.default_rng(seed)
    other = BatchNet(variant, _load(weights, variant))
    policy = BatchPolicy(variant, _load(weights_path(variant), variant))
    nets = {"the shipped net": policy.net, weights.stem: other}
    drawn = close_pairs(policy, pairs, chance)
    for line in report(policy, nets, drawn, playouts, throws, chance):
        say(line)


def match(
    variant: Variant, seed: int, weights: Path, against: str, players: int, games: int
) -> Score:
    """Lets one net play alone at tables of an opponent."""
    player = BatchPolicy(variant, _load(weights, variant))
    opponent = _opponent(variant, against)
    tables = min(16384, games)
    chance = np.random.default_rng(seed)
    (score,) = _scores(player, opponent, (players,), tables, -(-games // tables), chance)
    return score


def _load(path: Path, variant: Variant) -> NetArrays:
    return arrays_of(load_weights(path, variant)[0])


def _opponent(variant: Variant, name: str) -> Chooser:
    """Returns the heuristic, or the net of that file."""
    if name == HEURISTIC:
        return HeuristicPlayer(variant)
    return BatchPolicy(variant, _load(Path(name), variant))


def _scores(
    player: BatchPolicy,
    opponent: Chooser,
    sizes: tuple[int, ...],
    tables: int,
    rounds: int,
    chance: np.random.Generator,
) -> list[Score]:
    scores = []
    for seats in sizes:
        score = compare(player.variant, [player, opponent], seats, tables, rounds, chance)
        say(str(score))
        scores.append(score)
    return scores


def _run(job: Job, trainer: Trainer, look: Callable[[], list[Score]]) -> None:
    """Trains, looks now and then how strong the net is, and writes it with its story."""
    windows = trainer.setting.windows
    looks = {round(windows * step / _LOOKS) for step in range(1, _LOOKS + 1)} | {1}
    curve: list[dict[str, object]] = []
    started = time.perf_counter()

    def report(window: int) -> None:
        if window not in looks:
            return
        seconds = round(time.perf_counter() - started, 1)
        losses = trainer.losses[:, 0].round(4).tolist()
        say(f"window {window} of {windows}, {trainer.finished} games, {seconds} s, losses {losses}")
        shares = {str(score.seats): round(score.share, 4) for score in look()}
        games = trainer.finished
        curve.append({"window": window, "games": games, "seconds": seconds, "shares": shares})

    trainer.run(report)
    story = {
        "seed": job.seed,
        "windows": windows,
        "games": trainer.finished,
        "seconds": round(time.perf_counter() - started, 1),
        "curve": curve,
    }
    save_net(job.out, job.variant, trainer.learner.net, story)
