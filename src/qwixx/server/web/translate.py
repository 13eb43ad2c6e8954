"""What comes in over the wire, as the table knows it."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, get_args

from qwixx.protocol import views as wire
from qwixx.protocol.actions import ClientAction
from qwixx.protocol.http import OpenTable
from qwixx.protocol.layouts import house_rule
from qwixx.table import actions
from qwixx.table.words import Options, Preferences

_PARTS: Final[dict[type, Callable[[Any], Any]]] = {
    wire.Options: lambda options: Options(
        (house_rule(options.variant) if options.all_rows else None) or options.variant,
        options.seats,
        options.timer,
        options.hints,
        options.dice,
    ),
    list: tuple,
    wire.Preferences: lambda wish: Preferences(wish.auto_pass, wish.auto_roll, wish.pace),
}


def action_of(message: ClientAction) -> actions.Action:
    """The action of the same name, without what only the wire needs."""
    kind, names = _KINDS[type(message)]
    action: actions.Action = kind(*[_part(getattr(message, name)) for name in names])
    return action


def opening_of(wish: OpenTable) -> actions.Open:
    """What is wished for a new table."""
    return actions.Open(wish.name, _part(wish.options), tuple(wish.bots), wish.start, wish.program)


def _part(value: Any) -> Any:
    translate = _PARTS.get(type(value))
    return translate(value) if translate else value


def _same_name(message: type) -> tuple[Callable[..., Any], list[str]]:
    kind = getattr(actions, message.__name__)
    return kind, [field.name for field in fields(kind)]


_KINDS: Final = {message: _same_name(message) for message in get_args(ClientAction)}
