"""People at one table who do everything that people do there, game after game.

They play, change their answers and names, and move their seats to other phones. They leave games,
sit down again before the next one, and agree to rematches.
"""

import asyncio
from collections import Counter
from random import Random
from typing import Final

from tests.faults.stubborn import Stubborn
from tests.server.client import View, new_secret, open_table
from tests.server.running import Server

_MOVES: Final = 0.03
_LEAVES: Final = 0.02
_RENAMES: Final = 0.03
_RETRACTS: Final = 0.05


class Party:
    """A table with its people."""

    def __init__(self, people: list[Stubborn], bots: frozenset[int], enough: asyncio.Event) -> None:
        self.people = people
        self.restless = True
        """Whether they do more than play."""
        self.done: Counter[str] = Counter()
        """The number of their actions beside playing, by kind."""
        self._bots = bots
        """The seats that were never a person's."""
        self._enough = enough
        self._another: dict[str, bool] = {}
        self._outside: set[Stubborn] = set()

    @classmethod
    async def sit_down(
        cls,
        nodes: list[Server],
        rng: Random,
        seats: int,
        bots: tuple[str, ...],
        enough: asyncio.Event,
    ) -> "Party":
        """At a table at which the first game begins."""
        secret = new_secret()
        code = open_table(nodes[0].address, secret, name="0", seats=seats, bots=bots)
        host = Stubborn(nodes, code, Random(rng.random()), secret)
        await host.connect()
        kinds = [seat["kind"] for seat in host.view["seats"]]
        people = [host]
        for number in range(1, seats - len(bots)):
            player = Stubborn(nodes, code, Random(rng.random()))
            await player.connect()
            await player.act("sit", name=f"{number}", seat=None)
            people.append(player)
        full = await host.until(lambda view: all(seat["kind"] != "free" for seat in view["seats"]))
        await host.act("start", version=full["version"])
        places = (number for number, kind in enumerate(kinds) if kind == "bot")
        return cls(people, frozenset(places), enough)

    @property
    def code(self) -> str:
        return self.people[0].code

    async def play(self) -> None:
        """Until it is enough, and then to the end of the game."""
        await asyncio.gather(*(self._play(player) for player in self.people))

    async def _play(self, player: Stubborn) -> None:
        rng = Random(player.secret)
        while True:
            view = await player.until_with_retry(lambda view: self._wish(player, view))
            wish = self._wish(player, view)
            if wish == "end":
                return
            if wish == "note":
                player.note_result(view)
            elif wish == "play":
                await self._decide(player, view, rng)
            elif wish == "sit":
                name = str(self.people.index(player))
                if await player.attempt(view, "sit", name=name, seat=None):
                    self._outside.discard(player)
                    self.done["sits down again"] += 1
            elif wish == "remove":
                await player.attempt(view, "remove", seat=self._standins(view)[0])
            elif wish and await player.attempt(view, wish):
                self.done[wish] += 1

    def _wish(self, player: Stubborn, view: View) -> str | None:
        """Returns the action that this player wants to do now, if any."""
        you = view["you"]
        hosts = you and you["seat"] == view["host"]
        if view["stage"] == "over":
            if view["game"]["id"] not in player.results:
                return "note"
            if not self._plays_another(view["game"]["id"]):
                return "end"
            if hosts and self._outside:
                return "reopen"
            return "rematch" if you and you["seat"] not in view["agreed"] else None
        if view["stage"] == "lobby":
            free = any(seat["kind"] == "free" for seat in view["seats"])
            if you is None:
                return "sit" if free else None
            if hosts and self._standins(view):
                return "remove"
            return "start" if hosts and not free else None
        asked = you and view["stage"] == "playing" and you["asked"] and you["answer"] is None
        return "play" if asked else None

    def _plays_another(self, game: str) -> bool:
        """The first who asks after a game decides for all."""
        return self._another.setdefault(game, not self._enough.is_set())

    def _standins(self, view: View) -> list[int]:
        """Bots in the seats of players who have left."""
        bots = {number for number, seat in enumerate(view["seats"]) if seat["kind"] == "bot"}
        return sorted(bots - self._bots)

    async def _decide(self, player: Stubborn, view: View, rng: Random) -> None:
        whim = rng.random() if self.restless else 1.0
        if (whim := whim - _MOVES) < 0:
            await player.move()
            self.done["moves to another phone"] += 1
        elif (whim := whim - _LEAVES) < 0 and not self._outside:
            self._outside.add(player)  # at most one, so that players remain
            await player.attempt(view, "leave")
            self.done["leaves"] += 1
        elif (whim := whim - _RENAMES) < 0:
            await player.attempt(view, "rename", name=f"{self.people.index(player)} {whim:.4f}")
            self.done["rename"] += 1
        elif view["you"]["asked"] == "roll":
            await player.attempt(view, "roll")
        else:
            moves = [offer["move"] for offer in view["you"]["offers"]] or ["-"]
            done = await player.attempt(view, "choose", move=rng.choice(moves))
            if done and rng.random() < _RETRACTS and await player.attempt(player.view, "retract"):
                self.done["retract"] += 1
