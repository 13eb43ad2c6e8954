"""Deletes a person's data: removes their name and their secrets from a log."""

from collections.abc import Sequence

from msgspec.structs import replace

from qwixx.table import events
from qwixx.table.state import Table


def without(code: str, entries: Sequence[events.Entry], person: str) -> dict[int, events.Entry]:
    """Returns the entries that must be replaced, by position."""
    secrets = all_secrets_of(code, entries, person)
    changed = {}
    for position, entry in enumerate(entries, 1):
        other = _without(entry, secrets)
        if other != entry:
            changed[position] = other
    return changed


def all_secrets_of(code: str, entries: Sequence[events.Entry], person: str) -> set[str]:
    """Returns the secrets of a person, who has several after moving to another device."""
    table = Table(code)
    moves = []
    for entry in entries:
        if isinstance(entry.event, events.SeatMoved):
            moves.append({table.seats[entry.event.seat].person, entry.event.person})
        table.apply(entry)
    secrets = {person}
    for _ in moves:
        for move in moves:
            if secrets & move:
                secrets |= move
    return secrets


def _without(entry: events.Entry, secrets: set[str]) -> events.Entry:
    event = entry.event
    named = (events.Opened, events.Sat, events.SeatAsked)
    if isinstance(event, named) and event.person in secrets:
        event = replace(event, person="", name="")
    elif isinstance(event, (events.SeatMoved, events.ScreenAdmitted)) and event.person in secrets:
        event = replace(event, person="")
    elif isinstance(event, (events.Renamed, events.CardSat)) and entry.by in secrets:
        event = replace(event, name="")
    elif isinstance(event, events.PortraitSet) and entry.by in secrets:
        event = replace(event, portrait="")
    if entry.by in secrets:
        return events.Entry(entry.at, event)
    return replace(entry, event=event)
