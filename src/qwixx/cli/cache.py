"""`qwixx cache`: shows or removes the files in the user's cache folder."""

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from qwixx._system import cache_folder
from qwixx.cli import BadInput, arguments

DESCRIPTION: Final = (
    "Shows the files in the cache folder: solved games and compiled code. All of them can be "
    "computed again."
)
EXAMPLE: Final = "qwixx cache --clear"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clear", action="store_true", help="remove all files of the cache")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    folder = cache_folder()
    files = [(what, path, _size(path)) for what, path in _entries(folder)]
    size = sum(each for *_, each in files)
    if args.clear:
        for _, path, _ in files:
            _remove(path)
    listed = [{"what": what, "path": str(path), "bytes": each} for what, path, each in files]
    facts = {"folder": str(folder), "bytes": size, "files": listed, "removed": args.clear}
    lines = [f"{_in_words(each):>9}  {what:<28} {path}" for what, path, each in files]
    lines.append(f"{_in_words(size):>9}  in all, in {folder}")
    arguments.show(
        args, facts, [f"removed {_in_words(size)} from {folder}"] if args.clear else lines
    )
    return 0


def _entries(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.glob("solved/*")):
        yield path.stem.replace("-", " "), path
    if (folder / "compiled").is_dir():
        yield "compiled code", folder / "compiled"


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def _remove(path: Path) -> None:
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as problem:
        raise BadInput(f"cannot remove {path}: {problem.strerror}") from None


def _in_words(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.1f} kB"
