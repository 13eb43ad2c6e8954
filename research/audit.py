"""Finds the wrong decisions of a bot: full playouts find another move better by 5 points or more.

`strong` plays each legal move on to the end of the game, in all seats, with the same dice for all
moves. The other answers of that phase are those of `strong`, or come from the solved mix in a fight
for a lock. Moves that are hardly better are given up early. Separate playouts confirm the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from qwixx.arena.match import MatchGames
from qwixx.batch.positions import ACTIVE, Place, Places, Positions, Previous, place_of
from qwixx.batch.rules import move_of_option, option_of_move
from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.option_values import Valued, value_moves
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.evaluator import Evaluator
from qwixx.coach.timeline import turns_of
from qwixx.kernel.arrays import Ints, Reals
from qwixx.notation import Record, write_position
from qwixx.rules import Game, Move, Variant
from research.playouts import play_on
from research.positions import join, roll, white_phases

CLEARLY: Final = 0.05
"""The gain of another move that makes a decision wrong."""
STAGES: Final = (150, 600, 2400, 9600)
"""The numbers of playouts after which a move is given up if it is hardly better."""
_SURE: Final = 2.5
"""A move is given up if it falls short of the margin by this many standard errors."""
_AT_ONCE: Final = 40
"""Decisions that are played on together."""


@dataclass
class Decision:
    """One choice of the bot."""

    game: Game
    seat: int
    place: Place
    options: Ints
    played: int
    """Which of the options."""
    ends: list[Positions[Previous]]
    """[option]: the tables at the end of the turn, one for each way the others may answer."""
    likely: Reals
    """How likely those ways are."""


@dataclass
class Wrong:
    """Another move was clearly better, twice."""

    position: str
    seat: int
    played: str
    better: str
    gains: tuple[float, float]
    """The gain in the search, and in the confirmation."""


class Audit:
    """Watches matches and looks at every real choice of their first bot, up to `most`."""

    wants_results = False
    wants_records = True

    def __init__(
        self, variant: Variant, seed: int, most: int, stages: Sequence[int] = STAGES
    ) -> None:
        self.decisions = 0
        self.wrong: list[Wrong] = []
        self._most = most
        self._stages = stages
        self._evaluator = Evaluator(shipped_policy(variant, CompiledPolicy))
        self._chance = np.random.default_rng(seed)

    def watch(self, games: MatchGames) -> None:
        for number, record in enumerate(games.records, games.first):
            # From game to game the bots move on by one seat.
            seat = -number % record.start.players
            found = decisions_in(self._evaluator, record, seat)[: self._most - self.decisions]
            for start in range(0, len(found), _AT_ONCE):
                self.wrong += self._wrong_of(found[start : start + _AT_ONCE])
            self.decisions += len(found)

    def _wrong_of(self, decisions: list[Decision]) -> Iterator[Wrong]:
        gains = [
            {option: np.zeros(0) for option in range(len(each.options)) if option != each.played}
            for each in decisions
        ]
        done = 0
        for stage in self._stages:
            for more, gain in zip(self._gains(decisions, gains, stage - done), gains, strict=True):
                for option, values in more.items():
                    gain[option] = np.append(gain[option], values)
                    if not _may_be_clear(gain[option], 0.0 if stage == self._stages[-1] else _SURE):
                        del gain[option]
            done = stage
        for decision, gain in zip(decisions, gains, strict=True):
            if gain:
                best = max(gain, key=lambda option: float(gain[option].mean()))
                (again,) = self._gains([decision], [{best}], done)
                if _may_be_clear(again[best], 0.0):
                    means = float(gain[best].mean()), float(again[best].mean())
                    yield _wrong(decision, best, means)

    def _gains(
        self,
        decisions: Sequence[Decision],
        asked: Sequence[dict[int, Reals] | set[int]],
        count: int,
    ) -> list[dict[int, Reals]]:
        """Returns [decision][option] the gain of that option over the played one, per playout."""
        parts, throw_of, places = [], [], []
        for number, (decision, options) in enumerate(zip(decisions, asked, strict=True)):
            if not options:
                continue
            ways = self._chance.choice(len(decision.likely), count, p=decision.likely)
            for option in (decision.played, *options):
                parts.append(decision.ends[option].select(ways))
                throw_of.append(number * count + np.arange(count))
                places.append(np.full(count, decision.place))
        if not parts:
            return [{} for _ in decisions]
        same_dice, place = np.concatenate(throw_of), np.concatenate(places)

        def throw(tables: Ints) -> Ints:
            dice = roll(self._evaluator.variant, len(decisions) * count, self._chance)
            thrown: Ints = dice[same_dice[tables]]
            return thrown

        shares = play_on(self._evaluator.policy, join(parts), throw).shares
        won = iter(shares[np.arange(len(place)), place].reshape(-1, count))
        gains: list[dict[int, Reals]] = []
        for options in asked:
            played = next(won) if options else np.zeros(0)
            gains.append({option: next(won) - played for option in options})
        return gains


def decisions_in(evaluator: Evaluator, record: Record, seat: int) -> list[Decision]:
    """The real choices of one seat in a game."""
    turns = turns_of(record)
    places = np.array([place_of(turn.rolled, seat) for turn in turns])
    phases = white_phases(evaluator.policy, evaluator.leaves, turns)
    found = []
    asked = np.flatnonzero(phases.white.legal[np.arange(len(turns)), places].sum(-1) > 1)
    if len(asked):
        valued = phases.value(phases.scenarios(asked, Places(places[asked])))
        for number, which in enumerate(asked.tolist()):
            turn = turns[which]
            found.append(_decision(turn.rolled, seat, valued, number, turn.white[seat]))
    for turn in turns:
        game, move = turn.answered, turn.colour
        if game and move and game.active == seat and len(game.legal_moves(seat)) > 1:
            valued, _ = value_moves(evaluator.policy, evaluator.leaves, game, ACTIVE)
            found.append(_decision(game, seat, valued, 0, move))
    return found


def _decision(game: Game, seat: int, valued: Valued, number: int, move: Move) -> Decision:
    slots = np.flatnonzero(valued.decision == number)
    lines = [np.flatnonzero(valued.slot == slot) for slot in slots]
    options = valued.option[slots]
    return Decision(
        game,
        seat,
        place_of(game, seat),
        options,
        int(np.flatnonzero(options == option_of_move(game, move))[0]),
        [valued.ends.select(mine) for mine in lines],
        valued.weight[lines[0]],
    )


def _may_be_clear(gains: Reals, sure: float) -> bool:
    """Whether the mean may be CLEARLY more than nothing."""
    error = float(gains.std()) / np.sqrt(len(gains))
    return bool(gains.mean() + sure * error >= CLEARLY)


def _wrong(decision: Decision, better: int, gains: tuple[float, float]) -> Wrong:
    game, seat, options = decision.game, decision.seat, decision.options.tolist()
    names = [str(move_of_option(game, seat, options[each])) for each in (decision.played, better)]
    return Wrong(write_position(game), seat, names[0], names[1], gains)
