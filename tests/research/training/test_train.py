"""Training on a tiny scale: it gets better, and it can be asked for on the command line."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from qwixx.batch.net import BatchNet, arrays_of
from qwixx.batch.policy import BatchPolicy
from qwixx.kernel.row_states import row_states_for
from qwixx.kernel.weights_file import load_weights
from qwixx.rules import CLASSIC, LONGO, Variant
from research import close_moves, net_match, train
from research.positions import deal
from research.training.ends import EndsSetting, Evaluation
from research.training.match import compare
from research.training.net import Learner, new_net
from research.training.opponents import CarefulPlayer
from research.training.train import Setting, Trainer

TINY = Setting(windows=30, turns=8, tables={2: 192, 3: 64}, rate=4e-3)


def learner(variant: Variant, chance: np.random.Generator) -> tuple[Learner, BatchPolicy]:
    learner = Learner(variant, new_net(variant, 32, 16, 8, chance), 0.5)
    return learner, BatchPolicy(variant, learner.net)


def test_a_net_gets_better_by_training(seed: int) -> None:
    chance = np.random.default_rng(seed)
    net, player = learner(CLASSIC, chance)
    careful = CarefulPlayer(CLASSIC)

    def share(seats: int) -> float:
        return compare(CLASSIC, [player, careful], seats, 200, 1, chance).share

    before = share(2), share(3)
    Trainer(CLASSIC, net, TINY, [player], chance).run(lambda _: None)
    after = share(2), share(3)
    assert before[0] < 0.05, f"seed {seed}"
    assert after[0] > before[0] + 0.1, f"seed {seed}"
    assert after[1] > before[1] + 0.05, f"seed {seed}"


def test_a_best_response_learns_from_its_own_seat_alone(seed: int) -> None:
    chance = np.random.default_rng(seed)
    frozen, opponent = learner(LONGO, chance)
    net, player = learner(LONGO, chance)
    before = frozen.weights.copy()
    short = replace(TINY, windows=15, tables={2: 192})
    Trainer(LONGO, net, short, [player, opponent], chance).run(lambda _: None)
    assert (frozen.weights == before).all()
    share = compare(LONGO, [player, opponent], 2, 200, 1, chance).share
    assert share > 0.6, f"seed {seed}"


def test_a_net_learns_the_values_of_ends(seed: int) -> None:
    """It learns from games of another player: a seat far ahead gets a higher value."""
    chance = np.random.default_rng(seed)
    short = EndsSetting(windows=40, tables=160, turns=8, rate=4e-3)
    net = new_net(CLASSIC, 32, 16, 8, chance)
    evaluation = Evaluation(CLASSIC, CarefulPlayer(CLASSIC), net, short, chance)
    evaluation.run(lambda _: None)
    assert evaluation.finished > 50
    ends = deal(CLASSIC, 2, 2, chance).last_turn()
    states = row_states_for(CLASSIC)
    (five_crosses,) = np.flatnonzero((states.last == 6) & (states.crosses == 5))
    ends.rows[0, 0] = ends.rows[1, 1] = five_crosses
    shares = BatchNet(CLASSIC, evaluation.mean).leaves(ends).shares
    assert np.allclose(shares.sum(1), 1)
    assert shares[0, 0] > shares[1, 0] + 0.1, f"seed {seed}"


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


@pytest.mark.parametrize("job", ["self-play", "ends"])
def test_the_same_seed_gives_the_same_net(tmp_path: Path, job: str) -> None:
    for name in ("one", "two"):
        small = ["--windows", "1", "--share", "0.001", "--width", "8", "--hidden", "4"]
        train.main([job, *small, "--seed", "5", "--out", str(tmp_path / f"{name}.npz")])
    (one, story), (two, _) = (load_weights(tmp_path / f"{n}.npz", CLASSIC) for n in ("one", "two"))
    for name, part in vars(arrays_of(one)).items():
        assert (part == getattr(arrays_of(two), name)).all()
    assert story["seed"] == 5


def test_a_net_plays_a_match_against_heuristic(capsys: pytest.CaptureFixture[str]) -> None:
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
def test_bad_input_is_refused_in_one_line(
    command: ModuleType, arguments: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(arguments.split())
    assert stopped.value.code == 2
    assert problem in capsys.readouterr().err
