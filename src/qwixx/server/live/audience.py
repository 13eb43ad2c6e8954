"""The connections at a table, and what each of them is shown."""

from qwixx.protocol.types import ByeCode
from qwixx.protocol.views import Aside
from qwixx.server.live.connection import Connection
from qwixx.table import events
from qwixx.table.state import Table
from qwixx.table.views import Viewer
from qwixx.table.world import World


class Audience:
    """Everybody who looks at one table from this node."""

    def __init__(self, world: World) -> None:
        self.connections: set[Connection] = set()
        self._viewer = Viewer(world)

    @property
    def owner(self) -> str:
        """The address that the table counts for: of who plays, or else looks, for the longest."""
        first = min(self.connections, key=lambda each: (not each.seated, each.since), default=None)
        return first.address if first else ""

    def refresh(self) -> None:
        """Something is different: all views are made anew."""
        self._viewer.renew()
        for connection in self.connections:
            connection.refresh()

    def repeat(self, connection: Connection) -> None:
        """A browser that has slept wants to see the table, with its clocks as they are now."""
        self._viewer.renew()
        connection.refresh()

    def view(self, table: Table, connection: Connection) -> bytes:
        """What that connection is to show."""
        connection.seated = table.seat_of(connection.person) is not None
        return self._viewer.view(
            table,
            connection.person,
            connection.link,
            connection.knows,
            program=connection.program,
        )

    def show(self, aside: Aside, but: Connection | None = None) -> None:
        """Shows it to all people but one; programs have no use for it."""
        for connection in self.connections:
            if not connection.program and connection is not but:
                connection.show(aside)

    def take_leave(self, table: Table, entry: events.Entry) -> None:
        """Says goodbye to those whose seat was taken from them by that entry.

        Nobody has written the entry where a player has deleted their data: it is done for them.
        """
        if not isinstance(entry.event, (events.Vacated, events.SeatMoved)):
            return
        code: ByeCode = "removed" if entry.by else "expired"
        if isinstance(entry.event, events.SeatMoved):
            code = "moved"
        for connection in self.connections:
            if connection.seated and table.seat_of(connection.person) is None:
                connection.seated = False
                if connection.person != entry.by:
                    connection.dismiss(code)

    def dismiss(self, code: ByeCode) -> None:
        """Sends everybody away."""
        for connection in self.connections:
            connection.dismiss(code)
