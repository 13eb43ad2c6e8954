"""A position as one line of text that holds everything needed to go on playing.

    classic 0.3 41/3256=r5,. 3,4/-/12/-/0 -/7/-/-/1
    longo 1.1 - -/-/-/-/0@6,11 -/-/-/-/0@5,8

First comes the variant, then the first seat and the number of the turn. The dice of this turn
follow, with the white answers by seat (`.` is missing, `?` is sealed), or `-` before the roll. Then
comes one card for each seat, as it was *before* this turn's answers. A card has the crossed numbers
of the four rows, the misthrows and, in Longo, the lucky numbers. Locks, closed rows and the phase
follow from the rules.
"""

from dataclasses import replace

from qwixx.rules import (
    MOST_PLAYERS,
    VARIANTS,
    Card,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Phase,
    Roll,
    Sealed,
    Variant,
)
from qwixx.rules.outcome import outcome_of

_MISSING = "."
_NOTHING = "-"
_SEALED = str(Sealed.SEALED)


def write_position(game: Game) -> str:
    """Returns the position as one line.

    Examples:
        >>> from qwixx import Game, write_position
        >>> write_position(Game.new(players=2).roll("41/3256").play(0, "r5"))
        'classic 0.1 41/3256=r5,. -/-/-/-/0 -/-/-/-/0'
    """
    cards = game.cards
    turn = _NOTHING
    if game.dice:
        answers = [_MISSING if answer is None else str(answer) for answer in game.answers]
        turn = f"{game.dice}={','.join(answers)}"
    if game.phase is Phase.COLOUR:
        moves = [answer for answer in game.answers if isinstance(answer, Move)]
        cards = tuple(
            card.without_cross(game.variant.cell(move)) if move.colour else card
            for card, move in zip(cards, moves, strict=True)
        )
    fields = [game.variant.name, f"{game.first}.{game.turn}", turn, *map(_write_card, cards)]
    return " ".join(fields)


def read_position(text: str) -> Game:
    """Returns the game at that position. Raises NotationError if no game can reach it.

    Examples:
        >>> from qwixx import read_position
        >>> game = read_position("classic 0.3 41/3256=r5,. 3,4/-/12/-/0 -/7/-/-/1")
        >>> game.turn, game.active, game.awaited, game.scores
        (3, 0, (1,), (4, -4))
    """
    try:
        name, clock, turn, *card_texts = text.split(" ")
    except (AttributeError, ValueError):
        raise NotationError(f"not a position: {text!r}") from None
    if name not in VARIANTS:
        raise NotationError(f"not a position: there is no variant {name!r}")
    if not 1 <= len(card_texts) <= MOST_PLAYERS:
        raise NotationError(f"expected 1 to {MOST_PLAYERS} cards, found {len(card_texts)}")
    cards = tuple(_read_card(VARIANTS[name], card) for card in card_texts)
    first, number = _read_numbers(clock, ".", 2)
    game = _before_roll(cards, first, number)
    _check_reachable(game)
    if turn != _NOTHING:
        game = _play_turn(game, turn)
    canonical = write_position(game)
    if canonical != text:
        raise NotationError(f"not how a position is written: {text!r} (it is {canonical!r})")
    return game


def _write_card(card: Card) -> str:
    rows = [",".join(map(str, card.crossed(c))) or _NOTHING for c in card.variant.row_colours]
    lucky = "@" + ",".join(map(str, card.lucky)) if card.lucky else ""
    return f"{'/'.join(rows)}/{card.misthrows}{lucky}"


def _read_numbers(text: str, separator: str, count: int | None = None) -> list[int]:
    parts = text.split(separator)
    if (count is None or len(parts) == count) and all(
        part.isascii() and part.isdigit() and len(part) <= 4 for part in parts
    ):
        return [int(part) for part in parts]
    raise NotationError(f"not part of a position: {text!r}")


def _read_card(variant: Variant, text: str) -> Card:
    body, at, lucky_text = text.partition("@")
    lucky = tuple(_read_numbers(lucky_text, ",")) if at else ()
    *rows, misthrows = body.split("/")
    if len(rows) != len(variant.rows):
        raise NotationError(f"a card has {len(variant.rows)} rows and the misthrows: {text!r}")
    card = Card.empty(variant, lucky)
    for cells, row in zip(variant.rows, rows, strict=True):
        by_number = {cell.number: cell for cell in cells}
        for number in [] if row == _NOTHING else _read_numbers(row, ","):
            cell = by_number.get(number)
            if cell is None:
                raise NotationError(f"there is no {number} in row {cells[0].closes}: {text!r}")
            marks = card.marks[cell.row]
            if marks >> cell.position:
                raise NotationError(f"expected crosses from left to right, found {row!r}")
            if cell.locks and marks.bit_count() < variant.crosses_to_lock:
                raise NotationError(f"too few crosses before the lock: {row!r}")
            card = card.with_cross(cell)
    return replace(card, misthrows=_read_numbers(misthrows, "/", 1)[0])


def _before_roll(cards: tuple[Card, ...], first: int, turn: int) -> Game:
    variant = cards[0].variant
    try:
        lucky = [card.lucky for card in cards]
        given = variant.lucky_count or any(lucky)
        Game.new(variant, len(cards), first=first, lucky=lucky if given else None)
    except ValueError as error:
        raise NotationError(f"not a position: {error}") from None
    closed = frozenset(
        colour for colour in variant.row_colours if any(card.has_lock(colour) for card in cards)
    )
    phase = Phase.OVER if outcome_of(cards, closed) else Phase.ROLL
    return Game(cards, first, turn, phase, closed)


def _check_reachable(game: Game) -> None:
    """Raises NotationError for cards that the number of turns cannot give.

    In each turn all players may cross once, and the active player twice. An active player who
    crosses nothing marks a misthrow, unless the white phase ended the game.
    """
    over = game.phase is Phase.OVER
    closed = game.variant.is_over(len(game.closed))
    turns = game.turn if over else game.turn - 1
    if turns < 0:
        raise NotationError("expected a turn from 1 on, found 0")
    for seat, card in enumerate(game.cards):
        rolled = len(range((seat - game.first) % game.players, turns, game.players))
        crosses = sum(len(card.crossed(colour)) for colour in card.variant.row_colours)
        spared = over and closed and seat == game.active
        ended = over and not closed and seat == game.active
        if card.misthrows > card.variant.most_misthrows - (not ended):
            raise NotationError(f"seat {seat} cannot have {card.misthrows} misthrows here")
        if crosses > turns + rolled - 2 * card.misthrows or card.misthrows > rolled:
            raise NotationError(f"seat {seat} has more marks than {turns} turns can give")
        if crosses + card.misthrows < rolled - spared:
            raise NotationError(f"seat {seat} has fewer marks than its {rolled} rolls demand")


def _play_turn(game: Game, text: str) -> Game:
    """Rolls those dice and gives those answers."""
    dice, _, answers_text = text.partition("=")
    answers = answers_text.split(",")
    if len(answers) != game.players:
        raise NotationError(f"expected {game.players} answers, one per seat: {text!r}")
    try:
        game = game.roll(Roll.parse(dice))
        for seat, answer in enumerate(answers):
            if answer not in (_MISSING, _SEALED):
                game = game.play(seat, Move.parse(answer))
    except IllegalMove as error:
        raise NotationError(f"not a position: {error}") from None
    if _SEALED in answers:
        sealed = [
            Sealed.SEALED if text == _SEALED else answer
            for text, answer in zip(answers, game.answers, strict=True)
        ]
        game = replace(game, answers=tuple(sealed))
    return game
