"""Checks whether a backup exists from which the server can be restored."""

import time
from pathlib import Path
from typing import Final

from qwixx.server.checkup.findings import Finding
from qwixx.server.storage.backup import is_backup
from qwixx.server.storage.sqlite_file import SqliteFile

_DAY: Final = 86_400


def check_backups(folder: str) -> Finding:
    if not folder:
        return Finding("backups", "SKIPPED", "were not checked (--backups FOLDER)")
    files = sorted(Path(folder).glob("*.db"), key=lambda file: file.stat().st_mtime)
    if not files:
        text = f"found none in {folder}; see deploy/qwixx-backup.timer"
        return Finding("backups", "WRONG", text)
    newest = files[-1]
    damage = SqliteFile(newest, finished=True).damage()
    if damage or not is_backup(newest):
        text = f"{newest.name} cannot be restored: {damage or 'it is no backup'}; make another one"
        return Finding("backups", "WRONG", text)
    age = max(0.0, time.time() - newest.stat().st_mtime)
    if age > 1.5 * _DAY:
        text = (
            f"the newest is {age / _DAY:.1f} days old; check the timer (deploy/qwixx-backup.timer)"
        )
        return Finding("backups", "WRONG", text)
    return Finding("backups", "ok", f"the newest is complete and {age / 3600:.1f} hours old")
