"""Figures for whoever watches over the server, in the text format of Prometheus.

Nothing here says who plays, or where: only how many, how often and how fast.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, TypeAlias

from qwixx import __version__

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

# There from the start, so that the first of them is an increase.
_ERRORS: Final = ("bot", "internal", "page", "slow-reader", "store")
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

Gauge: TypeAlias = tuple[str, float]
"""What it says, and how much."""


class Histogram:
    """How long something takes, each time."""

    def __init__(self, name: str, meaning: str) -> None:
        self._name = f"qwixx_{name}"
        self._meaning = meaning
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        yield from _head(self._name, "histogram", self._meaning)
        count = 0
        for bound, more in zip([*_BOUNDS, "+Inf"], self._counts, strict=True):
            count += more
            yield f'{self._name}_bucket{{le="{bound}"}} {count}'
        yield f"{self._name}_sum {self._sum:.6f}"
        yield f"{self._name}_count {count}"


class Metrics:
    """What is counted while it happens; what can be looked up is asked for when it is wanted."""

    def __init__(self) -> None:
        self.errors: Counter[str] = Counter(dict.fromkeys(_ERRORS, 0))
        """What should not happen, by what it was."""
        self.turned_away_lines: Counter[str] = Counter()
        """Connections that were cut or not let in, by the reason."""
        self.answers: Counter[int] = Counter()
        """To requests, by status."""
        self._actions: Counter[tuple[str, str]] = Counter()
        self.games = 0
        """Games that came to their end here."""
        self._seconds = Histogram("action_seconds", "From an action's arrival to its answer.")

    @property
    def answered(self) -> int:
        """How many actions have been answered."""
        return self._actions.total()

    def action(self, kind: str, result: str, seconds: float) -> None:
        """A player's action has been answered."""
        self._actions[kind, result] += 1
        self._seconds.add(seconds)

    def turned_away(self, code: str) -> None:
        """A message was not even looked at as an action."""
        self._actions["unknown", code] += 1

    def text(self, gauges: Mapping[str, Gauge], *histograms: Histogram) -> str:
        """All of it; gauges come with what they say and how much."""
        lines = chain(self._lines(gauges), *(each.lines() for each in histograms))
        return "\n".join(lines) + "\n"

    def _lines(self, gauges: Mapping[str, Gauge]) -> Iterator[str]:
        yield from _head("qwixx_version_info", "gauge", "Which version this is.")
        yield f'qwixx_version_info{{version="{__version__}"}} 1'
        yield from _head("qwixx_games_total", "counter", "Games that came to their end here.")
        yield f"qwixx_games_total {self.games}"
        for name, (meaning, value) in gauges.items():
            yield from _head(f"qwixx_{name}", "gauge", meaning)
            yield f"qwixx_{name} {value:.15g}"
        yield from _head("qwixx_actions_total", "counter", "Actions of players, by result.")
        for (kind, result), count in sorted(self._actions.items()):
            yield f'qwixx_actions_total{{kind="{kind}",result="{result}"}} {count}'
        yield from _head("qwixx_errors_total", "counter", "What should not happen, by kind.")
        for kind, count in sorted(self.errors.items()):
            yield f'qwixx_errors_total{{kind="{kind}"}} {count}'
        yield from _head("qwixx_turned_away_total", "counter", "Connections cut, by the reason.")
        for reason, count in sorted(self.turned_away_lines.items()):
            yield f'qwixx_turned_away_total{{reason="{reason}"}} {count}'
        yield from _head("qwixx_answers_total", "counter", "Answers to requests, by status.")
        for status, count in sorted(self.answers.items()):
            yield f'qwixx_answers_total{{status="{status}"}} {count}'
        yield from self._seconds.lines()


def _head(name: str, kind: str, meaning: str) -> list[str]:
    return [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
