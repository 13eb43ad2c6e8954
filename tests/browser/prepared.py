"""Tables that are in the middle of something, written into the database of a running server.

A game is played on a desk until it reaches a wanted moment. Its log is then the log of a table like
any other.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from qwixx.rules import Game, Move, Phase
from qwixx.table.log import write_entry
from qwixx.table.names import CODE_LENGTH, CODE_LETTERS
from tests.server.desk import HOST, Desk, luck_of, name_of

# On a desk people are known by these names; on the screen by the others.
NAMES = {HOST: "Anna", "b": "Bert", "c": "Chloé", "d": "Dário", "e": "Emma"}
KEYS = {name: key for key, name in NAMES.items()}

Choice = Callable[[Game, int], Move]


def secret_of(name: str) -> str:
    """The secret in the browser of that person; the desk knows its hash."""
    return hashlib.md5(KEYS[name].encode()).hexdigest()


def seats_of(name: str, codes: Iterable[str]) -> list[dict[str, Any]]:
    """The entries in the storage of that person's browser for these tables."""
    return [
        {"code": code, "secret": secret_of(name), "luck": luck_of(KEYS[name]), "at": at}
        for at, code in enumerate(codes)
    ]


def code_for(label: str) -> str:
    """A code for each label, always the same: the dice depend on it."""
    rng = Random(label)
    return "".join(rng.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def lobby(label: str, players: int = 1, seats: int = 2) -> Desk:
    """A table at which people sit and wait."""
    return _rename(_open(label, "classic", players, seats, 0))


def pad(label: str, players: int) -> Desk:
    """A pad at which Bert has locked a row that Anna could lock, too. Emma has no phone."""
    desk = _open(label, "classic", players, players + 1, 0)
    options = {"variant": "classic", "seats": players + 1, "timer": 0, "dice": "pad"}
    desk.act(HOST, "options", options=options)
    desk.act(HOST, "card", name="Emma")
    desk.act(HOST, "start")
    for seat, key in enumerate((HOST, "b")):
        for mark in ("g12", "g10", "g9", "g8", "r5", "r7", "m1", "g5", "b11", "y7"):
            desk.act(key, "mark", seat=seat, mark=mark)
    desk.act("b", "mark", seat=1, mark="g2")
    return _rename(desk)


def find(
    label: str,
    wanted: Callable[[Game], bool],
    *,
    variant: str = "classic",
    players: int = 2,
    choose: Choice | None = None,
    hints: bool = False,
) -> Desk:
    """A table at which the game has come to what is wanted, white answers still missing."""
    rng = Random(label)
    choice = choose or (lambda game, seat: rng.choice(game.legal_moves(seat)))
    for number in count():
        desk = _open(label, variant, players, players, number)
        if hints:
            options = {"variant": variant, "seats": players, "timer": 0, "hints": True}
            desk.act(HOST, "options", options=options)
        desk.act(HOST, "start")
        desk.seal(*list(NAMES)[:players])
        while not wanted(desk.game) and desk.stage == "playing":
            _step(desk, choice)
        if wanted(desk.game):
            return _rename(desk)
    raise AssertionError


def _open(label: str, variant: str, players: int, seats: int, number: int) -> Desk:
    desk = Desk(variant, seats, secret=f"{number:064x}")
    desk.table.code = code_for(label)
    for key in list(NAMES)[1:players]:
        desk.act(key, "sit", name=key, seat=None)
    return desk


def _step(desk: Desk, choose: Choice) -> None:
    game = desk.game
    if game.phase is Phase.ROLL:
        desk.act(name_of(desk, game.active), "roll")
        return
    for seat in game.awaited:
        desk.act(name_of(desk, seat), "choose", move=str(choose(game, seat)))


def _rename(desk: Desk) -> Desk:
    for seat in list(desk.table.seats):
        if seat.name in NAMES:
            desk.act(seat.name, "rename", name=NAMES[seat.name])
    return desk


def lay(desk: Desk, database: Path) -> str:
    """Puts the table where the server finds it; returns its code."""
    code = desk.table.code
    entries = [
        (code, position, write_entry(entry)) for position, entry in enumerate(desk.entries, 1)
    ]
    connection = sqlite3.connect(database, timeout=20)
    try:
        with connection:
            connection.execute("delete from entries where code = ?", [code])
            connection.execute("delete from tables where code = ?", [code])
            now = time.time_ns() // 1_000_000
            connection.execute("insert into tables (code, touched) values (?, ?)", [code, now])
            connection.executemany(
                "insert into entries (code, position, entry) values (?, ?, ?)", entries
            )
    finally:
        connection.close()
    return code


def remembered(name: str, codes: Iterable[str], origin: str) -> Any:
    """The storage of a browser in which that person has sat at these tables.

    The page has asked for a name and a portrait before.
    """
    kept = {"qwixx.who-played": "true"}
    if name:
        kept["qwixx.seats"] = json.dumps(seats_of(name, codes))
    entries = [{"name": key, "value": value} for key, value in kept.items()]
    return {"cookies": [], "origins": [{"origin": origin, "localStorage": entries}]}


# Moments of a game


def before_a_roll(game: Game) -> bool:
    """Anna is about to roll, with something on the cards already."""
    return game.phase is Phase.ROLL and game.active == 0 and game.turn > 2


def everybody_chooses(game: Game) -> bool:
    """A white phase in which each has at least two cells to choose from."""
    return game.phase is Phase.WHITE and all(
        len(game.legal_moves(seat)) > 2 for seat in range(len(game.cards))
    )


def colour_choice(seat: int = 0) -> Callable[[Game], bool]:
    """That seat chooses a colour, with something on every card already."""

    def wanted(game: Game) -> bool:
        return (
            game.phase is Phase.COLOUR
            and game.active == seat
            and len(game.legal_moves(seat)) > 2
            and game.turn > 4
        )

    return wanted


def over(game: Game) -> bool:
    return game.phase is Phase.OVER
