"""Decides whether an action is allowed now, and which event it adds to the log.

Each kind of action has a decision beside its event, in the module of its subject. In the order of
an evening these are `lobby`, `seats`, `tickets`, `sealing`, `playing`, `real_dice`, `pad`,
`after_game` and `late_comers`. A decision never changes a table.
"""

from typing import Final

from qwixx.protocol.actions import PRESENT, Action
from qwixx.table.context import TableContext
from qwixx.table.log import Event
from qwixx.table.request import DECISIONS, Actor, Refused, Request
from qwixx.table.state import Table

MOST_CHANGES: Final = 100
"""Changes beside playing that one person may make in the time of a game: the log stores each."""


def decide(table: Table, actor: Actor, action: Action, context: TableContext) -> Event:
    """Returns the event that this action adds to the log.

    Raises Refused if the action is not allowed, and Unchanged if no event is needed.
    """
    seen = table.version if action.version == PRESENT else action.version
    event = DECISIONS[type(action)](Request(table, actor, seen, context), action)
    if event.counted and actor.person and table.changes[actor.person] >= MOST_CHANGES:
        raise Refused("too-many-requests")
    return event
