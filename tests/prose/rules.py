"""Rules for a sentence: its length, and constructions to avoid."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 25
"""Words in a sentence."""
LONGEST_CELL: Final = 12
"""Words in a cell of a table."""
SHORTEST_NAME: Final = 3
"""Words in the name of a test."""

_NOUN: Final = "name the person or thing"
_BEFORE: Final = "any each every first last no only that the this"
_PRONOUN: Final = "".join(f"(?<!{word} )" for word in _BEFORE.split())
_AT: Final = "are|belong|come|lie|part|sit|stand|were"
_IF: Final = "`if`, or a noun"
_VERBS: Final = "may|must|might|should|would|wants|waits|learns|sees|knows|reads|types|goes|plays"

# A pattern, and what to write instead. Text in code style counts as the word CODE.
PATTERNS: Final = {
    r"^(?:Who|What)\b(?!.*\?$)": "begin with a noun: `a player who`, `the data that`",
    r"[:;] (?:and )?(?:who|what) (?!to\b)(?!.*\?$)": "begin with a noun after a colon",
    r"^Where\b(?!.*\?$)": "`if` for a condition; otherwise begin with the subject",
    rf"\bwhere (?:there (?:is|are|was|were)|they(?! (?:{_AT})\b)|nobody|no|both|some|that)\b": _IF,
    r"\bwhere it (?:can|may|fits|knows|makes|does)\b": _IF,
    r"\b(?:also|and|but|by|for|from|nobody|of|only|than|those|to|with) who\b": "`a player who`",
    r"\b(?:as|by|for|from|of) what (?!to\b)(?!.*\?$)": _NOUN,
    r"\bwhat (?:is|are|was|were) (?:kept|meant|said|sent|there|told)\b": "name the thing",
    r"\bwhat comes? of\b": "`the result of`",
    r"\b(?:who|what|which)(?:so)?ever\b": _NOUN,
    r"\bthe own\b": "`your`, `its`, `the player's own`",
    r"\bone(?:['\u2019]s|self)\b": "`your`, `the player's`",
    _PRONOUN + rf"\bone (?:{_VERBS})\b": "`you`, or name the person",
    r"\bsomebody\b": "`you`, `someone`, or name the person",
    r"\bseldom\b": "`rarely`",
    r"\bthose of which\b": "repeat the noun",
    r"(?<!no )\bsuch (?!as\b)": "repeat the noun, or `this`",
    r"\bso (?:many|few)\b": "name the number",
    r"^(?:By|In) so much\b|\bby so much\b": "name the amount",
    r"\btold\b(?! apart)": "`shown`, `printed`, `sent`, `reported`",
    r"\btells\b(?! apart)(?!.*\bfrom\b)": "`shows`, `prints`, `sends`, `reports`",
    r"\bnews\b": "`messages`",
    r"\banew\b": "`again`, or a verb with `re-`",
    r"\bdearest\b": "`costliest`",
    r"(?<!as )\busual\b": "`default`, `normal`",
    r"(?<!tabular )\bfigures?\b": "`number`, `metric`, `measurement`",
    r"\bvariables? of the environment\b": "`environment variable`",
    r"\blisteners? of (?:its|their) own\b": "`a separate port`",
    r"\bcorner of a\b": "`a subpath`",
    r"\bhosts? of files\b": "`a static host`",
    r"\b(?:the house's|of the house)\b": "`that come with the package`",
    r"\bgoes (?:by|first)\b": "`depends on`, `overrides`",
    r"\bline (?:breaks|broke|is lost|drops)\b|\b(?:lost|dead) lines?\b": "`connection`",
    r"\b(?:costs?|means?|says?|takes?) as much as\b.*\bas much\b": "name the amount",
    r"\([^()]*\).*\([^()]* ": "one parenthesis in a sentence",
    r";.*;": "one semicolon in a sentence",
}
# In documents only.
DOCUMENTS: Final = {r"\bthis page\b": "`this document`: a page is one of the web game"}
# In documents that are not about measurements.
MEASUREMENTS: Final = {
    r"\d ?[µn]s\b|\d ± \d|\d a second on (?:one|two) cores?": "that into docs/measurements.md",
}
# In names of tests.
NAMES: Final = {
    r"^(?:what|who|where|which|of|whose)\b": "begin with the subject",
}


def _compiled(patterns: dict[str, str], flags: int) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern, flags), instead) for pattern, instead in patterns.items()]


_MEASUREMENTS: Final = _compiled(MEASUREMENTS, 0)
_RULES: Final = {
    "sentence": _compiled(PATTERNS, re.IGNORECASE),
    "document": _compiled(PATTERNS | DOCUMENTS, re.IGNORECASE),
    # A label may begin small: "what it does".
    "cell": _compiled(PATTERNS | DOCUMENTS, 0),
    "name": _compiled(PATTERNS | NAMES, re.IGNORECASE),
}


def complaints(sentence: str, kind: str = "sentence", measured: bool = True) -> Iterator[str]:
    """Says what is wrong with one sentence; `measured` if it may name a measurement."""
    counts, longest = (str.isalpha, LONGEST_CELL) if kind == "cell" else (str.isalnum, LONGEST)
    words = [word for word in sentence.split() if any(map(counts, word))]
    if len(words) > longest:
        yield f"{len(words)} words (at most {longest})"
    if kind == "name" and len(words) < SHORTEST_NAME:
        yield f"{len(words)} words: say what must hold"
    for pattern, instead in _RULES[kind] + ([] if measured else _MEASUREMENTS):
        if found := pattern.search(sentence):
            yield f"“{found[0]}”: write {instead}"
