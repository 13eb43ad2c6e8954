"""The log of the server: one line for each event, as text or JSON.

The log never says who plays: no names, no secrets, no addresses of people.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Final

_TEXT: Final = "%(levelname)s %(name)s: %(message)s"


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        event = {
            "at": at,
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        if record.exc_info:
            event["error"] = self.formatException(record.exc_info)
        return json.dumps(event, ensure_ascii=False)


def write_logs(style: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_Json() if style == "json" else logging.Formatter(_TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
