"""The small types that messages and views are made of."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from qwixx.rules import SHEETS

PROTOCOL: Final = 1
"""The number of this protocol: another one, wherever an older page could no longer be served."""

Variant: TypeAlias = Annotated[
    str, Meta(pattern=f"^({'|'.join(SHEETS)})$", extra_json_schema={"enum": [*SHEETS]})
]
"""A printed sheet by its name: one of those that the rules know."""
Colour: TypeAlias = Literal["r", "y", "g", "b"]
Language: TypeAlias = Literal["en", "de", "fr", "it", "pt"]
Hurry: TypeAlias = Literal["leisurely", "normal", "quick", "at-once"]
DiceKind: TypeAlias = Literal["ours", "real", "pad"]
"""Our fair dice; real ones, of which people enter what fell; or a pad: cards and nothing else."""
Sign: TypeAlias = Literal["well-done", "ouch", "thanks", "hurry", "laugh", "wave"]
"""What people can say to each other; there is no other talk."""
MOST_SIGNS: Final = 3
"""Signs that one person can give in a turn."""
MOST_TAPS: Final = 60
"""Taps on real dice that are shown to the others in a turn: ten whole entries."""
SeriesKind: TypeAlias = Literal["none", "wins", "points"]
"""What decides a series of games: the first to so many wins, or to so many points."""
Stage: TypeAlias = Literal["lobby", "sealing", "playing", "over"]
SeatKind: TypeAlias = Literal["free", "player", "bot", "card"]
"""A card has no phone of its own; there are some at pads only."""

Move: TypeAlias = Annotated[str, Meta(max_length=4)]
"""A cross "r5", a lucky cross "*g16" or a pass "-"."""

CellName: TypeAlias = str
"""Colour and number of a cell, "r5"."""

Mark: TypeAlias = Annotated[str, Meta(max_length=4)]
"""What can be marked on a card of a pad: a cross "r5", or a misthrow "m1" to "m4"."""

RollText: TypeAlias = str
""" "41/3256"; a die that has left the game is a dot."""

EnteredRoll: TypeAlias = Annotated[str, Meta(max_length=7)]
"""A roll that somebody enters, like RollText."""

HalfRoll: TypeAlias = Annotated[str, Meta(max_length=7)]
"""A roll that is being entered, "41/3--6": a dash for each die that is still missing."""

TableCode: TypeAlias = str
"""Six consonants that name a table, each one of CDFGHJKMNPQRTVWXY."""

# The length is said, too, because a pattern may end before a last newline.
Secret: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
"""32 hex digits that the browser drew: who you are at a table."""

Bytes32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes as 64 hex digits."""

ActionId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""Made by the browser, different for each action."""

LONGEST_NAME: Final = 24
"""Signs in the name of a player."""

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=4)]

Reason: TypeAlias = Literal[
    "wrong-phase",
    "not-your-decision",
    "already-answered",
    "wrong-number",
    "no-such-cell",
    "row-closed",
    "left-of-last-cross",
    "not-enough-crosses",
    "not-a-lucky-number",
    "not-the-fewest-crosses",
    "not-the-next-cell",
    "no-lucky-numbers",
]
"""Why a cell may not be crossed now, as the rules put it."""

RefusalCode: TypeAlias = (
    Reason
    | Literal[
        "nothing-to-retract",
        "dice-do-not-fit",  # a face that no die has, or a die that has left the game
        "stale",  # made against a view that is no longer true
        "not-seated",  # spectators may not do this
        "already-seated",
        "not-host",
        "no-such-seat",
        "seat-taken",
        "table-full",
        "wrong-stage",  # for example start while a game is running
        "not-enough-players",
        "not-away",  # a bot plays only for somebody who is away
        "bad-name",  # nothing that can be seen, or too long
        "name-taken",
        "no-such-bot",
        "bot-cannot-play",  # one that sits here cannot play the game that was asked for
        "bad-message",  # not a message of this protocol
        "bad-part",  # a part that does not match its commitment, or a commitment used twice
        "other-dice",  # the dice of this table are ours and are not entered, or the other way round
        "dice-entered",  # somebody has entered the dice of this turn already
        "turn-over",  # dice can be corrected until the colour move is made
        "bad-lucky",  # no two different numbers of the card
        "lucky-taken",  # another card has this pair
        "too-many-requests",
        "server-error",  # not done; may be sent again
    ]
)
"""Why an action was refused."""

ByeCode: TypeAlias = Literal[
    "no-such-table",
    "expired",
    "removed",  # by the host
    "moved",  # the seat has gone to another device
    "outdated",  # the page is of another version: it loads itself anew
    "restarting",  # the only one after which the page comes back by itself
    "bad-message",
    "too-many-requests",
]
"""Why the server closes the socket."""
