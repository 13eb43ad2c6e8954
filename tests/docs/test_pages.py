"""The pages of the documentation lead somewhere, and leave nothing out."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from qwixx.cli import COMMANDS
from qwixx.protocol.http import Problem
from qwixx.protocol.types import RefusalCode
from qwixx.server.problems import STATUS
from qwixx.server.web.routes import ROUTES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
NEAR = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
NEAR += [ROOT / "CHANGELOG.md", ROOT / "conformance" / "README.md", ROOT / "web" / "README.md"]
NEAR += [ROOT / "src" / "qwixx" / "bots" / "weights" / "MODEL_CARD.md"]
NEAR += [ROOT / "research" / "README.md", ROOT / "tests" / "attacks" / "README.md"]

# The endings of names of files, and the files that a reader makes.
SOURCES = "py|ts|svelte|js|css|toml|json|sql|conf|yaml|service|html"
READERS = {"/my_bots.py", "/my_playouts.py"}


def name_of(document: Path) -> str:
    return str(document.relative_to(ROOT))


def text_of(document: Path) -> str:
    """A page without its examples of code."""
    text = document.read_text(encoding="utf-8")
    return re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)


@cache
def existing() -> list[str]:
    """The files of the project, as a page might end their names."""
    folders = "src tests benchmarks research examples deploy docs conformance"
    folders += " web/src web/scripts web/tests"
    files = [file for folder in folders.split() for file in (ROOT / folder).rglob("*.*")]
    return [str(file) for file in (*files, *ROOT.glob("*.*"), *(ROOT / "web").glob("*.*"))]


def anchors(document: Path) -> set[str]:
    """The headings of a document, as links name them."""
    found = set()
    text = re.sub(r'--8<-- "(.+)"', lambda included: text_of(ROOT / included[1]), text_of(document))
    for heading in re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE):
        plain = re.sub(r"[^\w\s-]", "", heading).strip().lower()
        found.add(re.sub(r"[-\s]+", "-", plain))
    return found | set(re.findall(r'<a id="([^"]+)">', text))


def links(document: Path) -> Iterator[tuple[str, str]]:
    """The relative links of a document: a path, and the heading behind it."""
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
        if not re.match(r"\w+:", target):
            path, _, anchor = target.partition("#")
            yield path, anchor


@pytest.mark.parametrize("document", [*NEAR, *PAGES], ids=name_of)
def test_every_link_leads_somewhere(document: Path) -> None:
    for path, anchor in links(document):
        target = document.parent / path if path else document
        assert target.exists(), f"{path} is not there"
        if anchor:
            assert anchor in anchors(target), f"{path} has no heading {anchor}"


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_a_page_of_the_site_links_to_nothing_outside_of_it(document: Path) -> None:
    for path, _ in links(document):
        assert (document.parent / path).resolve().is_relative_to(DOCS), path


def test_every_page_is_in_the_navigation() -> None:
    def pages_in(entry: object) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, dict):
            for inner in entry.values():
                yield from pages_in(inner)
        elif isinstance(entry, list):
            for inner in entry:
                yield from pages_in(inner)

    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    shown = sorted(pages_in(settings["project"]["nav"]))
    assert shown == sorted(str(page.relative_to(DOCS)) for page in PAGES)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_list_of_commands(command: str) -> None:
    listed = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    assert f"\n| [`qwixx {command}`](#qwixx-{command}) |" in listed


@pytest.mark.parametrize("document", [*NEAR, *PAGES], ids=name_of)
def test_every_file_and_test_that_is_named_exists(document: Path) -> None:
    text = text_of(document)
    folders = "src/qwixx|tests|benchmarks|examples|deploy|web/src|web/scripts"
    named = re.findall(rf"`((?:{folders})/[\w./-]*\w)", text)
    assert [path for path in named if not (ROOT / path).exists()] == []
    # A file may be named by the end of its path, as in `table/decide.py`.
    files = {f"/{path}" for path in re.findall(rf"`((?:[\w-]+/)*[\w.-]+\.(?:{SOURCES}))\b", text)}
    assert [
        path for path in files - READERS if not any(file.endswith(path) for file in existing())
    ] == []
    for file, test in re.findall(r"`(?:tests/)?([\w/]+\.py)::(\w+)", text):
        assert f"def {test}(" in (ROOT / "tests" / file).read_text(encoding="utf-8"), test


def test_every_address_of_the_api_is_in_the_protocol() -> None:
    told = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for handler in ROUTES:
        for path in handler.paths:
            plain = re.sub(r"{number:\w+}", "{n}", re.sub(r"{(code|day):\w+}", r"{\1}", path))
            (method,) = handler.http_methods
            known = f"`{method} {plain}`" in told or plain.startswith("/api/schema/")
            assert known, f"{method} {plain}"


def test_every_error_of_the_api_is_in_the_protocol() -> None:
    told = (DOCS / "protocol.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (\d{3}(?:, \d{3})*) \| (.*?) \|", told, flags=re.MULTILINE)
    listed = {
        (status, code)
        for statuses, codes in table
        for status in map(int, statuses.split(", "))
        for code in re.findall(r"`([\w-]+)`", codes)
    }
    assert {(status, code) for code, status in STATUS.items()} <= listed
    (kind,) = (field.type for field in msgspec.structs.fields(Problem))
    special = set(get_args(kind)) - set(get_args(RefusalCode))
    codes = {code for each in special for code in (get_args(each) or (each,))}
    assert codes - {code for _, code in listed} == set()


def test_rulings_are_cited_and_those_that_are_cited_exist() -> None:
    ruled = set(
        re.findall(r"^<a id=\"r\d+\"></a>\*\*(R\d+)\*\*", text_of(DOCS / "rules.md"), re.MULTILINE)
    )
    assert {f"R{number}" for number in range(1, 16)} <= ruled
    files = [*(ROOT / "src/qwixx/rules").glob("*.py"), *(ROOT / "conformance").rglob("*.json")]
    cited = {
        ruling
        for file in files
        for ruling in re.findall(r"\bR[1-9]\d?\b", file.read_text(encoding="utf-8"))
    }
    assert cited == ruled
