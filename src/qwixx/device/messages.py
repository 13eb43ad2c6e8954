"""Requests of the worker to the tables on this device, and their effects. All of it is JSON."""

from msgspec import Raw, Struct, field

from qwixx.protocol.http import TableSummary


class Load(Struct, tag="load", frozen=True):
    """A table that the database has."""

    code: str
    entries: list[str]  # its log, from the first entry on


class Connect(Struct, tag="connect", frozen=True):
    """A player's page connects to a table, which is loaded."""

    connection: int
    code: str
    hello: Raw  # the first message, as the protocol of the socket describes it


class Message(Struct, tag="message", frozen=True):
    """A later message of that connection."""

    connection: int
    message: Raw


class Disconnect(Struct, tag="disconnect", frozen=True):
    connection: int


class Tick(Struct, tag="tick", frozen=True):
    """The time has come that `Effects.next` named."""


class Ask(Struct, tag="ask", frozen=True):
    """A question that a server answers over HTTP."""

    method: str
    path: str
    body: Raw


Request = Load | Connect | Message | Disconnect | Tick | Ask


class Answer(Struct, frozen=True):
    status: int
    body: Raw


class Effects(Struct, frozen=True, kw_only=True):
    """The effects of a request. The worker writes first, and sends afterwards."""

    keep: list[tuple[str, int, str]] = field(default_factory=list)
    """New entries of logs: code, position from 1, text."""
    send: list[tuple[int, Raw]] = field(default_factory=list)
    """Messages for the page: connection, message."""
    summaries: dict[str, TableSummary] = field(default_factory=dict)
    """The tables that changed, for a list of tables, as their first player sees them."""
    answer: Answer | None = None
    next: int | None = None
    """After how many milliseconds something happens by itself; None if nothing does."""
