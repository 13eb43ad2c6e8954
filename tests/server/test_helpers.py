"""Helper processes: shared fairly, replaced when they die or hang, hasty when many wait."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from qwixx.bots import BotFailed
from qwixx.bots.compiled import CompiledPolicy, compile_turns
from qwixx.bots.shipped import engine_of
from qwixx.notation import write_position
from qwixx.rules import CLASSIC, LONGO, Game, Variant
from qwixx.server.helpers import engine_choice
from qwixx.server.helpers.bot_pool import BotPool
from qwixx.server.helpers.helper_process import HelperProcess
from qwixx.server.helpers.messages import Advise, Load, Review, Task, Think
from qwixx.server.helpers.pool import HelperPool, Lane, NoAnswer
from tests.server.client import in_loop
from tests.server.reviewing import UNFINISHED

GAME = Game.new("classic", 2).roll("41/3256")


@asynccontextmanager
async def thinker(helpers: int) -> AsyncIterator[BotPool]:
    made = BotPool(helpers)
    try:
        yield made
    finally:
        await made.close()


def children() -> list[int]:
    me = os.getpid()
    listed = Path(f"/proc/{me}/task/{me}/children").read_text().split()
    return [int(child) for child in listed]


def load(level: str, order: list[str], name: str) -> Callable[[], Task]:
    def task() -> Task:
        order.append(name)
        return Load(level)

    return task


@in_loop
async def test_a_bot_of_every_kind_answers() -> None:
    async with thinker(2) as bots:
        legal = {str(move) for move in GAME.legal_moves(1)}
        levels = ("random", "heuristic", "beginner", "strong", "master")
        moves = await asyncio.gather(*(bots.choose(level, GAME, 1, level) for level in levels))
        assert set(moves) <= legal
        with pytest.raises(BotFailed, match="nobody: UnknownBot: there is no bot 'nobody'"):
            await bots.choose("nobody", GAME, 1)
        assert bots.failures == 1


@in_loop
async def test_tables_take_turns_and_urgent_lanes_go_first() -> None:
    pool = HelperPool(1)
    order: list[str] = []
    try:
        usual, reviews = pool.add_lane(Lane("usual")), pool.add_lane(Lane("reviews", urgency=1))
        asked = [
            pool.ask(lane, key, load("random", order, f"{key}{number}"))
            for lane, key, count in ((reviews, "r", 1), (usual, "a", 3), (usual, "b", 2))
            for number in range(count)
        ]
        await asyncio.gather(*asked)
    finally:
        await pool.close()
    # The first was taken before there was anything else.
    assert order == ["r0", "a0", "b0", "a1", "b1", "a2"]


@in_loop
async def test_an_address_with_many_tables_has_one_turn_of_each_round() -> None:
    pool = HelperPool(1)
    order: list[str] = []
    try:
        lane = pool.add_lane(Lane("bots"))
        wishes = [("mallory", f"m{table}") for table in range(5)]
        wishes += [("anna", "a0"), ("anna", "a1"), ("bert", "b0")]
        asked = [
            pool.ask(lane, table, load("random", order, table), owner=owner)
            for owner, table in wishes
        ]
        await asyncio.gather(*asked)
    finally:
        await pool.close()
    # The first was taken before there was anything else.
    assert order == ["m0", "m1", "a0", "b0", "m2", "a1", "m3", "m4"]


@in_loop
async def test_a_lane_leaves_helpers_to_others_and_no_key_may_wait_for_too_much() -> None:
    pool = HelperPool(2)
    order: list[str] = []
    try:
        lane = pool.add_lane(Lane("reviews", most_helpers=1, most_waiting=2))
        bots = pool.add_lane(Lane("bots"))
        asked = [
            asyncio.create_task(pool.ask(lane, "a", load("random", order, f"a{n}")))
            for n in range(3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(NoAnswer, match="too much is waiting in reviews already"):
            await pool.ask(lane, "a", load("random", order, "never"))
        asked.append(asyncio.create_task(pool.ask(bots, "b", load("random", order, "b"))))
        for _ in range(3):  # they are handed out as soon as everybody has been heard
            await asyncio.sleep(0)
        assert order == ["a0", "b"], "the second helper was not left to the bots"
        await asyncio.gather(*asked)
    finally:
        await pool.close()


@in_loop
async def test_a_question_to_a_dead_helper_is_answered_by_another() -> None:
    async with thinker(1) as bots:
        before = set(children())
        await bots.choose("random", GAME, 0)
        (helper,) = set(children()) - before
        os.kill(helper, signal.SIGSTOP)
        asked = asyncio.create_task(bots.choose("random", GAME, 0))
        await asyncio.sleep(0.1)
        os.kill(helper, signal.SIGKILL)
        assert await asked in {str(move) for move in GAME.legal_moves(0)}
        assert bots.lost == 1
        assert bots.failures == 0


@in_loop
async def test_a_helper_that_hangs_is_replaced_and_holds_up_nobody_else() -> None:
    pool = HelperPool(2)
    order: list[str] = []
    try:
        lane = pool.add_lane(Lane("bots", patience=2.0))
        before = set(children())
        await pool.ask(lane, "a", load("random", order, "first"))
        (helper,) = set(children()) - before
        os.kill(helper, signal.SIGSTOP)
        hung = asyncio.create_task(pool.ask(lane, "a", load("random", order, "hung")))
        await asyncio.sleep(0)
        assert await pool.ask(lane, "b", load("random", order, "other")) == "loaded"
        assert not hung.done()
        assert await hung == "loaded"
        assert order.count("hung") == 2
        assert pool.lost == 1
        assert helper not in children()
    finally:
        await pool.close()


@in_loop
async def test_a_question_that_takes_too_long_is_not_asked_again() -> None:
    pool = HelperPool(1)
    order: list[str] = []
    try:
        lane = pool.add_lane(Lane("reviews", patience=1.0, retries_late=False))
        before = set(children())
        await pool.ask(lane, "a", load("random", order, "first"))
        (helper,) = set(children()) - before
        os.kill(helper, signal.SIGSTOP)
        with pytest.raises(NoAnswer):
            await pool.ask(lane, "a", load("random", order, "long"))
        assert order.count("long") == 1
        # And the next one is served.
        assert await pool.ask(lane, "b", load("random", order, "other")) == "loaded"
    finally:
        await pool.close()


@in_loop
async def test_bots_think_shorter_if_more_questions_wait() -> None:
    bots = BotPool(2)
    times: dict[str, list[float]] = {"": [], "many": [], "one": []}
    ask = bots.ask

    async def noted(lane: Lane, key: str, task: Callable[[], Task], *, owner: str = "") -> str:
        def made() -> Task:
            told = task()
            assert isinstance(told, Think)
            told.level = "random"  # the bot does not matter here
            times[owner].append(told.seconds)
            return told

        return await ask(lane, key, made, owner=owner)

    bots.ask = noted  # type: ignore[method-assign]
    try:
        await bots.choose("master", GAME, 0)
        await asyncio.gather(*(bots.choose("master", GAME, 0, str(n)) for n in range(40)))
        of_many = (bots.choose("master", GAME, 0, str(n), "many") for n in range(40))
        await asyncio.gather(*of_many, bots.choose("master", GAME, 0, "a", "one"))
    finally:
        await bots.close()
    first, seconds = times[""][0], times[""][1:]
    assert first == 0.3
    assert seconds[2] == 0.0, "40 wait, and it thinks all the same"
    assert sorted(seconds[3:]) == seconds[3:], "it thinks longer again when fewer wait"
    assert seconds[-1] == 0.3
    assert times["one"] == [0.3], "it thinks for shorter because of another address"


@in_loop
async def test_waiting_questions_are_answered_when_the_pool_stops() -> None:
    bots = BotPool(1)
    asked = [asyncio.create_task(bots.choose("random", GAME, 0, str(n))) for n in range(3)]
    await asyncio.sleep(0)
    await bots.close()
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(answer, (str, BotFailed)) for answer in done), done
    with pytest.raises(BotFailed, match="about to stop"):
        await bots.choose("random", GAME, 0)


def test_a_helper_loads_compiled_turns_from_the_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("qwixx.bots.shipped._engines", {})
    compile_turns(CLASSIC)
    engine_choice.choose_engine.cache_clear()
    engine_choice.choose_engine(CLASSIC)
    assert engine_of(CLASSIC) is CompiledPolicy
    assert not engine_choice.is_outdated()


@in_loop
async def test_a_review_does_not_change_how_a_helper_values_a_position() -> None:
    """Compiled code and NumPy round differently, so a process must not change over."""
    await asyncio.to_thread(compile_turns, CLASSIC)
    helper = HelperProcess()
    question = Advise(write_position(GAME), 0)
    try:
        before = await helper.ask(question, 120)
        await helper.ask(Review(UNFINISHED), 120)
        assert await helper.ask(question, 120) == before
    finally:
        await helper.end()


def test_a_helper_that_began_with_numpy_ends_when_the_code_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It does not change over: the same position would have another value."""
    compiled, may_end = set[Variant](), Event()

    def compile_slowly(variant: Variant) -> None:
        may_end.wait(60)
        compiled.add(variant)

    used: list[Variant] = []
    monkeypatch.setattr(engine_choice, "are_compiled", compiled.__contains__)
    monkeypatch.setattr(engine_choice, "compile_turns", compile_slowly)
    monkeypatch.setattr(engine_choice, "use_compiled_turns", used.append)
    monkeypatch.setattr(engine_choice, "_compiling", compiling := dict[Variant, Thread]())
    engine_choice.choose_engine.cache_clear()
    for _ in range(2):
        engine_choice.choose_engine(LONGO)
    assert not engine_choice.is_outdated()
    may_end.set()
    compiling[LONGO].join(60)
    engine_choice.choose_engine(LONGO)
    assert engine_choice.is_outdated()
    assert not used
    engine_choice.choose_engine.cache_clear()
