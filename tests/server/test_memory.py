"""An unloaded table leaves nothing in memory, and no garbage waits for long."""

import asyncio
import gc
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import ref

import pytest
import uvicorn

from qwixx.server.live import table_registry
from qwixx.server.live.bus import Bus
from qwixx.server.settings import Settings
from qwixx.server.storage.database import database_url
from qwixx.server.storage.store import SqlStore
from qwixx.server.web.app import create_app
from qwixx.table.delays import Delays
from tests.server.client import Player, in_loop, new_secret, open_table


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the libraries
@in_loop
async def test_a_table_that_is_unloaded_frees_its_memory_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_registry, "_UNLOAD_AFTER", 0.5)
    store = SqlStore(database_url(f"sqlite:///{tmp_path / 'qwixx.db'}"))
    await store.migrate()
    app = create_app(store, Bus(), Settings(pace=Delays().scaled(0)))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="websockets-sansio"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        serving = asyncio.create_task(server.serve([listener]))
        secret = new_secret()
        code = await asyncio.to_thread(open_table, address, secret)
        with no_garbage_collection():
            async with Player(address, code, secret) as anna:
                await anna.act("rename", name="Anna again")
                authority = await app.registry.find(code)
                known = ref(authority)
                assert known()
                del authority
            async with asyncio.timeout(20):
                while known():  # noqa: ASYNC110  (nothing says when it is so)
                    await asyncio.sleep(0.05)
        server.should_exit = True
        await serving


def test_garbage_that_survived_one_collection_is_found_later() -> None:
    code = """
import gc, weakref
from qwixx.server.garbage import collect_if_worth_it, collect_seldom

class Ring:
    def __init__(self):
        self.itself = self

def survivor():
    ring = Ring()
    known = weakref.ref(ring)
    gc.collect(0)
    return known

collect_seldom()
known = survivor()
assert known() and not collect_if_worth_it(quiet=False) and known()
assert collect_if_worth_it(quiet=True) and known() is None
assert not collect_if_worth_it(quiet=True)
rings = [survivor() for _ in range(5)]
assert collect_if_worth_it(quiet=False) and not any(ring() for ring in rings)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
