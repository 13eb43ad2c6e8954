"""Shows a progress bar on a terminal."""

import sys
from time import perf_counter
from typing import Final, TextIO

_WIDTH: Final = 30
_SECONDS_BETWEEN: Final = 0.1


class ProgressBar:
    """Shows on standard error how much is done, and how long the rest will take."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty()
        self._began = self._last = perf_counter()
        self._drawn = False

    def say(self, message: str) -> None:
        """Shows a message until the first update."""
        if self._shown:
            self._draw(message)

    def update(self, done: float) -> None:
        """Shows which part of the work is done, from 0 to 1, and nothing any more at the end."""
        now = perf_counter()
        if not self._shown or (now - self._last < _SECONDS_BETWEEN and done < 1):
            return
        self._last = now
        full = round(_WIDTH * done)
        left = (now - self._began) * (1 - done) / done if done else 0.0
        bar = "█" * full + "░" * (_WIDTH - full)
        self._draw(f"{bar} {done:4.0%}  {_clock(left)} left")
        if done >= 1:
            self.clear()

    def clear(self) -> None:
        """Removes the progress bar from the line."""
        if self._drawn:
            self._draw("")

    def _draw(self, line: str) -> None:
        self._stream.write(f"\r{line}\x1b[K")
        self._stream.flush()
        self._drawn = bool(line)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
