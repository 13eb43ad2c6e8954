"""A table without a server: what happens at it, who may do what, and what each person may know.

Pure, like the rules: the standard library only, and time, secrets, storage and the known bots are
handed in. An action is decided on (`decide`), which gives an event; events make a log (`events`);
the log folds into the present (`state`); and the present is shown to each person (`views`). `local`
keeps a whole table in one object, for programs that need no server.
"""

from qwixx.table.case import Refused
from qwixx.table.local import LocalTable
from qwixx.table.words import Options

__all__ = ["LocalTable", "Options", "Refused"]
