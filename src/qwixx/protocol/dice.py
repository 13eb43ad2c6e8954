"""The dice of a turn, real dice that players enter, and fair dice with their seals."""

from msgspec import Struct

from qwixx.protocol.types import Colour, RollText


class ColourDie(Struct, rename="camel", frozen=True):
    colour: Colour
    value: int
    sums: list[int]
    """The sums with the left and with the right white die."""


class Dice(Struct, rename="camel", frozen=True):
    text: RollText
    white: list[int]
    sum: int
    colours: list[ColourDie | None]
    """One per colour in the order r y g b; null: the die has left the game."""


class Correction(Struct, rename="camel", frozen=True):
    """A correction of the dice that waits for an agreement."""

    roll: RollText
    by: int | None


class EnteredDice(Struct, rename="camel", frozen=True):
    """The real dice of the current turn, as a player entered them. They can be corrected."""

    by: int | None
    """The seat that entered them; null for a screen."""
    free: bool
    """Whether anybody at the table may correct them, because nobody has answered yet."""
    agreeing: int | None
    """Otherwise this seat has to agree. Then all answers of this turn are given back."""
    asked: Correction | None
    """The correction that this seat has to agree to."""


class RealDice(Struct, rename="camel", frozen=True):
    """Real dice, which players roll and enter."""

    colours: list[Colour]
    """The coloured dice that are rolled in this turn."""
    entered: EnteredDice | None
    """null until a roll is entered."""


class FairPart(Struct, rename="camel", frozen=True):
    seat: int
    commitment: str | None
    """null until the player has committed."""
    part: str | None
    """null until all commitments are in and this part is revealed."""
    excused: bool
    """Whether the dice are made without this seat, because it did not answer in time."""


class Fair(Struct, rename="camel", frozen=True):
    """Fair dice. The server commits to `secret` before it sees any player's part. Each browser
    commits to a part in the lobby, and reveals it once all commitments are in.

    A commitment is the SHA-256, in hex, of the bytes that the 64 hex digits stand for.
    """

    game: str
    commitment: str
    secret: str | None
    """null until the game is over."""
    reveal: bool
    """Whether all commitments are in. Then send your part, but only if `parts` shows them all."""
    parts: list[FairPart]
    """The parts of the players, in seat order. Bots have none, because the server runs them."""
    first: int | None
    """The seat that rolls first, as in a rematch; null if these dice draw it."""
    restarts: list[list[int]]
    """The seats that did not reveal, one list for each restart of the commitments."""
    scheme: str
    """The derivation of the dice: qwixx-fair-2, or qwixx-day-1 in the game of a day."""
