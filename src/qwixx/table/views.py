"""What people may know about a table: all of that, and nothing else.

Everything about a game comes out of `Game.seen_by`, so that no sealed answer is at hand here, and
the rules answer whatever else is asked about it. Views are made for everybody after every action,
so they are named tuples, which are made faster than anything else that does not change.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from qwixx.protocol.types import DiceKind, SeatKind, Stage
from qwixx.rules import COLOURS, Answer, Colour, Game, Outcome, Pad, Phase, Roll
from qwixx.table import autopilot
from qwixx.table.entering import Correction, agreeing
from qwixx.table.fair import ABSENT, BOT, commitment
from qwixx.table.options import GameOptions, SeatPreferences
from qwixx.table.pad import keeper
from qwixx.table.played import Closing, PlayedTurn
from qwixx.table.state import Table
from qwixx.table.world import World

Question: TypeAlias = Literal["roll", "white", "colour"]


class SeatView(NamedTuple):
    """Who sits in a seat."""

    name: str
    """Empty for a free seat, and for a player whose data were deleted."""
    kind: SeatKind
    bot: str | None
    """Level of the bot that sits or plays here for somebody; None if a person plays."""
    away: bool
    lucky: tuple[int, ...] = ()
    """The lucky numbers that were set by hand."""
    program: bool = False
    """The player is somebody's program."""
    keeper: int | None = None
    """Of a card at a pad that has no phone of its own: whose phone it is on, by seat."""


class PartView(NamedTuple):
    """A player's part of the dice, as far as it is known."""

    seat: int
    commitment: str | None
    part: str | None
    excused: bool
    """It did not come in time, and the dice do without it."""


class FairView(NamedTuple):
    """The dice. Parts are shown as they come; the house's secret, once nothing depends on it."""

    commitment: str
    secret: str | None
    """Only once the game is over."""
    reveal: bool
    """All commitments are in: now the parts are shown."""
    parts: tuple[PartView, ...]
    first: int | None
    """Who rolls first, where it is not drawn from these dice."""
    restarts: tuple[tuple[int, ...], ...]
    """Which seats did not reveal, for each time that all commitments had to be made anew."""
    scheme: str
    """How the dice follow from the secrets."""


class EnteredView(NamedTuple):
    """What was said about the real dice of the turn that runs: it can be corrected."""

    seat: int | None
    """Who entered them; None: nobody in a seat."""
    free: bool
    """Nobody has answered to them: whoever is at the table may correct them."""
    agreeing: int | None
    """Otherwise the player of this seat has to agree."""
    asked: Correction | None
    """What there is to agree to."""


class RealView(NamedTuple):
    """Real dice, which people throw and enter."""

    colours: tuple[Colour, ...]
    """The coloured dice that are thrown in this turn."""
    entered: EnteredView | None
    """None before somebody has said what fell."""


class YourView(NamedTuple):
    """What only the player of one seat is told."""

    seat: int
    preferences: SeatPreferences
    asked: Question | None
    """What is wanted of this seat; "white" stays while its answer can still be changed."""
    answer: Answer | None
    """Its own sealed answer, while others are still missing."""
    game: Game | None
    """As this seat may know it."""
    auto_at: int | None
    """When it is passed or its dice are thrown, by the clock; None: never by itself."""

    def undecided(self) -> Game | None:
        """The game as if this seat had not answered: its legal moves, what they bring and why
        others are refused are what can be chosen from."""
        return self.game.retract(self.seat) if self.game and self.answer is not None else self.game


class TableView(NamedTuple):
    """Everything that one person may know about a table."""

    code: str
    version: int
    stage: Stage
    options: GameOptions
    seats: tuple[SeatView, ...]
    host: int | None
    spectators: int
    number: int
    """Of the game, among those at this table."""
    game_id: str
    game: Game | None
    """As everybody may know it; None in the lobby and while the dice are sealed."""
    closings: tuple[Closing, ...]
    last: PlayedTurn | None
    remaining: int | None
    """Milliseconds left for the decision that runs; None without a timer."""
    outcome: Outcome | None
    """Once the game is over …"""
    rolls: tuple[Roll, ...]
    """… and with it all of its rolls, for the check of the dice."""
    agreed: tuple[int, ...]
    """Once over: the seats that would play again."""
    fair: FairView | None
    """None where the dice are real: there is nothing to check."""
    first: int | None = None
    """Who was set to roll first; None is by lot."""
    real: RealView | None = None
    """Where the dice are real, while a game is played."""
    pad: Pad | None = None
    """Where there are cards and nothing else; then there is no game."""
    you: YourView | None = None
    """None for a spectator."""


def view(table: Table, person: str, world: World) -> TableView:
    """What that person may know."""
    seat = table.seat_of(person)
    you = None if seat is None else your_view(table, seat, world)
    return public_view(table, world)._replace(you=you)


def public_view(table: Table, world: World, fair: FairView | None = None) -> TableView:
    """What everybody may know; `fair` is what was shown of the dice, if that is still so."""
    players = {seat.person for seat in table.players}
    played = table.pad or table.game
    return TableView(
        code=table.code,
        version=table.version,
        stage=table.stage,
        options=table.options,
        seats=tuple(
            SeatView(
                seat.name,
                seat.kind,
                seat.bot,
                seat.kind == "player" and world.away(seat.person),
                seat.lucky,
                seat.program,
                keeper(table, number) if seat.kind == "card" else None,
            )
            for number, seat in enumerate(table.seats)
        ),
        host=table.host,
        spectators=len(set(world.people()) - players - {*table.screens.people}),
        number=table.games,
        game_id=table.game_id,
        game=table.game and table.game.seen_by(None),
        closings=tuple(table.closings),
        last=table.last,
        remaining=autopilot.remaining(table, world),
        outcome=played.outcome if played else None,
        rolls=_rolls(table),
        agreed=tuple(sorted(table.agreed)),
        fair=fair or fair_view(table),
        first=table.next_first,
        real=_real(table),
        pad=table.pad,
    )


def own_answer(table: Table, seat: int) -> Answer | None:
    """What that seat has answered, while others are still missing."""
    game = table.game
    return game.answers[seat] if game and game.phase is Phase.WHITE else None


def your_view(table: Table, seat: int, world: World) -> YourView:
    """What the player of that seat is told beside that."""
    game = table.game and table.game.seen_by(seat)
    answer = own_answer(table, seat)
    return YourView(
        seat=seat,
        preferences=table.seats[seat].preferences,
        asked=_question(game, seat, table.options.dice),
        answer=answer,
        game=game,
        auto_at=autopilot.auto_at(table, seat, world),
    )


def _real(table: Table) -> RealView | None:
    if table.options.dice != "real" or table.stage != "playing":
        return None
    assert table.recording
    entered = table.entered
    if entered is None:
        return RealView(_coloured_dice(table.recording.game), None)
    said = EnteredView(entered.seat, not entered.answered, agreeing(table), entered.asked)
    return RealView(_coloured_dice(table.recording.before_roll), said)


def _coloured_dice(game: Game) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if colour not in game.closed)


def _question(game: Game | None, seat: int, dice: DiceKind) -> Question | None:
    if game is None:
        return None
    if game.phase is Phase.WHITE:
        return "white"
    if seat != game.active or game.phase is Phase.OVER:
        return None
    if game.phase is Phase.ROLL:
        return "roll" if dice == "ours" else None  # real dice are entered by whoever is quickest
    return "colour"


def _rolls(table: Table) -> tuple[Roll, ...]:
    if table.stage != "over" or not table.recording:
        return ()
    return tuple(turn.dice for turn in table.recording.record.turns)


def fair_view(table: Table) -> FairView | None:
    """What is known about the dice. It stays as it is while a game is played."""
    if table.options.dice != "ours":
        return None
    return FairView(
        commitment=commitment(table.secret),
        secret=table.secret if table.stage == "over" and not table.day else None,
        reveal=table.stage == "sealing" and not table.uncommitted,
        parts=tuple(_parts(table)),
        first=table.next_first,
        restarts=tuple(table.failed),
        scheme=table.scheme,
    )


def _parts(table: Table) -> Iterator[PartView]:
    """Of all who were asked for one, also if they have gone since."""
    for number, seat in enumerate(() if table.day else table.seats):
        if table.seal:
            person, excused = table.seal.parts[number] != BOT, table.seal.parts[number] == ABSENT
        else:
            person, excused = seat.kind == "player" or bool(seat.commitment), seat.excused
        if person:
            yield PartView(number, seat.commitment or None, seat.part or None, excused)
