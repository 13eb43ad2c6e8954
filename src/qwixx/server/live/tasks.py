"""Work in the background that nobody else holds on to."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any, TypeVar
from weakref import ref

_Result = TypeVar("_Result")


class Tasks:
    """Keeps tasks, and whoever they work for, until they are done: Python itself would not."""

    def __init__(self, owner: object) -> None:
        self._owner = ref(owner)
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[None, None, _Result]) -> "asyncio.Task[_Result]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        # The callback holds the owner, and asyncio holds the callback until it was called.
        task.add_done_callback(partial(self._done, self._owner()))
        return task

    def _done(self, _owner: object, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
