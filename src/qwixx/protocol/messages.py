"""The messages of the socket, apart from actions and views."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from qwixx.protocol.actions import ClientAction
from qwixx.protocol.types import ByeCode, HalfRoll, RefusalCode, Secret, Sign
from qwixx.protocol.views import View


class Hello(Struct, tag="hello", rename="camel", frozen=True):
    """The first frame. The secret says who you are at this table; the server stores its hash.

    With the ticket of a seat, that seat belongs to this secret from now on.
    """

    secret: Secret
    ticket: Secret | None = None
    protocol: int = 1
    """The number of this protocol, PROTOCOL."""
    program: bool = False
    """A program plays. Its views include the position, and everybody sees that it is a program."""
    knows: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    """Variants whose printed card the client knows. Views leave the `layout` of these out."""


class React(Struct, tag="react", rename="camel", frozen=True):
    """Shows a reaction to everybody at the table. It gets no answer and is not stored. More than
    MOST_SIGNS in a turn are dropped."""

    sign: Sign


class Tap(Struct, tag="tap", rename="camel", frozen=True):
    """Shows the others a roll that is being entered, after each tap. It gets no answer and is not
    stored. More than MOST_TAPS in a turn are dropped."""

    roll: HalfRoll


ClientMessage: TypeAlias = Hello | React | Tap | ClientAction


class Ack(Struct, tag="ack", rename="camel", frozen=True):
    """Confirms that an action was done and stored. A separate message, usually the next, has the
    view that shows it."""

    id: str
    version: int
    """The table's version after the action. Views with this version or a later one show it."""


class Refusal(Struct, tag="refusal", rename="camel", frozen=True):
    """Refuses an action. The id is empty if the message had no readable one."""

    id: str
    code: RefusalCode


class Bye(Struct, tag="bye", rename="camel", frozen=True):
    """Announces that the server closes the socket."""

    code: ByeCode


class Reaction(Struct, tag="reaction", rename="camel", frozen=True):
    """Shows a player's reaction."""

    seat: int
    sign: Sign


class Tapped(Struct, tag="tapped", rename="camel", frozen=True):
    """Shows a roll of real dice while it is being entered."""

    seat: int | None
    """null at a screen."""
    turn: int
    roll: HalfRoll


Aside: TypeAlias = Reaction | Tapped
"""A message that is shown once and not stored."""

Reply: TypeAlias = Ack | Refusal | Bye | Aside

ServerMessage: TypeAlias = View | Reply
