"""A value net that learns: the net of `qwixx.batch`, its gradient, and steps by Adam."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from qwixx.batch.net import BatchNet, NetArrays
from qwixx.batch.positions import ROW, Active, Positions, Previous, Values, from_previous
from qwixx.batch.rules import rivals, rules_for
from qwixx.kernel.arrays import Floats, Ints, Reals
from qwixx.kernel.encoding import MARGIN, encoding_of
from qwixx.kernel.weights_file import FORMAT
from qwixx.rules import Variant

Numbers: TypeAlias = npt.NDArray[np.floating[Any]]

_DECAYS: Final = (0.9, 0.999)
_SMALL: Final = 1e-8


def new_net(
    variant: Variant, width: int, tower: int, hidden: int, chance: np.random.Generator
) -> NetArrays:
    """Returns a net with random weights."""
    encoding = encoding_of(variant)

    def normal(rows: int, columns: int, scale: float) -> Floats:
        return (chance.standard_normal((rows, columns)) * scale).astype(np.float32)

    return NetArrays(
        mine=normal(encoding.own_rows, width, 0.1),
        other=normal(encoding.others_rows, tower, 0.1),
        mix=normal(tower, width, 0.5 / tower**0.5),
        inner=normal(width, hidden, 1.4 / width**0.5),
        inner_bias=np.zeros(hidden, np.float32),
        head=normal(hidden, 2, 0.3 / hidden**0.5),
        head_bias=np.zeros(2, np.float32),
    )


def save_net(path: Path, variant: Variant, net: NetArrays, story: dict[str, object]) -> None:
    """Writes the file that bots read; `story` says how the net was made."""
    about = json.dumps({"format": FORMAT, "variant": variant.name, **story})
    parts = {name: part.astype(np.float32) for name, part in vars(net).items()}
    np.savez_compressed(path, about=np.array(about), **parts)


@dataclass
class Lesson:
    """The values of some positions before a roll."""

    positions: Positions[Active]
    worth: Values[Active]
    """Points are leads, in units of SCALE."""
    weight: Reals
    """[position, seat]: how much each counts in the loss."""


class Learner:
    """Improves a net step by step. `net` always has the latest weights, in the same arrays."""

    def __init__(self, variant: Variant, net: NetArrays, lead_counts: float) -> None:
        """`lead_counts` says how much the second head counts in the loss."""
        self.variant = variant
        self._flat = np.concatenate([part.ravel() for part in vars(net).values()])
        self._gradient_flat = np.zeros_like(self._flat)
        self.net = _views(self._flat, net)
        self._gradient = _views(self._gradient_flat, net)
        self._moments = np.zeros((2, len(self._flat)), self._flat.dtype)
        self._steps = 0
        self._lead_counts = lead_counts
        self._batch = BatchNet(variant, self.net)

    @property
    def gradient(self) -> Floats:
        """The gradient since the last step, in the same order as `weights`."""
        return self._gradient_flat

    @property
    def weights(self) -> Floats:
        """All weights of the net in a row."""
        return self._flat

    def add(self, lesson: Lesson, chance: np.random.Generator) -> tuple[float, float]:
        """Adds the gradient of a lesson, whose tables are each seen in one of the ways that are
        the same game. Returns the losses of both heads."""
        # The net counts from the seat that has just rolled.
        positions = seen_otherwise(self.variant, lesson.positions, chance).last_turn()
        worth, weight = lesson.worth.last_turn(), from_previous(lesson.weight)
        layers = self._batch.layers(positions)
        logit, difference = layers.out[..., 0].astype(np.float64), layers.out[..., 1]
        win_loss = np.logaddexp(0, logit) - worth.shares * logit
        off = difference - worth.points
        lead_loss = np.where(np.abs(off) < 1, off**2 / 2, np.abs(off) - 0.5)
        to_out = np.empty_like(layers.out)
        # Alone one cannot lose, so there is nothing to learn about winning.
        counts = 0.0 if positions.players == 1 else 1.0
        to_out[..., 0] = counts * weight * (1 / (1 + np.exp(-logit)) - worth.shares)
        to_out[..., 1] = self._lead_counts * weight * off.clip(-1, 1)
        self._add_gradient(positions, layers.first, layers.hidden, to_out)
        return float((weight * win_loss).sum()), float((weight * lead_loss).sum())

    def _add_gradient(
        self, positions: Positions[Previous], first: Floats, hidden: Floats, to_out: Floats
    ) -> None:
        """Goes through the layers from the last to the first."""
        net, gradient = self.net, self._gradient
        towers = self._batch.towers(positions, positions.closed)
        others = towers.sum(1, keepdims=True) - towers
        gradient.head[...] += _product(hidden, to_out)
        gradient.head_bias[...] += to_out.sum((0, 1))
        to_hidden = to_out @ net.head.T * (hidden > 0)
        gradient.inner[...] += _product(first, to_hidden)
        gradient.inner_bias[...] += to_hidden.sum((0, 1))
        to_first = to_hidden @ net.inner.T * (first > 0)
        gradient.mix[...] += _product(others, to_first)
        to_others = to_first @ net.mix.T
        to_towers = (to_others.sum(1, keepdims=True) - to_others) * (towers > 0)
        # Embedding rows are summed; their gradient is a product with ones and zeros.
        rows = self._embedding_rows(positions)
        ones = np.zeros((*rows.shape[:2], len(net.mine)), first.dtype)
        np.put_along_axis(ones, rows, 1, -1)
        gradient.mine[...] += _product(ones, to_first)
        gradient.other[...] += _product(ones[..., : len(net.other)], to_towers)

    def _embedding_rows(self, positions: Positions[Previous]) -> Ints:
        """Returns [position, seat, part]: the embedding rows of which a card is the sum."""
        encoding = encoding_of(self.variant)
        scores = rules_for(self.variant).scores(positions.rows, positions.misthrows)
        margin = (scores - rivals(scores)[0]).clip(-MARGIN, MARGIN)
        seats = np.broadcast_to(self._batch.seat_rows(positions.players), scores.shape)
        parts = [
            self._batch.row_index(positions.closed[:, None], positions.rows),
            (encoding.margin + margin)[..., None],
            (encoding.misthrows + positions.misthrows)[..., None],
            seats[..., None],
        ]
        if self.variant.lucky_count:
            parts += [encoding.lucky + number[..., None] for number in _lucky_numbers(positions)]
        return np.concatenate(parts, -1)

    def step(self, rate: float) -> None:
        """Changes the weights by the gradients added since the last step."""
        self._steps += 1
        decays = np.array(_DECAYS, self._flat.dtype)[:, None]
        self._moments *= decays
        self._moments += (1 - decays) * np.stack([self._gradient_flat, self._gradient_flat**2])
        first, second = self._moments / (1 - decays**self._steps)
        self._flat -= rate * first / (np.sqrt(second) + _SMALL)
        self._gradient_flat[:] = 0


def seen_otherwise(
    variant: Variant, positions: Positions[Active], chance: np.random.Generator
) -> Positions[Active]:
    """Returns the same positions, each with its rows exchanged and its numbers mirrored in one of
    the ways that leave the same game."""
    views = variant.symmetries
    view = chance.integers(len(views), size=len(positions))
    order = np.array([each.order for each in views])[view]
    closed = np.take_along_axis(positions.closed[:, None] >> ROW & 1, order, 1)
    lucky = positions.lucky
    if variant.lucky_count:
        low, high = _lucky_numbers(positions)
        both_ends = variant.numbers[0] + variant.numbers[-1]
        mirrored = 1 << (both_ends - low) | 1 << (both_ends - high)
        is_mirrored = np.array([each.mirrored for each in views])[view]
        lucky = np.where(is_mirrored[:, None], mirrored, lucky)
    return Positions(
        np.take_along_axis(positions.rows, order[:, None, :], 2),
        positions.misthrows,
        (closed << ROW).sum(1),
        lucky,
        positions.over,
    )


def _lucky_numbers(positions: Positions[Any]) -> tuple[Ints, Ints]:
    """Returns [position, seat]: the lower and the higher lucky number."""
    low = positions.lucky & -positions.lucky
    return np.log2(low).astype(np.int64), np.log2(positions.lucky ^ low).astype(np.int64)


def _views(flat: Floats, shapes: NetArrays) -> NetArrays:
    """Returns the parts of a net as views of one array."""
    parts, start = {}, 0
    for name, part in vars(shapes).items():
        parts[name] = flat[start : start + part.size].reshape(part.shape)
        start += part.size
    return NetArrays(**parts)


def _product(inputs: Numbers, outputs: Numbers) -> Numbers:
    """Returns the gradient of a matrix between these layers [position, seat, unit]."""
    gradient: Numbers = inputs.reshape(-1, inputs.shape[-1]).T @ outputs.reshape(
        -1, outputs.shape[-1]
    )
    return gradient
