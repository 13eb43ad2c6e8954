"""The metrics of a node, in the text format of Prometheus.

They never say who plays, or where: only how many, how often and how fast.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, Final, TypeAlias

from qwixx import __version__

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

# Present from the start, so that the first error is an increase.
_ERRORS: Final = ("bot", "internal", "page", "slow-reader", "store")
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

Gauge: TypeAlias = tuple[str, float]  # the meaning and the value of a metric


class Histogram:
    def __init__(self, name: str, meaning: str) -> None:
        self._name = name
        self._meaning = meaning
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        counts = list(accumulate(self._counts))
        samples: dict[str, float] = {
            f'_bucket{{le="{bound}"}}': count
            for bound, count in zip([*_BOUNDS, "+Inf"], counts, strict=True)
        }
        samples |= {"_sum": round(self._sum, 6), "_count": counts[-1]}
        yield from _metric(self._name, "histogram", self._meaning, samples)


class Metrics:
    """Counts what happens. The gauges are read for each scrape."""

    def __init__(self) -> None:
        self.errors: Counter[str] = Counter(dict.fromkeys(_ERRORS, 0))  # errors by kind
        self.rejected: Counter[str] = Counter()  # connections that were cut or refused, by reason
        self.answers: Counter[int] = Counter()  # answers to requests, by status
        self.games = 0  # games that ended on this node
        self._actions: Counter[tuple[str, str]] = Counter()
        self._seconds = Histogram("action_seconds", "From an action's arrival to its answer.")

    @property
    def answered(self) -> int:
        return self._actions.total()

    def action(self, kind: str, result: str, seconds: float) -> None:
        self._actions[kind, result] += 1
        self._seconds.add(seconds)

    def turned_away(self, code: str) -> None:
        """Counts a message that was refused before it was read as an action."""
        self._actions["unknown", code] += 1

    def text(self, gauges: Mapping[str, Gauge], *histograms: Histogram) -> str:
        return "\n".join([*self._lines(gauges, *histograms), ""])

    def _lines(self, gauges: Mapping[str, Gauge], *histograms: Histogram) -> Iterator[str]:
        version = {f'{{version="{__version__}"}}': 1}
        yield from _metric("version_info", "gauge", "The version.", version)
        yield from _metric("games_total", "counter", "Games that ended here.", {"": self.games})
        for name, (meaning, value) in gauges.items():
            yield from _metric(name, "gauge", meaning, {"": float(value)})
        for name, meaning, labels, counts in (
            ("actions", "Actions of players, by result.", ("kind", "result"), self._actions),
            ("errors", "Errors, by kind.", ("kind",), self.errors),
            ("turned_away", "Connections cut, by the reason.", ("reason",), self.rejected),
            ("answers", "Answers to requests, by status.", ("status",), self.answers),
        ):
            yield from _metric(f"{name}_total", "counter", meaning, _labelled(labels, counts))
        for histogram in (self._seconds, *histograms):
            yield from histogram.lines()


def _labelled(names: tuple[str, ...], counts: Mapping[Any, int]) -> dict[str, float]:
    samples = {}
    for key, count in sorted(counts.items()):
        values = key if isinstance(key, tuple) else (key,)
        labels = ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))
        samples[f"{{{labels}}}"] = float(count)
    return samples


def _metric(name: str, kind: str, meaning: str, samples: Mapping[str, float]) -> Iterator[str]:
    """Yields the lines of a metric. A sample has the end of its name."""
    yield f"# HELP qwixx_{name} {meaning}"
    yield f"# TYPE qwixx_{name} {kind}"
    for suffix, value in samples.items():
        yield f"qwixx_{name}{suffix} {value:.15g}"
