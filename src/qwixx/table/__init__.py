"""A table without a server: its log, its permissions, and the view of each person.

The caller supplies the time, the secrets, the storage and the bots. `decide` turns an action
(`qwixx.protocol.actions`) into an event of the log, or refuses it. The event changes the `state` of
the table, and `views` shows it to each person. `local` holds a whole table in one object, for
programs that need no server.
"""

from qwixx.protocol.options import Options
from qwixx.table.decide import Refused
from qwixx.table.local import LocalTable

__all__ = ["LocalTable", "Options", "Refused"]
