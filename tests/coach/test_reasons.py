"""Every reason on a position that proves it, and none that does not hold."""

import pytest

from qwixx.coach import Reason, advise, review
from qwixx.coach.reasons import Option, why_best, why_worse
from qwixx.notation import read_position
from qwixx.rules import COLOURS, Game, Move, Phase
from tests.coach.games import play

EARLY = "classic 0.3 41/3256=.,. 3,4/-/12/-/0 -/7/-/-/1"
LATE = (
    "classic 0.21 11/.455=.,. "
    "2,3,4,5,6,7,12/2,3,4/12,11,10,9,8,7/12,11,10,9,8,7,6/0 2,3,4,5/2,3,4/12/12/2"
)
BEHIND = (
    "classic 0.21 11/.455=.,. "
    "2,3,4,5,6,12/2,3/12,11,10,9,8/12/2 2,3,4,5,6,7,8,9,10/2,3,4,5,6,7,8,9/12,11/12,11/0"
)


def option(
    position: str, move: str, share: float, *, misthrow: bool = False, closing: str = ""
) -> Option:
    game = read_position(position)
    colours = frozenset(colour for colour in COLOURS if colour in closing)
    return Option(game, 0, Move.parse(move), share, misthrow, colours)


def codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


@pytest.mark.parametrize(
    ("position", "move", "best", "code", "words"),
    [
        (BEHIND, "g2", "-", "ends-behind", "behind"),
        (LATE, "-", "b2", "ends-not", "b2 ends the game"),
        (EARLY, "b5", "r5", "row-lost", "you can no longer lock blue"),
        (EARLY, "-", "r5", "free-cross", "r5 skips nothing"),
        (EARLY, "y5", "r5", "skips", "y5 skips 3 cells, r5 none"),
        (EARLY, "y5", "-", "skips-for-nothing", "y5 skips 3 cells, a pass none"),
    ],
)
def test_why_a_move_is_worse(position: str, move: str, best: str, code: str, words: str) -> None:
    (first, *_) = why_worse(option(position, move, 0.2), option(position, best, 0.99))
    assert first.code == code
    assert words in str(first)


def test_a_lock_is_missed_or_made() -> None:
    position = LATE.replace("12/2,3,4/", "8/2,3,4/").replace("11/.455", "11/3455")
    best, other = option(position, "b2", 0.8), option(position, "-", 0.5)
    assert codes(why_worse(other, best)) == ["misses-lock"]
    assert "locks blue" in str(why_best(best, other)[0])


def test_a_misthrow_is_taken_or_avoided() -> None:
    thrown, crossed = option(EARLY, "-", 0.3, misthrow=True), option(EARLY, "y5", 0.5)
    assert codes(why_worse(thrown, crossed)) == ["misthrow"]
    assert codes(why_best(crossed, thrown)) == ["avoids-misthrow"]


def test_the_end_is_brought_on_while_ahead() -> None:
    assert codes(why_best(option(LATE, "b2", 1.0), option(LATE, "-", 0.9)))[0] == "wins-now"


def test_a_row_may_be_closed_now() -> None:
    best = option(EARLY, "r5", 0.5, closing="r")
    assert "last-chance" in codes(why_worse(option(EARLY, "y5", 0.4), best))
    assert "last-chance" in codes(why_best(best, option(EARLY, "-", 0.4)))


def test_numbers_that_come_seldom_are_taken_first() -> None:
    # Yellow 3 and blue 10 are both next in their rows.
    position = "classic 0.4 12/1255=.,. -/2/-/12,11/0 2,3,4/-/-/-/0"
    rare, often = option(position, "y3", 0.5), option(position, "b10", 0.4)
    (reason,) = why_worse(often, rare)
    assert reason.code == "seldom"
    assert str(reason) == "3 comes in 2 of 36 rolls, 10 in 3"
    assert why_worse(option(position, "y3", 0.4), option(position, "b10", 0.5)) == ()


def test_what_costs_nothing_needs_no_reason() -> None:
    assert why_worse(option(EARLY, "y5", 0.495), option(EARLY, "r5", 0.5)) == ()


@pytest.mark.parametrize("bots", ["beginner,random", "casual,random,beginner"])
def test_facts_hold_in_whole_games(bots: str) -> None:
    """Whatever is said of a move in a review is true by the rules."""
    record = play("classic", bots, 5)
    rolled = {(g.turn, g.phase.value): g for g in record.games()}
    told = 0
    for choice in review(record).choices:
        game = rolled[choice.turn, choice.phase]
        for reason in choice.reasons:
            told += 1
            assert str(reason)
            check(reason, game, choice.seat, choice.played, choice.best)
    assert told > 5


def check(reason: Reason, game: Game, seat: int, played: Move, best: Move) -> None:
    card, variant = game.cards[seat], game.variant
    facts = reason.facts
    match reason.code:
        case "skips" | "skips-for-nothing":
            assert card.skips(variant.cell(played)) == facts["skipped"]
        case "free-cross":
            assert played.is_pass
            assert card.skips(variant.cell(best)) == 0
        case "misses-lock":
            assert variant.cell(best).locks
            assert variant.cell(best).closes == facts["colour"]
        case "row-lost":
            row = variant.cell(played).row
            after = card.with_cross(variant.cell(played)).marks[row]
            left = len(variant.rows[row]) - 1 - after.bit_length()
            assert after.bit_count() + left < variant.crosses_to_lock
        case "misthrow":
            assert seat == game.active
            assert played.is_pass
        case "seldom":
            assert facts["number"] == variant.cell(best).number
        case "ends-behind":
            assert game.phase is Phase.COLOUR or variant.cell(played).locks


def test_advice_tells_its_reasons() -> None:
    moves = {str(advice.move): advice for advice in advise(read_position(EARLY), 0)}
    assert codes(moves["b5"].reasons)[0] == "row-lost"
    assert codes(moves["y5"].reasons) == ["skips"]
