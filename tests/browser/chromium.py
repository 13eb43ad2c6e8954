"""The browser that the tests drive: one that is installed already."""

import shutil
from typing import Any

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def launch_arguments() -> dict[str, Any]:
    browser = next(filter(None, map(shutil.which, _NAMES)), None)
    assert browser, "no Chromium found: `make test` installs it"
    return {"executable_path": browser, "args": list(_FLAGS)}
