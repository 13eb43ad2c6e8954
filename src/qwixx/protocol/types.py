"""The small types that messages and views are made of."""

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from qwixx import rules

PROTOCOL: Final = 1
"""The number of this protocol. It grows with each change that an older page cannot understand."""

Variant: TypeAlias = Annotated[
    str, Meta(pattern=f"^({'|'.join(rules.SHEETS)})$", extra_json_schema={"enum": [*rules.SHEETS]})
]
"""The name of a printed sheet in the rules."""
Colour: TypeAlias = rules.Colour
Language: TypeAlias = Literal["en", "de", "fr", "it", "pt"]
BotSpeed: TypeAlias = Literal["leisurely", "normal", "quick", "at-once"]
DiceKind: TypeAlias = Literal["ours", "real", "pad"]
"""Fair dice from the server, real dice that players enter, or a pad with cards only."""
Sign: TypeAlias = Literal["well-done", "ouch", "thanks", "hurry", "laugh", "wave"]
"""A reaction. There is no other chat."""
Portrait: TypeAlias = Literal["", "heart", "star", "leaf", "drop", "horseshoe", "cross", "die"]
"""The picture of a player. Empty: the first letter of the name."""
MOST_SIGNS: Final = 3
"""Reactions that one person can give in a turn."""
MOST_TAPS: Final = 60
"""Taps on real dice that are shown to the others in a turn: ten whole entries."""
SeriesKind: TypeAlias = Literal["none", "wins", "points"]
"""The kind of a series of games: a number of wins or of points decides it."""
GamePhase: TypeAlias = rules.Phase
Stage: TypeAlias = Literal["lobby", "sealing", "playing", "over"]
SeatKind: TypeAlias = Literal["free", "player", "bot", "card"]
"""A `card` is a player without a phone; only pads have them."""

EndingKind: TypeAlias = Literal["rows-closed", "misthrows"]
"""The end of a game: its last row was closed, or a player marked the last misthrow."""

Move: TypeAlias = Annotated[str, Meta(max_length=4)]
"""A cross "r5", a lucky cross "*g16" or a pass "-"."""

CellName: TypeAlias = str
"""Colour and number of a cell, "r5"."""

Mark: TypeAlias = Annotated[str, Meta(max_length=4)]
"""A mark on a card of a pad: a cross "r5", or a misthrow "m1" to "m4"."""

RollText: TypeAlias = str
"""A roll, "41/3256". A dot stands for a die that has left the game."""

EnteredRoll: TypeAlias = Annotated[str, Meta(max_length=7)]
"""A roll of real dice that was entered, like RollText."""

HalfRoll: TypeAlias = Annotated[str, Meta(max_length=7)]
"""A roll that is being entered, "41/3--6": a dash for each die that is still missing."""

TableCode: TypeAlias = str
"""Six consonants that name a table, each one of CDFGHJKMNPQRTVWXY."""

# `max_length` is needed as well: `$` in a pattern also matches before a final newline.
Secret: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
"""32 hex digits that the browser drew. They identify you at a table."""

Bytes32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes as 64 hex digits."""

ActionId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""The browser makes a different one for each action."""

LONGEST_NAME: Final = 24
"""Characters in the name of a player."""

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=4)]

Reason: TypeAlias = rules.Reason
"""The rule that forbids an action now."""

if TYPE_CHECKING:
    _RuleReason: TypeAlias = Reason
else:  # msgspec reads no union of an enum and words
    _RuleReason = Literal[tuple(reason.value for reason in Reason)]

RefusalCode: TypeAlias = (
    _RuleReason
    | Literal[
        "stale",  # meant for a view that is out of date
        "not-seated",  # spectators may not do this
        "already-seated",
        "not-host",
        "no-such-seat",
        "seat-taken",
        "table-full",
        "wrong-stage",  # for example start while a game is running
        "not-enough-players",
        "not-away",  # a bot plays only for an absent player
        "bad-name",  # no visible character, or too long
        "name-taken",
        "no-such-bot",
        "bot-cannot-play",  # a bot at this table cannot play the chosen variant
        "bad-message",  # not a message of this protocol
        "bad-part",  # a part that does not match its commitment, or a commitment used twice
        "other-dice",  # the action does not fit the kind of dice at this table
        "dice-entered",  # the dice of this turn have been entered already
        "turn-over",  # dice can be corrected until the colour move is made
        "bad-lucky",  # not two different numbers of the card
        "lucky-taken",  # another card has this pair
        "log-full",  # the log of the table has reached its limit; open another table
        "too-many-requests",
        "server-error",  # nothing was done; send it again
    ]
)
"""The reason for refusing an action."""

ByeCode: TypeAlias = Literal[
    "no-such-table",
    "expired",
    "removed",  # by the host
    "moved",  # the seat has gone to another device
    "outdated",  # the page has another version, and reloads
    "restarting",  # the only code after which the page reconnects by itself
    "bad-message",
    "too-many-requests",
]
"""The reason for closing the socket."""
