"""Compares the dice of a view with earlier views of the same table.

docs/fair-dice-specification.md gives the reasons. The page does the same in
`web/src/lib/fair/observe.ts`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from qwixx.client.dice_check import contradictions_of
from qwixx.client.dice_share import all_sealed
from qwixx.protocol.dice import Fair
from qwixx.protocol.views import LobbyView, OverView, SealingView, View
from qwixx.table.fair import DAY_SCHEME, commitment, is_secret

Kind: TypeAlias = Literal[
    "server",
    "part",
    "own",
    "early",
    "first",
    "dice",
    "nobody",
    "drawn",
    "own-late",
    "late",
    "own-restart",
    "restart",
    "unfinished",
]

_ALARMS: Final = ("server", "part", "own", "early", "first", "dice", "nobody")

_TEXTS: Final[Mapping[str, str]] = {
    "server": "the server's commitment has changed, and nothing was sealed again",
    "part": "the sealed part of {names} was exchanged",
    "own": "the part that this program sealed is not in the dice",
    "early": "the server asked for the parts before all were sealed",
    "first": "the player who begins was exchanged",
    "nobody": "no player has a part in these dice: they are the server's alone",
    "drawn": "the first player was drawn, as if the table had been opened again",
    "own-late": "the part of this program did not arrive in time: these dice do without it",
    "late": "these dice do without the part of {names}: it did not arrive in time",
    "own-restart": "the dice were sealed again: the part of this program was not revealed in time",
    "restart": "the dice were sealed again: {names} did not reveal what was sealed",
    "unfinished": "a new game has begun before the end of the last one was seen",
}


class Finding(NamedTuple):
    """Something about the dice of a game that a player should know.

    Examples:
        >>> from qwixx.client import Finding
        >>> finding = Finding("CDFGHJ-1", "late", (1,), "these dice do without the part of Bob")
        >>> str(finding), finding.alarm
        ('CDFGHJ-1: these dice do without the part of Bob', False)
    """

    game: str
    """The name of the game."""
    kind: Kind
    """Its subject, as docs/client.md lists it."""
    seats: tuple[int, ...]
    """The seats that are concerned, if any."""
    text: str
    """The finding in English."""

    @property
    def alarm(self) -> bool:
        """Whether nobody should trust these dice.

        Otherwise the server only says that a player was late, which may be true.
        """
        return self.kind in _ALARMS

    def __str__(self) -> str:
        return f"{self.game}: {self.text}"


@dataclass
class _Seen:
    game: str
    commitment: str
    restarts: list[list[int]]
    before: bool  # whether the first view came before anything was revealed
    begins: tuple[int | None, ...] | None = None
    """The seats that may begin; None among them stands for a draw. None: nothing is known."""
    complete: dict[int, str] | None = None
    """The commitments by seat once all were in; empty for a player who is left out."""
    over: bool = False
    next: int | None = None  # the seat that begins a rematch, once the game is over
    reported: set[tuple[str, ...]] = field(default_factory=set)
    """The findings so far; each is reported once."""


class DiceWatch:
    """Watches the dice of a table in the views of one player."""

    def __init__(self) -> None:
        self._seen: _Seen | None = None

    def check(self, view: View, parts: Mapping[str, str] | None) -> list[Finding]:
        """Returns the new findings about a view.

        `parts` are the player's own by game; None if another program seals for that seat.
        """
        fair = view.fair
        if fair is None:
            return []
        seen, found = self._follow(view, fair)
        self._seen = seen
        if (seen.commitment, seen.restarts) != (fair.commitment, fair.restarts):
            found.append(("server", (), ""))
        if fair.scheme != DAY_SCHEME:  # That one has no parts, and nothing else to compare.
            found += _begun(seen, view, fair)
            found += _sealed(seen, view, fair, parts)
        if isinstance(view, OverView) and not seen.over:
            seen.over = True
            seen.next = (_begun_by(view) + 1) % len(view.seats)
            found += [("dice", (), text) for text in contradictions_of(view, fair)]
        names = [seat.name or f"seat {number}" for number, seat in enumerate(view.seats)]
        findings = []
        for kind, seats, text in found:
            key = (kind, text, *map(str, seats))
            if key not in seen.reported:
                seen.reported.add(key)
                named = ", ".join(names[seat] if seat < len(names) else "?" for seat in seats)
                written = text or _TEXTS[kind].format(names=named)
                findings.append(Finding(fair.game, kind, seats, written))
        return findings

    def _follow(self, view: View, fair: Fair) -> tuple[_Seen, "list[_Found]"]:
        """Returns the facts about the game of this view, and findings if the game is new."""
        old = self._seen
        if old and old.game == fair.game:
            return old, []
        before = isinstance(view, LobbyView | SealingView)
        seen = _Seen(fair.game, fair.commitment, fair.restarts, before)
        found: list[_Found] = []
        known: list[list[int]] = []
        name, number = _number_of(fair.game)
        if number == 1:
            seen.begins = (None,)
        if old and _number_of(old.game) == (name, number):
            known, seen.reported, seen.begins = old.restarts, old.reported, old.begins
            # The dice were sealed again: there must be a new restart, and not after the end.
            kept = fair.restarts[: len(known)] == known and len(fair.restarts) > len(known)
            if old.over or not kept:
                found.append(("server", (), ""))
        elif old and old.complete is not None and not old.over:
            found.append(("unfinished", (), ""))
        elif old and old.over and _number_of(old.game) == (name, number - 1):
            seen.begins = (old.next, None)
        own = view.you.seat if view.you else None
        found += [
            ("own-restart" if own in failed else "restart", tuple(failed), "")
            for failed in fair.restarts[len(known) :]
        ]
        return seen, found


_Found: TypeAlias = tuple[Kind, tuple[int, ...], str]


def _number_of(game: str) -> tuple[str, int]:
    """Returns the table and the number of a game, without the number of restarts."""
    table, _, number = game.partition(".")[0].rpartition("-")
    return table, int(number) if number.isdecimal() else 0


def _begun_by(view: View) -> int:
    """Returns the seat that has begun this game, as the view shows it."""
    game = view.game
    assert game
    return (game.active - game.turn + 1) % len(view.seats)


def _begun(seen: _Seen, view: View, fair: Fair) -> Iterator[_Found]:
    """Finds a first player that is not allowed, or not the announced one."""
    if isinstance(view, LobbyView):
        seen.begins = (None,)  # After a change of the table the first player is drawn.
    if seen.begins and fair.first not in seen.begins:
        yield "first", (), ""
    elif seen.begins and len(seen.begins) > 1 and fair.first is None:
        yield "drawn", (), ""
    seen.begins = (fair.first,)
    said = view.result.first if isinstance(view, OverView) else fair.first
    if view.game and said is not None and said != _begun_by(view):
        yield "first", (), ""


def _sealed(
    seen: _Seen, view: View, fair: Fair, parts: Mapping[str, str] | None
) -> Iterator[_Found]:
    """Finds what is wrong with the parts once all have to be sealed."""
    seats = [number for number, seat in enumerate(view.seats) if seat.kind == "player"]
    whole = all_sealed(fair.parts, seats)
    if isinstance(view, LobbyView | SealingView):
        if not fair.reveal:
            return
        if isinstance(view, LobbyView) or not whole:
            yield "early", (), ""
            return
    own = view.you.seat if view.you else None
    now = {p.seat: "" if p.excused else p.commitment or "" for p in fair.parts}
    if seen.complete is None:
        seen.complete = now
        seen.before &= isinstance(view, SealingView)
    for seat in {**seen.complete, **now}:
        then = seen.complete.get(seat, "")
        # A player who was left out, and has gone since, has no part in the dice.
        if then != now.get(seat, ""):
            yield "own" if seat == own and then else "part", (seat,), ""
    for seat in seats:
        if seat not in now and seat not in seen.complete and seat != own:
            yield "part", (seat,), ""
    yield from _missing(seen, view, fair, own, parts)


def _missing(
    seen: _Seen, view: View, fair: Fair, own: int | None, parts: Mapping[str, str] | None
) -> Iterator[_Found]:
    """Finds players whose part is not in the dice, or cannot be."""
    late = {part.seat for part in fair.parts if part.excused}
    quiet = late - {seat for failed in fair.restarts for seat in failed}
    if others := tuple(sorted(quiet - {own})):
        yield "late", others, ""
    if own in quiet:
        yield "own-late", (own,), ""
    # A player who returns in another process during the game does not know the sealed part.
    if own is not None and own not in late and parts is not None:
        part = parts.get(fair.game)
        shown = next((each.commitment for each in fair.parts if each.seat == own), None)
        if (part or seen.before) and shown != (part and commitment(part)):
            yield "own", (own,), ""
    for each in fair.parts:
        if each.excused or (each.part is None and isinstance(view, SealingView)):
            continue
        if (
            each.part is None
            or not is_secret(each.part)
            or commitment(each.part) != each.commitment
        ):
            yield "own" if each.seat == own else "part", (each.seat,), ""
    if len(late) == len(fair.parts):
        yield "nobody", (), ""
