"""Games between bots with fair dice, recorded as a table would."""

from random import Random

from qwixx.bots import load_bot
from qwixx.notation import Record, Recording
from qwixx.rules import Game, Phase, find_variant
from qwixx.table.fair import ABSENT, BOT, FairDice, Seal, headers_of


def sealed_game(
    variant_name: str,
    seed: int = 1,
    *,
    game: str = "CDFGHJ-1",
    parts: tuple[str, ...] | None = None,
    first: int | None = None,
    restarts: tuple[tuple[int, ...], ...] = (),
    most_turns: int = 1000,
) -> Record:
    """Returns a sealed game, by default of three, with one part and one player who did not
    answer."""
    rng = Random(seed)
    secret = rng.randbytes(32).hex()
    parts = parts or (BOT, rng.randbytes(32).hex(), ABSENT)
    seal = Seal(game, variant_name, parts, first, restarts)
    dice = FairDice(secret, seal)
    variant, players = find_variant(variant_name), len(parts)
    begins = dice.first(players) if first is None else first
    start = Game.new(variant, players, first=begins, lucky=dice.lucky(variant, players))
    told = headers_of(seal, secret, over=True)
    table = Recording(start, list("abcde"[:players]), told)
    bot = load_bot("greedy")
    while table.game.phase is not Phase.OVER:
        now = table.game
        if now.phase is Phase.ROLL:
            if now.turn > most_turns:
                break
            table.roll(dice.roll(now.turn, variant.sides, now.closed))
        for seat in table.game.awaited:
            table.play(seat, bot.choose(table.game, seat, rng))
    return table.record


def any_game(rng: Random, most_turns: int = 1000) -> Record:
    """A game of any kind: variant, seats, parts, restarts, and rematch."""
    players = rng.randint(2, 5)
    parts = [rng.choice([BOT, ABSENT, rng.randbytes(32).hex()]) for _ in range(players)]
    parts[rng.randrange(players)] = rng.randbytes(32).hex()
    silent = [seat for seat, part in enumerate(parts) if part in (BOT, ABSENT)]
    restarts = tuple(
        tuple(sorted(rng.sample(silent, rng.randint(1, len(silent)))))
        for _ in range(rng.randint(0, 2) if silent else 0)
    )
    number = rng.randint(1, 30)
    code = "".join(rng.choice("BCDFGHJKMNPQRSTVWXYZ") for _ in range(6))
    return sealed_game(
        rng.choice(["classic", "longo"]),
        rng.getrandbits(32),
        game=f"{code}-{number}" + (f".{len(restarts)}" if restarts else ""),
        parts=tuple(parts),
        first=rng.randrange(players) if number > 1 and rng.random() < 0.4 else None,
        restarts=restarts,
        most_turns=most_turns,
    )
