"""Shares several helper processes fairly.

A question belongs to a lane for its purpose. Its key is the table that asks, and its owner is the
address that opened the table. Lanes go first if people wait for them. Within a lane, owners and
keys take turns, so that nobody waits for all the questions of another table or another address.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from qwixx.server.helpers.helper_process import HelperLate, HelperLost, HelperProcess, TaskRefused
from qwixx.server.helpers.messages import Task

_REMEMBERED: Final = 200  # waiting times that are remembered for the metrics


class NoAnswer(Exception):  # noqa: N818
    """No helper has answered; the message says why."""


class Busy(NoAnswer):
    """Too many questions wait already; it may work a little later."""


@dataclass(eq=False)
class Lane:
    """Questions of one kind. Owners (addresses) take turns, and so do the keys (tables) of each."""

    name: str
    urgency: int = 0  # lanes with a lower number go first
    most_helpers: int | None = None
    """The most helpers that work for it at the same time, so that other lanes find some free."""
    most_waiting: int = 8  # the most questions of one key that may wait
    most_in_all: int | None = None  # the most questions of all keys that may wait
    patience: float = 10.0  # seconds after which a helper that works for it counts as hung
    retries_late: bool = True
    """Whether another helper gets the question of a hung one. A question may itself be too long."""
    waiting: int = 0
    working: int = 0
    owners: "OrderedDict[str, OrderedDict[str, deque[_Job]]]" = field(default_factory=OrderedDict)
    """The waiting questions by owner and key, those first that were not served for longest."""

    def has_room(self, owner: str, key: str) -> bool:
        if self.most_in_all is not None and self.waiting >= self.most_in_all:
            return False
        return len(self._of(owner).get(key, ())) < self.most_waiting

    def _of(self, owner: str) -> "Mapping[str, deque[_Job]]":
        return self.owners.get(owner, OrderedDict())

    @property
    def may_work(self) -> bool:
        return self.waiting > 0 and (self.most_helpers is None or self.working < self.most_helpers)

    def put(self, job: "_Job", *, first: bool = False) -> None:
        keys = self.owners.setdefault(job.owner, OrderedDict())
        queue = keys.setdefault(job.key, deque())
        if first:
            queue.appendleft(job)
            keys.move_to_end(job.key, last=False)
            self.owners.move_to_end(job.owner, last=False)
        else:
            queue.append(job)
        self.waiting += 1

    def take(self) -> "_Job":
        owner, keys = self.owners.popitem(last=False)
        key, queue = keys.popitem(last=False)
        job = queue.popleft()
        if queue:
            keys[key] = queue
        if keys:
            self.owners[owner] = keys
        self.waiting -= 1
        return job

    def served_before_done(self, owner: str) -> int:
        """Returns how many questions are served until all questions of an owner are."""
        own = sum(map(len, self._of(owner).values()))
        others = len(self.owners) - (own > 0)
        return own + others * max(1, own)


@dataclass(eq=False)
class _Job:
    lane: Lane
    owner: str
    key: str
    task: Callable[[], Task]
    answer: asyncio.Future[str]
    asked: float
    tries: int = 0


class HelperPool:
    """A number of helpers. Each is started, with the arguments, when all others are busy."""

    def __init__(self, helpers: int, *arguments: str) -> None:
        if helpers < 1:
            raise ValueError(f"expected at least 1 helper, found {helpers}")
        self.helpers = helpers
        self.lost = 0  # helpers that died or hung
        self._idle = [HelperProcess(*arguments) for _ in range(helpers)]
        self._workers = tuple(self._idle)
        self._lanes: list[Lane] = []
        self._serving: dict[asyncio.Task[None], _Job] = {}
        self._waits: deque[float] = deque(maxlen=_REMEMBERED)
        self._prepared: dict[Task, asyncio.Task[None]] = {}
        self._closed = False

    def add_lane(self, lane: Lane) -> Lane:
        self._lanes.append(lane)
        self._lanes.sort(key=lambda each: each.urgency)
        return lane

    async def ask(self, lane: Lane, key: str, task: Callable[[], Task], *, owner: str = "") -> str:
        """Returns the answer of a helper; `task` is called when one is free. Raises NoAnswer."""
        if self._closed:
            raise NoAnswer("the server is about to stop")
        if not lane.has_room(owner, key):
            raise Busy(f"too much is waiting in {lane.name} already")
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        lane.put(_Job(lane, owner, key, task, answer, monotonic()))
        self._feed()
        return await answer

    def prepare(self, lane: Lane, task: Task) -> None:
        """Has a helper do something once that will be needed soon, without waiting for it."""
        if task not in self._prepared:
            self._prepared[task] = asyncio.create_task(self._prepare(lane, task))

    async def _prepare(self, lane: Lane, task: Task) -> None:
        try:
            await self.ask(lane, "", lambda: task)
        except NoAnswer:
            del self._prepared[task]  # the first question that needs it will fail with the reason

    def _feed(self) -> None:
        while self._idle and not self._closed:
            lane = next((lane for lane in self._lanes if lane.may_work), None)
            if lane is None:
                return
            job = lane.take()
            if job.answer.done():  # nobody waits for it any more
                continue
            # A helper that runs already is preferred.
            worker = max(self._idle, key=lambda each: each.running)
            self._idle.remove(worker)
            lane.working += 1
            serving = asyncio.create_task(self._serve(worker, job))
            self._serving[serving] = job
            serving.add_done_callback(self._serving.pop)

    async def _serve(self, worker: HelperProcess, job: _Job) -> None:
        waited = monotonic() - job.asked
        try:
            answer = await worker.ask(job.task(), job.lane.patience)
        except TaskRefused as problem:
            self._fail(job, str(problem))
        except HelperLost as problem:
            self.lost += 1
            job.tries += 1
            if job.tries == 1 and (job.lane.retries_late or not isinstance(problem, HelperLate)):
                job.lane.put(job, first=True)  # for another helper
            else:
                self._fail(job, str(problem))
        except Exception as error:
            self._fail(job, str(error))  # the caller must not wait for ever
            raise
        else:
            self._waits.append(waited)
            if not job.answer.done():
                job.answer.set_result(answer)
        finally:
            job.lane.working -= 1
            self._idle.append(worker)
            self._feed()

    def _fail(self, job: _Job, why: str) -> None:
        if not job.answer.done():
            job.answer.set_exception(NoAnswer(why))

    def metrics(self) -> dict[str, tuple[str, float]]:
        waiting = sum(lane.waiting for lane in self._lanes)
        running = sum(worker.running for worker in self._workers)
        return {
            "helpers_running": ("Helper processes that have been started.", running),
            "helpers_lost": ("Helper processes that died or hung, since the start.", self.lost),
            "helper_queue": ("Questions that wait for a helper.", waiting),
            "helper_wait_seconds": (
                f"The longest wait for a helper, of the last {_REMEMBERED} questions.",
                max(self._waits, default=0.0),
            ),
        }

    async def close(self) -> None:
        self._closed = True
        for lane in self._lanes:
            while lane.waiting:
                self._fail(lane.take(), "the server is about to stop")
        for serving, job in tuple(self._serving.items()):
            self._fail(job, "the server is about to stop")
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving
        for worker in self._workers:
            await worker.end()
