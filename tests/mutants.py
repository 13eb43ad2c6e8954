"""Small changes to the source of a file, each of which should make some test fail."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True)
class Mutant:
    """One changed piece of a file: the characters from `start` to `end` become `text`."""

    path: str
    line: int
    start: int
    end: int
    before: str
    text: str
    source: str
    """The line that is changed, without its indentation."""

    @property
    def change(self) -> str:
        return f"{self.before!r} -> {self.text!r}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


def equivalent() -> set[tuple[str, str, str]]:
    """Returns path, line and change of the mutants that behave like the original."""
    listed = tomllib.loads(Path(__file__).with_name("equivalent_mutants.toml").read_text("utf-8"))
    return {(each["path"], each["line"], each["change"]) for each in listed["mutants"]}


def changes(node: ast.AST) -> Iterator[str]:
    """Yields sources that may replace that node."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            swapped = ast.Compare(left, [COMPARISONS[type(op)]()], [right])
            yield f"({ast.unparse(swapped)})"
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield f"({ast.unparse(ast.BinOp(left, OPERATORS[type(op)](), right))})"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield str(value + 1)
        case ast.IfExp(body=body, orelse=orelse):
            yield f"({ast.unparse(body)})"
            yield f"({ast.unparse(orelse)})"
        case ast.Return(value=value) if value is not None and not is_none(value):
            yield "return None"
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "pass"
        case ast.AugAssign() | ast.Delete() | ast.Raise():
            yield "pass"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"
        case _:
            pass


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def tests_of_branches(node: ast.AST) -> Iterator[ast.expr]:
    """Yields the condition of an `if` or `while`, which may become always true or always false."""
    if isinstance(node, (ast.If, ast.While)):
        yield node.test


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yields every mutant of that file."""
    source = path.read_text()
    lines = source.splitlines(keepends=True)
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line.encode()))
    name = str(path.relative_to(ROOT))
    encoded = source.encode()

    def mutant(node: ast.expr | ast.stmt, text: str) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = offsets[node.lineno - 1] + node.col_offset
        end = offsets[node.end_lineno - 1] + node.end_col_offset
        before, line = encoded[start:end].decode(), lines[node.lineno - 1].strip()
        return Mutant(name, node.lineno, start, end, before, text, line)

    for node in code_of(ast.parse(source)):
        if isinstance(node, (ast.expr, ast.stmt)):
            for text in changes(node):
                yield mutant(node, text)
        for test in tests_of_branches(node):
            yield mutant(test, "True")
            yield mutant(test, "False")


def code_of(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes that run: no annotations, decorators, imports or texts for type checkers."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, (ast.Import, ast.ImportFrom, ast.Assert)):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            child.decorator_list, child.returns = [], None
            for argument in ast.walk(child.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
        if isinstance(child, ast.ClassDef):
            child.decorator_list, child.bases, child.keywords = [], [], []
        if isinstance(child, ast.AnnAssign):
            child.annotation = ast.Name("_", ast.Load())
        yield child
        if not isinstance(child, ast.JoinedStr):  # texts for people
            yield from code_of(child)
