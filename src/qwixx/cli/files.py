"""Files that commands read and write, with errors in one line."""

import sys
from pathlib import Path

from qwixx.cli import BadInput


def read_text(file: str) -> str:
    """Returns the text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file}: not a text in UTF-8") from None
    except ValueError as error:  # a name that no file system can hold
        raise BadInput(f"{file!r}: {error}") from None


def check_picture(file: Path) -> None:
    """Raises BadInput if a picture cannot be written to that file."""
    from matplotlib.figure import Figure

    if file.suffix[1:].lower() not in Figure().canvas.get_supported_filetypes():
        raise BadInput(f"cannot draw {file}: its name must end in .png, .svg or .pdf")
    new = not file.exists()
    try:
        with file.open("ab"):
            pass
    except OSError as problem:
        raise BadInput(f"cannot write {file}: {problem.strerror}") from None
    if new:
        file.unlink()
