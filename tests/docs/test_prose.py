"""The linter of sentences finds what is hard to read, and nothing else."""

from pathlib import Path

import pytest

from tests.prose.rules import complaints
from tests.prose.texts import of_file, sentences

HARD = (
    "Somebody opens a browser.",
    "A tray with two rows; what is crossed lies below.",
    "A hint is empty where there is none.",
    "A message for nobody who waits.",
    "The name of what is played.",
    "This says what one may do.",
    "Such a cell is closed.",
    "A row (of a card) has eleven cells (of one colour).",
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
    "There is no such table.",
    "The colours are told apart by shapes.",
    "Ask the first one who comes.",
    "A place where people sit.",
    "This page needs a browser.",
)


@pytest.mark.parametrize("sentence", HARD)
def test_a_hard_sentence_is_found(sentence: str) -> None:
    assert list(complaints(sentence))


@pytest.mark.parametrize("sentence", PLAIN)
def test_a_plain_sentence_is_not(sentence: str) -> None:
    assert list(complaints(sentence)) == []


@pytest.mark.parametrize("name", ["coming", "bad bodies", "who waits is asked first"])
def test_a_name_of_a_test_says_what_must_hold(name: str) -> None:
    assert list(complaints(name, "name"))
    assert list(complaints("a player who waits is asked", "name")) == []


def test_a_cell_of_a_table_is_a_label() -> None:
    assert list(complaints("this cell explains " + "very " * 10 + "much", "cell"))
    assert list(complaints("yellow 2 3 4, blue 5 6 7, green 8 9 10, red 11 12", "cell")) == []
    assert list(complaints("who sits at the table", "cell")) == []


def test_only_documents_of_measurements_have_measurements() -> None:
    assert list(complaints("It takes 45 ns.", "document", measured=False))
    assert list(complaints("It takes 45 ns.", "document")) == []


def found(tmp_path: Path, name: str, text: str) -> list[str]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [sentence for block in of_file(path) for _, sentence in sentences(block)]


def test_documents_are_read_without_their_code(tmp_path: Path) -> None:
    text = "# A title\n\nOne *way*.\nTwo [ways](x.md).\n\n```\nnone\n```\n\n    none\n\n- an item\n"
    text += "\n| a cell | `none` |\n"
    written = ["A title", "One *way*.", "Two ways.", "an item", "a cell", "CODE"]
    assert found(tmp_path, "a.md", text) == written


def test_programs_are_read_for_docstrings_comments_and_messages(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    text = '"""A module.\n\n>>> none\nnone\n\nMore.\n"""\n# Why\n# so.\n'
    text += 'add("--x", help="the help of it")\nx = "none"  # beside\n#: a field\n'
    text += 'raise ValueError(f"expected {x} of the games")\nquery = "SELECT a FROM b AS c"\n'
    written = ["A module.", "More.", "Why so.", "a field", "beside"]
    written += ["expected CODE of the games", "the help of it"]
    assert sorted(found(tmp_path / "src", "a.py", text)) == written


def test_names_of_tests_are_read(tmp_path: Path) -> None:
    text = "def test_a_row_closes():\n    pass\n\ndef helper():\n    pass\n"
    assert found(tmp_path, "test_a.py", text) == ["a row closes"]
    text = "it('closes a row', () => {});\nit.each([1])('reads %s', (x) => x);\nexit('none', 1);\n"
    assert found(tmp_path, "a.test.ts", text) == ["closes a row", "reads %s"]


def test_settings_are_read_for_comments_and_summaries(tmp_path: Path) -> None:
    text = (
        "# A comment\n# of two lines.\na: 1  # beside\nb: 'none # none'\nsummary: \"It fails.\"\n"
    )
    written = ["A comment of two lines.", "beside", "It fails."]
    assert found(tmp_path, "a.yml", text) == written
    assert found(tmp_path, "Makefile", "help: ## list all\n") == ["list all"]


def test_scripts_and_texts_of_the_page_are_read(tmp_path: Path) -> None:
    script = "/** Draws it. */\nconst a = 'none/*' // too\n<!-- A note. -->\n"
    assert found(tmp_path, "a.ts", script) == ["Draws it.", "too", "A note."]
    assert found(tmp_path, "a.html", "<p>One\n<b>two</b></p><script>none</script>") == [
        "One",
        "two",
    ]
    texts = '{"a": "One. Two.", "b": {"one": "A pass", "other": "Passes"}}'
    assert found(tmp_path, "en.json", texts) == ["One.", "Two.", "A pass", "Passes"]
