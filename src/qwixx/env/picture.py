"""A game as an image, drawn with nothing but arrays.

Ten digits are all the text that it needs: a library for images would be one more thing to install.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwixx.rules import Card, Colour, Game

Image: TypeAlias = NDArray[np.uint8]
Paint: TypeAlias = tuple[int, int, int]

_PAINTS: Final[dict[Colour, Paint]] = {
    "r": (200, 45, 50),
    "y": (222, 175, 30),
    "g": (50, 140, 75),
    "b": (50, 90, 165),
}
_PAPER: Final = (244, 241, 234)
_INK: Final = (30, 30, 35)
_FADED: Final = (190, 188, 182)
_WHITE: Final = (255, 255, 255)

_CELL: Final = 22
_GAP: Final = 4

# Five lines of three dots for each digit, the top left one first.
_DIGITS: Final = (
    *("111101101101111", "010110010010111", "111001111100111", "111001011001111"),
    *("101101111001001", "111100111001111", "111100111101111", "111001010010010"),
    *("111101111101111", "111101111001111"),
)


def draw_picture(game: Game) -> Image:
    """Returns an image: the dice on top, then all cards from seat 0 on, the active one framed."""
    cards = [_card(card, game, seat == game.active) for seat, card in enumerate(game.cards)]
    top = _blank(_CELL + 2 * _GAP, cards[0].shape[1])
    if game.dice:
        faces = [(pips, _WHITE) for pips in game.dice.white]
        coloured = zip(game.dice.coloured, _PAINTS.items(), strict=True)
        faces += [
            (pips, paint)
            for pips, (colour, paint) in coloured
            if pips and colour not in game.closed
        ]
        for place, (pips, paint) in enumerate(faces):
            _tile(top, _GAP, _GAP + place * (_CELL + _GAP), paint, pips)
    return np.concatenate([top, *cards])


def _card(card: Card, game: Game, active: bool) -> Image:
    rows = card.variant.rows
    step = _CELL + _GAP
    # A column for the lock follows the cells; the misthrows have a line of their own.
    image = _blank((len(rows) + 1) * step + 3 * _GAP, (len(rows[0]) + 1) * step + 3 * _GAP)
    if active:
        image[:2] = image[-2:] = image[:, :2] = image[:, -2:] = _INK
    for row, marks in zip(rows, card.marks, strict=True):
        y = 2 * _GAP + row[0].row * step
        for cell in row:
            x = 2 * _GAP + cell.position * step
            lost = cell.closes in game.closed or marks >> cell.position
            paint = _FADED if lost and not marks >> cell.position & 1 else _PAINTS[cell.colour]
            _tile(image, y, x, paint, cell.number)
            if marks >> cell.position & 1:
                _cross(image, y, x)
        lock = 2 * _GAP + len(row) * step
        _tile(image, y, lock, _FADED if row[-1].closes in game.closed else _WHITE)
        if marks >> len(row):
            _cross(image, y, lock)
    for misthrow in range(card.variant.most_misthrows):
        x = 2 * _GAP + misthrow * step
        _tile(image, 2 * _GAP + len(rows) * step, x, _WHITE)
        if misthrow < card.misthrows:
            _cross(image, 2 * _GAP + len(rows) * step, x)
    return image


def _blank(height: int, width: int) -> Image:
    return np.full((height, width, 3), _PAPER, np.uint8)


def _tile(image: Image, y: int, x: int, paint: Paint, number: int | None = None) -> None:
    """A square, with a number in it."""
    image[y : y + _CELL, x : x + _CELL] = paint
    if number is None:
        return
    digits = str(number)
    left = x + (_CELL - 8 * len(digits) + 2) // 2
    for digit in digits:
        dots = np.array([dot == "1" for dot in _DIGITS[int(digit)]]).reshape(5, 3)
        image[y + 6 : y + 16, left : left + 6][np.kron(dots, np.ones((2, 2), bool))] = _INK
        left += 8


def _cross(image: Image, y: int, x: int) -> None:
    for place in range(2, _CELL - 3):
        image[y + place, x + place : x + place + 2] = _INK
        image[y + place, x + _CELL - 2 - place : x + _CELL - place] = _INK
