"""Compares what a server says about the dice of a table with what it has said before.

docs/fair-dice-specification.md says why. The page does the same in `web/src/lib/fair/observe.ts`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from qwixx.client.dice_check import contradictions_of
from qwixx.client.sealing import all_sealed, commitment
from qwixx.protocol.views import Fair, LobbyView, OverView, SealingView, View
from qwixx.table.fair import DAY_SCHEME, is_secret

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
    "server": "the server's commitment is not the one that was seen, and nothing was sealed anew",
    "part": "the sealed part of {names} was exchanged",
    "own": "the part that this program sealed is not in the dice",
    "early": "the server asked for the parts before all were sealed",
    "first": "the player who begins was exchanged",
    "nobody": "no player has a part in these dice: they are the server's alone",
    "drawn": "the first player was drawn, as if the table had been opened anew",
    "own-late": "the part of this program did not arrive in time: these dice do without it",
    "late": "these dice do without the part of {names}: it did not arrive in time",
    "own-restart": "the dice were sealed anew: the part of this program was not revealed in time",
    "restart": "the dice were sealed anew: {names} did not reveal what was sealed",
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
    """What it is about, as docs/client.md lists it."""
    seats: tuple[int, ...]
    """The seats that it is about, if it is about any."""
    text: str
    """The same in English."""

    @property
    def alarm(self) -> bool:
        """Whether nobody should trust these dice. Otherwise the server only says that somebody was
        late, which may be true."""
        return self.kind in _ALARMS

    def __str__(self) -> str:
        return f"{self.game}: {self.text}"


@dataclass
class _Seen:
    """What was seen of one game."""

    game: str
    commitment: str
    restarts: list[list[int]]
    before: bool
    """From before anything was revealed."""
    begins: tuple[int | None, ...] | None = None
    """Who may begin; None among them: by lot. None in place of all: nothing is known."""
    complete: dict[int, str] | None = None
    """The commitments by seat once all were in; empty for a player who is left out."""
    over: bool = False
    next: int | None = None
    """Once it is over: who begins a rematch."""
    told: set[tuple[str, ...]] = field(default_factory=set)
    """What was found, to tell it once."""


class DiceWatch:
    """What one player has seen of the dice of a table."""

    def __init__(self) -> None:
        self._seen: _Seen | None = None

    def look(self, view: View, parts: Mapping[str, str] | None) -> list[Finding]:
        """What is to be told about this view, and was not told before. `parts` are the player's own
        by game; None where somebody else seals for that seat."""
        fair = view.fair
        if fair is None:
            return []
        seen, found = self._follow(view, fair)
        self._seen = seen
        if (seen.commitment, seen.restarts) != (fair.commitment, fair.restarts):
            found.append(("server", (), ""))
        if fair.scheme != DAY_SCHEME:  # which has no parts, and nothing else to compare
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
            if key not in seen.told:
                seen.told.add(key)
                named = ", ".join(names[seat] if seat < len(names) else "?" for seat in seats)
                written = text or _TEXTS[kind].format(names=named)
                findings.append(Finding(fair.game, kind, seats, written))
        return findings

    def _follow(self, view: View, fair: Fair) -> tuple[_Seen, "list[_Found]"]:
        """What is known of this game: from before, or from now on."""
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
            known, seen.told, seen.begins = old.restarts, old.told, old.begins
            # Sealed anew: there has to be one restart more, and it cannot be after the end.
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
    """The table and the number of a game, however often it was sealed anew."""
    table, _, number = game.partition(".")[0].rpartition("-")
    return table, int(number) if number.isdecimal() else 0


def _begun_by(view: View) -> int:
    """Who has begun this game, as it is shown."""
    game = view.game
    assert game
    return (game.active - game.turn + 1) % len(view.seats)


def _begun(seen: _Seen, view: View, fair: Fair) -> Iterator[_Found]:
    """Whether another player begins than may begin, or than is said to."""
    if isinstance(view, LobbyView):
        seen.begins = (None,)  # whoever changes the table has the first player drawn
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
    """What is wrong with the parts, from the moment at which all have to be sealed."""
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
        # Who was left out, and has gone since, has nothing to do with the dice.
        if then != now.get(seat, ""):
            yield "own" if seat == own and then else "part", (seat,), ""
    for seat in seats:
        if seat not in now and seat not in seen.complete and seat != own:
            yield "part", (seat,), ""
    yield from _missing(seen, view, fair, own, parts)


def _missing(
    seen: _Seen, view: View, fair: Fair, own: int | None, parts: Mapping[str, str] | None
) -> Iterator[_Found]:
    """Whose part is not in the dice, or cannot be."""
    late = {part.seat for part in fair.parts if part.excused}
    quiet = late - {seat for failed in fair.restarts for seat in failed}
    if others := tuple(sorted(quiet - {own})):
        yield "late", others, ""
    if own in quiet:
        yield "own-late", (own,), ""
    # Who comes back in another process during the game does not know what was sealed.
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
