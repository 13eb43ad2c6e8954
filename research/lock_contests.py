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
from qwixx.batch.net import Reals
from qwixx.batch.positions import Ints, Positions
from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.bots.fights import ACTIVE, Fight, combine, fighters
from qwixx.bots.lookahead import Chooser
from qwixx.bots.shipped import shipped_policy
from qwixx.coach.evaluator import evaluator_for
from qwixx.coach.timeline import played_turns, white_phases
from qwixx.kernel.chart import ROWS
from qwixx.notation import Record
from qwixx.rules import Variant
from research.playouts import play_on

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
        use_compiled_turns(variant)
        self.fighters: list[int] = []
        """How many there were in each fight."""
        self.regrets: list[float] = []
        """The largest gain of any fighter from another answer, for each fight."""
        self.blames: list[float] = []
        """The cost of the costliest answer that a solution recommends, for each fight."""
        self._evaluator = evaluator_for(variant)

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
        phases = white_phases(self._evaluator, played_turns(record))
        fought = fighters(phases.white)
        for number in np.flatnonzero(fought.any(1)):
            fight = phases.fight(int(number), int(fought[number].argmax()))
            assert fight
            self.fighters.append(len(fight.seats))
            self.regrets.append(fight.normal_form.regret(fight.mixes))
            self.blames.append(fight.normal_form.worst_cost(fight.mixes))


class FightGains:
    """Watches games of `strong` with itself and plays their fights on."""

    wants_results = False
    wants_records = True

    def __init__(self, variant: Variant, seed: int, playouts: int) -> None:
        use_compiled_turns(variant)
        self.fights = 0
        self.games: list[Reals] = []
        """[2, often] for each game: the gain of a seat, and the rest that it has at worst."""
        self._playouts = playouts
        self._chooser = Chooser(shipped_policy(variant))
        self._chance = np.random.default_rng(seed)

    def watch(self, games: MatchGames) -> None:
        for record in games.records:
            self.games.append(self._in_game(record))

    def report(self) -> dict[str, object]:
        """Points of the win a game for one seat, with half the width of their 95 % intervals."""
        games = 100 * np.array(self.games)
        games[:, 1] -= games[:, 1, :1]
        means, spread = games.mean(0), games.std(0, ddof=1)
        errors = 1.96 * spread / sqrt(len(games))
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
        phases = white_phases(self._chooser, played_turns(record))
        found = np.zeros((2, len(OFTEN)))
        for number in np.flatnonzero(fighters(phases.white).all(1)):
            fight = phases.fight(int(number), 0)
            assert fight
            answers = combine(phases.answers[[number]], fight.seats, fight.options)
            table = number.repeat(len(answers))
            payoffs = self._played_on(phases.ends(table, answers, np.ones(len(table), bool)), fight)
            habits = self._played_on(phases.ends(table, answers), fight)
            self.fights += 1
            found += sum(prospects(fight, payoffs, habits, seat) for seat in fight.seats) / 2
        return found

    def _played_on(self, ends: Positions, fight: Fight) -> Reals:
        """Returns [option, option, seat] the results of all combinations of answers."""
        policy, count = self._chooser.policy, self._playouts

        def throw(playing: Ints) -> Ints:
            dice: Ints = self._chance.integers(1, policy.variant.sides + 1, (count, 2 + ROWS))
            return dice[playing % count]

        shares = play_on(policy, ends.select(np.arange(len(ends)).repeat(count)), throw)
        won: Reals = shares.reshape(len(ends), count, -1).mean(1).reshape(fight.payoffs.shape)
        return won


def prospects(fight: Fight, payoffs: Reals, habits: Reals, seat: int) -> Reals:
    """[2, often]: the gain of a seat on `strong`, and the rest that it has at worst. In the latter
    the active seat thinks about its colour move, in the former unless it is `strong`."""
    own, usual = (np.moveaxis(each[..., seat], seat, 0) for each in (payoffs, habits))
    strong = (own if seat == ACTIVE else usual)[:, fight.expected[1 - seat]]
    mixes = [fight.restricted_response(seat, often)[0] for often in OFTEN]
    gained = [mix @ strong - strong[fight.expected[seat]] for mix in mixes]
    return np.array([gained, [(mix @ own).min() for mix in mixes]])
