"""Rules for a sentence: its length, and constructions to avoid."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 25
"""Words in a sentence."""

# A pattern, and what to write instead. Text in code style counts as the word CODE.
PATTERNS: Final = {
    r"^(?:Who|What)\b(?!.*\?$)": "begin with a noun: `a player who`, `the data that`",
    r"^Where\b(?!.*\?$)": "`if` for a condition; otherwise begin with the subject",
    r"\b(?:also|and|but|by|for|from|of|only|than|to|with) who\b": "`a player who`",
    r"\bwhat (?:is|are|was|were) (?:kept|meant|said|sent|there|told)\b": "name the thing",
    r"\bwhat comes? of\b": "`the result of`",
    r"\b(?:who|what|which)(?:so)?ever\b": "name the person or thing",
    r"\bthe own\b": "`your`, `its`, `the player's own`",
    r"\bone(?:['\u2019]s|self)\b": "`your`, `the player's`",
    r"\bsomebody\b": "`you`, or name the person",
    r"\bseldom\b": "`rarely`",
    r"\bthose of which\b": "repeat the noun",
    r"\bso (?:many|few)\b": "name the number",
    r"^(?:By|In) so much\b|\bby so much\b": "name the amount",
    r"\btold\b": "`shown`, `printed`, `sent`, `reported`",
    r"\banew\b": "`again`, or a verb with `re-`",
    r"\bdearest\b": "`costliest`",
    r"\bvariables? of the environment\b": "`environment variable`",
    r"\blisteners? of (?:its|their) own\b": "`a separate port`",
    r"\bcorner of a\b": "`a subpath`",
    r"\b(?:the house's|of the house)\b": "`that come with the package`",
    r"\bgoes (?:by|first)\b": "`depends on`, `overrides`",
    r"\bline (?:breaks|broke|is lost|drops)\b|\blost lines?\b": "`connection`",
    r"\b(?:costs?|means?|says?|takes?) as much as\b.*\bas much\b": "name the amount",
}
_COMPILED: Final = [(re.compile(pattern), instead) for pattern, instead in PATTERNS.items()]


def complaints(sentence: str) -> Iterator[str]:
    """Says what is wrong with one sentence, if anything is."""
    words = [word for word in sentence.split() if any(map(str.isalnum, word))]
    if len(words) > LONGEST:
        yield f"{len(words)} words (at most {LONGEST})"
    for pattern, instead in _COMPILED:
        if found := pattern.search(sentence):
            yield f"“{found[0]}”: write {instead}"
