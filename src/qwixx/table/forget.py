"""Deletes a person's data: removes their name and their secrets from a log."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from qwixx.table.late_comers import SeatAsked
from qwixx.table.lobby import Opened
from qwixx.table.log import Entry
from qwixx.table.pad import CardSat
from qwixx.table.seats import PortraitSet, Renamed, Sat
from qwixx.table.state import Table
from qwixx.table.tickets import ScreenAdmitted, SeatMoved


def without(code: str, entries: Sequence[Entry], person: str) -> dict[int, Entry]:
    """Returns the entries that must be replaced, by position."""
    secrets = all_secrets_of(code, entries, person)
    changed = {}
    aliases: dict[str, str] = {}  # of the secrets: the people who are forgotten stay different
    for position, entry in enumerate(entries, 1):
        if (found := getattr(entry.event, "person", "")) in secrets:
            aliases.setdefault(found, str(position))
        other = _without(entry, secrets, aliases)
        if other != entry:
            changed[position] = other
    return changed


def all_secrets_of(code: str, entries: Sequence[Entry], person: str) -> set[str]:
    """Returns the secrets of a person, who has several after moving to another device."""
    table = Table(code)
    moves = []
    for entry in entries:
        if isinstance(entry.event, SeatMoved):
            moves.append({table.seats[entry.event.seat].person, entry.event.person})
        entry.apply(table)
    secrets = {person}
    for _ in moves:
        for move in moves:
            if secrets & move:
                secrets |= move
    return secrets


def _without(entry: Entry, secrets: set[str], aliases: Mapping[str, str]) -> Entry:
    event = entry.event
    if isinstance(event, (Opened, Sat, SeatAsked)) and event.person in secrets:
        event = replace(event, person=aliases[event.person], name="")
    elif isinstance(event, (SeatMoved, ScreenAdmitted)) and event.person in secrets:
        event = replace(event, person=aliases[event.person])
    elif isinstance(event, (Renamed, CardSat)) and entry.by in secrets:
        event = replace(event, name="")
    elif isinstance(event, PortraitSet) and entry.by in secrets:
        event = replace(event, portrait="")
    if entry.by in secrets:
        return Entry(entry.at, event)
    return replace(entry, event=event)
