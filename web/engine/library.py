"""Writes library.zip: all Python modules that are imported now, compiled.

Runs in the interpreter of browsers, after the rehearsal. The compiled part of msgspec cannot be
imported from an archive: it is copied to lie beside it.
"""

import sys

imported = [spec for module in sys.modules.values() if (spec := getattr(module, "__spec__", None))]

import marshal  # noqa: E402
import shutil  # noqa: E402
import zipfile  # noqa: E402
from importlib.util import MAGIC_NUMBER  # noqa: E402
from pathlib import Path  # noqa: E402
from types import CodeType  # noqa: E402

STANDARD_LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
FOLDERS = ("/sources/", "/wheels/")
# The compiled file has no source that could be newer, and no hash to compare.
UNCHECKED = (0b01).to_bytes(4, "little") + bytes(8)
NO_LOCATION = 0x80 | 15 << 3
# Imported where it exists: connections, which the engine has none of.
LEFT_OUT = {"ssl.py"}


def source_of(origin: str) -> tuple[str, bytes] | None:
    """Returns the path in the archive and the source of a module, None if it has no source."""
    if origin.startswith(STANDARD_LIBRARY):
        path = origin[len(STANDARD_LIBRARY) + 1 :]
        return path, zipfile.ZipFile(STANDARD_LIBRARY).read(path)
    for folder in FOLDERS:
        if origin.startswith(folder) and origin.endswith(".py"):
            return origin[len(folder) :], Path(origin).read_bytes()
    return None


def without_lines(code: CodeType) -> CodeType:
    """Returns the code with an empty table of line numbers, which has a sixth of the size."""
    parts = (without_lines(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    # Each entry says "no location" for up to eight instructions.
    table = bytes([NO_LOCATION | 7]) * whole + bytes([NO_LOCATION | max(rest - 1, 0)]) * (rest > 0)
    return code.replace(co_consts=tuple(parts), co_linetable=table)


def compiled(path: str, source: bytes) -> bytes:
    """Returns the bytecode, without assertions and docstrings.

    Line numbers stay in our own modules, where an error is to be found.
    """
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    if not path.startswith("qwixx/"):
        code = without_lines(code)
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)


def entry(name: str) -> zipfile.ZipInfo:
    """Returns a name in the archive. All have the same date, so that the same sources make the same
    archive."""
    return zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))


# Numbers that hints need. First positions are valued by a coach with NumPy only.
TOTALS = Path("/sources/qwixx/coach/totals")

# The archive is not compressed here: build.mjs compresses it better.
with zipfile.ZipFile("/out/library.zip", "w") as archive:
    for origin in sorted({spec.origin or "" for spec in imported}):
        if (found := source_of(origin)) is not None:
            path, source = found
            if path not in LEFT_OUT:
                archive.writestr(entry(path + "c"), compiled(path, source))
        elif origin.endswith(".so"):
            shutil.copy(origin, "/out/msgspec.so")
    for file in sorted(TOTALS.iterdir()):
        if file.name != "openings.json":
            archive.writestr(entry(f"qwixx/coach/totals/{file.name}"), file.read_bytes())
