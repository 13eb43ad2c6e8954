"""Checks of every registered sheet, and of one that is not: shuffled numbers in mixed colours.

An engine that cannot play a sheet must say so in one line."""

from random import Random

import pytest

from qwixx import Game, read_position, write_position
from qwixx.arena import Match, play_match
from qwixx.arena.match import MatchGames
from qwixx.bots import bots_for, load_bot
from qwixx.cli import main
from qwixx.kernel.formula import formula_for
from qwixx.notation import Recording, read_record, write_record
from qwixx.rules import VARIANTS, Variant
from qwixx.solver.layout import layout_for
from tests.notation.play import new_game, play_on
from tests.rules.sheets import UNREGISTERED

SHEETS = pytest.mark.parametrize("name", [*VARIANTS, *UNREGISTERED])


@pytest.fixture
def variant(name: str, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """The sheet of that name, as if it were registered."""
    for other, sheet in UNREGISTERED.items():
        monkeypatch.setitem(VARIANTS, other, sheet)
    return VARIANTS[name]


class Kept:
    """Keeps the records and results of a match."""

    wants_results = True
    wants_records = True

    def __init__(self) -> None:
        self.games: list[MatchGames] = []

    def watch(self, games: MatchGames) -> None:
        self.games.append(games)


@SHEETS
def test_positions_and_records_are_written_and_read_alike(variant: Variant, seed: int) -> None:

    for number in range(3):
        rng = Random(f"{variant.name} {seed} {number}")
        recording = Recording(new_game(rng, variant.name, 2), ["A", "B"])
        for game in play_on(recording, rng):
            assert read_position(write_position(game)) == game
        text = write_record(recording.record)
        again = read_record(text)
        assert write_record(again) == text
        assert again.game == recording.game
        assert again.start.variant is variant


@SHEETS
def test_matches_are_played_by_the_rules(variant: Variant, seed: int) -> None:
    """In the kernel if it knows the sheet, else one move at a time."""
    kept = Kept()
    match = Match.new(["random", "greedy"], 40, variant=variant, seed=seed)
    play_match(match, watchers=[kept])
    played = 0
    for games in kept.games:
        for record, result in zip(games.records, games.results, strict=True):
            game = read_record(write_record(record)).game
            assert game.scores == tuple(result["scores"][:2].tolist())
            played += 1
    assert played == 40


@SHEETS
def test_an_engine_plays_a_sheet_or_says_that_it_cannot(variant: Variant) -> None:
    lucky = variant.lucky_pairs[0] if variant.lucky_count else ()
    if variant.most_closed == 2:
        assert formula_for(variant)["free"][0, 0] > 0
    else:
        with pytest.raises(ValueError, match=f"the heuristic cannot play {variant.name}: .*"):
            formula_for(variant)
    if variant.most_closed == 2:
        assert layout_for(variant, lucky).states > 0
    else:
        with pytest.raises(ValueError, match=f"the solver cannot solve {variant.name}: .*"):
            layout_for(variant, lucky)


@SHEETS
def test_the_bots_that_are_offered_can_play(variant: Variant) -> None:
    offered = bots_for(variant)
    assert {"random", "greedy"} <= set(offered)
    assert ("heuristic" in offered) == (variant.most_closed == 2)
    rng = Random(1)
    game = Game.new(variant, 2, lucky=variant.deal_lucky(rng, 2)).roll("41/3256")
    for name in set(offered) - {"solo", "master"}:
        assert load_bot(name).choose(game, 0, rng) in game.legal_moves(0)


@pytest.mark.parametrize(
    "command",
    [
        "simulate --bots heuristic,random --games 4",
        "simulate --bots strong --games 4",
        "simulate --bots casual --games 4",
        "simulate --bots solo --games 4",
        "play --bot strong",
        "play --bot heuristic",
        "solve",
    ],
)
def test_a_command_that_cannot_play_a_sheet_says_so_in_one_line(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: "-")
    assert main([*command.split(), "--variant", "classic-all"]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("seed ")]
    assert len(said) == 1
    assert "classic-all" in said[0]
