"""The settings of the server as a table: docs/reference/configuration.md.

python -m tests.docs.configuration > docs/reference/configuration.md
"""

import sys
from typing import Final

from qwixx.server.settings import OPTIONS, flag, variable

_HEAD: Final = """\
# Configuration

Every setting of the server is an option of `qwixx serve` or an environment variable:
`--keep-hours 48` is the same as `QWIXX_KEEP_HOURS=48`. An option overrides the variable. There is
no configuration file; for systemd, write the variables into the unit (`deploy/qwixx.service`).

`qwixx doctor`, `qwixx backup` and `qwixx restore` read the same variables.
[Operate a server](../hosting/operate.md) says what happens to a client beyond a limit.

| option | variable | default | meaning |
|---|---|---|---|
"""
_TAIL: Final = """
`--open` opens the page in your browser. A value that is not possible is an error with exit code 2.
"""


def document() -> str:
    rows = [
        f"| `{flag(name)} {option.metavar}` | `{variable(name)}` "
        f"| {option.default_text or f'`{option.shown_default}`'} | {option.help} |\n"
        for name, option in OPTIONS.items()
    ]
    return "".join([_HEAD, *rows, _TAIL])


if __name__ == "__main__":
    sys.stdout.write(document())
