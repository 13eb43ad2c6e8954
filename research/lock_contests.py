"""Measures the solutions of fights for a lock: the gain they leave, and the gain and risk of a mix.

`FightSolutions` measures at tables of any size the gain that a solution leaves. `FightGains` takes
the fights from games of `strong` against itself at tables of two. It plays all combinations of
answers on to the end, with the same dice. From the results it computes the gain of a mix of
answers over that of `strong`. It also computes the result of that mix against an opponent who knows
it and answers best.
"""

from math import sqrt
from typing import Final

import numpy as np

from qwixx.arena.match import MatchGames
from qwixx.arena.report import SURE
from qwixx.batch.policy import with_tie_break
from qwixx.batch.positions import ACTIVE, Place, Positions, Previous, Values
from qwixx.bots.compiled import CompiledPolicy
from qwixx.bots.fights import Fight, NormalFormGame, combine
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.evaluator import Evaluator
from qwixx.coach.timeline import turns_of
from qwixx.kernel.arrays import Ints, Reals
from qwixx.notation import Record
from qwixx.rules import Variant
from research.playouts import play_on
from research.positions import roll, white_phases

OFTEN: Final = (0.0, 0.25, 0.5, 2 / 3, 0.75, 0.9, 1.0)
"""How often the other may be expected to answer like `strong`: from the solution of the fight to
the best answer."""

_NOTICED: Final = 0.005
"""The smallest gain that counts as a fault of a solution."""


class FightSolutions:
    """Watches games and measures how much better than the coach's solutions a player could do in a
    fight for a lock."""

    wants_results = False
    wants_records = True

    def __init__(self, variant: Variant) -> None:
        self.fighters: list[int] = []
        """How many there were in each fight."""
        self.regrets: list[float] = []
        """The largest gain of any fighter from another answer, for each fight."""
        self.blames: list[float] = []
        """The cost of the costliest answer that a solution recommends, for each fight."""
        self._evaluator = Evaluator(shipped_policy(variant, CompiledPolicy))

    def watch(self, games: MatchGames) -> None:
        for record in games.records:
            self._look_at(record)

    def report(self) -> dict[str, object]:
        """Points of the win."""
        regrets, blames = np.array(self.regrets), np.array(self.blames)
        return {
            "fights": len(regrets),
            "of three or more": sum(count > 2 for count in self.fighters),
            "half a point to gain": int((regrets >= _NOTICED).sum()),
            "half a point to blame": int((blames >= _NOTICED).sum()),
            "most to gain": round(100 * float(regrets.max(initial=0)), 2),
            "most to blame": round(100 * float(blames.max(initial=0)), 2),
        }

    def _look_at(self, record: Record) -> None:
        evaluator = self._evaluator
        phases = white_phases(evaluator.policy, evaluator.leaves, turns_of(record))
        for number in np.flatnonzero(phases.fighters.any(1)):
            fight = phases.fight(int(number), Place(int(phases.fighters[number].argmax())))
            assert fight
            contest = NormalFormGame([fight.payoffs[..., place] for place in fight.places])
            self.fighters.append(len(fight.places))
            self.regrets.append(contest.regret(fight.mixes))
            self.blames.append(contest.worst_cost(fight.mixes))


class FightGains:
    """Watches games of `strong` with itself and plays their fights on."""

    wants_results = False
    wants_records = True

    def __init__(self, variant: Variant, seed: int, playouts: int) -> None:
        self.fights = 0
        self.games: list[Reals] = []
        """[2, often] for each game: the gain of a seat, and the rest that it has at worst."""
        self._playouts = playouts
        self._policy = shipped_policy(variant, CompiledPolicy)
        self._chance = np.random.default_rng(seed)

    def watch(self, games: MatchGames) -> None:
        for record in games.records:
            self.games.append(self._in_game(record))

    def report(self) -> dict[str, object]:
        """Points of the win a game for one seat, with half the width of their 95 % intervals."""
        games = 100 * np.array(self.games)
        games[:, 1] -= games[:, 1, :1]
        means, spread = games.mean(0), games.std(0, ddof=1)
        errors = SURE * spread / sqrt(len(games))
        names = ("gained on strong", "lost at worst")
        return {
            "games": len(games),
            "fights a game": self.fights / len(games),
            "expected": list(OFTEN),
            **{
                name: [
                    [round(sign * float(mean), 3) + 0.0, round(float(error), 3)]
                    for mean, error in zip(means[line], errors[line], strict=True)
                ]
                for line, (name, sign) in enumerate(zip(names, (1, -1), strict=True))
            },
        }

    def _in_game(self, record: Record) -> Reals:
        phases = white_phases(self._policy, self._values, turns_of(record))
        found = np.zeros((2, len(OFTEN)))
        for number in np.flatnonzero(phases.fighters.all(1)):
            fight = phases.fight(int(number), ACTIVE)
            assert fight
            answers = combine(phases.answers[[number]], fight.places, fight.options)
            table = number.repeat(len(answers))
            payoffs = self._played_on(phases.ends(table, answers, np.ones(len(table), bool)), fight)
            habits = self._played_on(phases.ends(table, answers), fight)
            self.fights += 1
            found += sum(prospects(fight, payoffs, habits, place) for place in fight.places) / 2
        return found

    def _values(self, ends: Positions[Previous]) -> Values[Previous]:
        return with_tie_break(self._policy.value_ends(ends))

    def _played_on(self, ends: Positions[Previous], fight: Fight) -> Reals:
        """Returns [option, option, seat] the results of all combinations of answers."""
        policy, count = self._policy, self._playouts

        def throw(playing: Ints) -> Ints:
            return roll(policy.variant, count, self._chance)[playing % count]

        shares = play_on(policy, ends.select(np.arange(len(ends)).repeat(count)), throw).shares
        won: Reals = shares.reshape(len(ends), count, -1).mean(1).reshape(fight.payoffs.shape)
        return won


def prospects(fight: Fight, payoffs: Reals, habits: Reals, place: Place) -> Reals:
    """Returns [2, often]: the gain of a mix against `strong`, and against the worst answer.

    The worst answer assumes the best colour move; `strong` makes its own colour move."""
    own, usual = (np.moveaxis(each[..., place], place, 0) for each in (payoffs, habits))
    strong = (own if place == ACTIVE else usual)[:, fight.expected[1 - place]]
    mixes = [fight.restricted_response(place, often)[0] for often in OFTEN]
    gained = [mix @ strong - strong[fight.expected[place]] for mix in mixes]
    return np.array([gained, [(mix @ own).min() for mix in mixes]])
