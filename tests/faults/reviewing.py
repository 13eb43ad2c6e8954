"""A client that asks for reviews while servers stop and start: a review never changes."""

import asyncio
import json
from http.client import HTTPException
from typing import Any

from tests.faults.party import Party
from tests.server.client import request
from tests.server.running import Server


class Reviewing:
    def __init__(self, nodes: list[Server], parties: list[Party]) -> None:
        self._nodes = nodes
        self._parties = parties
        self._seen: dict[str, Any] = {}
        self._asked = 0

    def __str__(self) -> str:
        return f"{self._asked} reviews asked for, of {len(self._seen)} games given"

    async def ask_now_and_then(self, enough: asyncio.Event) -> None:
        """The game that was over last, at every table in turn."""
        while not enough.is_set():
            for party in self._parties:
                await self._ask(party)
            await asyncio.sleep(0.2)

    async def ask_at_last(self) -> None:
        """When all is quiet it is there, and stays after the server was killed once more."""
        party = self._parties[0]
        assert await self._ask(party), "there is no review"
        node = self._nodes[self._asked % len(self._nodes)]  # that will be asked next
        node.kill()
        await asyncio.to_thread(node.start)
        assert await self._ask(party), "the review is gone"

    async def _ask(self, party: Party) -> bool:
        games = list(party.people[0].results)
        if not games:
            return False
        game, node = games[-1], self._nodes[self._asked % len(self._nodes)]
        self._asked += 1
        # After a restart of the sealing the name of a game has one more part: CDFGHJ-3.1.
        number = game.rpartition("-")[2].partition(".")[0]
        path = f"/api/tables/{party.code}/games/{number}/review"
        try:
            status, _, body = await asyncio.to_thread(request, node.address, path)
        except (OSError, HTTPException):
            return False  # it was killed
        if status == 503:
            return False  # too many at once
        assert status == 200, body
        told = json.loads(body)
        totals = [card["total"] for card in told["frames"][-1]["cards"]]
        assert totals == party.people[0].results[game]
        assert self._seen.setdefault(game, told) == told, "the review is another one"
        return True
