"""The classic game: the known values, and what is read from the table."""

from random import Random

import pytest

from qwixx.bots import Bot, load_bot
from qwixx.notation import read_position
from qwixx.rules import CLASSIC, Game, Phase, Roll
from qwixx.solver.advice import choices
from qwixx.solver.distribution import find_distribution
from qwixx.solver.layout import layout_for
from qwixx.solver.solve import solve
from qwixx.solver.table import NotSolved, SoloTable


def test_the_optimum_is_the_published_one(classic: SoloTable) -> None:
    assert classic.value == pytest.approx(115.483126, abs=1e-6)
    assert classic.layout.states == 7_242_648


@pytest.mark.parametrize(
    "expected", [(130.5014, 131.1327), (142.419, 143.008, 143.603)], ids=["two", "three"]
)
def test_the_values_of_friendly_seats_are_the_published_ones(expected: tuple[float, ...]) -> None:
    solved = solve(layout_for(CLASSIC), players=len(expected))
    assert solved.values == [pytest.approx(value, abs=5e-4) for value in expected]


def test_the_chances_of_scores_agree_with_the_value(classic: SoloTable) -> None:
    found = find_distribution(classic.layout, classic.gains)
    assert found.mean == pytest.approx(classic.value, abs=1e-9)
    assert 0.43 < found.at_least(120) < 0.45
    assert found.at_least(found.quantile(0.5)) > 0.5 > found.at_least(found.quantile(0.5) + 1)


def test_colours_that_are_alike_are_worth_the_same(classic: SoloTable) -> None:
    """Red 2 and blue 12 are both the first cell of their rows."""
    game = Game.new("classic", players=1).roll("11/1666")
    values = {(str(c.white), str(c.colour)): c.value for c in choices(classic, game, 0)}
    assert values["r2", "-"] == values["y2", "-"]
    twelve = Game.new("classic", players=1).roll("66/1116")
    mirrored = {(str(c.white), str(c.colour)): c.value for c in choices(classic, twelve, 0)}
    assert mirrored["b12", "-"] == pytest.approx(values["r2", "-"], abs=1e-12)


def test_no_colour_move_follows_the_end(classic: SoloTable) -> None:
    """R3: a white cross that closes the second row leaves no colour move: the score stands."""
    game = read_position("classic 0.8 - 2,3,4,5,6,12/2,3,4,5,6/-/-/0").roll("66/.655")
    ends = [choice for choice in choices(classic, game, 0) if str(choice.white) == "y12"]
    assert [choice.colour for choice in ends] == [None]
    assert ends[0].value == game.play(0, "y12").scores[0] == 28 + 28


def test_the_fourth_misthrow_is_worth_the_score(classic: SoloTable) -> None:
    game = read_position("classic 0.4 - -/-/-/-/3").roll("11/1111")
    idle = [c for c in choices(classic, game, 0) if (str(c.white), str(c.colour)) == ("-", "-")]
    assert idle[0].value == -20


@pytest.mark.parametrize("seed", [7])
@pytest.mark.usefixtures("solved")
def test_the_bot_plays_for_points(seed: int) -> None:
    rng = Random(seed)
    bot = load_bot("solo")
    scores = [_play_alone(bot, rng) for _ in range(20)]
    # 115.5 on average, with a deviation of 27 for one game.
    assert 115.5 - 4 * 27 / 20**0.5 < sum(scores) / len(scores) < 115.5 + 4 * 27 / 20**0.5


def _play_alone(bot: Bot, rng: Random) -> int:
    game = Game.new("classic", players=1)
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            game = game.roll(Roll.random(rng, game))
        else:
            game = game.play(0, bot.choose(game, 0, rng))
    return game.scores[0]


@pytest.mark.usefixtures("solved")
def test_the_bot_minds_rows_that_others_have_closed() -> None:
    closed = "classic 0.9 11/.111=.,. 2,3,4,5,6,12/-/-/-/0 -/-/12,11/12,11/0"
    move = load_bot("solo").choose(read_position(closed), 1, Random(0))
    assert str(move) == "y2"


@pytest.mark.usefixtures("empty_cache")
def test_the_bot_says_which_table_it_lacks() -> None:
    game = Game.new("longo", players=1, lucky=[(6, 11)]).roll("11/1111")
    with pytest.raises(NotSolved, match="qwixx solve --variant longo --lucky 6,11"):
        load_bot("solo").choose(game, 0, Random(0))
