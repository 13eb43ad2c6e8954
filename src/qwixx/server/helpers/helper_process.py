"""One helper process, as the server sees it: started when needed, one task at a time."""

import asyncio
import os
import sys
from contextlib import suppress
from typing import Final

import msgspec

from qwixx.server.helpers.messages import PROBLEM, Task

_LONGEST_ANSWER: Final = 1 << 24
_ONE_THREAD: Final = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA")
}
_START_SECONDS: Final = 30.0  # extra time for the first answer of a process, which has much to load


class TaskRefused(Exception):  # noqa: N818
    """The helper could not do that task, but can do others."""


class HelperLost(Exception):  # noqa: N818
    """The helper has died or hung, and has been ended."""


class HelperLate(HelperLost):
    """The helper has not answered in time."""


class HelperProcess:
    """A process that ends when the server does, because its input is closed then."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None
        self._has_answered = False

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def ask(self, task: Task, patience: float) -> str:
        """Returns the answer to a task, which may take `patience` seconds. Raises HelperLost."""
        if not self.running:
            self._has_answered = False
        answer = ""
        try:
            limit = patience + (0 if self._has_answered else _START_SECONDS)
            answer = await asyncio.wait_for(self._exchange(task), limit)
        except TimeoutError as error:
            raise HelperLate("no answer in time") from error
        except (OSError, ValueError, EOFError) as error:
            raise HelperLost(str(error)) from error
        finally:
            if not answer:
                await self.end()
        self._has_answered = True
        if answer.startswith(PROBLEM):
            raise TaskRefused(answer.removeprefix(PROBLEM).strip())
        return answer

    async def _exchange(self, task: Task) -> str:
        if not self.running:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "qwixx.server.helpers.worker_main", *self._arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, **_ONE_THREAD},
                limit=_LONGEST_ANSWER,
                start_new_session=True,  # Ctrl-C is for the server, which then ends this, too
            )
        assert self._process
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(task) + b"\n")
        answer = (await self._process.stdout.readline()).decode().strip()
        if not answer:
            raise EOFError("the process has ended")
        return answer

    async def end(self) -> None:
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):  # it was faster
                self._process.kill()
            await self._process.wait()
        self._process = None
