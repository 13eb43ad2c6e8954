"""Every screen there is, to be looked at from all sides."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from qwixx.rules import Game
from tests.browser import prepared

Act = Callable[[Page], None]

_FIRST_BUTTON = "main header button >> nth=0"


@dataclass(frozen=True)
class Gallery:
    """Tables at all stages at which Anna sits. Looking at them changes nothing."""

    codes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def lay(cls, database: Path) -> "Gallery":
        desks = {
            "lobby": prepared.lobby("gallery lobby", players=2, seats=4),
            "white": prepared.find("gallery white", _some_way_in),
            "colour": prepared.find("gallery colour", prepared.colour_choice()),
            "longo": prepared.find("gallery longo", _lucky, variant="longo", players=3),
            "closed": prepared.find("gallery closed", _one_row_closed, variant="longo"),
            "alone": prepared.find("gallery alone", prepared.colour_choice(), players=1),
            "five": prepared.find("gallery five", prepared.everybody_chooses, players=5),
            "over": prepared.find("gallery over", prepared.over, players=3),
            "over alone": prepared.find("gallery over alone", prepared.over, players=1),
            "pad": prepared.pad("gallery pad", players=3),
        }
        return cls({name: prepared.lay(desk, database) for name, desk in desks.items()})

    def screens(self, page: Page, *, rare: bool = False) -> Iterator[str]:
        """Shows one screen after the other, also the rare ones if wanted; yields their names."""
        plain = {
            "home": "/",
            "rules": "/rules",
            "rules of Longo": "/rules/longo",
            "fair dice": "/fair",
            "settings": "/settings",
            **{name: f"/{code}" for name, code in self.codes.items()},
        }
        for name, path in plain.items():
            if name in _RARE and not rare:
                continue
            page.goto(path)
            _settle(page, page.locator(_LAST.get(name, "main section.card")).first)
            yield name
            for drawer, open_drawer in _DRAWERS.get(name, {}).items():
                if drawer in _RARE and not rare:
                    continue
                open_drawer(page)
                last = page.locator(_LAST.get(drawer, "dialog button")).first
                _settle(page, last)
                yield f"{name}, {drawer}"
                page.keyboard.press("Escape")
                expect(last).to_have_count(0)


def _settle(page: Page, last: Locator) -> None:
    """Waits until everything is there: the language, the fonts, what is loaded late."""
    expect(last).to_be_visible()
    page.evaluate("document.fonts.ready")


# The element of each screen and drawer that appears last; at a table it is the card.
_LAST = {
    "home": "main .panel a",
    "rules": "article h2",
    "rules of Longo": "article h2",
    "fair dice": "article, main h2, main p",
    "settings": "main select",
    "lobby": "main .qr svg",
    "over": "main table",
    "over alone": "main .rest li",
    "options": "dialog select",
    "invitation": "dialog .qr svg",
    "settings of a table": "dialog select",
    "replay": "dialog section.card",
    "sharing": "dialog canvas",
    "another card": "dialog section.card",
    "signs": ".bar button",
}


# Not worth the time in every language and at every size.
_RARE = {"alone", "over alone", "keys", "signs", "sharing"}


def _button(selector: str) -> Act:
    return lambda page: page.locator(selector).click()


def _ask_for_keys(page: Page) -> None:
    """The handler of the keys loads last."""
    page.locator("main").click(position={"x": 1, "y": 1})
    while not page.get_by_role("dialog").is_visible():
        page.keyboard.press("?")
        page.wait_for_timeout(50)


# In any language, so by place rather than by name.
_DRAWERS: dict[str, dict[str, Act]] = {
    "home": {"options": _button("main .options")},
    "lobby": {
        "invitation": _button("main button.qr"),
        "settings of a table": _button("main .options button"),
    },
    "white": {
        "menu": _button(_FIRST_BUTTON),
        "rules": _button("main header button >> nth=-1"),
        "another card": _button("main .strip >> nth=0"),
        "keys": _ask_for_keys,
        "signs": _button("main header .extra"),
    },
    "over": {
        "replay": _button("main .tool >> nth=0"),
        "sharing": _button("main .tool >> nth=1"),
    },
}


def _some_way_in(game: Game) -> bool:
    return prepared.everybody_chooses(game) and game.turn > 5


def _one_row_closed(game: Game) -> bool:
    return prepared.everybody_chooses(game) and len(game.closed) == 1


def _lucky(game: Game) -> bool:
    moves = game.legal_moves(0)
    return prepared.everybody_chooses(game) and any(move.lucky for move in moves)
