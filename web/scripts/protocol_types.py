"""Writes web/src/protocol.ts, the types of the page, from `qwixx.protocol`.

    python -m web.scripts.protocol_types > web/src/protocol.ts

It reads the source, not the objects, so that the documentation of a field goes along. The printed
cards of all variants come last, so that no table need say what its card looks like. No generator
from JSON Schema is used: they put the documentation elsewhere and name every union themselves.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from qwixx.protocol.cards import layout
from qwixx.protocol.schema import MESSAGES, source_of
from qwixx.rules import COLOURS, SHEETS, Phase, Reason

_MODULES: Final = (*MESSAGES, "protocol/http", "protocol/coach")
_PLAIN: Final = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "_RuleReason": "Reason",
}
_KNOWN: Final = "UnsetType"
"""The type of fields that messages leave out because the page knows their values."""
_WIDTH: Final = 100
_REGISTERED: Final[dict[str, Iterable[str]]] = {
    "Variant": SHEETS,
    "Colour": COLOURS,
    "GamePhase": Phase,
    "Reason": [reason for reason in Reason if reason is not Reason.WRONG_SCORES],  # of a record
}
"""The words of types that the rules define."""
_CONSTANT: Final = "export const LAYOUTS: Record<Variant, Layout>"
_HEAD: Final = """\
/*
 * The wire protocol, as the browser sees it: see docs/protocol.md.
 *
 * Made from src/qwixx/protocol/ by `python -m web.scripts.protocol_types`. Change it there.
 */
"""


def typescript() -> str:
    """The whole file."""
    parts = [_HEAD]
    for module in _MODULES:
        parts += _Module(source_of(module)).declarations()
    parts.append(_layouts())
    return "\n".join(parts)


def _layouts() -> str:
    """The printed cards as a constant, in the form that prettier gives it."""
    cards = "".join(
        f"  {_key(name)}: {_literal(msgspec.to_builtins(layout(name)), 2)},\n" for name in SHEETS
    )
    return f"/** The printed card of each variant. */\n{_CONSTANT} = {{\n{cards}}};\n"


def _key(name: str) -> str:
    """A name as a key: in quotes only where it is no identifier."""
    return name if name.isidentifier() else f"'{name}'"


def _literal(value: object, depth: int) -> str:
    """JSON as TypeScript has it."""
    if isinstance(value, str):
        return f"'{value}'"
    if not isinstance(value, (dict, list)):
        return "null" if value is None else str(value)
    if isinstance(value, list) and not any(isinstance(each, dict) for each in value):
        return f"[{', '.join(map(str, value))}]"
    indent = " " * (depth + 2)
    if isinstance(value, dict):
        inner = [f"{key}: {_literal(each, depth + 2)}" for key, each in value.items()]
        opening, closing = "{}"
    else:
        inner = [_literal(each, depth + 2) for each in value]
        opening, closing = "[]"
    lines = "".join(f"{indent}{each},\n" for each in inner)
    return f"{opening}\n{lines}{' ' * depth}{closing}"


class _Module:
    """One file of this package."""

    def __init__(self, source: str) -> None:
        self._tree = ast.parse(source)
        self._tag_fields: dict[str, str] = {}
        # Comments are not in the tree: those behind a word of a list are found by their line.
        self._remarks = {
            number: match[1]
            for number, line in enumerate(source.splitlines(), 1)
            if (match := re.search(r'^\s+".*",  # (.*)', line))
        }

    def declarations(self) -> Iterator[str]:
        for statement, after in _with_next(self._tree.body):
            if isinstance(statement, ast.ClassDef):
                yield self._interface(statement)
            elif isinstance(statement, ast.If):  # TYPE_CHECKING: the union of all subclasses
                yield from self._subclasses(statement)
            elif isinstance(statement, ast.AnnAssign) and _is_called(statement, "TypeAlias"):
                assert isinstance(statement.target, ast.Name)
                assert statement.value
                name = statement.target.id
                options = [f"'{word}'" for word in _REGISTERED.get(name, ())]
                options = options or list(self._options(statement.value))
                text = f"export type {name} = {' | '.join(options)};\n"
                if len(text) > _WIDTH or "/*" in text:
                    text = "\n  | ".join([f"export type {name} =", *options]) + ";\n"
                # As prettier wants it: a remark on the last line comes behind the semicolon.
                text = re.sub(r"( /\*[^*]*\*/);\n$", r";\1\n", text)
                yield _comment(_text(after)) + text
            elif isinstance(statement, ast.AnnAssign) and _is_called(statement, "Final"):
                assert isinstance(statement.target, ast.Name)
                if statement.target.id.startswith("_"):
                    continue
                assert isinstance(statement.value, ast.Constant)
                value = _literal(statement.value.value, 0)
                yield f"{_comment(_text(after))}export const {statement.target.id} = {value};\n"

    def _subclasses(self, statement: ast.If) -> Iterator[str]:
        (alias,) = statement.body
        assert isinstance(alias, ast.AnnAssign)
        assert isinstance(alias.target, ast.Name)
        assert isinstance(alias.value, ast.Name)
        if alias.target.id.startswith("_"):
            return
        base = alias.value.id
        names = [
            each.name
            for each in self._tree.body
            if isinstance(each, ast.ClassDef)
            and any(isinstance(of, ast.Name) and of.id == base for of in each.bases)
        ]
        yield "\n  | ".join([f"export type {alias.target.id} =", *names]) + ";\n"

    def _interface(self, definition: ast.ClassDef) -> str:
        base = definition.bases[0]
        assert isinstance(base, ast.Name)
        extends = "" if base.id == "Struct" else f" extends {base.id}"
        lines = [f"{_comment(_docstring(definition))}export interface {definition.name}"]
        lines[0] += f"{extends} {{"
        options = {
            keyword.arg: str(keyword.value.value)
            for keyword in definition.keywords
            if isinstance(keyword.value, ast.Constant)
        }
        tag_field = options.get("tag_field") or self._tag_fields.get(base.id, "type")
        self._tag_fields[definition.name] = tag_field
        if "tag" in options:
            lines.append(f"  {tag_field}: '{options['tag']}';")
        for statement, after in _with_next(definition.body):
            if isinstance(statement, ast.AnnAssign):
                doc = _comment(_text(after), "  ")
                lines.append(f"{doc}  {_field(statement)}: {self._type(statement.annotation)};")
        return "\n".join([*lines, "}\n"])

    def _type(self, node: ast.expr) -> str:
        return " | ".join(self._options(node))

    def _options(self, node: ast.expr) -> Iterator[str]:
        """Yields the possible types: the parts of a union, the words of a literal, or one type."""
        if isinstance(node, ast.BinOp):
            yield from self._options(node.left)
            yield from self._options(node.right)
        elif isinstance(node, ast.Subscript):
            assert isinstance(node.value, ast.Name)
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if node.value.id in ("list", "tuple"):  # of any length
                element = self._type(inner[0])
                yield f"({element})[]" if "|" in element else f"{element}[]"
            elif node.value.id == "dict":
                yield f"Record<{', '.join(map(self._type, inner))}>"
            elif node.value.id == "Annotated":
                yield from self._options(inner[0])
            else:
                assert node.value.id == "Literal"
                yield from map(self._word, inner)
        else:
            assert isinstance(node, (ast.Name, ast.Constant))
            name = node.id if isinstance(node, ast.Name) else str(node.value)
            if name != _KNOWN:
                yield _PLAIN.get(name, name)

    def _word(self, node: ast.expr) -> str:
        assert isinstance(node, ast.Constant)
        remark = self._remarks.get(node.lineno)
        return f"'{node.value!s}'" + (f" /* {remark} */" if remark else "")


def _with_next(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    yield from zip(body, [*body[1:], None], strict=True)


def _is_called(statement: ast.AnnAssign, kind: str) -> bool:
    return isinstance(statement.annotation, ast.Name) and statement.annotation.id == kind


def _text(statement: ast.stmt | None) -> str | None:
    """Returns the docstring of the definition before it."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value).strip()
    return None


def _docstring(definition: ast.ClassDef) -> str:
    """Returns the docstring without its examples, which are in Python."""
    return (ast.get_docstring(definition) or "").partition("\n\nExamples:")[0]


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def _is_settled(statement: ast.AnnAssign) -> bool:
    """Whether it can only be what it is by default, so that it is always there."""
    kind = statement.annotation
    only = kind.slice if isinstance(kind, ast.Subscript) else kind
    return isinstance(only, ast.Constant)


def _field(statement: ast.AnnAssign) -> str:
    assert isinstance(statement.target, ast.Name)
    default = statement.value
    if isinstance(default, ast.Call):  # field(name=…)
        (given,) = default.keywords
        assert isinstance(given.value, ast.Constant)
        return str(given.value.value)
    first, *more = statement.target.id.split("_")
    known = isinstance(default, ast.Name)  # a default that is sent, or UNSET
    optional = "?" if default is not None and not known and not _is_settled(statement) else ""
    return first + "".join(word.title() for word in more) + optional


if __name__ == "__main__":
    sys.stdout.write(typescript())
