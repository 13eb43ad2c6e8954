"""The value net in plain numpy, and what one look ahead with it says of every move."""

from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from qwixx.bots.registry import weights_path
from qwixx.bots.weights_file import Floats, Weights, load_weights
from qwixx.kernel.candidates import (
    CANDIDATES,
    IMAGINED,
    best_candidate,
    colour_candidates,
    copy_position,
    imagine_picks,
    room,
    white_candidates,
)
from qwixx.kernel.chart import ROWS, plain_chart_for
from qwixx.kernel.encoding import MARGIN, TIE_BREAK, encoding_of
from qwixx.kernel.translate import position_of
from qwixx.rules import PASS, Game, Phase, Variant


@dataclass(frozen=True, slots=True)
class Outlook:
    """All that a seat may do now, and what each is worth."""

    found: SimpleNamespace
    """The candidates, as in `qwixx.kernel.candidates`, with their values: the share of the win to
    expect; alone, points in units of SCALE."""
    table: SimpleNamespace
    """The cards of the others at the end of the turn, as they are imagined."""
    is_white: bool

    def values(self) -> dict[int, tuple[float, int]]:
        """For each pick of this phase its value, and which candidate that is: for the active
        player's answers to the white dice, the one with the best colour move."""
        found = self.found
        picks = found.white if self.is_white else found.colour
        best: dict[int, tuple[float, int]] = {}
        for place in range(found.count):
            pick = picks[place]
            if pick not in best or found.value[place] > best[pick][0]:
                best[pick] = found.value[place], place
        return best

    def best(self) -> int:
        """The pick with the highest value."""
        place = best_candidate(self.found)
        pick: int = (self.found.white if self.is_white else self.found.colour)[place]
        return pick


class Net:
    """Values the moves of any seat of a position, as in `qwixx.kernel.translate`."""

    def __init__(self, variant: Variant, weights: Weights) -> None:
        self.variant = variant
        self.weights = weights
        self._chart = plain_chart_for(variant)
        self._encoding = encoding_of(variant)
        self._index = self._encoding.by_state
        self._rows = np.arange(ROWS)

    def white(self, position: SimpleNamespace, seat: int, foresight: int = 1) -> Outlook:
        """Every answer to the white dice; the active seat's with every colour move after it.

        The others answer at the same time: their answers are predicted as if all others passed,
        and are on their cards when the own ones are valued. With more `foresight`, so often are
        they predicted again from the predictions before.
        """
        found = room(CANDIDATES)
        everybody = range(position.players)
        others = [other for other in everybody if other != seat]
        picks: dict[int, tuple[int, int]] = {}
        for depth in range(foresight):
            # In the last round nobody needs to know what this seat will do.
            asked = others if depth == foresight - 1 else everybody
            sights: dict[int, Floats] = {}
            if not picks:
                table = self._imagine(position, {}, seat)
            predicted = {}
            for other in asked:
                if picks:
                    table = self._imagine(position, picks, other)
                    sights = {}
                white_candidates(self._chart, position, other, table, found)
                self._value(position, other, table, found, sights)
                best = best_candidate(found)
                predicted[other] = found.white[best], found.colour[best]
            picks = predicted
        table = self._imagine(position, picks, seat)
        white_candidates(self._chart, position, seat, table, found)
        self._value(position, seat, table, found, {})
        return Outlook(found, table, is_white=True)

    def _imagine(
        self, position: SimpleNamespace, picks: dict[int, tuple[int, int]], seat: int
    ) -> SimpleNamespace:
        """The table once all but that seat have made these picks."""
        table = room(IMAGINED)
        copy_position(self._chart, position, table)
        for other, (white, colour) in picks.items():
            if other != seat:
                imagine_picks(self._chart, position, other, white, colour, table)
        return table

    def colour(self, position: SimpleNamespace, seat: int, *, crossed: bool) -> Outlook:
        """Every colour move of the active seat."""
        table, found = self._imagine(position, {}, seat), room(CANDIDATES)
        colour_candidates(self._chart, position, seat, crossed, table, found)
        self._value(position, seat, table, found, {})
        return Outlook(found, table, is_white=False)

    def outlook(self, game: Game, seat: int, foresight: int = 1) -> Outlook:
        """What the seat may do now in a game; see `white` for the foresight."""
        if game.variant != self.variant:
            raise ValueError(
                f"this net plays the {self.variant.name} game, not {game.variant.name}"
            )
        position = position_of(game)
        if game.phase is Phase.WHITE:
            return self.white(position, seat, foresight)
        return self.colour(position, seat, crossed=game.answers[seat] != PASS)

    def _value(
        self,
        position: SimpleNamespace,
        seat: int,
        table: SimpleNamespace,
        found: SimpleNamespace,
        sights: dict[int, Floats],
    ) -> None:
        """Fills in the values of candidates. `sights` keeps what the table means to each seat, by
        the closed rows."""
        encoding, weights = self._encoding, self.weights
        open_ends = [place for place in range(found.count) if not found.over[place]]
        if not open_ends:
            return
        count = found.count
        states = np.array(found.rows[: ROWS * count]).reshape(count, ROWS)[open_ends]
        closed = np.array(found.closed[:count])[open_ends]
        margin = np.array(found.margin[:count])[open_ends]
        misthrows = np.array(found.misthrows[:count])[open_ends]
        index = np.empty((len(open_ends), ROWS + 2), np.int64)
        index[:, :ROWS] = self._index[closed[:, None] >> self._rows & 1, self._rows, states]
        index[:, ROWS] = encoding.margin + margin.clip(-MARGIN, MARGIN)
        index[:, ROWS + 1] = encoding.misthrows + misthrows
        first = weights.mine[index].sum(1)
        for bits in set(closed.tolist()):
            if bits not in sights:
                sights[bits] = self._sight(position, table, bits)
            first[closed == bits] += sights[bits][seat]
        out = top(weights, first)
        if position.players == 1:
            values = out[:, 1]
        else:
            values = 1 / (1 + np.exp(-out[:, 0])) + TIE_BREAK * out[:, 1]
        for place, value in zip(open_ends, values.tolist(), strict=True):
            found.value[place] = value

    def _sight(self, position: SimpleNamespace, table: SimpleNamespace, closed: int) -> Floats:
        """[seat, width]: the first layer but for the own card, when these rows are closed."""
        encoding, weights = self._encoding, self.weights
        players = position.players
        soon = [(seat - position.active - 1) % players for seat in range(players)]
        seats = encoding.seat(players, 0) + np.array(soon)
        states = np.array(table.rows[: ROWS * players]).reshape(players, ROWS)
        rows = self._index[closed >> self._rows & 1, self._rows, states]
        # A fourth misthrow has ended the game, so it is nobody's concern here.
        misthrows = encoding.misthrows + np.array(table.misthrows[:players]).clip(max=3)
        towers = weights.other[rows].sum(1) + weights.other[misthrows] + weights.other[seats]
        own = weights.mine[seats]
        if encoding.variant.lucky_count:
            numbers = [
                [encoding.lucky + n for n in encoding.variant.numbers if bits >> n & 1]
                for bits in position.lucky[:players]
            ]
            lucky = np.array(numbers)
            towers += weights.other[lucky].sum(1)
            own = own + weights.mine[lucky].sum(1)
        towers = np.maximum(towers, 0)
        sight: Floats = (towers.sum(0) - towers) @ weights.mix + own
        return sight


def top(weights: Weights, first: Floats) -> Floats:
    """[…, 2]: win logit and score difference, from the sums of the first layer."""
    inner: Floats = np.maximum(first, 0) @ weights.inner + weights.inner_bias
    out: Floats = np.maximum(inner, 0) @ weights.head + weights.head_bias
    return out


@lru_cache(maxsize=8)
def shipped_net(variant: Variant) -> Net:
    """The net that comes with the package; BadWeights if it is missing or damaged."""
    weights, _ = load_weights(weights_path(variant), variant)
    return Net(variant, weights)
