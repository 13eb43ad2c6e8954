"""Every public name has a docstring, and an example in it that is run."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import griffe
import pytest

SOURCE = Path(__file__).parents[2] / "src"
MODULES = (
    *("qwixx", "qwixx.rules", "qwixx.notation", "qwixx.bots", "qwixx.arena", "qwixx.coach"),
    *("qwixx.solver", "qwixx.env", "qwixx.table", "qwixx.client"),
)
DOCS = SOURCE.parent / "docs"
IMPORT = re.compile(r"^(?:>>> )?from (qwixx[\w.]*) import ([\w, ]+)", re.MULTILINE)
PACKAGE = griffe.load("qwixx", search_paths=[SOURCE], resolve_aliases=True)


def module(name: str) -> griffe.Module:
    found = PACKAGE if name == "qwixx" else PACKAGE[name.removeprefix("qwixx.")]
    assert isinstance(found, griffe.Module)
    return found


def public(name: str) -> dict[str, griffe.Object]:
    """Returns the public objects of a module by their full names."""
    exports = module(name).exports
    assert exports, f"{name} has no __all__"
    return {f"{name}.{export}": exported(module(name), str(export)) for export in exports}


def exported(where: griffe.Module, name: str) -> griffe.Object:
    member = where.members[name]
    target = member.final_target if isinstance(member, griffe.Alias) else member
    # A module may be called like what it is there for.
    return exported(target, name) if isinstance(target, griffe.Module) else target


NAMES = {name: target for each in MODULES for name, target in public(each).items()}


def examples(target: griffe.Object) -> list[doctest.Example]:
    text = target.docstring.value if target.docstring else ""
    return doctest.DocTestParser().get_examples(text)


def members(name: str, target: griffe.Object) -> Iterator[tuple[str, griffe.Object]]:
    """A name, and the methods, properties and fields that a public class shows."""
    yield name, target
    if isinstance(target, griffe.Class):
        for member in target.members.values():
            shown = member.is_function or member.is_attribute
            if shown and not member.name.startswith("_"):
                assert isinstance(member, griffe.Object)
                yield f"{name}.{member.name}", member


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_says_what_it_is_and_shows_it(name: str) -> None:
    silent = [
        each
        for each, target in members(name, NAMES[name])
        if not (target.docstring and target.docstring.value.strip())
    ]
    assert silent == []
    assert examples(NAMES[name]), f"{name} has no example"


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_public_name_are_true(name: str, request: pytest.FixtureRequest) -> None:
    given = {}
    if name.startswith("qwixx.client."):  # whose examples name the address of `qwixx serve`
        given["localhost:8000"] = request.getfixturevalue("server").address
    for each, target in members(name, NAMES[name]):
        if examples(target):
            assert target.docstring
            text, line = target.docstring.value, target.docstring.lineno
            for named, real in given.items():
                text = text.replace(named, real)
            test = doctest.DocTestParser().get_doctest(text, {}, each, str(target.filepath), line)
            said: list[str] = []
            doctest.DocTestRunner().run(test, out=said.append)
            assert said == [], "".join(said)


@pytest.mark.parametrize("name", MODULES)
def test_the_reference_has_a_page_for_every_module(name: str) -> None:
    page = DOCS / "reference" / f"{name.removeprefix('qwixx.')}.md"
    assert f"\n::: {name}\n" in page.read_text(encoding="utf-8")


def test_the_reference_has_every_name_that_a_document_imports() -> None:
    shown = {
        name
        for page in (DOCS / "reference").glob("*.md")
        for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    for name in shown - {"qwixx"}:
        assert PACKAGE[name.removeprefix("qwixx.")].docstring, f"{name} has no docstring"
    missing = {
        f"{page.name}: {module}.{name}"
        for page in (*DOCS.rglob("*.md"), SOURCE.parent / "README.md")
        for module, names in IMPORT.findall(page.read_text(encoding="utf-8"))
        for name in re.findall(r"\w+", names)
        if not {module, f"{module}.{name}"} & shown and not is_public(f"{module}.{name}")
    }
    assert missing == set()


def is_public(name: str) -> bool:
    """Whether a name is the same object as one that has a page under its public name."""
    found = PACKAGE[name.removeprefix("qwixx.")]
    target = found.final_target if isinstance(found, griffe.Alias) else found
    return any(target is each for each in NAMES.values())
