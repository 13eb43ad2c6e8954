"""Training on a tiny scale: it gets better, and it can be asked for on the command line."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import torch

from qwixx.batch.net import arrays_of
from qwixx.kernel.encoding import encoding_of
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import CLASSIC, LONGO, Variant
from research import close_moves, net_match, train
from research.training.ends import EndsSetting, Evaluation, ends_of
from research.training.judge import CarefulJudge, NetJudge, ValueNet
from research.training.match import compare
from research.training.play import Foresight, Player
from research.training.table import Rules
from research.training.train import Setting, Trainer

TINY = Setting(windows=30, turns=8, tables={2: 192, 3: 64}, rate=4e-3)


def learner(variant: Variant, seed: int) -> tuple[Rules, ValueNet, Player]:
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rules = Rules(encoding_of(variant), torch.device("cpu"))
    net = ValueNet(rules.encoding, 32, 16, 8)
    return rules, net, Player(rules, NetJudge(rules, net), Foresight.NEVER)


def test_it_gets_better(seed: int) -> None:
    rules, net, player = learner(CLASSIC, seed)
    careful = Player(rules, CarefulJudge(), Foresight.NEVER)

    def share(seats: int) -> float:
        score = compare(rules, [player, careful], seats, 200, 1, capture=False)
        return float(score.share)

    before = share(2), share(3)
    Trainer(rules, net, TINY, lambda: [player]).run(lambda _: None)
    after = share(2), share(3)
    assert before[0] < 0.05, f"seed {seed}"
    assert after[0] > before[0] + 0.1, f"seed {seed}"
    assert after[1] > before[1] + 0.05, f"seed {seed}"


def test_a_best_response_learns_from_its_own_seat_alone(seed: int) -> None:
    rules, frozen, opponent = learner(LONGO, seed)
    net = ValueNet(rules.encoding, 32, 16, 8)
    before = [part.clone() for part in frozen.parameters()]
    player = Player(rules, NetJudge(rules, net), Foresight.NEVER)
    short = replace(TINY, windows=15, tables={2: 192})
    Trainer(rules, net, short, lambda: [player, opponent]).run(lambda _: None)
    for part, same in zip(frozen.parameters(), before, strict=True):
        assert torch.equal(part, same)
    share = compare(rules, [player, opponent], 2, 200, 1, capture=False).share
    assert share > 0.6, f"seed {seed}"


def test_a_net_learns_what_ends_are_worth(seed: int) -> None:
    """Also of games in which it never chose: who is far ahead is told from who is behind."""
    rules, _, _ = learner(CLASSIC, seed)
    careful = Player(rules, CarefulJudge(), Foresight.NEVER)
    net = ValueNet(rules.encoding, 32, 16, 8)
    short = EndsSetting(windows=25, tables=160, turns=8, rate=4e-3)
    evaluation = Evaluation(rules, careful, net, short)
    evaluation.run(lambda _: None)
    assert evaluation.finished > 50
    cards = rules.empty(2, 2)
    cards.free[0, 0], cards.crosses[0, 0] = 6, 5
    cards.free[1, 1], cards.crosses[1, 1] = 6, 5
    win, _ = ends_of(NetJudge(rules, evaluation.mean), cards)
    assert torch.allclose(win.sum(1), torch.ones(2))
    assert win[0, 0] > win[1, 0] + 0.1, f"seed {seed}"


def test_playouts_judge_nets(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--pairs", "6", "--playouts", "8", "--throws", "2"]
    close_moves.main(sizes)
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("6 close decisions")
    assert [line.split(":")[0] for line in told[1:7]] == [
        f"{net}, {turns} more turns"
        for net in ("the shipped net", "classic-ends")
        for turns in (0, 1, 2)
    ]
    assert told[7].startswith("the best of these and half of the playouts")


def test_the_same_seed_gives_the_same_net(tmp_path: Path) -> None:
    for name in ("one", "two"):
        small = ["--windows", "1", "--share", "0.001", "--width", "8", "--hidden", "4"]
        train.main([*small, "--seed", "5", "--out", str(tmp_path / f"{name}.npz")])
    one, story = load_weights(tmp_path / "one.npz", CLASSIC)
    two, _ = load_weights(tmp_path / "two.npz", CLASSIC)
    parts = vars(arrays_of(one)).items()
    assert all((part == getattr(arrays_of(two), name)).all() for name, part in parts)
    assert story["seed"] == 5


def test_a_match_against_heuristic(capsys: pytest.CaptureFixture[str]) -> None:
    net_match.main(["--against", "heuristic", "--players", "3", "--games", "20"])
    assert capsys.readouterr().out.startswith("3 players: ")


@pytest.mark.parametrize(
    ("command", "arguments", "problem"),
    [
        (train, "--variant triple --out x.npz", "there is no variant 'triple'"),
        (train, "--windows 0 --out x.npz", "at least one window"),
        (train, "ends --share 0 --out x.npz", "at least one window"),
        (train, "response --to nobody --out x.npz", "there are no weights for the classic game"),
        (close_moves, "--variant longo", "there are no weights for the longo game"),
        (net_match, "--weights nowhere.npz", "there are no weights for the classic game"),
        (net_match, "--against nobody", "there are no weights for the classic game at nobody"),
    ],
)
def test_bad_input(
    command: ModuleType, arguments: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(arguments.split())
    assert stopped.value.code == 2
    assert problem in capsys.readouterr().err
