"""What there is to be gained in fights for a lock at tables of two, and what it risks.

In games of `strong` with itself every fight is looked at from both sides: all combinations of
answers are played on to the end, with the same dice. So it is known what each mix of answers gains
on that of `strong`, and what it brings against whoever knows the mix and answers best.
"""

from math import sqrt
from typing import Final

import numpy as np

from qwixx.arena.match import MatchGames
from qwixx.bots.compiled_turns import use_compiled_turns
from qwixx.bots.fights import ACTIVE, Fight, combine, fighters
from qwixx.bots.look import Reals
from qwixx.bots.lookahead import Chooser
from qwixx.bots.playouts import play_on
from qwixx.bots.policy import shipped_policy
from qwixx.bots.tables import Ints, Tables
from qwixx.coach.course import played_turns, white_phases
from qwixx.kernel.chart import ROWS
from qwixx.notation import Record
from qwixx.rules import Variant

OFTEN: Final = (0.0, 0.25, 0.5, 2 / 3, 0.75, 0.9, 1.0)
"""How often the other may be expected to answer like `strong`: from the solution of the fight to
the best answer."""


class FightGains:
    """Watches games of `strong` with itself and plays their fights on."""

    wants_results = False
    wants_records = True

    def __init__(self, variant: Variant, seed: int, playouts: int) -> None:
        use_compiled_turns(variant)
        self.fights = 0
        self.games: list[Reals] = []
        """[2, often] for each game: what a seat gains, and what it has left at worst."""
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

    def _played_on(self, ends: Tables, fight: Fight) -> Reals:
        """[option, option, seat]: what comes of all combinations of answers."""
        policy, count = self._chooser.policy, self._playouts

        def throw(playing: Ints) -> Ints:
            dice: Ints = self._chance.integers(1, policy.variant.sides + 1, (count, 2 + ROWS))
            return dice[playing % count]

        shares = play_on(policy, ends.select(np.arange(len(ends)).repeat(count)), throw)
        won: Reals = shares.reshape(len(ends), count, -1).mean(1).reshape(fight.payoffs.shape)
        return won


def prospects(fight: Fight, payoffs: Reals, habits: Reals, seat: int) -> Reals:
    """[2, often]: what a seat gains on `strong`, and what it has left at worst. In the latter the
    active seat thinks about its colour move, in the former unless it is `strong`."""
    own, usual = (np.moveaxis(each[..., seat], seat, 0) for each in (payoffs, habits))
    strong = (own if seat == ACTIVE else usual)[:, fight.expected[1 - seat]]
    mixes = [fight.daring(seat, often)[0] for often in OFTEN]
    gained = [mix @ strong - strong[fight.expected[seat]] for mix in mixes]
    return np.array([gained, [(mix @ own).min() for mix in mixes]])
