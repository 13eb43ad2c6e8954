"""Takes the sentences out of documents, programs, settings and texts of the page."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple


class Block(NamedTuple):
    """A paragraph, a label or a name."""

    line: int
    text: str
    kind: str = "sentence"
    """One of the kinds of `rules.complaints`."""


# Fewer words in a program are an identifier, a key or a piece of a sentence.
_FEWEST: Final = 4
_END: Final = re.compile(r"(?<=[.!?])[*_)\"”»]*\s+(?=[*_(\"“«]*[A-Z0-9])")
_ITEM: Final = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
_COMMENT: Final = re.compile(r"^\s*#+(?!!| noqa| type:| pragma)[:#]?\s?(.*)$")
_BESIDE: Final = re.compile(r"""^\s*[^\s#](?:[^#'"]|'[^']*'|"[^"]*")*\s(#+ .*)$""")
_CODE: Final = re.compile(
    r"^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE)\b|<\w+[ >]|\$\{|-src '|; \w+="
)
_TEST: Final = re.compile(r"""^ *(?:it|test)(?:\.each.*)?\(\s*(['"`])(.*?)\1,""", re.MULTILINE)
_SCRIPT: Final = re.compile(
    r"(?<![\w'*/}])/\*[\s\S]*?\*/|<!--[\s\S]*?-->|(?:^[ \t]*//.*\n)+|(?<=[ ;{,])// .*$",
    re.MULTILINE,
)


def sentences(block: Block) -> Iterator[tuple[int, str]]:
    """Splits a paragraph; each sentence comes with the line where the paragraph begins."""
    text = re.sub(r"(`+).*?\1", "CODE", block.text)
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"<[^>]+>", "", text).replace("**", "")
    for sentence in _END.split(" ".join(text.split())):
        if sentence:
            yield block.line, sentence


def of_file(path: Path) -> Iterator[Block]:
    """Finds the paragraphs of a file that are written for people."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py" and path.name.startswith("test_"):
        yield from _names(text)
    if path.suffix == ".py" and "src" in path.parts:
        yield from _messages(text)
    yield from _READERS.get(path.suffix, _settings)(text)


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
            cells = re.split(r"(?<!\\)\|", bare.strip("|"))
            yield from (Block(number, cell.strip(), "cell") for cell in cells)
        elif not bare or bare.startswith(("#", ":::", "---", "===")):
            paragraph, flushed = [], paragraph
            if bare.startswith("#"):
                yield Block(number, bare.strip("# "), "document")
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
                yield Block(start, " ".join(flushed), "document")
            blank = False
            continue
        blank = not bare
        if flushed:
            yield Block(begins, " ".join(flushed), "document")
    if paragraph:
        yield Block(begins, " ".join(paragraph), "document")


def _program(text: str) -> Iterator[Block]:
    """Finds docstrings and comments."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and _is_text(node.value):
            yield from _docstring(node.lineno, node.value.value)  # type: ignore[attr-defined]
    rows: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            note = (token.start[0], token.string)
            if token.line[: token.start[1]].strip():  # beside code: a sentence of its own
                yield from _comments([note])
            else:
                rows.append(note)
    yield from _comments(rows)


def _messages(text: str) -> Iterator[Block]:
    """Finds what a program prints, raises and shows as help; a value in it is the word CODE."""
    tree = ast.parse(text)
    known = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            known.update(node.values)
            parts = [part.value if _is_text(part) else "CODE" for part in node.values]  # type: ignore[attr-defined]
            message = "".join(parts)
        elif _is_text(node) and node not in known:
            message = node.value  # type: ignore[attr-defined]
        else:
            continue
        if len(re.findall(r"[A-Za-z]{2,}", message)) >= _FEWEST and not _CODE.search(message):
            for part in re.split(r"\n\s*\n", message):
                yield Block(node.lineno, part)  # type: ignore[attr-defined]


def _names(text: str) -> Iterator[Block]:
    """Finds the names of tests."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if node.name.startswith("test_"):
            yield Block(node.lineno, node.name[5:].replace("_", " "), "name")


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _docstring(line: int, text: str) -> Iterator[Block]:
    """Leaves out examples, from their prompt to the next empty line."""
    plain = re.sub(r"^\s*>>> .*?(?:\n\s*\n|\Z)", "\n", text, flags=re.DOTALL | re.MULTILINE)
    indents = [len(row) - len(row.lstrip()) for row in plain.splitlines()[1:] if row.strip()]
    margin = " " * min(indents, default=0)
    rows = "\n".join(row.removeprefix(margin) for row in plain.splitlines())
    yield from (Block(line, block.text) for block in _document(rows))


def _comments(lines: Iterable[tuple[int, str]]) -> Iterator[Block]:
    """Joins comments in successive lines."""
    begins, last, words = 0, -1, [""]
    for number, line in lines:
        found = _COMMENT.match(line)
        if found is None:
            continue
        if number != last + 1 or not found[1].strip():
            yield Block(begins, " ".join(words))
            begins, words = number, []
        last = number
        words.append(found[1])
    yield Block(begins, " ".join(words))


def _settings(text: str) -> Iterator[Block]:
    """Finds comments, and the summaries of alert rules."""
    lines = list(enumerate(text.splitlines(), 1))
    yield from _comments(lines)
    for number, line in lines:
        if found := _BESIDE.match(line):
            yield from _comments([(number, found[1])])
        if found := re.search(r"\bsummary: \"?([^\"}]+)", line):
            yield Block(number, found[1])


def _script(text: str) -> Iterator[Block]:
    for found in _SCRIPT.finditer(text):
        plain = re.sub(r"^[ \t]*(?:/\*+|\*/|\*|//+|<!--)|\*/|-->", "", found[0], flags=re.MULTILINE)
        line = text.count("\n", 0, found.start()) + 1
        yield from (Block(line, part) for part in re.split(r"\n\s*\n", plain))
    for found in _TEST.finditer(text):
        yield Block(text.count("\n", 0, found.start()) + 1, found[2], "name")


def _html(text: str) -> Iterator[Block]:
    """Finds comments and the text of a document."""
    yield from _script(text)
    plain = re.sub(r"<!--[\s\S]*?-->|<(script|style)[\s\S]*?</\1>", _blank, text)
    for found in re.finditer(r">([^<>]*\w[^<>]*)<", plain):
        yield Block(plain.count("\n", 0, found.start(1)) + 1, found[1])


def _blank(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _texts(text: str) -> Iterator[Block]:
    """Finds the texts of the page, and those of the test cases: the values of a JSON file."""

    def values(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            for inner in value.values() if isinstance(value, dict) else value:
                yield from values(inner)

    for value in values(json.loads(text)):
        if re.fullmatch(r"[\w-]+-[\w-]+", value):  # the name of a test case
            continue
        place = max(text.find(json.dumps(value, ensure_ascii=False)), 0)
        yield Block(text.count("\n", 0, place) + 1, value)


_READERS: Final[dict[str, Callable[[str], Iterator[Block]]]] = {
    ".md": _document,
    ".py": _program,
    ".json": _texts,
    ".html": _html,
    **dict.fromkeys((".ts", ".js", ".mjs", ".svelte", ".css"), _script),
}
