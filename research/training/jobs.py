"""What the commands do: training, best responses, larger nets for ends of turns, matches."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import torch

from qwixx.bots.registry import weights_path
from qwixx.kernel.encoding import encoding_of
from qwixx.rules import MOST_PLAYERS, Variant
from research.training.device import best_device
from research.training.ends import EndsSetting, Evaluation
from research.training.formula import HeuristicPlayer
from research.training.judge import CarefulJudge, NetJudge, ValueNet
from research.training.match import Score, compare
from research.training.pairs import close_pairs, report
from research.training.play import Foresight, Player
from research.training.store import load_net, save_net
from research.training.table import Rules
from research.training.train import Setting, Trainer
from research.training.turn import Chooser

WINDOWS: Final = {"classic": 500, "longo": 283, "mixx-a": 500, "mixx-b": 500}
"""How long the shipped nets were trained."""
_ROOM: Final = {"classic": 0.6, "longo": 0.4, "mixx-a": 0.6, "mixx-b": 0.6}
HEURISTIC: Final = "heuristic"
"""The opponent that is no net."""
_LOOKS: Final = 8
"""How often a training looks how strong it has become."""


def say(line: str) -> None:
    """Tells how it goes."""
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


def setting(variant: Variant, windows: int | None = None, share: float = 1.0) -> Setting:
    """The usual setting, or one with fewer windows or tables."""
    _check_scale(windows, share)
    usual = Setting(windows or WINDOWS[variant.name])
    return replace(
        usual, tables={seats: max(8, round(n * share)) for seats, n in usual.tables.items()}
    )


def _check_scale(windows: int | None, share: float) -> None:
    if (windows is not None and windows < 1) or not share > 0:
        raise ValueError("a training needs at least one window and some tables")


def train(
    variant: Variant, seed: int, out: Path, shape: Shape, windows: int | None, share: float
) -> ValueNet:
    """Self-play from scratch."""
    torch.manual_seed(seed)
    rules = Rules(encoding_of(variant), best_device())
    net = ValueNet(rules.encoding, shape.width, shape.tower, shape.hidden).to(rules.device)
    player = Player(rules, NetJudge(rules, net, _ROOM[variant.name]), Foresight.ALWAYS)
    careful = Player(rules, CarefulJudge(), Foresight.NEVER)
    trainer = Trainer(rules, net, setting(variant, windows, share), lambda: [player])
    tables = max(100, round(4096 * share))
    _run(trainer, variant, seed, out, lambda: _scores(rules, net, careful, (2, 4), tables, 2))
    return net


def respond(
    variant: Variant,
    seed: int,
    weights: Path,
    to: str,
    out: Path,
    windows: int | None,
    share: float,
) -> list[Score]:
    """A best response: it begins as a copy of a net and plays one seat of each table, and an
    opponent that never learns has the others. Returns what it reaches alone at tables of two to
    five."""
    torch.manual_seed(seed)
    rules = Rules(encoding_of(variant), best_device())
    net = load_net(weights, variant, rules.device)
    room = _ROOM[variant.name]
    player = Player(rules, NetJudge(rules, net, room), Foresight.ALWAYS)
    players = [player, _opponent(rules, variant, to, room)]
    usual = setting(variant, windows, share)
    tables = {seats: games for seats, games in usual.tables.items() if seats > 1}
    # A copy needs no wild beginning.
    trainer = Trainer(
        rules, net, replace(usual, tables=tables, rate=usual.rate / 2), lambda: players
    )
    opponent = _opponent(rules, variant, to)
    tables_each = max(100, round(8192 * share))
    _run(trainer, variant, seed, out, lambda: _scores(rules, net, opponent, (2,), tables_each, 2))
    everybody = tuple(range(2, MOST_PLAYERS + 1))
    return _scores(rules, net, opponent, everybody, 2 * tables_each, 8)


def ends(
    variant: Variant,
    seed: int,
    weights: Path,
    out: Path,
    shape: Shape,
    windows: int | None,
    share: float,
) -> ValueNet:
    """A larger net that learns what the ends of turns are worth when a frozen one plays."""
    _check_scale(windows, share)
    torch.manual_seed(seed)
    rules = Rules(encoding_of(variant), best_device())
    actor = load_net(weights, variant, rules.device)
    player = Player(rules, NetJudge(rules, actor, _ROOM[variant.name]), Foresight.ALWAYS)
    net = ValueNet(rules.encoding, shape.width, shape.tower, shape.hidden).to(rules.device)
    usual = EndsSetting(ENDS_WINDOWS)
    tables = max(8, round(usual.tables * share))
    evaluation = Evaluation(
        rules, player, net, replace(usual, windows=windows or usual.windows, tables=tables)
    )
    seconds = evaluation.run(lambda _: None)
    games = int(evaluation.finished)
    say(f"{games} games, {seconds:.0f} s")
    device = _device_name(rules.device)
    story = {"seed": seed, "games": games, "seconds": round(seconds, 1), "device": device}
    save_net(out, variant, evaluation.mean, story)
    return evaluation.mean


def judge(
    variant: Variant, seed: int, weights: Path, pairs: int, playouts: int, throws: int
) -> None:
    """Whether the shipped net and another one see which of two close moves is better."""
    torch.manual_seed(seed)
    rules = Rules(encoding_of(variant), best_device())
    shipped = load_net(weights_path(variant), variant, rules.device)
    other = load_net(weights, variant, rules.device)
    player = Player(rules, NetJudge(rules, shipped), Foresight.ALWAYS)
    nets = {"the shipped net": NetJudge(rules, shipped), weights.stem: NetJudge(rules, other)}
    drawn = close_pairs(rules, player, pairs)
    for line in report(rules, player, nets, drawn, playouts, throws):
        say(line)


def match(
    variant: Variant, seed: int, weights: Path, against: str, players: int, games: int
) -> Score:
    """One net alone at tables of an opponent."""
    torch.manual_seed(seed)
    rules = Rules(encoding_of(variant), best_device())
    opponent = _opponent(rules, variant, against)
    net = load_net(weights, variant, rules.device)
    tables = min(16384, games)
    (score,) = _scores(rules, net, opponent, (players,), tables, -(-games // tables))
    return score


def _opponent(rules: Rules, variant: Variant, name: str, room: float = 1.0) -> Chooser:
    """HEURISTIC, or the net of that file."""
    if name == HEURISTIC:
        return HeuristicPlayer(rules)
    net = load_net(Path(name), variant, rules.device)
    return Player(rules, NetJudge(rules, net, room), Foresight.ALWAYS)


def _scores(
    rules: Rules,
    net: ValueNet,
    opponent: Chooser,
    sizes: tuple[int, ...],
    tables: int,
    rounds: int,
) -> list[Score]:
    player = Player(rules, NetJudge(rules, net), Foresight.ALWAYS)
    scores = []
    for seats in sizes:
        score = compare(rules, [player, opponent], seats, tables, rounds, capture=rounds > 2)
        say(str(score))
        scores.append(score)
    return scores


def _run(
    trainer: Trainer, variant: Variant, seed: int, out: Path, look: Callable[[], list[Score]]
) -> None:
    """Trains, looks now and then how strong the net is, and writes it with its story."""
    windows = trainer.setting.windows
    looks = {round(windows * step / _LOOKS) for step in range(1, _LOOKS + 1)} | {1}
    curve: list[dict[str, object]] = []
    started = time.perf_counter()

    def report(window: int) -> None:
        if window not in looks:
            return
        games = int(trainer.finished.sum())
        seconds = round(time.perf_counter() - started, 1)
        losses = [round(loss, 4) for loss in trainer.losses[:, 0].tolist()]
        say(f"window {window} of {windows}, {games} games, {seconds} s, losses {losses}")
        shares = {str(score.seats): round(score.share, 4) for score in look()}
        curve.append({"window": window, "games": games, "seconds": seconds, "shares": shares})

    trainer.run(report)
    save_net(
        out,
        variant,
        trainer.net,
        {
            "seed": seed,
            "windows": windows,
            "games": int(trainer.finished.sum()),
            "seconds": round(time.perf_counter() - started, 1),
            "device": _device_name(trainer.rules.device),
            "curve": curve,
        },
    )


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"
