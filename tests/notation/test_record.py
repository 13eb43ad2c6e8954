"""Records: whole games as text."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import Game, IllegalMove, Move, NotationError, Reason, Roll
from qwixx.notation import Record, Recording, Turn, read_record, write_record
from tests.notation.play import new_game, play_on, record_game

LONGO = """\
[Variant "longo"]
[Players "Laura" "Max"]
[First "0"]
[Lucky "6 11" "5 8"]

1. 51/3728  *g16 r6  -
2. 44/1111  b8 *y2  y5
3. 12/3456
"""

SOLO = """\
[Variant "classic"]
[Players "Ann"]
[First "0"]
[Scores "-20"]

1. 11/1111  -  -
2. 11/1111  -  -
3. 11/1111  -  -
4. 11/1111  -  -
"""


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    "text", [LONGO, SOLO, SOLO.replace("[First", '[Date "a \\"b\\" \\\\"]\n[First')]
)
def test_canonical_text_is_read_and_written_alike(text: str) -> None:
    assert write_record(read_record(text)) == text


@pytest.mark.parametrize("seed", range(30))
def test_games_are_written_and_read_alike(seed: int) -> None:
    rng = Random(seed)
    start = new_game(rng)
    recording = Recording(start, [f"P{seat}" for seat in range(start.players)], {"Event": ("x",)})
    for _ in play_on(recording, rng):
        record = recording.record
        text = write_record(record)
        again = read_record(text)
        assert again == record
        assert write_record(again) == text
        assert again.game.scores == recording.game.scores
    assert recording.record.finished
    assert f'[Scores "{" ".join(map(str, recording.game.scores))}"]' in text


def test_a_record_knows_its_game() -> None:
    record = read_record(LONGO)
    assert record.players == ("Laura", "Max")
    assert record.start == Game.new("longo", 2, lucky=[(6, 11), (5, 8)])
    assert record.turns[0] == Turn(
        Roll.parse("51/3728"), (Move.parse("*g16"), Move.parse("r6")), Move.parse("-")
    )
    assert not record.finished
    assert record.game.phase == "white"
    assert [game.phase for game in record.games()][:4] == ["roll", "white", "colour", "roll"]


def test_sealed_answers_are_not_in_a_record() -> None:
    recording = Recording(Game.new("classic", 2), ["Ann", "Ben"])
    recording.roll("41/3256")
    recording.play(0, "r5")
    assert "r5" not in write_record(recording.record)


def test_a_refused_move_leaves_the_recording_as_it_was() -> None:
    recording = Recording(Game.new("classic", 2), ["Ann", "Ben"])
    recording.roll("41/3256")
    before = recording.game, recording.record
    with pytest.raises(IllegalMove):
        recording.play(0, "r6")
    with pytest.raises(IllegalMove):
        recording.roll("41/3256")
    with pytest.raises(NotationError):
        recording.play(0, "red five")
    assert (recording.game, recording.record) == before


def test_scores_are_added_to_a_finished_game() -> None:
    assert write_record(read_record(changed(SOLO, '[Scores "-20"]\n', ""))) == SOLO


def test_line_ends_of_other_systems_are_read() -> None:
    assert read_record(SOLO.replace("\n", "\r\n")) == read_record(SOLO)
    assert read_record(SOLO.removesuffix("\n")) == read_record(SOLO)


def test_a_record_may_have_no_turns() -> None:
    text = '[Variant "classic"]\n[Players "Ann"]\n[First "0"]\n\n'
    assert write_record(read_record(text)) == text
    assert read_record(text.removesuffix("\n\n")).turns == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "header Variant is missing"),
        (changed(SOLO, '[Variant "classic"]\n', ""), "header Variant is missing"),
        (changed(SOLO, '[Players "Ann"]\n', ""), "header Players is missing"),
        (changed(SOLO, '[First "0"]\n', ""), "header First is missing"),
        (changed(SOLO, '[First "0"]', '[First "1"]'), "no seat 1 can be first"),
        (changed(SOLO, '[First "0"]', '[First "one"]'), "not a number: 'one'"),
        (
            changed(SOLO, '[First "0"]', '[First "0" "1"]'),
            "expected one value of the header First, found 2",
        ),
        (changed(SOLO, '[First "0"]', "[First 0]"), "line 3: expected a header"),
        (changed(SOLO, '[First "0"]', '[First "\\0"]'), "line 3: expected a header"),
        (changed(SOLO, '[First "0"]', '[First "0"]\n[First "0"]'), "line 4: .* twice"),
        (changed(SOLO, '"Ann"', '"An\x07n"'), "line 2: expected a header"),
        (changed(SOLO, '"classic"', '"chess"'), "no variant 'chess'"),
        (changed(SOLO, '"Ann"', '"A" "B" "C" "D" "E" "F"'), "expected 1 to 5 players, found 6"),
        (changed(SOLO, '[First "0"]', '[First "0"]\n[Lucky "6 11"]'), "has no lucky numbers"),
        (changed(LONGO, '[Lucky "6 11" "5 8"]\n', ""), "needs the lucky numbers"),
        (changed(LONGO, '"5 8"', '"5 5"'), "two different numbers"),
        (changed(LONGO, '"5 8"', '"5  8"'), "not a number: ''"),
        (changed(LONGO, ' "5 8"', ""), "expected 2 lucky pairs"),
        (changed(LONGO, "2. 44", "3. 44"), "line 7: expected turn 2, found turn 3"),
        (changed(LONGO, "2. 44", "02. 44"), "line 7: expected a turn"),
        (changed(LONGO, "  b8 *y2", " b8 *y2"), "line 7: expected a turn"),
        (
            changed(LONGO, "b8 *y2", "b8 *y2 -"),
            "line 7: expected 2 choices, one per player, found 3",
        ),
        (changed(LONGO, "b8 *y2", "b8 *y2x"), "line 7: not a move"),
        (changed(LONGO, "44/1111", "44/111"), "line 7: not a roll"),
        (changed(LONGO, "  y5", ""), "line 8: turn 2 is not complete"),
        (changed(LONGO, "3. 12/3456\n", "3. 12/3456\n\n"), "line 9: expected a turn"),
        (changed(SOLO, '"-20"', '"-020"'), "line 4: Scores are one value"),
        (changed(SOLO, '"-20"', '"-20" "3"'), "line 4: Scores are one value"),
    ],
)
def test_a_text_that_is_no_record_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        read_record(text)


@pytest.mark.parametrize(
    ("text", "reason", "why"),
    [
        (changed(LONGO, "*y2  y5", "*y3  y5"), Reason.NOT_THE_NEXT_CELL, "line 7: Max .seat 1."),
        (changed(LONGO, "44/1111", "99/1111"), Reason.DICE_DO_NOT_FIT, "line 7: .* cannot show 9"),
        (changed(SOLO, '"-20"', '"20"'), Reason.WRONG_SCORES, "line 4: Scores say 20, .* -20"),
        (changed(SOLO, '"-20"', '"-20 -20"'), Reason.WRONG_SCORES, "line 4: "),
        (SOLO + "5. 11/1111  -  -\n", Reason.WRONG_PHASE, "line 10: the game is over"),
        (changed(SOLO, "4. 11/1111  -  -\n", ""), Reason.WRONG_SCORES, "not over"),
    ],
)
def test_an_illegal_record_is_refused_with_its_line(text: str, reason: Reason, why: str) -> None:
    with pytest.raises(IllegalMove, match=why) as caught:
        read_record(text)
    assert caught.value.reason == reason


def test_a_colour_move_after_the_white_phase_ended_the_game_is_refused() -> None:
    rng = Random(0)
    while True:
        recording = record_game(rng, "classic", 2)
        if recording.record.turns[-1].colour is None:
            break
    text = write_record(recording.record)
    with pytest.raises(IllegalMove, match="the game is over"):
        read_record(text.removesuffix("\n") + "  -\n")


@pytest.mark.parametrize("headers", [{"a b": ("x",)}, {"Note": ("a\nb",)}, {"Note": ()}])
def test_headers_that_cannot_be_read_again_are_not_written(
    headers: dict[str, tuple[str, ...]],
) -> None:
    record = Record.new(Game.new("classic", 1), ["Ann"], headers=headers)
    with pytest.raises(NotationError, match="not a header"):
        write_record(record)


def test_every_seat_needs_a_name() -> None:
    with pytest.raises(ValueError, match="expected 2 names, one per seat, found 1"):
        Record.new(Game.new("classic", 2), ["Ann"])


def test_an_illegal_record_names_the_seat_where_the_player_has_no_name() -> None:
    record = Record.new(
        Game.new("classic", 1), [""], [Turn(Roll.parse("41/3256"), (Move.parse("r6"),))]
    )
    with pytest.raises(IllegalMove, match=r"^seat 0 cannot play r6"):
        _ = record.game


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_names_with_any_letters_are_written_and_read_alike(names: list[str]) -> None:
    record = Record.new(Game.new("classic", len(names)), names)
    try:
        text = write_record(record)
    except NotationError:
        return  # a name with a line break or another control character
    assert read_record(text).players == tuple(names)


@given(st.text() | st.text('[]"\\ \nVariantPlyesFclo0123456789./-rygb*'))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        record = read_record(text)
    except (NotationError, IllegalMove):
        return
    assert read_record(write_record(record)).turns == record.turns


@given(st.integers(0, 200), st.data())
def test_no_damaged_record_breaks_the_reader(seed: int, data: st.DataObject) -> None:
    text = write_record(record_game(Random(seed)).record)
    at = data.draw(st.integers(0, len(text) - 1))
    piece = data.draw(st.text('[]"\\ \nrygb*-0123456789./', max_size=3))
    damaged = text[:at] + piece + text[at + data.draw(st.integers(0, 3)) :]
    try:
        record = read_record(damaged)
    except (NotationError, IllegalMove):
        return
    assert read_record(write_record(record)).turns == record.turns


def test_a_record_is_text() -> None:
    with pytest.raises(NotationError, match="expected a record as text"):
        read_record(b"[]")  # type: ignore[arg-type]


def test_the_decisions_of_a_record_hide_what_a_seat_could_not_know(seed: int) -> None:
    for number in range(20):
        recording = record_game(Random(f"decisions {seed} {number}"))
        record = recording.record
        game = record.start
        decisions = record.decisions()
        for turn in record.turns:
            game = game.roll(turn.dice)
            rolled = game
            for seat, move in enumerate(turn.choices):
                assert next(decisions) == (rolled, seat, move)
                assert move in rolled.legal_moves(seat)
                game = game.play(seat, move)
            if turn.colour is not None:
                assert next(decisions) == (game, game.active, turn.colour)
                game = game.play(game.active, turn.colour)
        assert next(decisions, None) is None
        assert game == recording.game


def test_the_decisions_of_an_unfinished_record_are_listed() -> None:
    headers = '[Variant "classic"]\n[Players "A" "B"]\n[First "1"]\n\n'
    for text, last in (
        ("1. 41/3256\n", None),
        ("1. 41/3256  r5 -\n", (1, "-")),
        ("1. 41/3256  r5 -  b10\n", (1, "b10")),
    ):
        decisions = list(read_record(headers + text).decisions())
        assert [(d.seat, str(d.move)) for d in decisions[-1:]] == ([last] if last else [])


def test_a_corrected_roll_takes_its_turn_back() -> None:
    recording = Recording(Game.new("classic", players=2), ["Anna", "Ben"])
    start = recording.game
    recording.roll("41/3256")
    recording.play(0, "r5")
    recording.play(1, "-")
    recording.roll_otherwise(Roll.parse("42/3256"))
    assert recording.game == start.roll("42/3256")
    assert recording.game == recording.roll_otherwise("42/3256")
    recording.play(0, "r6")
    recording.play(1, "-")
    recording.play(0, "-")
    assert write_record(recording.record).endswith("\n\n1. 42/3256  r6 -  -\n")


def test_the_latest_real_choice_of_a_seat_is_taken_back() -> None:
    recording = Recording(Game.new("classic", players=2), ["Anna", "Ben"])
    assert not recording.can_take_back(0)
    white = recording.roll("41/3256")
    recording.play(0, "r5")
    recording.play(1, "y5")
    assert recording.take_back(0) == white.play(1, "y5")
    recording.play(0, "-")
    colour = recording.game
    recording.play(0, "b10")
    assert recording.take_back(0) == colour
    assert recording.record.turns[0].choices
    recording.play(0, "-")
    assert recording.take_back(1) == white.play(0, "-")
    recording.play(1, "-")
    recording.play(0, "b10")
    assert write_record(recording.record).endswith("\n\n1. 41/3256  - -  b10\n")


def test_nothing_is_taken_back_without_a_choice() -> None:
    recording = Recording(Game.new("classic", players=1), ["Anna"])
    recording.roll("65/1611")
    assert recording.take_back(0) is None  # the white phase still runs
    recording.play(0, "r11")
    recording.play(0, "y11")
    recording.roll("21/1111")
    recording.play(0, "g3")
    recording.play(0, "-")
    white = recording.roll("61/6666")
    recording.play(0, "b7")
    recording.play(0, "-")  # no colour fits
    assert recording.take_back(0) == white
    recording.play(0, "b7")
    recording.play(0, "-")
    recording.roll("11/1111")  # no row goes on with a two
    recording.play(0, "-")
    after = recording.play(0, "-")
    assert not recording.can_take_back(0)
    assert recording.take_back(0) is None
    assert recording.game == after
