"""Taking back a choice that has been revealed, where only bots could mind."""

from qwixx.table import events
from qwixx.table.played import closings
from qwixx.table.stages import Playing
from qwixx.table.table_state import TableState


def can_undo(table: TableState, seat: int) -> bool:
    """Returns whether that seat may take its latest choice back until the next roll.

    Nobody else may be at the table, and the game of a day is the same for everybody.
    """
    now = table.now
    if not isinstance(now, Playing) or now.fair is None or table.day or len(table.players) > 1:
        return False
    return now.recording.can_take_back(seat)


def undone(table: TableState, event: events.Undone, at: int) -> None:
    """Applies that a seat has taken its latest choice back."""
    playing = table.during(Playing)
    recording, was = playing.recording, playing.recording.game
    game = recording.take_back(event.seat)
    if game is None:
        raise ValueError(f"seat {event.seat} has nothing to take back")
    if game.turn != was.turn:
        playing.last = playing.before_last
    playing.closings = [each for each in playing.closings if each.turn != game.turn]
    playing.closings += closings(recording.before_roll, game)
    table.open_question(at)
