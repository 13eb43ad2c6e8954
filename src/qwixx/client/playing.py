"""Plays a seat by a program: answers all questions of the server until the game is over.

The program that chooses moves may be slow. It runs in a thread, so the connection stays alive.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeAlias

from qwixx.client.client import Client
from qwixx.client.protocol import Refused
from qwixx.notation import read_position
from qwixx.protocol.views import OverView, PlayingView, View
from qwixx.rules import Game, Move

Choose: TypeAlias = Callable[[Game, int], Move]
"""Returns the move of a seat; the game holds only what that seat may know."""

TOO_LATE: Final = ("stale", "wrong-phase", "wrong-stage", "not-your-decision", "already-answered")
"""The codes of refusals of late answers: time was up, or another decision has been made."""


async def play(client: Client, choose: Choose, *, after: int = 0) -> OverView:
    """Plays until the game is over, without a time limit, and reconnects if necessary.

    `after` is the number of the last game that was over before. Raises Bye if the server closes the
    connection for good.

    Examples:
        >>> address = "localhost:8000"
        >>> import asyncio
        >>> from qwixx import PASS
        >>> from qwixx.client import Client, new_secret, open_table, play
        >>> async def pass_always():
        ...     secret = new_secret()
        ...     code = open_table(address, secret, name="Ann", bots=["greedy"], start=True)
        ...     async with Client(address, code, secret) as client:
        ...         return await play(client, lambda game, seat: PASS)
        >>> over = asyncio.run(pass_always())
        >>> over.result.number, len(over.game.cards)
        (1, 2)
    """
    while True:
        view = await client.until_with_retry(
            lambda view: _is_over(view, after) or _is_asked(view), seconds=None
        )
        if isinstance(view, OverView):
            return view
        assert isinstance(view, PlayingView)
        seen = view.version
        try:
            await _answer(client, view, choose)
        except Refused as refused:
            if refused.code not in TOO_LATE:
                raise
            await client.until_with_retry(lambda view: view.version > seen)  # noqa: B023


def _is_over(view: View, after: int) -> bool:
    return isinstance(view, OverView) and view.result.number > after


def _is_asked(view: View) -> bool:
    if not isinstance(view, PlayingView) or view.you is None:
        return False
    return (view.you.asked is not None and view.you.answer is None) or _is_to_agree(view)


def _is_to_agree(view: PlayingView) -> bool:
    """Returns whether this seat must agree to a correction of real dice."""
    said = view.real.entered if view.real else None
    return bool(said and said.asked and view.you and said.agreeing == view.you.seat)


async def _answer(client: Client, view: PlayingView, choose: Choose) -> None:
    you = view.you
    assert you
    if _is_to_agree(view):
        await client.act_with_retry("answer-correction", version=view.version, agree=True)
    elif you.asked == "roll":
        await client.act_with_retry("roll", version=view.version)
    else:
        move = await _in_thread(lambda: choose(read_position(you.position), you.seat))
        await client.act_with_retry("choose", version=view.version, move=str(move))


async def _in_thread(think: Callable[[], Move]) -> Move:
    """Calls a function in a daemon thread, which does not delay the end of the program."""
    done: Future[Move] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(think())
        except BaseException as error:  # noqa: BLE001  (the caller that awaits the move gets it)
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
