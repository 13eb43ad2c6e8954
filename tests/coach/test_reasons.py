"""Every reason on a position that proves it, and none that does not hold."""

from collections.abc import Iterator

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
LAST_MISTHROW = "classic 0.9 41/3256=-,- 3,4/-/12/-/3 2,3,4,5/7/-/-/1"
AHEAD = "classic 0.9 56/1234=-,- 2,3,4,5,6,7/-/-/-/3 2,3/4,5/-/12/3"


def option(position: str, move: str, share: float, *, closing: str = "") -> Option:
    game = read_position(position)
    colours = frozenset(colour for colour in COLOURS if colour in closing)
    return Option(game, 0, Move.parse(move), share, colours)


def codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


@pytest.mark.parametrize(
    ("position", "move", "best", "code", "words"),
    [
        (BEHIND, "g2", "-", "ends-behind", "behind"),
        (LATE, "-", "b2", "ends-not", "blue 2 ends the game"),
        (LAST_MISTHROW, "-", "b10", "ends-behind", "passing ends the game while you are 22 points"),
        (AHEAD, "g7", "-", "ends-not", "passing ends the game while you are ahead"),
        (EARLY, "b5", "r5", "row-lost", "you can no longer lock blue"),
        (EARLY, "-", "r5", "free-cross", "red 5 skips nothing"),
        (EARLY, "y5", "r5", "skips", "yellow 5 skips 3 cells, red 5 skips none"),
        (EARLY, "y5", "-", "skips-for-nothing", "yellow 5 skips 3 cells, passing skips none"),
    ],
)
def test_a_worse_move_has_its_reason(
    position: str, move: str, best: str, code: str, words: str
) -> None:
    (first, *_) = why_worse(option(position, move, 0.2), option(position, best, 0.99))
    assert first.code == code
    assert words in str(first)


def test_a_lock_is_missed_or_made() -> None:
    position = LATE.replace("12/2,3,4/", "8/2,3,4/").replace("11/.455", "11/3455")
    best, other = option(position, "b2", 0.8), option(position, "-", 0.5)
    assert codes(why_worse(other, best)) == ["misses-lock"]
    assert "locks blue" in str(why_best(best, other)[0])


TWO_LEFT = "classic 0.21 11/.455=.,. 2,3,4,5,6,7,12/11/12,6/12,11,10,9,8,5/0 2,3/2,3,4/{}/12/2"


@pytest.mark.parametrize(
    ("position", "cross", "told"),
    [
        # The coloured dice could still be used after a pass.
        (EARLY, "b5", False),
        # They could not, because all their numbers lie left of the last cross.
        ("classic 0.5 41/1256=.,. 11/11/3/6/0 -/7/-/-/1", "b5", True),
        # Nothing was crossed in the white phase, and now they are left.
        (EARLY.replace("=.,.", "=-,-"), "b10", True),
        (EARLY.replace("=.,.", "=r5,-"), "b10", False),
        # The other could end the game first, and then there is none.
        (TWO_LEFT.format("12,11,10,9,8"), "b2", False),
        (TWO_LEFT.format("12,11,10,9"), "b2", True),
    ],
)
def test_only_a_certain_misthrow_is_a_reason(position: str, cross: str, told: bool) -> None:
    worse, best = option(position, "-", 0.3), option(position, cross, 0.5)
    assert ("misthrow" in codes(why_worse(worse, best))) is told
    assert ("avoids-misthrow" in codes(why_best(best, worse))) is told


def test_a_fourth_misthrow_is_the_end_of_the_game() -> None:
    worse, best = option(LAST_MISTHROW, "-", 0.1), option(LAST_MISTHROW, "b10", 0.4)
    assert codes(why_worse(worse, best))[0] == "ends-behind"
    assert "misthrow" not in codes(why_worse(worse, best))


def test_the_end_is_brought_on_while_ahead() -> None:
    assert codes(why_best(option(LATE, "b2", 1.0), option(LATE, "-", 0.9)))[0] == "wins-now"


def test_a_row_that_may_close_now_is_a_reason() -> None:
    best = option(EARLY, "r5", 0.5, closing="r")
    assert "last-chance" in codes(why_worse(option(EARLY, "y5", 0.4), best))
    assert "last-chance" in codes(why_best(best, option(EARLY, "-", 0.4)))


def test_rare_numbers_are_taken_first() -> None:
    # Yellow 3 and blue 10 are both next in their rows.
    position = "classic 0.4 12/1255=.,. -/2/-/12,11/0 2,3,4/-/-/-/0"
    rare, often = option(position, "y3", 0.5), option(position, "b10", 0.4)
    (reason,) = why_worse(often, rare)
    assert reason.code == "seldom"
    assert str(reason) == "3 is rarer than 10 (2 and 3 of 36 rolls): the other can wait"
    assert why_worse(option(position, "y3", 0.4), option(position, "b10", 0.5)) == ()


def test_the_rarity_of_a_number_is_no_reason_for_a_lock() -> None:
    """A player who ends the game cannot wait for another number."""
    position = (
        "classic 0.15 21/121.=y3,- 3,4,6/-/11,10,9,6,5,3/12,10,9,7,4,2/0"
        " 2,7,9/3,6,8,10/11,9,8,6,5,4,3/11,7,6,3/0"
    )
    best, other = option(position, "g2", 0.9), option(position, "y4", 0.5)
    assert "seldom" not in codes(why_best(best, other))
    assert "seldom" not in codes(why_worse(other, best))


def test_a_row_that_is_closed_with_a_coloured_die_is_the_last_chance() -> None:
    """The active player is about to lock red with white 6 and red 6."""
    position = "classic 0.13 64/6114=.,. 2,4,5,7,9/5,6/11,9/10,9/0 3,4,5/4,5/11,9/11,10/1"
    best, *others = advise(read_position(position), 1)
    assert str(best.move) == "r10"
    assert codes(best.reasons)[0] == "last-chance"
    assert "last-chance" in codes(others[0].reasons)


def test_a_move_that_costs_nothing_needs_no_reason() -> None:
    assert why_worse(option(EARLY, "y5", 0.495), option(EARLY, "r5", 0.5)) == ()


@pytest.mark.parametrize(
    ("variant", "bots"),
    [
        ("classic", "beginner,random"),
        ("classic", "casual,random,beginner"),
        ("longo", "beginner,random"),
        ("mixx-a", "random,beginner"),
        ("mixx-b", "beginner,random,random"),
    ],
)
def test_the_facts_of_reasons_hold_in_whole_games(variant: str, bots: str) -> None:
    """Every reason in a review is true by the rules."""
    record = play(variant, bots, 5)
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
    # The page has sentences about a pass for these alone (web/tests/why.test.ts).
    assert "-" not in facts.values() or reason.code in ("ends-behind", "ends-not")
    match reason.code:
        case "skips":
            assert card.skips(variant.cell(played)) == facts["skipped"]
            assert card.skips(variant.cell(best)) == facts["instead"]
        case "skips-for-nothing":
            assert best.is_pass
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
            assert played.is_pass
            assert all(
                end.cards[seat].misthrows == card.misthrows + 1
                for end in ends_of_turn(game, seat, played)
            )
        case "seldom":
            assert facts["number"] == variant.cell(best).number
            assert facts["other"] == variant.cell(played).number
        case "last-chance":
            assert variant.cell(best).closes == facts["colour"]
        case "ends-behind":
            for end in ends_of_turn(game, seat, played):
                assert end.phase is Phase.OVER
                others = max(total for s, total in enumerate(end.scores) if s != seat)
                assert others - end.scores[seat] >= int(facts["points"])
        case "ends-not":
            assert all(end.phase is Phase.OVER for end in ends_of_turn(game, seat, best))
        case other:
            pytest.fail(f"{other} is not checked")


def ends_of_turn(game: Game, seat: int, move: Move) -> Iterator[Game]:
    """Yields every possible end of a turn after a move."""
    return anything(game.play(seat, move))


def anything(game: Game) -> Iterator[Game]:
    """The ends of the turn, with all moves of all who are still asked."""
    if not game.awaited:
        yield game
        return
    for move in game.legal_moves(game.awaited[0]):
        yield from anything(game.play(game.awaited[0], move))


def test_advice_carries_its_reasons() -> None:
    moves = {str(advice.move): advice for advice in advise(read_position(EARLY), 0)}
    assert codes(moves["b5"].reasons)[0] == "row-lost"
    assert codes(moves["y5"].reasons) == ["skips"]
