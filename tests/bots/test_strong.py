"""The net in two places, and what can be relied on when it plays."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qwixx.arena import Match, play_match, play_rounds
from qwixx.bots import load_bot
from qwixx.bots.net import Net, shipped_net
from qwixx.bots.registry import weights_path
from qwixx.bots.strong import StrongBot
from qwixx.kernel.weights_file import FORMAT, NAMES, BadWeights, load_weights
from qwixx.notation import Record, read_position
from qwixx.rules import CLASSIC, LONGO, Game, Move, Phase, Variant

CASES = pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "strong"),
        ("classic", "strong,strong"),
        ("classic", "strong,heuristic,strong"),
        ("classic", "strong,random,greedy,strong,heuristic"),
        ("longo", "strong"),
        ("longo", "strong,strong"),
        ("longo", "strong,strong,heuristic,strong,random"),
    ],
)
SEED = 20


def records(variant: str, bots: str, games: int) -> Iterator[Record]:
    """Games that the kernel has played, the same in every test run."""
    match = Match.new(bots.split(","), games, variant=variant, seed=SEED)
    yield from play_rounds(match, range(match.rounds), records=True).records


def decisions(record: Record, name: str) -> Iterator[tuple[Game, int, Move]]:
    """Every decision of the bots of that name: the visible game, the seat and the choice."""
    game = record.start
    for turn in record.turns:
        game = game.roll(turn.dice)
        for seat, move in enumerate(turn.choices):
            if record.players[seat] == name:
                yield game.seen_by(seat), seat, move
            game = game.play(seat, move)
        if turn.colour is not None:
            if record.players[game.active] == name:
                yield game, game.active, turn.colour
            game = game.play(game.active, turn.colour)


@CASES
def test_the_bot_and_the_simulator_choose_the_same(variant: str, bots: str) -> None:
    for record in records(variant, bots, 6):
        for game, seat, move in decisions(record, "strong"):
            values = shipped_net(game.variant).values(game, seat)
            # Both add in single precision, but in another order, so values may differ by a rounding
            # error.
            assert values[move] > max(values.values()) - 1e-5, (game, seat, move, values)


@CASES
def test_no_misthrow_is_taken_if_a_cross_skips_nothing(variant: str, bots: str) -> None:
    for record in records(variant, bots, 40):
        passed_free = False
        for game, seat, move in decisions(record, "strong"):
            free = any(skips_nothing(game, seat, option) for option in game.legal_moves(seat))
            if game.phase is Phase.WHITE and seat == game.active:
                passed_free = move.is_pass and free
            elif game.phase is Phase.COLOUR and move.is_pass and game.answers[seat] == move:
                ends = game.cards[seat].misthrows + 1 == game.variant.most_misthrows
                assert ends or not (free or passed_free)


def skips_nothing(game: Game, seat: int, move: Move) -> bool:
    if move.colour is None:
        return False
    cell = game.variant.by_name[move.colour, move.number]
    return cell.position == game.cards[seat].marks[cell.row].bit_length()


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_strong_beats_weaker_bots(variant: str) -> None:
    for other, least in (("greedy", 0.8), ("heuristic", 0.5)):
        match = Match.new(["strong", other], 3000, variant=variant, seed=SEED)
        assert play_match(match).seats[0].share > least, other


def test_the_winning_end_is_taken() -> None:
    """One row is closed and the lead is clear: the lock that ends the game wins it."""
    game = Game.new("classic", 2)
    game = read_position(
        "classic 0.21 66/.123=.,. 2,3,4,5,6,12/2,3,4,5,6,7,8,9,10,11/-/-/0 "
        "-/-/12,11,10,9/12,11,10,9/2"
    )
    assert str(StrongBot().choose(game.seen_by(0), 0, Random(0))) == "y12"


@pytest.mark.parametrize(
    ("missing", "bots"),
    [(("numba",), ("strong", "master")), (("numba", "numpy"), ("beginner", "casual", "strong"))],
)
def test_bots_play_without_packages_that_they_do_not_need(
    missing: tuple[str, ...], bots: tuple[str, ...]
) -> None:
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({missing}))\n"
        "from random import Random\n"
        "from qwixx import Game\n"
        "from qwixx.bots import BOTS, load_bot\n"
        f"assert not any(name in BOTS[bot].packages for name in {missing} for bot in {bots})\n"
        "game = Game.new('classic', 3).roll('41/3256')\n"
        f"for name in {bots}:\n"
        "    print(load_bot(name).choose(game, 1, Random(1)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(done.stdout.split()) == len(bots)


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="there are no weights for the classic game at"):
        load_weights(tmp_path / "classic.npz", CLASSIC)


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    whole = weights_path(CLASSIC).read_bytes()
    for damage in (b"", b"not weights", whole[: len(whole) // 2]):
        path = tmp_path / "classic.npz"
        path.write_bytes(damage)
        with pytest.raises(BadWeights, match="are damaged"):
            load_weights(path, CLASSIC)


def test_weights_that_make_no_net_are_refused(tmp_path: Path) -> None:
    weights, _ = load_weights(weights_path(CLASSIC), CLASSIC)
    parts: dict[str, Any] = {name: np.asarray(getattr(weights, name)) for name in NAMES}
    path = tmp_path / "classic.npz"
    about = json.dumps({"format": FORMAT, "variant": "classic"})
    for name, part in (
        ("mine", parts["mine"][1:]),
        ("mine", parts["mine"].astype(np.float64)),
        ("head", parts["head"] * np.float32(np.nan)),
        ("inner", parts["inner"][0]),
    ):
        np.savez_compressed(path, about=np.array(about), **{**parts, name: part})
        with pytest.raises(BadWeights, match="are damaged"):
            load_weights(path, CLASSIC)


def test_weights_of_another_variant_are_refused() -> None:
    with pytest.raises(BadWeights, match=r"expected weights for longo .*, found classic"):
        load_weights(weights_path(CLASSIC), LONGO)
    net = Net(CLASSIC, load_weights(weights_path(CLASSIC), CLASSIC)[0])
    game = Game.new("longo", 2, lucky=[(6, 11), (5, 8)]).roll("11/1111")
    with pytest.raises(ValueError, match="expected a classic game for this net, found longo"):
        StrongBot(net).choose(game, 0, Random(0))


@pytest.mark.parametrize("variant", [CLASSIC, LONGO], ids=lambda variant: variant.name)
def test_files_of_weights_are_small(variant: Variant) -> None:
    assert weights_path(variant).stat().st_size < 2_000_000


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no bot 'grandmaster': there are random"):
        load_bot("grandmaster")
