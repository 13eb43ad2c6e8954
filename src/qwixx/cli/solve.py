"""`qwixx solve`: the exact solo optimum, and what can be read from it."""

import argparse
import sys
from typing import TYPE_CHECKING, Any, Final

from qwixx.cli import BadInput, arguments
from qwixx.cli.progress import ProgressBar
from qwixx.notation import read_position, write_position
from qwixx.rules import MOST_PLAYERS, VARIANTS, Game, Phase, Variant

if TYPE_CHECKING:
    from qwixx.solver.advice import Choice
    from qwixx.solver.distribution import Distribution

DESCRIPTION: Final = (
    "Finds the best possible expected score of the solo game, exactly, and stores the table of "
    "all states in the cache folder. The table gives the value of a position, the cost of every "
    "move with a roll, and the chance of each final score."
)
EXAMPLE: Final = "qwixx solve --roll 41/3256 --at-least 120"


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    arguments.add_variant(parser, "solve", "that of the position, or classic")
    add("--lucky", metavar="A,B", help="lucky numbers in Longo, like 6,11; `all` solves every pair")
    add("--position", metavar="TEXT", help="show the value of a position, like 'classic 0.1 - …'")
    add("--roll", metavar="WW/RYGB", help="show the value of every move with this roll")
    add("--distribution", action="store_true", help="show the chance of every score")
    add("--at-least", type=int, metavar="N", help="show the chance of N points or more")
    add(
        "--friendly",
        type=int,
        metavar="N",
        help="also show the value of each seat at a table of N if the others never end the game",
    )
    arguments.add_cluster(parser)
    add("--fresh", action="store_true", help="solve again, even if the cache holds the solution")
    arguments.add_threads(parser, "solve")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.lucky == "all":
        return _solve_pairs(args)
    if args.cluster:
        raise BadInput("--cluster needs --lucky all")
    game = _game(args)
    if args.friendly is not None and not 1 <= args.friendly <= MOST_PLAYERS:
        raise BadInput(f"expected --friendly from 1 to {MOST_PLAYERS}, found {args.friendly}")
    arguments.show(args, *_answer(args, game))
    return 0


def _solve_pairs(args: argparse.Namespace) -> int:
    from concurrent.futures import ThreadPoolExecutor
    from contextlib import nullcontext

    from qwixx.solver.pairs import pairs_to_solve, solve_pairs

    variant = VARIANTS[args.variant or "classic"]
    if not variant.lucky_count:
        raise BadInput(f"the {variant.name} game has no lucky numbers")
    bar = ProgressBar()
    facts: list[dict[str, Any]] = []
    # Here one after another: each uses all cores.
    with (
        arguments.workers_at(args.cluster, args.threads) as found,
        nullcontext(found.executor) if found else ThreadPoolExecutor(1) as executor,
    ):
        for pair, table in solve_pairs(variant, executor, _warn):
            facts.append({"lucky": pair, "value": table.value, "seconds": table.seconds})
            bar.update(len(facts) / len(pairs_to_solve(variant)))
    facts.sort(key=lambda fact: fact["lucky"])
    lines = [
        f"{low} & {high}: {fact['value']:.6f}, solved in {fact['seconds']:.1f} s"
        for fact in facts
        for low, high in (fact["lucky"],)
    ]
    arguments.show(args, {"variant": variant.name, "pairs": facts}, lines)
    return 0


def _game(args: argparse.Namespace) -> Game:
    """Returns the solo game of the question: the start, or that position, and that roll."""
    with arguments.bad_input(ValueError):
        if args.position is None:
            game = _new_game(VARIANTS[args.variant or "classic"], args.lucky)
        else:
            game = read_position(args.position)
            if game.players != 1:
                raise BadInput(f"expected a position of one card, found {game.players} cards")
            if args.variant not in (None, game.variant.name) or args.lucky:
                raise BadInput("--variant and --lucky cannot be combined with --position")
        return game.roll(args.roll) if args.roll is not None else game


def _new_game(variant: Variant, lucky_text: str | None) -> Game:
    if lucky_text is None:
        if variant.lucky_count:
            raise BadInput(f"the {variant.name} game needs its lucky numbers, like --lucky 6,11")
        return Game.new(variant, players=1)
    try:
        lucky = [int(number) for number in lucky_text.split(",")]
    except ValueError:
        raise BadInput(f"expected two lucky numbers, like 6,11; found {lucky_text!r}") from None
    return Game.new(variant, players=1, lucky=[lucky])


def _answer(args: argparse.Namespace, game: Game) -> tuple[dict[str, Any], list[str]]:
    """Everything that was asked for: as JSON, and as lines to read."""
    # numpy takes its time to load: not before the question is known to make sense.
    from qwixx.solver.advice import choices
    from qwixx.solver.table import solo_table

    variant, card = game.variant, game.cards[0]
    solving: dict[str, Any] = {
        "fresh": args.fresh,
        "threads": args.threads,
        "warn": _warn,
        "progress": ProgressBar().update,
    }
    table = solo_table(variant, card.lucky, **solving)
    states = table.layout.states
    facts: dict[str, Any] = {
        "variant": variant.name,
        **({"lucky": card.lucky} if card.lucky else {}),
        "value": table.value,
        "states": states,
        "seconds": table.seconds,
        "cached": table.cached,
    }
    pair = f" with {card.lucky[0]} & {card.lucky[1]}" if card.lucky else ""
    lines = [
        f"{variant.name}{pair}: the best expected score is {table.value:.6f}",
        f"{states:,} states, solved in {table.seconds:.1f} s"
        + (" (from the cache)" if table.cached else ""),
    ]
    if args.position is not None or args.roll is not None:
        found = choices(table, game, 0)
        value = found[0].value if found else card.score + table.gain(card, game.closed)
        facts |= {"position": write_position(game), "position_value": value}
        lines += ["", *_position_lines(game, value)]
        if found:
            facts["choices"] = [_choice_facts(choice, value) for choice in found]
            lines += ["  white  colour       value    costs", *map(_choice_line, facts["choices"])]
    if args.distribution or args.at_least is not None:
        from qwixx.solver.distribution import distribution

        chances = distribution(table, warn=_warn, progress=ProgressBar().update, fresh=args.fresh)
        facts |= {"mean": chances.mean, "sd": chances.sd}
        lines += ["", f"mean {chances.mean:.6f}, standard deviation {chances.sd:.3f}"]
        if args.at_least is not None:
            chance = chances.at_least(args.at_least)
            facts["at_least"] = {"score": args.at_least, "chance": chance}
            lines.append(f"{args.at_least} points or more: {_chance(chances, args.at_least)}")
        if args.distribution:
            shares = chances.chances.tolist()
            facts["distribution"] = {"lowest": chances.lowest, "chances": shares}
            lines.append("  score   chance   as much or more")
            lines += [
                f"  {score:5}  {chance:7.3%}  {chances.at_least(score):9.3%}"
                for score, chance in zip(chances.scores, shares, strict=True)
                if chance > 0
            ]
    if args.friendly is not None:
        from qwixx.solver.friendly import friendly_values

        facts["friendly"] = friendly_values(variant, args.friendly, card.lucky, **solving)
        lines += ["", f"{args.friendly} players, nobody else ever ends the game:"]
        lines += [f"  seat {seat}  {value:.6f}" for seat, value in enumerate(facts["friendly"])]
    return facts, lines


def _warn(message: str) -> None:
    print(f"qwixx solve: {message}", file=sys.stderr)


def _position_lines(game: Game, value: float) -> list[str]:
    score = game.scores[0]
    if game.phase is Phase.OVER:
        return [f"the game is over: {score} points"]
    return [f"this position is worth {value:.6f}: {score} points now, {value - score:.6f} to come"]


def _choice_facts(choice: "Choice", best: float) -> dict[str, Any]:
    return {
        "white": None if choice.white is None else str(choice.white),
        "colour": None if choice.colour is None else str(choice.colour),
        "value": choice.value,
        "cost": best - choice.value,
    }


def _choice_line(choice: dict[str, Any]) -> str:
    costs = f"{choice['cost']:9.4f}" if choice["cost"] > 1e-9 else "     best"
    moves = f"{choice['white'] or '':<5}  {choice['colour'] or '':<6}"
    return f"  {moves}  {choice['value']:10.4f}{costs}"


def _chance(chances: "Distribution", score: int) -> str:
    chance = chances.at_least(score)
    if not chance:
        return f"never (with the best moves the highest score is {chances.scores[-1]})"
    return f"{chance:.4%}" if chance >= 5e-7 else "less than 0.0001%"
