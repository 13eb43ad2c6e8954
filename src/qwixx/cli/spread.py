"""`--cluster`: the Dask cluster that does the work of a command."""

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
        help="Dask cluster that does the work; `local` starts one here (default: none)",
    )


@contextmanager
def workers_at(
    cluster: str | None, threads: int | None = None, bots: Iterable[object] = ()
) -> Iterator["Workers | None"]:
    """Yields the workers of a cluster, or None without one. `threads` is for a local cluster."""
    if cluster is None:
        yield None
        return
    from qwixx.arena.cluster import NoCluster, workers

    try:
        with workers(cluster, threads, bots) as found:
            yield found
    except NoCluster as problem:
        raise BadInput(str(problem)) from None
