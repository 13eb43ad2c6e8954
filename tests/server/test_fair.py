"""The fair dice: exact as documented, even, and every lie is found."""

import hashlib
import hmac
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from qwixx.notation import Record, write_record
from qwixx.rules import LONGO
from qwixx.table.fair import ABSENT, BOT, FairDice, NotSealed, Seal, commitment, is_secret
from qwixx.table.verify import problems
from tests.server.sealed_games import sealed_game

ROOT = Path(__file__).parents[2]


def example() -> dict[str, str]:
    """The table of the worked example in the documentation."""
    text = (ROOT / "docs" / "fair-dice-specification.md").read_text(encoding="utf-8")
    block = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    assert block
    lines = [re.split(r" {2,}", line, maxsplit=1) for line in block[1].splitlines() if line]
    return dict(lines)


def documented_bytes(key: bytes, label: str) -> str:
    """As the documentation says, without any of our code."""
    return hmac.new(key, f"{label}\n0".encode(), hashlib.sha256).hexdigest()


def test_the_worked_example_is_right() -> None:
    shown = example()
    parts = tuple(shown[f"part of seat {seat}"] for seat in range(4))
    secret = bytes.fromhex(shown["secret"])
    assert hashlib.sha256(secret).hexdigest() == shown["commitment"] == commitment(shown["secret"])
    keys = {}
    for variant in ("classic", "longo"):
        lines = [
            *("qwixx-fair-2", shown["game"], variant, "first lot"),
            *(f"{seat} {part}" for seat, part in enumerate(parts)),
            f"restart {shown['restart']}",
        ]
        keys[variant] = hmac.new(secret, "\n".join(lines).encode(), hashlib.sha256).digest()
        assert keys[variant].hex() == shown[f"key, {variant}"]
    for label in ("first", "turn 1", "turn 10"):
        assert documented_bytes(keys["classic"], label) == shown[f"bytes of {label}"]
    assert documented_bytes(keys["longo"], "lucky") == shown["bytes of lucky"]
    dice = FairDice(shown["secret"], Seal(shown["game"], "classic", parts, None, ((3,),)))
    assert str(dice.first(4)) == shown["first player"]
    assert str(dice.roll(1, 6)) == shown["turn 1"]
    assert str(dice.roll(10, 6)) == shown["turn 10"]
    dice = FairDice(shown["secret"], Seal(shown["game"], "longo", parts, None, ((3,),)))
    assert str(dice.roll(1, 8)) == shown["turn 1, longo"]
    lucky = dice.lucky(LONGO, 4)
    assert lucky
    assert ", ".join(f"{low} {high}" for low, high in lucky) == shown["lucky numbers"]


def test_a_die_that_has_left_changes_no_other() -> None:
    dice = FairDice("00" * 32, Seal("CDFGHJ-1", "classic", ()))
    whole, less = dice.roll(7, 6), dice.roll(7, 6, {"y", "b"})
    assert less.white == whole.white
    assert less.coloured == (whole.coloured[0], None, whole.coloured[2], None)


def test_everything_that_goes_in_changes_the_dice() -> None:
    one, two, game = "01" * 32, "02" * 32, "CDFGHJ-1"
    seals = [
        Seal(game, "classic", (one, two)),
        Seal("CDFGHJ-2", "classic", (one, two)),
        Seal(game, "longo", (one, two)),
        Seal(game, "classic", (two, one)),
        Seal(game, "classic", (one, BOT)),
        Seal(game, "classic", (one, ABSENT)),
        Seal(game, "classic", (BOT, one)),
        Seal(game, "classic", (one, two, BOT)),
        Seal(game, "classic", (one, two), 0),
        Seal(game, "classic", (one, two), 1),
        Seal(game, "classic", (one, two), None, ((1,),)),
        Seal(game, "classic", (one, two), None, ((0, 1),)),
        Seal(game, "classic", (one, two), None, ((0,), (1,))),
    ]
    drawn = {
        " ".join(str(FairDice(secret, seal).roll(turn, 6)) for turn in range(1, 6))
        for secret in (one, two)
        for seal in seals
    }
    assert len(drawn) == 2 * len(seals)


@pytest.mark.parametrize(
    "text", ["01" * 32 + "\n", "0A" * 32, " " + "01" * 32, "01" * 31, "01 " * 32, "٠١" * 32]
)
def test_one_commitment_has_one_opening(text: str) -> None:
    assert not is_secret(text)
    with pytest.raises(ValueError, match="expected 64 hexadecimal digits"):
        commitment(text)


@pytest.mark.parametrize("sides", [6, 8])
def test_all_faces_of_all_dice_come_up_equally_often(sides: int) -> None:
    dice = FairDice("5e" * 32, Seal("CDFGHJ-1", "classic", ("17" * 32,)))
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
        dice = FairDice("5e" * 32, Seal(f"CDFGHJ-{game}", "longo", ()))
        firsts[dice.first(5)] += 1
        lucky = dice.lucky(LONGO, 5)
        assert lucky
        assert len(set(lucky)) == 5
        pairs.update(lucky)
    assert set(firsts) == set(range(5))
    assert all(abs(count - 800) < 130 for count in firsts.values())
    assert set(pairs) == set(LONGO.lucky_pairs)
    assert all(abs(count - 2000) < 210 for count in pairs.values())


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_an_honest_game_is_found_right(variant: str) -> None:
    record = sealed_game(variant)
    assert list(problems(record)) == []
    assert list(problems(record, record.headers["DiceCommitment"][0])) == []
    assert any("was seen" in problem for problem in problems(record, "ab" * 32))


def changed(record: Record, **headers: tuple[str, ...]) -> Record:
    return Record({**record.headers, **headers}, record.turns)


def test_every_lie_about_the_dice_is_found() -> None:
    record = sealed_game("longo")
    other = "ab" * 32
    assert any("committed" in p for p in problems(changed(record, DiceSecret=(other,))))
    assert any("committed" in p for p in problems(changed(record, DiceCommitment=(other,))))
    parts = record.headers["DiceParts"]
    assert list(problems(changed(record, DiceParts=("bot", other, "absent"))))
    assert list(problems(changed(record, DiceParts=("bot", "absent", parts[1]))))
    assert list(problems(changed(record, DiceParts=("absent", parts[1], "absent"))))
    assert list(problems(changed(record, DiceParts=("bot", parts[1], "bot"))))
    assert any("alone" in p for p in problems(changed(record, DiceParts=("bot", "bot", "absent"))))
    assert list(problems(changed(record, Game=("CDFGHJ-2",))))
    assert any("sealed again" in p for p in problems(changed(record, Game=("CDFGHJ-1.1",))))
    assert any("sealed again" in p for p in problems(changed(record, DiceRestarts=("2",))))
    restarted = changed(record, Game=("CDFGHJ-1.1",), DiceRestarts=("1",))
    assert any("did not reveal" in p for p in problems(restarted))
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
    # A rematch does not draw the first player, but the dice depend on it.
    rematch = Record({**record.headers, "First": (f"{first}",), "FirstBy": ("rematch",)})
    assert any("no rematch" in p for p in problems(rematch))
    rematch = sealed_game("longo", game="CDFGHJ-2", first=1)
    assert list(problems(rematch)) == []
    assert any(problems(Record({**rematch.headers, "First": ("0",)}, rematch.turns[:1])))
    assert list(problems(changed(rematch, FirstBy=("lot",))))


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Dice", ("something-else",)),
        ("Dice", ("qwixx-fair-1",)),
        ("DiceSecret", ("00",)),
        ("DiceSecret", ("00" * 32, "00" * 32)),
        ("DiceParts", ("-",)),
        ("DiceParts", ("bot", "bot", "x")),
        ("DiceParts", ("bot", "-", "bot")),
        ("DiceRestarts", ("1,2",)),
        ("FirstBy", ("wish",)),
        ("Game", ("CDFGHJ-1.0",)),
        ("Game", ("CDFGHJ-1 0 " + "ab" * 32,)),
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


def test_the_command_prints_its_findings(tmp_path: Path) -> None:
    record = sealed_game("classic")
    honest = verify(write_record(record), tmp_path)
    assert honest.returncode == 0
    assert honest.stdout.startswith(f"All {len(record.turns)} rolls are as they were sealed")
    assert f"The part of b (seat 1): {record.headers['DiceParts'][1]}" in honest.stdout
    assert "No part came in time from c (seat 2)" in honest.stdout
    seen = record.headers["DiceCommitment"][0]
    assert verify(write_record(record), tmp_path, "--commitment", seen).returncode == 0
    assert verify(write_record(record), tmp_path, "--commitment", "ab" * 32).returncode == 1
    assert verify(write_record(record), tmp_path, "--commitment", seen.upper()).returncode == 2
    own, other = record.headers["DiceParts"][1], "ab" * 32
    both = verify(write_record(record), tmp_path, "--part", own, "--commitment", seen)
    assert both.returncode == 0
    assert "Compare" not in both.stdout
    foreign = verify(write_record(record), tmp_path, "--part", other)
    assert foreign.returncode == 1
    assert "Your part is not in the dice" in foreign.stdout
    lie = verify(write_record(changed(record, DiceSecret=("ab" * 32,))), tmp_path, "--json")
    assert lie.returncode == 1
    assert '"problems": ["the secret abab' in lie.stdout
    bare = Record({name: record.headers[name] for name in ("Variant", "Players", "First")})
    unsealed = verify(write_record(bare), tmp_path)
    assert unsealed.returncode == 2
    assert "the header Dice is missing" in unsealed.stderr
    assert unsealed.stderr.count("\n") == 1
    by_hand = verify(write_record(Record({**bare.headers, "Dice": ("real",)})), tmp_path)
    assert (by_hand.returncode, by_hand.stderr) == (0, "")
    assert "nothing to verify" in by_hand.stdout
    alone = sealed_game("classic", parts=("bot", "absent", "bot"))
    assert verify(write_record(alone), tmp_path).returncode == 1
