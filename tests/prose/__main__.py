"""Checks the sentences of the project, and says where one is hard to read.

python -m tests.prose               # everything
python -m tests.prose docs/rules.md # some files or folders
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tests.prose.rules import complaints
from tests.prose.texts import of_file, sentences

ROOT: Final = Path(__file__).parents[2]
SETTINGS: Final = Path(__file__).with_name("settings.toml")
_KINDS: Final = (
    "*.md *.py *.ts *.js *.mjs *.svelte *.css *.html *.conf *.service *.timer *.yml *.yaml"
)
_OTHERS: Final = (
    "*.toml Makefile Containerfile deploy/Caddyfile web/src/i18n/*.json conformance/*.json"
)


def files(places: Sequence[str] = ()) -> list[str]:
    """Lists the files that git knows and people read, or those of these places."""
    command = ["git", "ls-files", *_KINDS.split(), *_OTHERS.split()]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    names = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    return sorted(name for name in names if not places or name.startswith(tuple(places)))


def findings(name: str, settings: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
    """Says what is wrong in a file: the line, the complaint, the sentence."""
    language = re.match(r"web/src/i18n/(\w+)/", name)
    glossary = settings["glossary"].get(language[1], {}) if language else {}
    measured = not name.endswith(".md") or name.startswith(tuple(settings["measurements"]))
    for block in of_file(ROOT / name):
        for line, sentence in sentences(block):
            if not language or language[1] == "en":
                for complaint in complaints(sentence, block.kind, measured):
                    yield line, complaint, sentence
            for banned, instead in glossary.items():
                if found := re.search(rf"\b(?:{banned})\b", sentence, re.IGNORECASE):
                    yield line, f"“{found[0]}”: the glossary has {instead}", sentence


class Allowed:
    """The exceptions of the settings, and which of them were needed."""

    def __init__(self, entries: Sequence[dict[str, Any]]) -> None:
        self._unused = {(entry["file"], entry["text"]) for entry in entries}
        self._entries = [(entry["file"], entry["text"]) for entry in entries]
        assert all(entry["reason"] for entry in entries)

    def has(self, name: str, sentence: str) -> bool:
        for file, text in self._entries:
            if name == file and text in sentence:
                self._unused.discard((file, text))
                return True
        return False

    def unused(self) -> list[str]:
        return [f"{file}: the exception “{text}” is not needed" for file, text in self._unused]


def main(places: Sequence[str]) -> int:
    settings = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))
    allowed = Allowed(settings["allowed"])
    problems = []
    for name in files(places):
        if name in settings["generated"]:
            continue
        for line, complaint, sentence in findings(name, settings):
            if not allowed.has(name, sentence):
                problems.append(f"{name}:{line}: {complaint}\n    {sentence}")
    if not places:
        problems += allowed.unused()
    sys.stdout.writelines(f"{problem}\n" for problem in problems)
    sys.stdout.write(f"prose: {len(problems)} findings\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
