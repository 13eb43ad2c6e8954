"""The entries of a table's log as they are kept: JSON with a tag for each kind of event.

What is kept has types of its own, made here once from those of `qwixx.table`: a log outlives many
versions, so tags and names of fields stay as they are, whatever becomes of the wire format. Fields
that are not known are left out; a kind of event that is not known is an error, because a newer
version has gone on with that table.
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


_LATER: Final = ("hints", "pace", "dice")
"""Parts of what is kept that came later: left out where they are as they were before that."""

# Defaults that have always been written down; all others came later, and are left out.
_WRITTEN_OUT: Final = (events.Rolled, events.Chose)


class _Part(NamedTuple):
    """How something inside an event is kept."""

    kept: type[Struct]
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


_PARTS: Final[dict[Any, _Part]] = {}


def _kept(kind: type, tag: str | None = None) -> type[Struct]:
    """The type that is kept for one of the table's."""
    described: list[Any] = []
    for field, hint, part in _fields(kind):
        kept = part.kept if part else hint
        optional = field.default is not MISSING and (tag is not None or field.name in _LATER)
        described.append((field.name, kept, field.default) if optional else (field.name, kept))
    return msgspec.defstruct(
        kind.__name__,
        described,
        tag=tag,
        rename="camel",
        frozen=True,
        omit_defaults=kind not in _WRITTEN_OUT,
    )


def _writer(kind: type, kept: type[Struct]) -> Callable[[Any], Any]:
    """From the table's to what is kept."""
    parts = [(field.name, part.write if part else None) for field, _, part in _fields(kind)]
    return lambda event: kept(
        *[write(getattr(event, name)) if write else getattr(event, name) for name, write in parts]
    )


def _reader(kind: type) -> Callable[[Any], Any]:
    """And back."""
    parts = [part.read if part else None for _, _, part in _fields(kind)]
    if not any(parts):
        return lambda kept: kind(*astuple(kept))
    return lambda kept: kind(
        *[read(value) if read else value for read, value in zip(parts, astuple(kept), strict=True)]
    )


def _fields(kind: type) -> list[tuple[Field[Any], Any, _Part | None]]:
    hints = get_type_hints(kind)
    return [(field, hints[field.name], _PARTS.get(hints[field.name])) for field in fields(kind)]


for _kind in (Options, Preferences):
    _struct = _kept(_kind)
    _PARTS[_kind] = _Part(_struct, _writer(_kind, _struct), _reader(_kind))

_KEPT: Final = {kind: _kept(kind, tag) for tag, kind in _TAGS.items()}
_WRITERS: Final = {kind: _writer(kind, kept) for kind, kept in _KEPT.items()}
_READERS: Final = {kept: _reader(kind) for kind, kept in _KEPT.items()}


class _Entry(Struct, frozen=True, omit_defaults=True):
    at: int
    event: Union[tuple(_KEPT.values())]  # type: ignore[valid-type]  # noqa: UP007
    by: str = ""
    action: str = ""


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(_Entry).decode


def write_entry(entry: events.Entry) -> bytes:
    """The entry as it is kept."""
    event = entry.event
    return _encode(_Entry(entry.at, _WRITERS[type(event)](event), entry.by, entry.action))


def read_entry(text: bytes) -> events.Entry:
    """What was kept. msgspec.DecodeError: it is of a version that knows more."""
    kept = _decode(text)
    event = kept.event
    try:
        return events.Entry(kept.at, _READERS[type(event)](event), kept.by, kept.action)
    except ValueError as error:  # a variant that is not known here
        raise msgspec.DecodeError(str(error)) from error
