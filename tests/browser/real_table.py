"""People round a real table: their dice fall on wood, and they enter what fell."""

import re
from collections.abc import Sequence
from random import Random

from playwright.sync_api import Locator

from tests.browser.person import Person, expect


def hasty(cells: Sequence[str]) -> str:
    """Crosses far to the right end a game soon."""

    def left(cell: str) -> int:
        colour, number = cell.split(" ")
        return 12 - int(number) if colour in ("Red", "Yellow") else int(number)

    return min(cells, key=left)


def keypad(person: Person) -> Locator:
    """The tray whose keys are faces."""
    return person.page.get_by_role("dialog", name="Enter the dice")


def key(person: Person, face: int) -> Locator:
    """The key of a face of the die that is being entered."""
    return keypad(person).locator(".key").nth(face - 1)


def enter(person: Person, roll: str) -> None:
    """Taps in a roll, `41/3256`: one tap for each die, and the last one is all it takes."""
    faces = [int(face) for face in roll.replace("/", "").replace(".", "")]
    for place, face in enumerate(faces, 1):
        expect(keypad(person)).to_contain_text(f"{place} of {len(faces)}")
        key(person, face).click()
    expect(keypad(person)).to_have_count(0)


def throw(person: Person, rng: Random) -> str:
    """Throws the dice that are left and enters them."""
    slots = keypad(person).locator(".slot")
    gone = slots.evaluate_all("all => all.map(one => one.disabled)")
    faces = ["." if left else str(rng.randint(1, 6)) for left in gone]
    for face in faces:
        if face != ".":
            person.page.keyboard.press(face)  # faster than taps, of which other tests have some
    expect(keypad(person)).to_have_count(0)
    return "".join(faces[:2]) + "/" + "".join(faces[2:])


def begin(people: Sequence[Person], names: Sequence[str], dice: str) -> str:
    """The first one opens a table with these dice, and the others come. Returns its code."""
    host, *others = people
    code = host.open_table()
    with host.table_options():
        host.page.get_by_role("radio", name=re.compile(f"^{dice}")).check()
    for person, name in zip(others, names[1:], strict=True):
        person.page.goto(f"/{code}")
        person.page.get_by_label("Your name").fill(name)
        person.button("Sit down").click()
        expect(person.heading).to_have_text("Your table")
    host.button(f"Start with {len(people)} players").click()
    return code
