"""`qwixx replay`: checks a record and shows how the game went."""

import argparse
from collections.abc import Iterator
from typing import Final

from qwixx.cli import arguments
from qwixx.notation import Record, draw_game
from qwixx.rules import COLOUR_NAMES, Card, Game, Phase

DESCRIPTION: Final = (
    "Checks a record move by move, and shows the game. If a move breaks the rules, it prints the "
    "line and the reason, with exit code 1. A file that is no record gives exit code 2."
)
EXAMPLE: Final = "qwixx replay game.qwixx"


def configure(parser: argparse.ArgumentParser) -> None:
    arguments.add_record(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    record = arguments.read_record_file(args.file)
    arguments.show(args, _as_json(record), _as_text(record))
    return 0


def _as_json(record: Record) -> dict[str, object]:
    game = record.game
    outcome = game.outcome
    return {
        "variant": game.variant.name,
        "players": list(record.players),
        "first": game.first,
        "lucky": [list(card.lucky) for card in game.cards] if game.variant.lucky_count else None,
        "turns": len(record.turns),
        "phase": game.phase,
        "over": outcome is not None,
        "ending": outcome.ending if outcome else None,
        "scores": list(game.scores),
        "winners": list(game.winners),
        "closed": sorted(game.closed, key=game.variant.row_colours.index),
        "cards": [_card_as_json(card) for card in game.cards],
    }


def _card_as_json(card: Card) -> dict[str, object]:
    colours = card.variant.row_colours
    return {
        "crossed": {colour: list(card.crossed(colour)) for colour in colours},
        "crosses": {colour: card.crosses(colour) for colour in colours},
        "points": {colour: card.points(colour) for colour in colours},
        "misthrows": card.misthrows,
        "score": card.score,
    }


def _as_text(record: Record) -> Iterator[str]:
    names = [name or f"seat {seat}" for seat, name in enumerate(record.players)]
    start = record.start
    yield f"{start.variant.name}, {len(names)} {'player' if len(names) == 1 else 'players'}"
    yield from _turns(record, names)
    yield ""
    yield draw_game(record.game, names)
    yield ""
    yield from _score_table(record.game, names)
    yield ""
    yield _result(record.game, names)


def _turns(record: Record, names: list[str]) -> Iterator[str]:
    """A line for each turn, and one for each lock or misthrow that it brought."""
    game = record.start
    for number, turn in enumerate(record.turns, 1):
        before, active = game, game.active
        *_, game = turn.play(game)
        choices = " ".join(f"{move!s:<4}" for move in turn.choices)
        colour = "" if turn.colour is None else str(turn.colour)
        scores = " ".join(f"{score:>4}" for score in game.scores)
        yield f"{number:>3}. {turn.dice}  {choices} {colour:<4} {names[active]:<12} {scores}"
        for closed in sorted(game.closed - before.closed, key=game.variant.row_colours.index):
            lockers = [n for n, c in zip(names, game.cards, strict=True) if c.has_lock(closed)]
            yield f"     {' and '.join(lockers)} locked {COLOUR_NAMES[closed]}"
        for name, old, new in zip(names, before.cards, game.cards, strict=True):
            if new.misthrows > old.misthrows:
                yield f"     misthrow {new.misthrows} for {name}"


def _score_table(game: Game, names: list[str]) -> Iterator[str]:
    """The bottom of the printed card, for each player."""
    width = max(len(name) for name in names)
    colours = game.variant.row_colours
    heads = [*(COLOUR_NAMES[colour] for colour in colours), "misthrows", "total"]
    yield " " * width + "".join(f"{head:>11}" for head in heads)
    for name, card in zip(names, game.cards, strict=True):
        points = [card.points(colour) for colour in colours]
        points += [-card.variant.misthrow_points * card.misthrows, card.score]
        yield f"{name:<{width}}" + "".join(f"{value:>11}" for value in points)


def _result(game: Game, names: list[str]) -> str:
    outcome = game.outcome
    if outcome is None:
        waiting = {Phase.ROLL: "the next roll", Phase.WHITE: "the white choices"}
        return f"unfinished: waiting for {waiting.get(game.phase, 'the colour move')}"
    winners = " and ".join(names[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"{outcome.words}: {winners} {verb} with {max(outcome.scores)}"
