"""The same types for the page: writes web/src/protocol.ts from the Python of this package.

    python -m qwixx.protocol.typescript > web/src/protocol.ts

It reads the source, not the objects, so that what is said about a field goes along.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_FILES: Final = ("words", "actions", "views", "http")
_PLAIN: Final = {"str": "string", "int": "number", "bool": "boolean", "None": "null"}
_WIDTH: Final = 100
_HEAD: Final = """\
/*
 * The wire protocol, as the browser sees it: see docs/protocol.md.
 *
 * Made from src/qwixx/protocol/ by `python -m qwixx.protocol.typescript`.
 * Change it there.
 */
"""


def typescript() -> str:
    """The whole file."""
    parts = [_HEAD]
    for name in _FILES:
        source = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        parts += _Module(source).declarations()
    return "\n".join(parts)


class _Module:
    """One file of this package."""

    def __init__(self, source: str) -> None:
        self._tree = ast.parse(source)
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
            elif isinstance(statement, ast.AnnAssign) and _is_alias(statement):
                assert isinstance(statement.target, ast.Name)
                assert statement.value
                text = f"export type {statement.target.id} = {self._type(statement.value)};\n"
                if len(text) > _WIDTH or "/*" in text:
                    options = "".join(f"\n  | {each}" for each in self._options(statement.value))
                    text = f"export type {statement.target.id} ={options};\n"
                # As prettier wants it: a remark on the last line comes behind the semicolon.
                text = re.sub(r"( /\*[^*]*\*/);\n$", r";\1\n", text)
                yield _comment(_text(after)) + text

    def _interface(self, definition: ast.ClassDef) -> str:
        base = definition.bases[0]
        assert isinstance(base, ast.Name)
        extends = "" if base.id == "Struct" else f" extends {base.id}"
        lines = [f"{_comment(ast.get_docstring(definition))}export interface {definition.name}"]
        lines[0] += f"{extends} {{"
        for keyword in definition.keywords:
            if keyword.arg == "tag":
                assert isinstance(keyword.value, ast.Constant)
                lines.append(f"  type: '{keyword.value.value!s}';")
        for statement, after in _with_next(definition.body):
            if isinstance(statement, ast.AnnAssign):
                doc = _comment(_text(after), "  ")
                lines.append(f"{doc}  {_field(statement)}: {self._type(statement.annotation)};")
        return "\n".join([*lines, "}\n"])

    def _type(self, node: ast.expr) -> str:
        return " | ".join(self._options(node))

    def _options(self, node: ast.expr) -> Iterator[str]:
        """What it can be: the parts of a union, the words of a literal, or one type."""
        if isinstance(node, ast.BinOp):
            yield from self._options(node.left)
            yield from self._options(node.right)
        elif isinstance(node, ast.Subscript):
            assert isinstance(node.value, ast.Name)
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if node.value.id == "list":
                element = self._type(inner[0])
                yield f"({element})[]" if "|" in element else f"{element}[]"
            elif node.value.id == "Annotated":
                yield from self._options(inner[0])
            else:
                assert node.value.id == "Literal"
                yield from map(self._word, inner)
        else:
            assert isinstance(node, (ast.Name, ast.Constant))
            name = node.id if isinstance(node, ast.Name) else str(node.value)
            yield _PLAIN.get(name, name)

    def _word(self, node: ast.expr) -> str:
        assert isinstance(node, ast.Constant)
        remark = self._remarks.get(node.lineno)
        return f"'{node.value!s}'" + (f" /* {remark} */" if remark else "")


def _with_next(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    yield from zip(body, [*body[1:], None], strict=True)


def _is_alias(statement: ast.AnnAssign) -> bool:
    return isinstance(statement.annotation, ast.Name) and statement.annotation.id == "TypeAlias"


def _text(statement: ast.stmt | None) -> str | None:
    """What is said about the definition before it."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value).strip()
    return None


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def _field(statement: ast.AnnAssign) -> str:
    assert isinstance(statement.target, ast.Name)
    default = statement.value
    if isinstance(default, ast.Call):  # field(name=…)
        (given,) = default.keywords
        assert isinstance(given.value, ast.Constant)
        return str(given.value.value)
    first, *more = statement.target.id.split("_")
    optional = "?" if default is not None else ""
    return first + "".join(word.title() for word in more) + optional


if __name__ == "__main__":
    sys.stdout.write(typescript())
