"""Where this user's computed files are kept."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """The folder for what can be computed again: `$XDG_CACHE_HOME/qwixx`. It may not exist yet."""
    # A relative path is to be ignored, says the XDG specification.
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (chosen if chosen.is_absolute() else Path.home() / ".cache") / "qwixx"
