"""Random games with character: dice that favour locks and players with tastes of their own.

Fair dice and uniform choices hardly ever lock a row, so most games here are helped along.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tests.rules.naive import COLOURS, EVERY_TEXT, NaiveGame, read
from tests.rules.table import Table, load

Dice = Callable[[Random, NaiveGame], str]
Policy = Callable[[Random, NaiveGame, int, Sequence[str]], str]


@dataclass(frozen=True)
class Step:
    """One thing that happens: a roll, or what a seat plays (None: it takes its answer back)."""

    seat: int | None
    text: str | None

    def apply(self, table: Table) -> None:
        if self.text is None:
            assert self.seat is not None
            table.retract(self.seat)
        elif self.seat is None:
            table.roll(self.text)
        else:
            table.play(self.seat, self.text)


@dataclass(frozen=True)
class Start:
    """The arguments of a new game."""

    variant: str
    players: int
    first: int
    lucky: list[tuple[int, int]] | None

    @staticmethod
    def random(rng: Random, variant: str, players: int) -> "Start":
        lucky = random_lucky(rng, players) if variant.startswith("longo") else None
        return Start(variant, players, rng.randrange(players), lucky)

    def naive(self) -> NaiveGame:
        return NaiveGame(self.variant, self.players, self.first, self.lucky)


def random_lucky(rng: Random, players: int) -> list[tuple[int, int]]:
    """From the pairs that the game deals, or any pairs, as a table may set them by hand."""
    if rng.random() < 0.5:
        pairs = [tuple(pair) for pair in load("lucky-pairs.json")["pairs"]]
    else:
        pairs = [(low, high) for low in range(2, 17) for high in range(low + 1, 17)]
    return rng.sample(pairs, players)


# --- dice ---------------------------------------------------------------------------------------


def fair_dice(rng: Random, game: NaiveGame) -> str:
    faces = range(1, game.sides + 1)
    return roll_text(
        game, rng.choice(faces), rng.choice(faces), [rng.choice(faces) for _ in "rygb"]
    )


def extreme_dice(rng: Random, game: NaiveGame) -> str:
    """All low or all high."""
    low = rng.random() < 0.5
    faces = [1, 1, 2, 2, 3] if low else [game.sides - 2, game.sides - 1, game.sides - 1, game.sides]
    return roll_text(
        game, rng.choice(faces), rng.choice(faces), [rng.choice(faces) for _ in "rygb"]
    )


def helpful_dice(rng: Random, game: NaiveGame) -> str:
    """Returns dice whose white sum, and most coloured sums, are the next cell of a row."""
    whites = whites_for(rng, game, wish(rng, game, rng.randrange(game.players), rng.choice("rygb")))
    colours = []
    for colour in COLOURS:
        die = wish(rng, game, game.active, colour) - rng.choice(whites)
        colours.append(die if 1 <= die <= game.sides else rng.randint(1, game.sides))
    return roll_text(game, *whites, colours)


def locking_dice(rng: Random, game: NaiveGame) -> str:
    """Returns dice whose white sum lets a player lock, if any can."""
    lockable = [
        row[-1 - rng.randrange(game.locking_cells)]
        for colour, row in game.rows.items()
        if colour not in game.closed
        and any(len(card[colour]) >= game.crosses_to_lock for card in game.crossed)
    ]
    if not lockable or rng.random() < 0.6:
        return helpful_dice(rng, game)
    whites = whites_for(rng, game, rng.choice(lockable))
    return roll_text(game, *whites, [rng.randint(1, game.sides) for _ in COLOURS])


def lucky_dice(rng: Random, game: NaiveGame) -> str:
    """Returns dice whose white sum is a lucky number, if there are any. Rows fill evenly then."""
    if game.lucky is None or rng.random() < 0.2:
        return helpful_dice(rng, game)
    whites = whites_for(rng, game, rng.choice(rng.choice(game.lucky)))
    return roll_text(game, *whites, [rng.randint(1, game.sides) for _ in COLOURS])


def wish(rng: Random, game: NaiveGame, seat: int, colour: str) -> int:
    return game.next_cell(seat, colour) or rng.randint(2, 2 * game.sides)


def whites_for(rng: Random, game: NaiveGame, total: int) -> tuple[int, int]:
    faces = range(1, game.sides + 1)
    return rng.choice([(a, b) for a in faces for b in faces if a + b == total])


def roll_text(game: NaiveGame, white: int, other: int, colours: Sequence[int]) -> str:
    dice = zip(COLOURS, colours, strict=True)
    return f"{white}{other}/" + "".join("." if c in game.closed else str(die) for c, die in dice)


# --- players ------------------------------------------------------------------------------------


def uniform(rng: Random, _game: NaiveGame, _seat: int, moves: Sequence[str]) -> str:
    return rng.choice(moves)


def eager(rng: Random, _game: NaiveGame, _seat: int, moves: Sequence[str]) -> str:
    """Crosses whenever it can."""
    return rng.choice([move for move in moves if move != "-"] or ["-"])


def thrifty(rng: Random, game: NaiveGame, seat: int, moves: Sequence[str]) -> str:
    """Skips as few cells as it can, and passes rather than skip many."""
    if rng.random() < 0.05:
        return rng.choice(moves)
    return min(moves, key=lambda move: (skipped(game, seat, move), rng.random()))


def shy(rng: Random, _game: NaiveGame, _seat: int, moves: Sequence[str]) -> str:
    """Mostly passes, and collects misthrows."""
    return "-" if rng.random() < 0.8 else rng.choice(moves)


def superstitious(rng: Random, game: NaiveGame, seat: int, moves: Sequence[str]) -> str:
    """Never misses a lucky number, and would rather lock with one than without."""
    if game.lucky is None:
        return thrifty(rng, game, seat, moves)
    lucky = [move for move in moves if move.startswith("*")]
    plain = [move for move in moves if move == "-" or not locks(game, move)]
    return thrifty(rng, game, seat, lucky or plain)


def locks(game: NaiveGame, move: str) -> bool:
    _, colour, number = read(move)
    return game.locks(game.row_of[colour, number], number)


def skipped(game: NaiveGame, seat: int, move: str) -> float:
    if move == "-":
        return 2.5
    if locks(game, move):
        return -1
    _, colour, number = read(move)
    colour = game.row_of[colour, number]
    row = game.rows[colour]
    wanted = game.next_cell(seat, colour)
    return row.index(number) - row.index(wanted) if wanted else 0


DICE: list[Dice] = [fair_dice, extreme_dice, helpful_dice, locking_dice, locking_dice, lucky_dice]
POLICIES: list[Policy] = [uniform, eager, thrifty, thrifty, shy, superstitious, superstitious]


# --- whole games --------------------------------------------------------------------------------


def random_steps(rng: Random, game: NaiveGame, *, orderly: bool = False) -> Iterator[Step]:
    """The next step, again and again, for a game to which the caller applies each one.

    Orderly players answer in seat order and never take anything back, as in a record.
    """
    dice = rng.choice(DICE)
    policies = [rng.choice(POLICIES) for _ in range(game.players)]
    while game.phase != "over":
        if game.phase == "roll":
            yield Step(None, dice(rng, game))
        elif game.phase == "white":
            if game.answered and not orderly and rng.random() < 0.05:
                yield Step(rng.choice(sorted(game.answered)), None)
            missing = [seat for seat in range(game.players) if seat not in game.answered]
            seat = missing[0] if orderly else rng.choice(missing)
            yield Step(seat, policies[seat](rng, game, seat, in_order(game.legal(seat))))
        else:
            seat = game.active
            yield Step(seat, policies[seat](rng, game, seat, in_order(game.legal(seat))))


def in_order(moves: set[str]) -> list[str]:
    return [text for text in EVERY_TEXT if text in moves]
