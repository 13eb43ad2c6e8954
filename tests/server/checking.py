"""Compares the view of a seat with the knowledge that it may have."""

from typing import Any

from qwixx.rules import Game, Move, Phase


def check_view(view: dict[str, Any], game: Game, seat: int | None) -> None:
    """Compares a view with the game as that seat may know it."""
    known = game.seen_by(seat)
    shown = view["game"]
    assert (shown["turn"], shown["phase"], shown["active"]) == (
        *(known.turn, known.phase, known.active),
    )
    assert (shown["roll"] and shown["roll"]["text"]) == (known.dice and str(known.dice))
    white = known.phase is Phase.WHITE
    assert shown["answered"] == [white and n in known.answered for n in range(known.players)]
    assert shown["white"] == (
        list(map(str, known.answers)) if known.phase is Phase.COLOUR else None
    )
    assert {row["colour"] for row in shown["closed"]} == known.closed
    for card, row_view in zip(known.cards, shown["cards"], strict=True):
        check_card(card, row_view)
    if seat is None:
        assert view["you"] is None
    else:
        check_you(view["you"], known, seat)
    assert (view["fair"]["secret"] is not None) == (known.phase is Phase.OVER)


def check_card(card: Any, shown: dict[str, Any]) -> None:
    assert shown["total"] == card.score
    assert shown["misthrows"] == card.misthrows
    assert shown["lucky"] == list(card.lucky)
    for colour, row, cells in zip("rygb", shown["rows"], card.variant.rows, strict=True):
        crossed = [c.number for c, mark in zip(cells, row["marks"], strict=True) if mark == "x"]
        assert tuple(crossed) == card.crossed(colour)
        assert row["crosses"] == card.crosses(colour)
        assert row["points"] == card.points(colour)
        assert row["locked"] == card.has_lock(colour)
        assert "x" not in row["marks"][len(row["marks"].rstrip(".")) :]


def check_you(you: dict[str, Any], known: Game, seat: int) -> None:
    assert you["seat"] == seat
    own = known.answers[seat] if known.phase is Phase.WHITE else None
    assert you["answer"] == (str(own) if isinstance(own, Move) else None)
    asked = known.retract(seat) if isinstance(own, Move) else known
    legal = {str(move) for move in asked.legal_moves(seat)}
    offered = {offer["move"] for offer in you["offers"]} | ({"-"} if you["pass"] else set())
    assert offered == legal
    wanted = bool(legal) or (known.phase is Phase.ROLL and seat == known.active)
    assert (you["asked"] is not None) == wanted
    # Every other cell has a reason, and the rules give the same one.
    reasons = {cell: group["reason"] for group in you["refused"] for cell in group["cells"]}
    cells = {offer["cell"] for offer in you["offers"]}
    for cell, refusal in asked.refusals(seat).items():
        assert (str(cell.cross) in cells) == (refusal is None)
        if refusal:
            assert reasons.get(str(cell.cross), you["otherwise"]) == refusal.reason
    # The consequences of a move are those of its offer.
    for offer in you["offers"]:
        move = Move.parse(offer["move"])
        assert move.colour
        assert offer["cell"] == f"{move.colour}{move.number}"
        cell = known.variant.by_name[move.colour, move.number]
        after = known.cards[seat].with_cross(cell)
        assert offer["locks"] == after.has_lock(move.colour)
        marks = known.cards[seat].marks[cell.row]
        assert offer["skips"] == cell.position - marks.bit_length()
        if known.phase is Phase.COLOUR:
            assert known.dice
            sums = known.dice.colour_sums(move.colour)
            assert {sums[white] for white in offer["whites"]} == {move.number}
            assert offer["ends"] == (known.play(seat, move).phase is Phase.OVER)
    if you["pass"] and known.phase is Phase.COLOUR:
        after_pass = known.play(seat, "-")
        misthrow = after_pass.cards[seat].misthrows > known.cards[seat].misthrows
        assert you["pass"] == {"misthrow": misthrow, "ends": after_pass.phase is Phase.OVER}
