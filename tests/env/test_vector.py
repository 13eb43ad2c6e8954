"""Games side by side are the games of the rules: every decision is compared with `rules/`."""

from random import Random

import numpy as np
import pytest

from qwixx.arena import Match, play_rounds
from qwixx.bots import load_bot
from qwixx.env import VectorEnv
from qwixx.kernel.streams import deal_lucky, roll_dice
from qwixx.kernel.translate import roll_of
from qwixx.rules import PASS, VARIANTS, Game, Phase

SEED = 11


def chosen(env: VectorEnv, rng: Random, illegal: float = 0.0) -> list[int]:
    """Legal actions, or any at all once in a while."""
    return [
        rng.randrange(-2, len(env.actions) + 2)
        if rng.random() < illegal
        else int(rng.choice(np.flatnonzero(mask)))
        for mask in env.masks
    ]


class Shadow:
    """A game of the rules with the dice of game `place` of an environment."""

    def __init__(self, env: VectorEnv, place: int) -> None:
        self.env = env
        self.number = place
        self.begin()

    def begin(self) -> None:
        env = self.env
        lucky = None
        if env.variant.lucky_count:
            lucky = deal_lucky(env.variant, SEED, self.number, env.players)
        self.game = Game.new(env.variant, env.players, lucky=lucky)
        self.roll()

    def roll(self) -> None:
        if self.game.phase is Phase.ROLL:
            dice = roll_dice(self.env.variant, SEED, self.number, self.game.turn - 1)
            self.game = self.game.roll(roll_of(self.game, dice))

    def play(self, seat: int, action: int) -> bool:
        """Plays an action, or a pass for one that is not legal; whether it was."""
        moves = self.env.actions.moves
        legal = 0 <= action < len(moves) and moves[action] in self.game.legal_moves(seat)
        self.game = self.game.play(seat, moves[action] if legal else PASS)
        self.roll()
        return legal


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_decision_is_that_of_the_rules(variant: str, players: int) -> None:
    games = 6
    env = VectorEnv(variant, players, games, seed=SEED)
    shadows = [Shadow(env, place) for place in range(games)]
    rng, looking = Random(players), Random(SEED)
    finished = 0
    brought = np.zeros((games, players))
    for _ in range(150 * players + 150):
        for place, shadow in enumerate(shadows):
            game, seat = shadow.game, int(env.seats[place])
            allowed = [env.actions.moves[action] for action in np.flatnonzero(env.masks[place])]
            if env.dones[place]:
                assert game.outcome is not None
                assert allowed == [PASS]
                share = [(s in game.winners) / len(game.winners) for s in range(players)]
                expected = game.scores if players == 1 else share
                assert brought[place] == pytest.approx(expected)
            else:
                assert seat == game.awaited[0]
                assert set(allowed) == set(game.legal_moves(seat))
            assert tuple(env.scores[place]) == game.scores
            rebuilt = env.game(place)
            assert rebuilt.phase is game.phase
            # One seat of each step; over the games every seat has its turn in every phase.
            other = looking.randrange(players)
            looked, mask = env.look(place, other)
            assert np.array_equal(looked, env.layout.observe(game, other))
            allowed = [env.actions.moves[action] for action in np.flatnonzero(mask)]
            assert set(allowed) == {PASS, *game.legal_moves(other)}
            seen = game.seen_by(seat)
            assert rebuilt.legal_moves(seat) == seen.legal_moves(seat)
            assert rebuilt.legal_moves(other) == seen.legal_moves(other)
            if game.phase is Phase.COLOUR:
                assert rebuilt.answers == game.answers
            assert np.array_equal(env.observations[place], env.layout.observe(game, seat))
        actions = chosen(env, rng, illegal=0.1)
        over, seats = env.dones.copy(), env.seats.copy()
        env.step(actions)
        for place, shadow in enumerate(shadows):
            if over[place]:
                finished += 1
                shadow.number += games
                shadow.begin()
                brought[place] = 0
                assert not env.dones[place]
                assert not env.rewards[place].any()
                assert not env.illegal[place]
            else:
                legal = shadow.play(int(seats[place]), actions[place])
                assert env.illegal[place] == (not legal)
                assert env.dones[place] == (shadow.game.phase is Phase.OVER)
                brought[place] += env.rewards[place]
    assert finished >= games


@pytest.mark.parametrize("opponents", [["random"], ["greedy", "heuristic"], ["strong"] * 2])
def test_opponents_play_their_seats_inside_the_step(opponents: list[str]) -> None:
    """One seat is asked, in every phase that is its own, and it moves on from game to game."""
    players = len(opponents) + 1
    env = VectorEnv("classic", players, games=8, seed=SEED, opponents=opponents)
    phase = slice(env.layout.phase, env.layout.phase + 2)
    rng = Random(3)
    played: list[set[int]] = [set() for _ in range(env.games)]
    for _ in range(240):
        seats, over = env.seats.copy(), env.dones.copy()
        for place in np.flatnonzero(~over):
            played[place].add(int(seats[place]))
            seen = env.observations[place]
            white, colour = seen[phase]
            assert white != colour
            assert white or seen[env.layout.active]  # the colour phase is the active seat's
        env.step(chosen(env, rng))
        np.testing.assert_array_equal(seats[~over], env.seats[~over])
        done = env.dones & ~over
        np.testing.assert_allclose(env.rewards[done].sum(axis=1), 1, atol=1e-6)
    assert all(places == set(range(players)) for places in played)


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_bot_in_the_environment_plays_the_games_of_the_arena(variant: str) -> None:
    """The heuristic outside against the heuristic inside is the heuristic against itself."""
    games, bot = 6, load_bot("heuristic")
    match = Match.new(["heuristic"] * 3, 3 * games, variant=variant, seed=SEED)
    played = play_rounds(match, range(match.rounds), results=True).results
    results = [list(result["scores"][:3]) for result in played]
    env = VectorEnv(variant, 3, games, seed=SEED, opponents=["heuristic"] * 2)
    scores: dict[int, list[int]] = {}
    while len(scores) < games:
        for index in np.flatnonzero(env.dones):
            scores.setdefault(int(index), env.scores[index].tolist())
        asked = [
            bot.choose(env.game(index), int(env.seats[index]), Random(1))
            if not env.dones[index]
            else PASS
            for index in range(games)
        ]
        env.step([env.actions.index[move] for move in asked])
        assert not env.illegal.any()
    assert [scores[index] for index in range(games)] == results[::3]


def test_better_opponents_win_more_often() -> None:
    shares = {}
    for name in ("random", "greedy", "heuristic"):
        env = VectorEnv("classic", 2, games=200, seed=1, opponents=[name])
        rng = np.random.default_rng(1)
        won = games = 0.0
        for _ in range(100):
            noise = rng.random(env.masks.shape)
            env.step(np.argmax(noise * env.masks, axis=1))
            own = env.rewards[np.arange(env.games), env.seats]
            won += float(own[env.dones].sum())
            games += env.dones.sum()
        shares[name] = won / games
    assert 0.4 < shares["random"] < 0.6
    assert shares["heuristic"] < shares["greedy"] < 0.2


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (VectorEnv("longo", 3, 5, seed=SEED, opponents=["heuristic"]) for _ in range(2))
    rng = Random(1)
    other.step(chosen(other, rng))
    other.reset(SEED)
    for _ in range(200):
        np.testing.assert_array_equal(one.observations, other.observations)
        np.testing.assert_array_equal(one.rewards, other.rewards)
        actions = chosen(one, rng)
        one.step(actions)
        other.step(actions)
    before = one.observations.copy()
    one.reset()
    assert not one.dones.any()
    assert not one.scores.any()
    assert (before != one.observations).any()


def test_the_arrays_are_reused() -> None:
    env = VectorEnv(games=3, seed=1)
    arrays = env.observations, env.masks, env.seats, env.rewards, env.dones
    env.step([env.actions.passing] * 3)
    env.reset()
    after = (env.observations, env.masks, env.seats, env.rewards, env.dones)
    assert all(one is other for one, other in zip(arrays, after, strict=True))


def test_bad_arguments_say_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="no variant"):
        VectorEnv("chess")
    with pytest.raises(ValueError, match="expected 1 to 5 players"):
        VectorEnv(players=6)
    with pytest.raises(ValueError, match="expected at least 1 game"):
        VectorEnv(games=0)
    with pytest.raises(ValueError, match="no opponent 'master'"):
        VectorEnv(opponents=["master"])
    with pytest.raises(ValueError, match="strong cannot play classic-all"):
        VectorEnv("classic-all", opponents=["strong"])
    with pytest.raises(ValueError, match="leave no seat"):
        VectorEnv(opponents=["random", "random"])
    with pytest.raises(ValueError, match="expected a seed"):
        VectorEnv(seed=-1)
    with pytest.raises(ValueError, match="expected actions of shape"):
        VectorEnv(games=3).step([0, 0])
    with pytest.raises(TypeError, match="whole numbers, found float64"):
        VectorEnv(games=2).step([44.0, 1.5])
