"""uvicorn still has every private member that `qwixx.server.transport` uses or overrides."""

import ast
import inspect
from typing import Any, Final

import pytest
import uvicorn

from qwixx.server.transport.connections import ConnectionMixin
from qwixx.server.transport.http_protocol import HttpProtocol
from qwixx.server.transport.websocket_protocol import WebSocketProtocol

# Methods that uvicorn calls. asyncio calls the others that are overridden.
HOOKS: Final[dict[type[Any], tuple[str, ...]]] = {
    HttpProtocol: ("handle_websocket_upgrade", "_start_asgi_task"),
    WebSocketProtocol: ("handle_connect", "handle_events", "send_receive_event_to_app"),
}
PARSER_HOOKS: Final = (
    "on_message_begin",
    "on_url",
    "on_header",
    "on_headers_complete",
    "on_body",
    "on_message_complete",
)


def members(tree: ast.AST, *, assigned: bool) -> set[str]:
    """The attributes of `self` (and of `super()`) that a class reads, or those that it sets."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) == assigned:
            owner = node.value
            is_super = isinstance(owner, ast.Call) and ast.unparse(owner.func) == "super"
            if is_super or (isinstance(owner, ast.Name) and owner.id == "self"):
                found.add(node.attr)
    return found


def tree_of(owner: type[Any]) -> ast.AST:
    return ast.parse(inspect.getsource(owner))


def missing(owner: type[Any]) -> set[str]:
    """The members that `owner` uses and that neither it, the mixin nor uvicorn has."""
    parent = owner.__mro__[2]
    own = {
        *vars(owner),
        *dir(ConnectionMixin),
        *ConnectionMixin.__annotations__,
        *members(tree_of(owner), assigned=True),
    }
    theirs = {*dir(parent), *parent.__annotations__, *members(tree_of(parent), assigned=True)}
    inherited = {name for name in vars(owner) if not name.startswith("__")} & {
        *HOOKS[owner],
        *(PARSER_HOOKS if owner is HttpProtocol else ()),
    }
    used = members(tree_of(owner), assigned=False)
    return ({name for name in used if name not in own} | inherited) - theirs


@pytest.mark.parametrize("owner", HOOKS, ids=lambda owner: str(owner.__name__))
def test_uvicorn_has_what_the_subclasses_need(owner: type[Any]) -> None:
    gone = missing(owner)
    assert not gone, (
        f"uvicorn {uvicorn.__version__} has no {', '.join(sorted(gone))} any more, "
        f"which {owner.__module__} needs: adapt that module, then the bound in pyproject.toml"
    )


@pytest.mark.parametrize("owner", HOOKS, ids=lambda owner: str(owner.__name__))
def test_uvicorn_calls_the_hooks_that_are_overridden(owner: type[Any]) -> None:
    called = members(tree_of(owner.__mro__[2]), assigned=False)
    silent = {name for name in HOOKS[owner] if name not in called}
    assert not silent, (
        f"uvicorn {uvicorn.__version__} does not call {', '.join(sorted(silent))} any more, "
        f"so the limits in {owner.__module__} are not enforced"
    )


def test_a_missing_member_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(HttpProtocol.__mro__[2], "_should_upgrade")
    assert missing(HttpProtocol) == {"_should_upgrade"}
