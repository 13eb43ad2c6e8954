"""The server cheats with its dice: the command and the second verifier find it out."""

import json
from random import Random

import pytest

from qwixx.notation import Record, read_record, write_record
from qwixx.rules import IllegalMove
from qwixx.table.fair import NotSealed, dice_headers
from qwixx.table.verify import problems
from tests.attacks.dishonest import LIES, lying
from tests.server.desk import HOST, Desk, part_of, walk
from tests.server.sealed_games import any_game
from tests.server.second_verifier import second_opinion


def cheated(lie: str) -> tuple[Record, str]:
    """The record of a game of three, and the commitment that was seen in the lobby."""
    desk = Desk("longo", 3)
    desk.act("b", "sit", name="b", seat=None)
    desk.act("c", "sit", name="c", seat=None)
    seen: str = json.loads(desk.view("b"))["fair"]["commitment"]
    with lying(lie):
        desk.act(HOST, "start")
        desk.seal(HOST, "b", "c")
        if desk.stage == "sealing":  # once more
            waiting = [seat.name for seat in desk.table.seats if not seat.excused]
            desk.seal(*waiting)
        walk(desk, Random(4), lambda _: None)
        record = read_record(write_record(desk.table.record()))
    return record, seen


# The lies that the record alone shows. The others need a commitment that a player has seen.
PLAIN = {"excuses everybody", "loads the dice", "chooses who begins", "deals lucky numbers"}


@pytest.mark.parametrize("lie", LIES)
def test_a_server_that_cheats_is_found_out(lie: str) -> None:
    record, seen = cheated(lie)
    found = list(problems(record, seen))
    (second,) = second_opinion([(write_record(record), seen)])
    if lie in PLAIN:
        assert list(problems(record))
    # A player who knows their own part misses it, because both verifiers list the parts.
    own = part_of(HOST, "CDFGHJ-1") in dice_headers(record).seal.parts
    told = any(part_of(HOST, "CDFGHJ-1") in line for line in second["who"])
    assert own == told
    assert found or not own
    assert second["problems"] or not told
    assert bool(found) == bool(second["problems"])


def test_an_honest_server_is_not_accused() -> None:
    record, seen = cheated("none")
    assert list(problems(record, seen)) == []
    (second,) = second_opinion([(write_record(record), seen)])
    assert second["problems"] == []


def test_both_verifiers_agree_about_games(pytestconfig: pytest.Config) -> None:
    """Honest games of all kinds, and each once more with something changed in its record."""
    count, seed = pytestconfig.getoption("games"), pytestconfig.getoption("seed")
    rng = Random(seed)
    games = [any_game(rng, most_turns=rng.choice([2, 6, 40])) for _ in range(count)]
    for game in games:
        assert list(problems(game)) == [], f"seed {seed}"
    texts = [write_record(game) for game in games]
    lies = [forged(game, rng) for game in games]
    answers = second_opinion([(text, None) for text in (*texts, *lies)])
    assert [answer["problems"] for answer in answers[:count]] == [[]] * count
    assert [answer["people"] for answer in answers[:count]] == [
        list(dice_headers(game).seal.people) for game in games
    ]
    for lie, answer in zip(lies, answers[count:], strict=True):
        assert bool(answer["problems"]) == disputed(lie), f"seed {seed}\n{lie}"


def disputed(text: str) -> bool:
    """Whether the first verifier finds anything wrong."""
    try:
        return any(problems(read_record(text)))
    except (NotSealed, IllegalMove):
        return True


def forged(record: Record, rng: Random) -> str:
    """The record with one lie about its dice, which need not be one that matters."""
    headers = dict(record.headers)
    name = rng.choice(
        [
            "DiceSecret",
            "DiceCommitment",
            "DiceParts",
            "DiceParts",
            "Game",
            "FirstBy",
            "DiceRestarts",
        ]
    )
    values = list(headers.get(name, ()))
    if name == "FirstBy":
        values = ["lot" if values == ["rematch"] else "rematch"]
    elif name == "Game":
        values = [rng.choice([f"{values[0]}.1", "CDFGHJ-3", f"{values[0]}0", "cdfghj-1"])]
    elif name == "DiceRestarts":
        values = rng.choice([[*values, "0"], values[1:], ["9"], ["0,1"]])
    else:
        at = rng.randrange(len(values))
        values[at] = rng.choice(
            ["ab" * 32, "bot", "absent", "-", values[at].upper(), values[at] + " ", values[at][1:]]
        )
    if values:
        headers[name] = tuple(values)
    else:
        headers.pop(name, None)
    return write_record(Record(headers, record.turns))
