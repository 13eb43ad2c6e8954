"""A whole game as data: its headers and its turns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from qwixx.rules import Game, IllegalMove, Move, NotationError, Phase, Roll

VARIANT, PLAYERS, FIRST, LUCKY, SCORES = "Variant", "Players", "First", "Lucky", "Scores"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the roll, the answer of each seat, and the active player's colour move.

    Examples:
        >>> from qwixx import Game, Move, Roll
        >>> from qwixx.notation import Turn
        >>> turn = Turn(Roll.parse("41/3256"), (Move.parse("r5"),), Move.parse("b10"))
        >>> [game.phase.value for game in turn.play(Game.new(players=1))]
        ['white', 'colour', 'roll']
    """

    dice: Roll
    """The roll of the turn."""
    choices: tuple[Move, ...] = ()
    """The white choices in seat order; empty where the record stops after the roll."""
    colour: Move | None = None
    """None where the white phase ended the game, or where the record stops before the move."""

    def play(self, game: Game, players: Sequence[str] = ()) -> Iterator[Game]:
        """Yields the games after the roll, after the white phase and after the colour move."""
        game = game.roll(self.dice)
        yield game
        if self.choices:
            for seat, move in enumerate(self.choices):
                game = _play(game, seat, move, players)
            yield game
        if self.colour is not None:
            game = _play(game, game.active, self.colour, players)
            yield game


def _play(game: Game, seat: int, move: Move, players: Sequence[str]) -> Game:
    """Plays a move; a refusal names the player and the move."""
    try:
        return game.play(seat, move)
    except IllegalMove as error:
        who = f"{players[seat]} (seat {seat})" if players and players[seat] else f"seat {seat}"
        raise IllegalMove(error.reason, f"{who} cannot play {move}: {error}") from None


class Decision(NamedTuple):
    """One decision of a record: the game as it was known, the seat and its move.

    Examples:
        >>> from qwixx import PASS, Game
        >>> from qwixx.notation import Decision
        >>> Decision(Game.new().roll("41/3256"), seat=0, move=PASS).move.is_pass
        True
    """

    game: Game
    """The game as the seat could know it. Nobody's answer is in it while the dice are answered."""
    seat: int
    """The seat that decided."""
    move: Move
    """The move that was played."""


@dataclass(frozen=True)
class Record:
    """A game from its first roll on, finished or not.

    The headers are the truth about variant, players, first seat and lucky numbers; `start` is the
    game that they describe. `Scores` is worked out when a record is written.

    Examples:
        >>> from qwixx import Game, Roll
        >>> from qwixx.notation import Record, Turn
        >>> start = Game.new("classic", players=2)
        >>> record = Record.new(start, ["Ann", "Ben"], [Turn(Roll.parse("41/3256"))])
        >>> record.finished, record.game.phase.value, record.headers["Players"]
        (False, 'white', ('Ann', 'Ben'))
    """

    headers: Mapping[str, tuple[str, ...]]
    """The headers above the turns, in order: each name with its values."""
    turns: tuple[Turn, ...] = ()
    """The turns that were played."""

    @classmethod
    def new(
        cls,
        start: Game,
        players: Iterable[str],
        turns: Iterable[Turn] = (),
        headers: Mapping[str, tuple[str, ...]] | None = None,
    ) -> "Record":
        """Returns the record of a game that began at `start`, with further `headers`."""
        names = tuple(players)
        if len(names) != start.players:
            raise ValueError(f"expected {start.players} names, one per seat, found {len(names)}")
        known = {VARIANT: (start.variant.name,), PLAYERS: names, FIRST: (str(start.first),)}
        if start.variant.lucky_count:
            known[LUCKY] = tuple(" ".join(map(str, card.lucky)) for card in start.cards)
        return cls({**known, **(headers or {})}, tuple(turns))

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return self.headers[PLAYERS]

    @cached_property
    def start(self) -> Game:
        """The game before its first roll."""
        for name in (VARIANT, PLAYERS, FIRST):
            if name not in self.headers:
                raise NotationError(f"the header {name} is missing")
        lucky = self.headers.get(LUCKY)
        try:
            return Game.new(
                _single(self.headers, VARIANT),
                len(self.players),
                first=_number(_single(self.headers, FIRST)),
                lucky=None if lucky is None else [map(_number, pair.split(" ")) for pair in lucky],
            )
        except NotationError:
            raise
        except ValueError as error:
            raise NotationError(str(error)) from None

    def games(self) -> Iterator[Game]:
        """Yields each game on the way: the start, then after each roll and each phase."""
        game = self.start
        yield game
        for turn in self.turns:
            for after in turn.play(game, self.players):
                game = after
                yield game

    def decisions(self) -> Iterator[Decision]:
        """Yields each decision, in the order of the text. One white phase has several."""
        game = self.start
        for turn in self.turns:
            rolled, *later = turn.play(game, self.players)
            for seat, move in enumerate(turn.choices):
                yield Decision(rolled, seat, move)
            if turn.colour is not None:
                yield Decision(later[0], rolled.active, turn.colour)
            game = later[-1] if later else rolled

    @cached_property
    def game(self) -> Game:
        """The game at the end of the record."""
        *_, last = self.games()
        return last

    @property
    def finished(self) -> bool:
        """Whether the record goes to the end of the game."""
        return self.game.phase is Phase.OVER


def _single(headers: Mapping[str, tuple[str, ...]], name: str) -> str:
    values = headers[name]
    if len(values) != 1:
        raise NotationError(f"expected one value of the header {name}, found {len(values)}")
    return values[0]


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return int(text)
    raise NotationError(f"not a number: {text!r}")
