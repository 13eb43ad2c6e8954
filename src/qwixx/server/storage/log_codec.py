"""Writes and reads the entries of a table's log: JSON with a tag for each kind of event.

Each event of `qwixx.table` has a stored type here, made from its fields. Logs outlive versions, so
a tag, the name of a field and the default of a field never change, whatever becomes of the wire
format. A field that has its default is not written. A field that is not known is ignored, but a
kind of event that is not known is an error: a newer version has gone on with that table.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, Final, NamedTuple, Union, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from qwixx.table import events
from qwixx.table.words import Options, Preferences

_TAGS: Final[dict[str, type]] = {
    "opened": events.Opened,
    "sat": events.Sat,
    "bot-sat": events.BotSat,
    "renamed": events.Renamed,
    "vacated": events.Vacated,
    "host-changed": events.HostChanged,
    "options-set": events.OptionsSet,
    "preferences-set": events.PreferencesSet,
    "ticket-issued": events.TicketIssued,
    "seat-moved": events.SeatMoved,
    "started": events.Started,
    "committed": events.Committed,
    "excused": events.Excused,
    "resealed": events.Resealed,
    "revealed": events.Revealed,
    "rolled": events.Rolled,
    "chose": events.Chose,
    "retracted": events.Retracted,
    "taken-over": events.TakenOver,
    "returned": events.Returned,
    "agreed": events.Agreed,
    "withdrawn": events.Withdrawn,
    "rematched": events.Rematched,
    "rematched-without": events.RematchedWithout,
    "reopened": events.Reopened,
    "first-set": events.FirstSet,
    "lucky-set": events.LuckySet,
    "dice-entered": events.DiceEntered,
    "dice-corrected": events.DiceCorrected,
    "correction-asked": events.CorrectionAsked,
    "correction-declined": events.CorrectionDeclined,
    "result-confirmed": events.ResultConfirmed,
    "screen-invited": events.ScreenInvited,
    "screen-admitted": events.ScreenAdmitted,
    "card-sat": events.CardSat,
    "marked": events.Marked,
    "taken-back": events.TakenBack,
    "lock-left": events.LockLeft,
}


class _Part(NamedTuple):
    """How a value inside an event is stored."""

    stored: type[Struct]
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


_PARTS: Final[dict[Any, _Part]] = {}


def _stored(kind: type, tag: str | None = None) -> type[Struct]:
    """Makes the stored type of an event, or of a value inside one."""
    described: list[Any] = []
    for field, hint, part in _fields(kind):
        stored = part.stored if part else hint
        required = field.default is MISSING
        described.append((field.name, stored) if required else (field.name, stored, field.default))
    return msgspec.defstruct(
        kind.__name__, described, tag=tag, rename="camel", frozen=True, omit_defaults=True
    )


def _writer(kind: type, stored: type[Struct]) -> Callable[[Any], Any]:
    """Returns what makes the stored form of an event."""
    parts = [(field.name, part.write if part else None) for field, _, part in _fields(kind)]
    return lambda event: stored(
        *[write(getattr(event, name)) if write else getattr(event, name) for name, write in parts]
    )


def _reader(kind: type) -> Callable[[Any], Any]:
    """Returns what makes an event from its stored form."""
    parts = [part.read if part else None for _, _, part in _fields(kind)]
    if not any(parts):
        return lambda stored: kind(*astuple(stored))
    return lambda stored: kind(
        *[
            read(value) if read else value
            for read, value in zip(parts, astuple(stored), strict=True)
        ]
    )


def _fields(kind: type) -> list[tuple[Field[Any], Any, _Part | None]]:
    hints = get_type_hints(kind)
    return [(field, hints[field.name], _PARTS.get(hints[field.name])) for field in fields(kind)]


for _kind in (Options, Preferences):
    _struct = _stored(_kind)
    _PARTS[_kind] = _Part(_struct, _writer(_kind, _struct), _reader(_kind))

_STORED: Final = {kind: _stored(kind, tag) for tag, kind in _TAGS.items()}
_WRITERS: Final = {kind: _writer(kind, stored) for kind, stored in _STORED.items()}
_READERS: Final = {stored: _reader(kind) for kind, stored in _STORED.items()}


class _Entry(Struct, frozen=True, omit_defaults=True):
    at: int
    event: Union[tuple(_STORED.values())]  # type: ignore[valid-type]  # noqa: UP007
    by: str = ""
    action: str = ""


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(_Entry).decode


def write_entry(entry: events.Entry) -> bytes:
    """Returns the entry as it is stored."""
    event = entry.event
    return _encode(_Entry(entry.at, _WRITERS[type(event)](event), entry.by, entry.action))


def read_entry(text: bytes) -> events.Entry:
    """Reads a stored entry. msgspec.DecodeError: a newer version wrote it."""
    stored = _decode(text)
    event = stored.event
    try:
        return events.Entry(stored.at, _READERS[type(event)](event), stored.by, stored.action)
    except ValueError as error:  # a variant that is not known here
        raise msgspec.DecodeError(str(error)) from error
