"""The fair dice: exact as documented, even, and every lie is found."""

import hashlib
import hmac
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from qwixx.bots import load_bot
from qwixx.notation import Record, Recording, write_record
from qwixx.rules import LONGO, Game, Phase, find_variant
from qwixx.table.fair import FairDice, commitment
from qwixx.table.verify import NotSealed, problems

ROOT = Path(__file__).parents[2]


def example() -> dict[str, str]:
    """The table of the worked example in the documentation."""
    text = (ROOT / "docs" / "fair-dice.md").read_text(encoding="utf-8")
    block = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    assert block
    lines = [re.split(r" {2,}", line, maxsplit=1) for line in block[1].splitlines() if line]
    return dict(lines)


def documented_bytes(key: bytes, label: str) -> str:
    """As the documentation says, without any of our code."""
    return hmac.new(key, f"{label}\n0".encode(), hashlib.sha256).hexdigest()


def test_the_worked_example_is_right() -> None:
    shown = example()
    lines = [
        "qwixx-fair-1",
        shown["game"],
        f"0 {shown['part of seat 0']}",
        f"2 {shown['part of seat 2']}",
    ]
    secret = bytes.fromhex(shown["secret"])
    key = hmac.new(secret, "\n".join(lines).encode(), hashlib.sha256).digest()
    assert key.hex() == shown["key of the game"]
    assert hashlib.sha256(secret).hexdigest() == shown["commitment"] == commitment(shown["secret"])
    for label in ("first", "turn 1", "turn 21", "lucky"):
        assert documented_bytes(key, label) == shown[f"bytes of {label}"]
    parts = {0: shown["part of seat 0"], 2: shown["part of seat 2"]}
    dice = FairDice(shown["secret"], shown["game"], parts)
    assert str(dice.first(3)) == shown["first player"]
    assert str(dice.roll(1, 6)) == shown["turn 1, classic"]
    assert str(dice.roll(1, 8)) == shown["turn 1, Longo"]
    assert str(dice.roll(21, 6)) == shown["turn 21, classic"]
    lucky = dice.lucky(LONGO, 3)
    assert lucky
    assert ", ".join(f"{low} {high}" for low, high in lucky) == shown["lucky numbers"]


def test_a_die_that_has_left_changes_no_other() -> None:
    dice = FairDice("00" * 32, "CDFGHJ-1", {})
    whole, less = dice.roll(7, 6), dice.roll(7, 6, {"y", "b"})
    assert less.white == whole.white
    assert less.coloured == (whole.coloured[0], None, whole.coloured[2], None)


def test_everything_that_goes_in_changes_the_dice() -> None:
    def rolls(secret: str, game: str, parts: dict[int, str]) -> str:
        dice = FairDice(secret, game, parts)
        return " ".join(str(dice.roll(turn, 6)) for turn in range(1, 6))

    one, two = "01" * 32, "02" * 32
    variations = [
        (one, "CDFGHJ-1", {0: one, 1: two}),
        (two, "CDFGHJ-1", {0: one, 1: two}),
        (one, "CDFGHJ-2", {0: one, 1: two}),
        (one, "CDFGHJ-1", {0: two, 1: one}),
        (one, "CDFGHJ-1", {0: one}),
        (one, "CDFGHJ-1", {1: one}),
        (one, "CDFGHJ-1", {0: one, 2: two}),
        (one, "CDFGHJ-1", {}),
    ]
    assert len({rolls(*variation) for variation in variations}) == len(variations)


@pytest.mark.parametrize("sides", [6, 8])
def test_all_faces_of_all_dice_come_up_equally_often(sides: int) -> None:
    dice = FairDice("5e" * 32, "CDFGHJ-1", {0: "17" * 32})
    turns = 6000
    counts = [Counter[int | None]() for _ in range(6)]
    for turn in range(1, turns + 1):
        roll = dice.roll(turn, sides)
        for counter, pips in zip(counts, (*roll.white, *roll.coloured), strict=True):
            counter[pips] += 1
    for counter in counts:
        assert set(counter) == set(range(1, sides + 1))
        expected = turns / sides
        chi_squared = sum((count - expected) ** 2 / expected for count in counter.values())
        # The dice are always the same here; a fair die exceeds this once in 100,000 times.
        assert chi_squared < {6: 31.9, 8: 35.9}[sides]


def test_the_first_player_and_the_lucky_pairs_are_drawn_evenly() -> None:
    firsts: Counter[int] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for game in range(4000):
        dice = FairDice("5e" * 32, f"CDFGHJ-{game}", {})
        firsts[dice.first(5)] += 1
        lucky = dice.lucky(LONGO, 5)
        assert lucky
        assert len(set(lucky)) == 5
        pairs.update(lucky)
    assert set(firsts) == set(range(5))
    assert all(abs(count - 800) < 130 for count in firsts.values())
    assert set(pairs) == set(LONGO.lucky_pairs)
    assert all(abs(count - 2000) < 210 for count in pairs.values())


def sealed_game(variant_name: str, seed: int = 1) -> Record:
    """A game between bots with fair dice, as a table would record it."""
    rng = Random(seed)
    secret, part = rng.randbytes(32).hex(), rng.randbytes(32).hex()
    dice = FairDice(secret, "CDFGHJ-1", {1: part})
    variant = find_variant(variant_name)
    start = Game.new(variant, 3, first=dice.first(3), lucky=dice.lucky(variant, 3))
    headers = {
        "Game": ("CDFGHJ-1",),
        "Dice": ("qwixx-fair-1",),
        "DiceCommitment": (commitment(secret),),
        "DiceParts": ("-", part, "-"),
        "FirstBy": ("lot",),
        "DiceSecret": (secret,),
    }
    table = Recording(start, ["a", "b", "c"], headers)
    bot = load_bot("greedy")
    while table.game.phase is not Phase.OVER:
        game = table.game
        if game.phase is Phase.ROLL:
            table.roll(dice.roll(game.turn, variant.sides, game.closed))
        for seat in table.game.awaited:
            table.play(seat, bot.choose(table.game, seat, rng))
    return table.record


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_an_honest_game_is_found_right(variant: str) -> None:
    assert list(problems(sealed_game(variant))) == []


def changed(record: Record, **headers: tuple[str, ...]) -> Record:
    return Record({**record.headers, **headers}, record.turns)


def test_every_lie_about_the_dice_is_found() -> None:
    record = sealed_game("longo")
    other = "ab" * 32
    assert any("committed" in p for p in problems(changed(record, DiceSecret=(other,))))
    assert any("committed" in p for p in problems(changed(record, DiceCommitment=(other,))))
    assert list(problems(changed(record, DiceParts=("-", other, "-"))))
    assert list(problems(changed(record, DiceParts=("-", "-", record.headers["DiceParts"][1]))))
    assert list(problems(changed(record, Game=("CDFGHJ-2",))))
    turn = record.turns[-1]
    dice = f"{turn.dice.white[0] % 8 + 1}{str(turn.dice)[1:]}"
    shorter = Record(record.headers, (*record.turns[:-1], type(turn)(type(turn.dice).parse(dice))))
    assert any(f"turn {len(record.turns)}:" in p for p in problems(shorter))
    first = (int(record.headers["First"][0]) + 1) % 3
    assert any(
        "roll first" in p for p in problems(Record({**record.headers, "First": (f"{first}",)}))
    )
    swapped = tuple(reversed(record.headers["Lucky"]))
    assert any("lucky" in p for p in problems(Record({**record.headers, "Lucky": swapped})))
    # Who rolls first in a rematch is not drawn, so that says nothing.
    rematch = Record({**record.headers, "First": (f"{first}",), "FirstBy": ("rematch",)})
    assert list(problems(rematch)) == []


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Dice", ("something-else",)),
        ("DiceSecret", ("00",)),
        ("DiceSecret", ("00" * 32, "00" * 32)),
        ("DiceParts", ("-",)),
        ("DiceParts", ("-", "-", "x")),
    ],
)
def test_a_record_that_cannot_be_checked_says_so(header: str, value: tuple[str, ...]) -> None:
    with pytest.raises(NotSealed):
        list(problems(changed(sealed_game("classic"), **{header: value})))


def verify(text: str, tmp_path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "game.qwixx"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "qwixx", "verify", str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_says_what_it_found(tmp_path: Path) -> None:
    record = sealed_game("classic")
    honest = verify(write_record(record), tmp_path)
    assert honest.returncode == 0
    assert honest.stdout.startswith(f"All {len(record.turns)} rolls are as they were sealed")
    lie = verify(write_record(changed(record, DiceSecret=("ab" * 32,))), tmp_path, "--json")
    assert lie.returncode == 1
    assert '"problems": ["the secret abab' in lie.stdout
    bare = Record({name: record.headers[name] for name in ("Variant", "Players", "First")})
    unsealed = verify(write_record(bare), tmp_path)
    assert unsealed.returncode == 2
    assert "the header Dice is missing" in unsealed.stderr
    assert unsealed.stderr.count("\n") == 1
