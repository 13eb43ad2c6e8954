"""Compiles the game loops that many tests use, for sheets of both kinds.

`make test` runs this beside its checks, which leave a core free. On a new machine each process of
the tests would otherwise compile them again.
"""

from qwixx.arena import Match
from qwixx.arena.games import compile_games, policies_of
from qwixx.bots.compiled import compile_turns
from qwixx.env import VectorEnv
from qwixx.rules import VARIANTS
from qwixx.solver.layout import layout_for
from qwixx.solver.solve import solve
from tests.solver.shrunken import PLAIN


def main() -> None:
    for name, bots in (("classic", ("heuristic", "strong")), ("mixx-a", ("heuristic",))):
        for bot in bots:
            match = Match.new([bot, bot], 2, variant=name)
            policies = policies_of(match)
            assert policies is not None
            compile_games(match, policies)
        VectorEnv(name, 2, 1)
        compile_turns(VARIANTS[name])
    for bot in ("heuristic", "strong"):
        VectorEnv("classic", 2, 1, opponents=[bot])
    solve(layout_for(PLAIN))


if __name__ == "__main__":
    main()
