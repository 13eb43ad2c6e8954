"""Every screen there is, to be looked at from all sides."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, expect

from qwixx.rules import Game
from tests.browser import prepared

Act = Callable[[Page], None]

_FIRST_BUTTON = "main header button >> nth=0"


@dataclass(frozen=True)
class Gallery:
    """Tables at all stages at which Anna sits. Whoever looks at them changes nothing."""

    codes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def lay(cls, database: Path) -> "Gallery":
        desks = {
            "lobby": prepared.lobby("gallery lobby", players=2, seats=4),
            "white": prepared.find("gallery white", _some_way_in),
            "colour": prepared.find("gallery colour", prepared.colour_choice()),
            "longo": prepared.find("gallery longo", _lucky, variant="longo", players=3),
            "closed": prepared.find("gallery closed", _one_row_closed, variant="longo"),
            "five": prepared.find("gallery five", prepared.everybody_chooses, players=5),
            "over": prepared.find("gallery over", prepared.over, players=3),
        }
        return cls({name: prepared.lay(desk, database) for name, desk in desks.items()})

    def screens(self, page: Page) -> Iterator[str]:
        """Shows one screen after the other; yields their names."""
        plain = {
            "home": "/",
            "rules": "/rules",
            "rules of Longo": "/rules/longo",
            "fair dice": "/fair",
            "settings": "/settings",
            **{name: f"/{code}" for name, code in self.codes.items()},
        }
        for name, path in plain.items():
            page.goto(path)
            _settle(page, _LAST.get(name, "main section.card"))
            yield name
            for drawer, open_drawer in _DRAWERS.get(name, {}).items():
                open_drawer(page)
                _settle(page, f"dialog {_LAST.get(drawer, 'button')}")
                yield f"{name}, {drawer}"
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)


def _settle(page: Page, last: str) -> None:
    """Waits until everything is there: the language, the fonts, what is loaded late."""
    expect(page.locator(last).first).to_be_visible()
    page.evaluate("document.fonts.ready")


# What comes last of each screen and drawer; a table has come with its card.
_LAST = {
    "home": "main a.table",
    "rules": "article h2",
    "rules of Longo": "article h2",
    "fair dice": "article, main h2, main p",
    "settings": "main select",
    "lobby": "main .qr svg",
    "over": "main table",
    "options": "select",
    "invitation": ".qr svg",
    "replay": "section.card",
    "another card": "section.card",
}


def _button(selector: str) -> Act:
    return lambda page: page.locator(selector).click()


# In any language, so by place rather than by name.
_DRAWERS: dict[str, dict[str, Act]] = {
    "home": {"options": _button("main .options")},
    "lobby": {"invitation": _button("main .code button")},
    "white": {
        "menu": _button(_FIRST_BUTTON),
        "rules": _button("main header button >> nth=-1"),
        "another card": _button("main .strip >> nth=0"),
    },
    "over": {"replay": _button("main .pair button >> nth=0")},
}


def _some_way_in(game: Game) -> bool:
    return prepared.everybody_chooses(game) and game.turn > 5


def _one_row_closed(game: Game) -> bool:
    return prepared.everybody_chooses(game) and len(game.closed) == 1


def _lucky(game: Game) -> bool:
    moves = game.legal_moves(0)
    return prepared.everybody_chooses(game) and any(move.lucky for move in moves)
