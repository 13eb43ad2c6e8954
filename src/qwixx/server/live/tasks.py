"""Background work."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar
from weakref import ref

from qwixx.server.storage.store import StoreError
from qwixx.table.decide import Refused

_log: Final = logging.getLogger(__name__)

_Result = TypeVar("_Result")


class Tasks:
    """Holds tasks and their owner until they are done, because asyncio holds them only weakly."""

    def __init__(self, owner: object) -> None:
        self._owner = ref(owner)
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[None, None, _Result]) -> "asyncio.Task[_Result]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        # The callback holds the owner, and asyncio holds the callback until it was called.
        task.add_done_callback(partial(self._done, self._owner()))
        return task

    async def finish(self, work: Coroutine[None, None, _Result]) -> _Result:
        """Waits for work, which finishes even if the caller is cancelled."""
        task = self.spawn(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_unexpected)
            raise

    def _done(self, _owner: object, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)


def _log_unexpected(task: "asyncio.Task[Any]") -> None:
    """Logs an error that is not a refusal."""
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, (Refused, StoreError)):
        _log.error("an action has failed", exc_info=error)


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Repeats the work for ever, even if it fails."""
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001  (logged and tried again)
            _log.exception("work in the background has failed")
        await asyncio.sleep(seconds)
