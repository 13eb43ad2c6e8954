"""A table without a server: what happens at it, who may do what, and what each person may know.

Pure, like the rules: time, secrets, storage and the known bots are handed in. An action
(`qwixx.protocol.actions`) is decided on (`decide`), which gives an event; events make a log
(`events`); the log folds into the present (`state`); and the present is shown to each person
(`views`). `local` keeps a whole table in one object, for programs that need no server.
"""

from qwixx.protocol.options import Options
from qwixx.table.local import LocalTable
from qwixx.table.request import Refused

__all__ = ["LocalTable", "Options", "Refused"]
