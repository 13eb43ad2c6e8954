"""Bots think in a process of their own.

So the server never waits for one, and whatever a bot has to load stays out of its memory. The
process ends by itself when the server does: it reads until its input is closed.
"""

import asyncio
import os
import secrets
import sys
from typing import Final

import msgspec

from qwixx.bots import BotFailed
from qwixx.notation import write_position
from qwixx.rules import Game


class Task(msgspec.Struct):
    level: str
    position: str
    seat: int
    seed: int


_SLOWEST: Final = 30.0
_ONE_THREAD: Final = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA")
}


class Thinker:
    """One process that chooses moves for all bots, one after the other."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self.failures = 0

    async def choose(self, level: str, game: Game, seat: int) -> str:
        """The move of that bot. It is told what its seat may know."""
        task = Task(level, write_position(game.seen_by(seat)), seat, secrets.randbits(63))
        async with self._turn:
            try:
                return await asyncio.wait_for(self._ask(msgspec.json.encode(task)), _SLOWEST)
            except (OSError, TimeoutError) as error:
                self.failures += 1
                await self.close()
                raise BotFailed(f"{level}: {error}") from error
            except BotFailed:
                self.failures += 1
                raise

    async def _ask(self, task: bytes) -> str:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "qwixx.server.helpers.bot_process"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, **_ONE_THREAD},
                start_new_session=True,  # Ctrl-C is for the server, which then ends this, too
            )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(task + b"\n")
        answer = (await self._process.stdout.readline()).decode().strip()
        if not answer or answer.startswith("!"):
            raise BotFailed(answer or "the process of the bots has ended")
        return answer

    async def close(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self._process = None
