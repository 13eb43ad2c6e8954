"""Finds the reasons why a move is good or bad, which the rules and the values prove.

A reason that cannot be proved is left out, because no reason is better than a wrong one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from qwixx.rules import COLOUR_NAMES, PASS, Card, Cell, Colour, Game, Move, Phase
from qwixx.rules.legality import colour_moves, white_moves

LEAST: Final = 0.01  # A cost below this, in shares, needs no reason
POINTS: Final = 100.0  # In solo games, 100 points count like a whole win
_SAFE: Final = 0.95  # The share from which on a player who ends the game counts as ahead


_WORDS: Final = {
    "wins-now": "it ends the game while you are ahead",
    "ends-behind": "{move} ends the game while you are {points} behind",
    "ends-not": "{best} ends the game while you are ahead",
    "locks": "it locks {colour}",
    "misses-lock": "{best} locks {colour}",
    "avoids-misthrow": "it avoids a misthrow",
    "misthrow": "passing ends in a misthrow, which costs {points}",
    "row-lost": "after {move} you can no longer lock {colour}",
    "last-chance": "{colour} may be closed now, and {best} is the last chance there",
    "skips-nothing": "it skips nothing",
    "free-cross": "{best} skips nothing",
    "skips": "{move} skips {skipped}, {best} skips {instead}",
    "skips-for-nothing": "{move} skips {skipped}, passing skips none",
    "seldom": (
        "{number} is rarer than {other} ({ways} and {other_ways} of {rolls} rolls): "
        "the other can wait"
    ),
}
_COUNTED: Final = {"skipped": "cell", "instead": "cell", "points": "point"}


@dataclass(frozen=True, slots=True)
class Reason:
    """A code for translations, with the facts that its sentence needs. `str` makes it English.

    Examples:
        >>> from qwixx.coach import Reason
        >>> str(Reason("misses-lock", {"best": "g12", "colour": "g"}))
        'green 12 locks green'
        >>> Reason("locks", {"colour": "g"}).as_json()
        {'code': 'locks', 'facts': {'colour': 'g'}}
    """

    code: str
    """The code of the sentence."""
    facts: dict[str, int | str] = field(default_factory=dict, hash=False)
    """The numbers, moves and colours in it."""

    def __str__(self) -> str:
        facts = dict(self.facts)
        if "colour" in facts:
            facts["colour"] = COLOUR_NAMES[str(facts["colour"])]  # type: ignore[index]
        for name in ("move", "best"):
            if name in facts:
                facts[name] = _in_words(Move.parse(str(facts[name])))
        for name, unit in _COUNTED.items():
            if name in facts:
                count = facts[name]
                facts[name] = f"{count} {unit}{'' if count == 1 else 's'}" if count else "none"
        return _WORDS[self.code].format(**facts)

    def as_json(self) -> dict[str, object]:
        """Returns the reason as plain values, for JSON."""
        return {"code": self.code, "facts": dict(self.facts)}


def _in_words(move: Move) -> str:
    if move.colour is None:
        return "passing"
    return f"{'lucky ' if move.lucky else ''}{COLOUR_NAMES[move.colour]} {move.number}"


@dataclass(frozen=True)
class Option:
    """A move that could be made, and what it is worth."""

    game: Game
    seat: int
    move: Move
    share: float
    closing: frozenset[Colour] = frozenset()  # Colours that others are expected to close now

    @property
    def card(self) -> Card:
        return self.game.cards[self.seat]

    @property
    def cell(self) -> Cell | None:
        return None if self.move.is_pass else self.game.variant.cell(self.move)

    @property
    def skipped(self) -> int:
        return self.card.skips(self.cell) if self.cell else 0

    @property
    def lock(self) -> Colour | None:
        """The colour of the lock that it crosses."""
        return self.cell.closes if self.cell and self.cell.locks else None

    @property
    def misthrow(self) -> bool:
        """Whether it leads to a misthrow, regardless of the answers of the others."""
        return self._nothing_crossed and not self._others_can_end

    @property
    def ends(self) -> bool:
        """Whether it ends a game with others, regardless of their answers."""
        if self.game.players == 1:
            return False
        closed = self.game.closed | ({self.lock} if self.lock else set())
        if len(closed) >= self.game.variant.most_closed:
            return True
        last = self.card.misthrows + 1 >= self.game.variant.most_misthrows
        return last and self._nothing_crossed

    @property
    def behind(self) -> int:
        """The points by which the best opponent is ahead afterwards, at least."""
        card = self.card.with_cross(self.cell) if self.cell else self.card
        score = card.score - (card.variant.misthrow_points if self.misthrow else 0)
        others = [total for seat, total in enumerate(self.game.scores) if seat != self.seat]
        return max(others, default=score) - score

    @property
    def _nothing_crossed(self) -> bool:
        """Whether the active player has crossed nothing when the turn is over."""
        game, dice = self.game, self.game.dice
        if self.cell or self.seat != game.active or dice is None:
            return False
        if game.phase is Phase.COLOUR:
            return game.answers[self.seat] == PASS
        # Others can close rows before the colour phase, never open one.
        return len(colour_moves(self.card, game.closed, dice)) == 1

    @property
    def _others_can_end(self) -> bool:
        """Whether others can end the game by closing rows with the white dice.

        There is no misthrow then.
        """
        game, dice = self.game, self.game.dice
        if game.phase is not Phase.WHITE or dice is None:
            return False
        answers = [
            game.variant.cell(move)
            for seat, card in enumerate(game.cards)
            if seat != self.seat
            for move in white_moves(card, game.closed, dice.white_sum)
            if not move.is_pass
        ]
        closed = game.closed | {cell.closes for cell in answers if cell.locks}
        return len(closed) >= game.variant.most_closed


def reasons_for(options: Sequence[Option]) -> list[tuple[Reason, ...]]:
    """Returns the reasons of options that are sorted, best first."""
    best = options[0]
    praise = why_best(best, options[1]) if len(options) > 1 else ()
    return [praise, *(why_worse(option, best) for option in options[1:])]


def why_worse(option: Option, best: Option) -> tuple[Reason, ...]:
    """Returns why an option is worse than the best one, the weightiest reason first."""
    if best.share - option.share < LEAST:
        return ()
    return tuple(_worse(option, best))[:2]


def why_best(best: Option, second: Option) -> tuple[Reason, ...]:
    """Returns reasons for the best option if it is noticeably better than the second best."""
    if best.share - second.share < LEAST:
        return ()
    return tuple(_best(best, second))[:2]


def _worse(option: Option, best: Option) -> Iterator[Reason]:
    move, better = str(option.move), str(best.move)
    if option.ends and not best.ends and option.behind > 0:
        yield Reason("ends-behind", {"move": move, "points": option.behind})
    if best.ends and not option.ends and best.share >= _SAFE:
        yield Reason("ends-not", {"best": better})
    elif best.lock and not option.lock:
        yield Reason("misses-lock", {"best": better, "colour": best.lock})
    if option.misthrow and not option.ends and not best.misthrow:
        yield Reason("misthrow", {"points": option.game.variant.misthrow_points})
    lost = _lost_row(option)
    if lost and not _lost_row(best):
        yield Reason("row-lost", {"move": move, "colour": lost})
    yield from _last_chance(best, option)
    yield from _cells(option, best)


def _cells(option: Option, best: Option) -> Iterator[Reason]:
    """Finds reasons against an option in the cells themselves, if no lock is involved."""
    if option.lock or best.lock:
        return
    move, better = str(option.move), str(best.move)
    if option.cell is None:
        if best.cell and best.skipped == 0:
            yield Reason("free-cross", {"best": better})
    elif best.cell is None:
        if option.skipped:
            yield Reason("skips-for-nothing", {"move": move, "skipped": option.skipped})
    elif option.skipped > best.skipped:
        facts = {"skipped": option.skipped, "instead": best.skipped}
        yield Reason("skips", {"move": move, "best": better, **facts})
    else:
        yield from _seldom(best, option)


def _best(best: Option, second: Option) -> Iterator[Reason]:
    if best.ends and best.share >= _SAFE and not second.ends:
        yield Reason("wins-now")
    elif best.lock and best.lock != second.lock:
        yield Reason("locks", {"colour": best.lock})
    if second.misthrow and not best.misthrow:
        yield Reason("avoids-misthrow")
    yield from _last_chance(best, second)
    if best.cell and best.skipped == 0 and (second.cell is None or second.skipped > 0):
        yield Reason("skips-nothing")
    else:
        yield from _seldom(best, second)


def _last_chance(best: Option, other: Option) -> Iterator[Reason]:
    """Finds that the best option crosses in a row that others are expected to close now."""
    if best.cell is None or best.lock or best.cell.closes not in best.closing:
        return
    if other.cell is None or other.cell.closes != best.cell.closes:
        yield Reason("last-chance", {"best": str(best.move), "colour": best.cell.closes})


def _seldom(best: Option, other: Option) -> Iterator[Reason]:
    """Compares two crosses that skip the same number of cells, if no lock is involved.

    The better one takes a number that is rarer; the other is easier to wait for.
    """
    if best.cell is None or other.cell is None or best.skipped != other.skipped:
        return
    sides = best.game.variant.sides
    numbers = best.cell.number, other.cell.number
    ways, other_ways = (sides - abs(number - sides - 1) for number in numbers)
    if ways < other_ways and not best.lock and not other.lock:
        facts = {"number": numbers[0], "ways": ways, "other": numbers[1], "other_ways": other_ways}
        yield Reason("seldom", {**facts, "rolls": sides**2})


def _lost_row(option: Option) -> Colour | None:
    """Returns the colour of the row that could be locked before this cross, but not after it."""
    cell = option.cell
    if cell is None or cell.locks:
        return None
    card, after = option.card, option.card.with_cross(cell)
    return cell.closes if _can_lock(card, cell.row) and not _can_lock(after, cell.row) else None


def _can_lock(card: Card, row: int) -> bool:
    """Returns whether a row can still get the crosses that its lock needs."""
    marks = card.marks[row]
    left = [cell for cell in card.variant.rows[row][marks.bit_length() :] if not cell.locks]
    return marks.bit_count() + len(left) >= card.variant.crosses_to_lock
