"""`--cluster`: where a command has its work done."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from qwixx.cli import BadInput

if TYPE_CHECKING:
    from qwixx.arena.cluster import Workers

LOCAL: Final = "local"


def add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="let the workers of that Dask cluster do the work; `local` starts some here",
    )


@contextmanager
def workers_at(
    cluster: str | None, threads: int | None = None, bots: Iterable[object] = ()
) -> Iterator["Workers | None"]:
    """The workers of that cluster, `threads` of them if they are started here; None without one."""
    if cluster is None:
        yield None
        return
    from qwixx.arena.cluster import NoCluster, workers

    try:
        with workers(cluster, threads, bots) as found:
            yield found
    except NoCluster as problem:
        raise BadInput(str(problem)) from None
