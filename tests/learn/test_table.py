"""The batched game of the training against the rules, move by move."""

import random
from collections.abc import Callable

import pytest

torch = pytest.importorskip("torch")

from qwixx.kernel.encoding import encoding_of  # noqa: E402
from qwixx.learn.table import Cards, Options, Rules  # noqa: E402
from qwixx.learn.turn import after_colour, after_white  # noqa: E402
from qwixx.rules import VARIANTS, Game, Move, Phase, Roll, Variant  # noqa: E402
from tests.rules.sheets import UNREGISTERED  # noqa: E402

CPU = torch.device("cpu")


def as_cards(game: Game) -> Cards:
    """The game as one table, seats in turn order from the active player."""
    order = [(game.active + step) % game.players for step in range(game.players)]
    cards = [game.cards[seat] for seat in order]
    length = len(game.variant.rows[0])
    return Cards(
        # A lock is the bit after the last cell and no cell of its own.
        torch.tensor(
            [[[(m & ((1 << length) - 1)).bit_length() for m in card.marks] for card in cards]]
        ),
        torch.tensor([[[m.bit_count() for m in card.marks] for card in cards]]),
        torch.tensor([[card.misthrows for card in cards]]),
        torch.tensor([[colour in game.closed for colour in game.variant.row_colours]]),
        torch.tensor([[card.lucky for card in cards]], dtype=torch.long).view(1, len(cards), -1),
    )


def as_moves(variant: Variant, before: Cards, options: Options, seat: int | None) -> dict[str, int]:
    """The legal options of a seat as notation, with their numbers."""
    free = options.free[0] if seat is None else options.free[0, seat]
    legal = options.legal[0] if seat is None else options.legal[0, seat]
    moves = {}
    for number in range(len(legal)):
        if not legal[number]:
            continue
        touched = (free[number] != before.free[0, seat or 0]).nonzero().flatten().tolist()
        if not touched:
            moves["-"] = number
            continue
        (row,) = touched
        cell = variant.rows[row][int(free[number, row]) - 1]
        lucky = number > 4 and seat is not None
        moves[str(cell.lucky_cross if lucky else cell.cross)] = number
    return moves


def new_game(variant: Variant, players: int, rng: random.Random) -> Game:
    lucky = variant.deal_lucky(rng, players)
    return Game.new(variant, players, first=rng.randrange(players), lucky=lucky)


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_batched_games_follow_the_rules(
    variant: Variant, players: int, seed: int, games: int
) -> None:
    torch.set_num_threads(1)
    rules = Rules(encoding_of(variant), CPU)
    for number in range(seed, seed + max(1, games // 100)):
        rng = random.Random(number)
        game = new_game(variant, players, rng)
        cards = as_cards(game)
        while game.phase is not Phase.OVER:
            game = game.roll(Roll.random(rng, game))
            assert game.dice
            dice = torch.tensor([[*game.dice.white, *(pips or 1 for pips in game.dice.coloured)]])
            white = rules.white_options(cards, dice)
            answers = []
            for index in range(players):
                seat = (game.active + index) % players
                numbers = as_moves(variant, cards, white, index)
                legal = {str(move) for move in game.legal_moves(seat)}
                assert set(numbers) == legal, f"seed {number}, {game!r}"
                # Gaps now and then only, or games would be short and locks rare.
                move = min(rng.sample(sorted(legal), min(2, len(legal))), key=_gap(game, seat))
                answers.append((seat, move, numbers[move]))
            for seat, move, _ in answers:
                active = game.active
                game = game.play(seat, move)
            chosen = torch.tensor([[number for _, _, number in answers]])
            cards = after_white(cards, white, chosen)
            crossed = chosen[:, 0] > 0
            if game.phase is Phase.OVER:
                break
            colour = rules.colour_options(cards.free[:, 0], cards.crosses[:, 0], cards.closed, dice)
            numbers = as_moves(variant, cards, colour, None)
            legal = {str(move) for move in game.legal_moves(active)}
            assert set(numbers) == legal, f"seed {number}, {game!r}"
            move = min(rng.sample(sorted(legal), min(3, len(legal))), key=_gap(game, active))
            game = game.play(active, move)
            cards = after_colour(cards, colour, torch.tensor([numbers[move]]), crossed)
            if game.phase is not Phase.OVER:
                cards = Cards(
                    cards.free.roll(-1, 1),
                    cards.crosses.roll(-1, 1),
                    cards.misthrows.roll(-1, 1),
                    cards.closed,
                    cards.lucky.roll(-1, 1),
                )
                expected = as_cards(game)
                for name in ("free", "crosses", "misthrows", "closed", "lucky"):
                    assert torch.equal(getattr(cards, name), getattr(expected, name)), (
                        name,
                        number,
                    )
        order = [(game.active + step) % players for step in range(players)]
        assert rules.scores(cards)[0].tolist() == [game.scores[seat] for seat in order], (
            f"seed {number}"
        )


def _gap(game: Game, seat: int) -> Callable[[str], int]:
    def gap(text: str) -> int:
        move = Move.parse(text)
        return 3 if move.is_pass else game.cards[seat].skips(game.variant.cell(move))

    return gap


@pytest.mark.parametrize("sheet", UNREGISTERED.values(), ids=lambda sheet: sheet.name)
def test_nothing_learns_a_sheet_that_is_not_symmetric(sheet: Variant) -> None:
    with pytest.raises(ValueError, match=f"nothing can learn {sheet.name} yet"):
        Rules(encoding_of(sheet), CPU)
