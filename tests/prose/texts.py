"""Takes the sentences out of documents, docstrings, comments and texts of the page."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

Block: TypeAlias = tuple[int, str]
"""The number of the line where a paragraph begins, and the paragraph."""

_END: Final = re.compile(r"(?<=[.!?])[*_)\"”»]*\s+(?=[*_(\"“«]*[A-Z0-9])")
_ITEM: Final = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
_COMMENT: Final = re.compile(r"^\s*#(?!!|:| noqa| type:| pragma)\s?(.*)$")
_SCRIPT: Final = re.compile(
    r"/\*[\s\S]*?\*/|<!--[\s\S]*?-->|(?:^[ \t]*//.*\n)+|(?<=[ ;{,])// .*$", re.MULTILINE
)


def sentences(block: Block) -> Iterator[tuple[int, str]]:
    """Splits a paragraph; each sentence comes with the line where the paragraph begins."""
    line, text = block
    text = re.sub(r"(`+).*?\1", "CODE", text)
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"<[^>]+>", "", text).replace("**", "")
    for sentence in _END.split(" ".join(text.split())):
        if sentence:
            yield line, sentence


def of_file(path: Path) -> Iterator[Block]:
    """Finds the paragraphs of a file that are written for people."""
    return _READERS.get(path.suffix, _settings)(path.read_text(encoding="utf-8"))


def _document(text: str) -> Iterator[Block]:
    """Skips code: between fences, and indented outside of lists."""
    paragraph: list[str] = []
    begins, fence, in_list, blank = 0, "", False, True
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if fence or bare.startswith(("```", "~~~")):
            fence = "" if fence and bare == fence else fence or bare[:3]
            paragraph, flushed = [], paragraph
        elif bare.startswith("|"):
            paragraph, flushed = [], paragraph
            yield from ((number, cell.strip()) for cell in bare.strip("|").split("|"))
        elif not bare or bare.startswith(("#", ":::", "---", "===")):
            paragraph, flushed = [], paragraph
        elif blank and line.startswith("    ") and not in_list:
            flushed = []
            bare = ""
        else:
            item = _ITEM.match(line)
            in_list = bool(item) or (in_list and line.startswith((" ", "\t")))
            new = bool(item) or not paragraph
            paragraph, flushed = ([], paragraph) if new else (paragraph, [])
            start, begins = begins, number if new else begins
            paragraph.append(_ITEM.sub("", line))
            if flushed:
                yield start, " ".join(flushed)
            blank = False
            continue
        blank = not bare
        if flushed:
            yield begins, " ".join(flushed)
    if paragraph:
        yield begins, " ".join(paragraph)


def _program(text: str) -> Iterator[Block]:
    """Finds docstrings, comments, and the help texts of commands."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and _is_text(node.value):
            yield from _docstring(node.lineno, node.value.value)  # type: ignore[attr-defined]
        elif isinstance(node, ast.keyword) and node.arg in ("help", "description", "epilog"):
            for part in ast.walk(node.value):
                if _is_text(part):
                    yield part.lineno, part.value  # type: ignore[attr-defined]
    rows: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            note = (token.start[0], token.string)
            if token.line[: token.start[1]].strip():  # beside code: a sentence of its own
                yield from _comments([note])
            else:
                rows.append(note)
    yield from _comments(rows)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _docstring(line: int, text: str) -> Iterator[Block]:
    """Leaves out examples, from their prompt to the next empty line."""
    plain = re.sub(r"^\s*>>> .*?(?:\n\s*\n|\Z)", "\n", text, flags=re.DOTALL | re.MULTILINE)
    indents = [len(row) - len(row.lstrip()) for row in plain.splitlines()[1:] if row.strip()]
    margin = " " * min(indents, default=0)
    rows = "\n".join(row.removeprefix(margin) for row in plain.splitlines())
    yield from ((line, block) for _, block in _document(rows))


def _comments(lines: Iterable[tuple[int, str]]) -> Iterator[Block]:
    """Joins comments in successive lines."""
    begins, last, words = 0, -1, [""]
    for number, line in lines:
        found = _COMMENT.match(line)
        if found is None:
            continue
        if number != last + 1 or not found[1].strip():
            yield begins, " ".join(words)
            begins, words = number, []
        last = number
        words.append(found[1])
    yield begins, " ".join(words)


def _settings(text: str) -> Iterator[Block]:
    return _comments(enumerate(text.splitlines(), 1))


def _script(text: str) -> Iterator[Block]:
    for found in _SCRIPT.finditer(text):
        plain = re.sub(r"^[ \t]*(?:/\*+|\*/|\*|//+|<!--)|\*/|-->", "", found[0], flags=re.MULTILINE)
        line = text.count("\n", 0, found.start()) + 1
        yield from ((line, part) for part in re.split(r"\n\s*\n", plain))


def _texts(text: str) -> Iterator[Block]:
    """Finds the texts of the page: the values of a JSON file."""

    def values(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for inner in value.values():
                yield from values(inner)

    for value in values(json.loads(text)):
        yield (
            text.count("\n", 0, max(text.find(json.dumps(value, ensure_ascii=False)), 0)) + 1,
            value,
        )


_READERS: Final[dict[str, Callable[[str], Iterator[Block]]]] = {
    ".md": _document,
    ".py": _program,
    ".json": _texts,
    **dict.fromkeys((".ts", ".js", ".svelte", ".css"), _script),
}
