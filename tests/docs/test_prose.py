"""The linter of sentences finds what is hard to read, and nothing else."""

from pathlib import Path

import pytest

from tests.prose.rules import complaints
from tests.prose.texts import of_file, sentences

HARD = (
    "Who has gone is replaced by a bot.",
    "Where Numba is installed, it is faster.",
    "It says what is kept for whoever asks.",
    "The player is told that a bot plays.",
    "A bot plays on, as it does for " + "very " * 20 + "many players.",
)
PLAIN = (
    "What do I need to play?",
    "A player who has left is replaced by a bot.",
    "The page says what is wrong, and what to do.",
    "Everything is sealed once.",
)


@pytest.mark.parametrize("sentence", HARD)
def test_a_hard_sentence_is_found(sentence: str) -> None:
    assert list(complaints(sentence))


@pytest.mark.parametrize("sentence", PLAIN)
def test_a_plain_sentence_is_not(sentence: str) -> None:
    assert list(complaints(sentence)) == []


def found(tmp_path: Path, name: str, text: str) -> list[str]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [sentence for block in of_file(path) for _, sentence in sentences(block)]


def test_documents_are_read_without_their_code(tmp_path: Path) -> None:
    text = "# A title\n\nOne *way*.\nTwo [ways](x.md).\n\n```\nnone\n```\n\n    none\n\n- an item\n"
    text += "\n| a cell | `none` |\n"
    assert found(tmp_path, "a.md", text) == ["One *way*.", "Two ways.", "an item", "a cell", "CODE"]


def test_programs_are_read_for_docstrings_comments_and_help(tmp_path: Path) -> None:
    text = '"""A module.\n\n>>> none\nnone\n\nMore.\n"""\n# Why\n# so.\n'
    text += 'add("--x", help="the help")\nx = "none"  # beside\n'
    written = ["A module.", "More.", "Why so.", "beside", "the help"]
    assert sorted(found(tmp_path, "a.py", text)) == written


def test_scripts_and_texts_of_the_page_are_read(tmp_path: Path) -> None:
    script = "/** Draws it. */\nconst a = 'none' // too\n<!-- A note. -->\n"
    assert found(tmp_path, "a.ts", script) == ["Draws it.", "too", "A note."]
    texts = '{"a": "One. Two.", "b": {"one": "A pass", "other": "Passes"}}'
    assert found(tmp_path, "en.json", texts) == ["One.", "Two.", "A pass", "Passes"]
