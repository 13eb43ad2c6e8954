"""The workers of a Dask cluster as an executor, so that matches can be spread over many machines.

Dask is an extra, and is imported only here and only if it is needed. The result of a task depends
on its arguments alone. So if a worker dies, Dask gives its tasks to another one, and only time is
lost.
"""

import logging
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from qwixx._system import sources_digest, usable_cores

LOCAL: Final = "local"
_PLAYED_BY: Final = (
    *("arena", "batch", "bots", "bots/weights", "coach", "kernel", "notation", "rules", "solver"),
)
"""The folders of all that games depend on."""
_SECONDS: Final = 10  # The time limit for the answer of a scheduler


class NoCluster(Exception):  # noqa: N818  (says what is missing)
    """The cluster cannot be used; the message says why."""


@dataclass(frozen=True, eq=False)
class Workers:
    """The workers that tasks can be sent to."""

    executor: Executor
    at_once: int  # The number of tasks that they do at the same time


@contextmanager
def workers(
    address: str, processes: int | None = None, bots: Iterable[object] = ()
) -> Iterator[Workers]:
    """Connects to the workers of the cluster whose scheduler has that address.

    `local` starts workers on this machine, one for each core by default, and stops them afterwards.
    Your own bots in a file of the current folder are sent along.
    """
    from distributed import Client, LocalCluster  # noqa: PLC0415  (an extra)

    with ExitStack() as stack:
        where: Any = address
        if address == LOCAL:
            where = stack.enter_context(
                LocalCluster(
                    n_workers=processes or usable_cores(),
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
            )
        try:
            client = stack.enter_context(Client(where, timeout=_SECONDS, set_as_default=False))
        except (OSError, ValueError) as problem:
            raise NoCluster(f"there is no cluster at {address}: {problem}") from None
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError:
            raise NoCluster(f"the cluster at {address} has no workers: see `dask worker`") from None
        _check_versions(client)
        for file in {file for bot in bots if (file := _own_file(bot))}:
            client.upload_file(str(file))
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()))


def _check_versions(client: Any) -> None:
    """Other code would play other games."""
    ours = _sources()
    for worker, theirs in client.run(_sources, on_error="return").items():
        if isinstance(theirs, Exception):
            raise NoCluster(f"the worker {worker} cannot play: {theirs}")
        if theirs != ours:
            raise NoCluster(f"the worker {worker} has another version of qwixx")


def _sources() -> str:
    """Returns a name for this version of the package."""
    return sources_digest(_PLAYED_BY, "*.*")


def _own_file(bot: object) -> Path | None:
    """The file of a bot `module:Name` that was found in the current folder."""
    name = bot.partition(":")[0] if isinstance(bot, str) else ""
    file = getattr(sys.modules.get(name), "__file__", None)
    path = Path(file) if file and ":" in str(bot) else None
    return path if path and path.parent == Path.cwd() else None
