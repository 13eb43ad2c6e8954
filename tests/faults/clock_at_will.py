"""`qwixx` with a clock on the wall that is set while it runs: by the seconds in a file of 8 bytes.

python -m tests.faults.clock_at_will FILE serve …
"""

import mmap
import struct
import sys
import time
from pathlib import Path

from qwixx.cli import main


def set_clock(file: Path, seconds: float) -> None:
    """Sets the clock ahead by these seconds."""
    with file.open("r+b") as opened:
        opened.write(struct.pack("d", seconds))


def _hang_up_clock(file: Path) -> None:
    with file.open("r+b") as opened:
        ahead = mmap.mmap(opened.fileno(), 8, access=mmap.ACCESS_READ)
    right, right_ns = time.time, time.time_ns

    def wrong() -> float:
        return float(right() + struct.unpack("d", ahead)[0])

    def wrong_ns() -> int:
        return right_ns() + int(1e9 * struct.unpack("d", ahead)[0])

    time.time, time.time_ns = wrong, wrong_ns


if __name__ == "__main__":
    _hang_up_clock(Path(sys.argv.pop(1)))
    sys.exit(main())
