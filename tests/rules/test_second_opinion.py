"""The engine and the naive model, side by side over many random games.

At every decision everything is compared: the whole set of legal moves of every seat, cards, scores,
phase and outcome. A game is known by its seed; a failure prints it, and `--seed=N --games=1` plays
that game alone.
"""

from random import Random

import pytest

from qwixx import COLOURS, VARIANTS, Game
from tests.rules.naive import EVERY_TEXT, NaiveGame, Refused
from tests.rules.sheets import UNREGISTERED
from tests.rules.table import EngineTable, snapshot
from tests.rules.walk import Start, Step, random_steps

VARIED = ["classic", "longo", *VARIANTS, *UNREGISTERED]
PARTS = 20  # so that the games can be shared between processes


# Tracing would double the time, and chance should not decide what is covered.
@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(PARTS))
def test_the_engine_agrees_with_the_naive_model(part: int, games: int, seed: int) -> None:
    for number in range(part, games, PARTS):
        walk(seed + number)


def walk(seed: int) -> None:
    """One game from the first roll to the end."""
    rng = Random(seed)
    start = Start.random(rng, rng.choice(VARIED), rng.randint(1, 5))
    naive = start.naive()
    engine = EngineTable(start.variant, start.players, start.first, start.lucky)
    history = []
    try:
        assert snapshot(engine) == snapshot(naive)
        for step in random_steps(rng, naive):
            check_refusals(rng, naive, engine)
            history.append(step)
            step.apply(naive)
            step.apply(engine)
            assert snapshot(engine) == snapshot(naive)
            check_cards(naive, engine.game)
            check_views(engine.game)
        check_refusals(rng, naive, engine)
    except Exception as error:
        error.add_note(f"--seed={seed} --games=1: {start}\n" + "\n".join(map(str, history)))
        raise


def check_refusals(rng: Random, naive: NaiveGame, engine: EngineTable) -> None:
    """Takes random steps. If the model forbids one, the engine refuses it for one of the model's
    reasons."""
    before = engine.game
    for _ in range(3):
        step, faults = random_step(rng, naive)
        told = None
        if step.seat is not None and step.text is not None:
            told = before.refusal(step.seat, step.text)
            assert bool(told) == bool(faults), step
        if not faults:
            continue
        with pytest.raises(Refused) as refusal:
            step.apply(engine)
        assert refusal.value.faults <= faults, step
        assert engine.game is before, step
        if told:
            assert {str(told.reason)} == refusal.value.faults, step
            assert told.message, step


def random_step(rng: Random, naive: NaiveGame) -> tuple[Step, set[str]]:
    """Anything that is well formed, and what is wrong with it now."""
    seat = rng.randrange(naive.players)
    match rng.randrange(3):
        case 0:
            text = rng.choice(EVERY_TEXT)
            return Step(seat, text), naive.faults(seat, text)
        case 1:
            return Step(seat, None), naive.retract_faults(seat)
        case _:
            text = random_roll(rng)
            return Step(None, text), naive.roll_faults(text)


def random_roll(rng: Random) -> str:
    whites = "".join(rng.choice("12345678") for _ in range(2))
    return f"{whites}/" + "".join(rng.choice("12345678.") for _ in range(4))


def check_cards(naive: NaiveGame, game: Game) -> None:
    """Which cells are crossed, not only how many."""
    for seat, card in enumerate(game.cards):
        for colour in COLOURS:
            assert list(card.crossed(colour)) == naive.crossed[seat][colour]
            assert card.has_lock(colour) == (colour in naive.locked[seat])


def check_views(game: Game) -> None:
    """Checks that a seat sees everything except the others' open answers."""
    for seat in range(game.players):
        view = game.seen_by(seat)
        assert view.cards == game.cards
        assert view.answered == game.answered
        assert view.legal_moves(seat) == game.legal_moves(seat)
        if game.phase == "white":
            known = [other for other in game.answered if view.answers[other] == game.answers[other]]
            assert set(known) <= {seat}
