"""A seat that a program plays: whatever is asked of it is answered, until the game is over.

What chooses the moves may take its time. It runs in a thread, so that the line is kept meanwhile.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeAlias

from qwixx.client.client import Client
from qwixx.client.talk import Refused
from qwixx.notation import read_position
from qwixx.protocol.views import OverView, PlayingView, View
from qwixx.rules import Game, Move

Choose: TypeAlias = Callable[[Game, int], Move]
"""What that seat plays; the game is as it may know it."""

OVERTAKEN: Final = ("stale", "wrong-phase", "wrong-stage", "not-your-decision", "already-answered")
"""Why an answer is refused that came too late: time was up, or something else was decided."""


async def play(client: Client, choose: Choose, *, after: int = 0) -> OverView:
    """Plays until the game is over, however long others take, and whatever happens to the line.

    `after` is the number of the game that is already known to be over. Bye: sent away for good.

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
        view = await client.insist_until(
            lambda view: _is_over(view, after) or _is_asked(view), patience=None
        )
        if isinstance(view, OverView):
            return view
        assert isinstance(view, PlayingView)
        seen = view.version
        try:
            await _answer(client, view, choose)
        except Refused as refused:
            if refused.code not in OVERTAKEN:
                raise
            await client.insist_until(lambda view: view.version > seen)  # noqa: B023


def _is_over(view: View, after: int) -> bool:
    return isinstance(view, OverView) and view.result.number > after


def _is_asked(view: View) -> bool:
    if not isinstance(view, PlayingView) or view.you is None:
        return False
    return (view.you.asked is not None and view.you.answer is None) or _is_to_agree(view)


def _is_to_agree(view: PlayingView) -> bool:
    """Whether real dice were entered wrongly, and it is for this seat to let them be corrected."""
    said = view.real.entered if view.real else None
    return bool(said and said.asked and view.you and said.agreeing == view.you.seat)


async def _answer(client: Client, view: PlayingView, choose: Choose) -> None:
    you = view.you
    assert you
    if _is_to_agree(view):
        await client.insist("answer-correction", version=view.version, agree=True)
    elif you.asked == "roll":
        await client.insist("roll", version=view.version)
    else:
        move = await _aside(lambda: choose(read_position(you.position), you.seat))
        await client.insist("choose", version=view.version, move=str(move))


async def _aside(think: Callable[[], Move]) -> Move:
    """What comes of it in a thread, for which nobody waits who ends the program meanwhile."""
    done: Future[Move] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(think())
        except BaseException as error:  # noqa: BLE001  (it is raised where the move is awaited)
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
