"""The score of an evening: counts, lines of players, series, and late comers."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from random import Random

import pytest

from qwixx.protocol import actions
from qwixx.protocol.options import OptionChanges, Options
from qwixx.protocol.views import Evening
from qwixx.rules import Phase, Roll
from qwixx.table import forget
from qwixx.table.decide import Refused
from qwixx.table.fair import commitment
from qwixx.table.local import LocalTable
from qwixx.table.log import Entry, read_entry, write_entry
from qwixx.table.tickets import UseTicket

LEVELS = ("random", "greedy")


def open_table(options: Options, *bots: str, entries: Sequence[Entry] = ()) -> LocalTable:
    local = LocalTable(
        "CDFGHJ",
        clock=count(1_000_000, 1000).__next__,
        new_secret=(f"{number:064x}" for number in count(1)).__next__,
        levels=lambda _variant: LEVELS,
        standins=("random",),
        entries=entries,
    )
    if not entries:
        local.open("anna", actions.Open("Anna", options, bots))
    return local


def play(local: LocalTable, rng: Random, passing: float = 0.7) -> None:
    """Plays from the lobby or the sealing to the end; all pass often, so that it is soon over."""
    table = local.table
    if table.stage == "lobby":
        assert table.host is not None
        local.act(table.seats[table.host].person, actions.Start())
    people = [seat.person for seat in table.players]
    if table.stage == "sealing":
        parts = {person: f"{number:064x}" for number, person in enumerate(people, 77)}
        game = table.game_id
        for person, part in parts.items():
            local.act(person, actions.Commit(game, commitment(part)))
        for person, part in parts.items():
            local.act(person, actions.Reveal(game, part))
    if table.pad:
        for number in range(1, 5):
            local.act(people[0], actions.MarkCard(0, f"m{number}"))
        local.act(people[0], actions.ConfirmResult())
    while table.stage == "playing":
        step(local, rng, passing)


def step(local: LocalTable, rng: Random, passing: float) -> None:
    """Does one thing: a person rolls, enters or chooses; or what is due by itself."""
    game, seats = local.table.game, local.table.seats
    assert game
    real = local.table.options.dice == "real"
    asked = [seat for seat in game.awaited if seats[seat].bot is None]
    if game.phase is Phase.OVER:
        local.act("anna", actions.ConfirmResult())
    elif game.phase is Phase.ROLL and real:
        local.act("anna", actions.EnterDice(str(Roll.random(rng, game))))
    elif game.phase is Phase.ROLL and seats[game.active].bot is None:
        local.act(seats[game.active].person, actions.RollDice())
    elif asked:
        moves = game.legal_moves(asked[0])
        move = "-" if rng.random() < passing else str(rng.choice(moves))
        local.act(seats[asked[0]].person, actions.Choose(move))
    else:
        local.do_due(lambda _level, now, seat: str(rng.choice(now.legal_moves(seat))))


def again(local: LocalTable, rng: Random, passing: float = 0.7) -> None:
    for seat in local.table.players:
        if local.table.stage == "over":
            local.act(seat.person, actions.Rematch())
    play(local, rng, passing)


def evening_of(local: LocalTable, person: str = "anna") -> Evening:
    evening = local.view_of(person).evening
    assert evening
    return evening


def scores(local: LocalTable) -> list[int]:
    return local.table.scores


@pytest.mark.parametrize("dice", ["ours", "real", "pad"])
def test_the_games_of_an_evening_are_added_up_with_any_dice(dice: str) -> None:
    local, rng = open_table(Options("classic", 2, dice=dice)), Random(dice)  # type: ignore[arg-type]
    local.act("bert", actions.Sit("Bert"))
    assert local.view_of("anna").evening is None
    points = []
    for number in range(3):
        play(local, rng) if number == 0 else again(local, rng)
        assert local.table.stage == "over"
        points.append(scores(local))
    evening = evening_of(local, "nobody")
    assert [game.points for game in evening.last] == points
    assert [game.number for game in evening.last] == [1, 2, 3]
    assert [line.points for line in evening.lines] == [
        sum(each) for each in zip(*points, strict=True)
    ]
    wins = [sum(game[seat] == max(game) for game in points) for seat in (0, 1)]
    assert [line.wins for line in evening.lines] == wins
    assert [(line.name, line.seat, line.bot) for line in evening.lines] == [
        ("Anna", 0, False),
        ("Bert", 1, False),
    ]
    assert evening.series is None
    # A table from its log has the same evening.
    entries = [read_entry(write_entry(entry)) for entry in local.entries]
    again_from_log = LocalTable("CDFGHJ", clock=lambda: 0, new_secret=str, entries=entries)
    assert evening_of(again_from_log, "nobody") == evening


def test_people_keep_their_line_under_another_name_on_another_device_and_after_leaving() -> None:
    local, rng = open_table(Options("classic", 3), "random"), Random(5)
    local.act("bert", actions.Sit("Bert"))
    play(local, rng)
    local.act("bert", actions.Rename("Berta"))
    local.act("anna", actions.Reopen())
    local.act("bert", actions.Leave())
    left = {line.name: line.seat for line in evening_of(local).lines}
    assert left == {"Anna": 0, "Pip": 1, "Berta": None}
    local.act("bert", actions.Sit("Bea"))
    ticket = "7" * 32
    local.act("bert", actions.Ticket(ticket))
    local.act("phone", UseTicket(ticket))
    play(local, rng)
    evening = evening_of(local)
    assert [(line.name, line.games, line.bot) for line in evening.lines] == [
        ("Anna", 2, False),
        ("Pip", 2, True),
        ("Bea", 2, False),
    ]
    # A player who has deleted their data leaves no line.
    for position, entry in forget.without("CDFGHJ", local.entries, "bert").items():
        local.entries[position - 1] = entry
    forgotten = LocalTable("CDFGHJ", clock=lambda: 0, new_secret=str, entries=local.entries)
    assert "Bea" not in str(forgotten.view_of("anna").evening)
    assert [line.points for line in evening_of(forgotten).lines if line.name == "Anna"] == [
        evening.lines[0].points
    ]


def test_a_bot_that_finishes_for_a_player_has_its_own_line() -> None:
    local, rng = open_table(Options("classic", 2)), Random(1)
    local.act("bert", actions.Sit("Bert"))
    play(local, rng)
    local.act("anna", actions.Rematch())
    local.act("bert", actions.Rematch())
    local.act("bert", actions.Leave())
    play(local, rng)
    lines = evening_of(local).lines
    assert [(line.name, line.bot, line.games, line.seat) for line in lines] == [
        ("Anna", False, 2, 0),
        ("Bert", False, 1, None),
        ("Bert", True, 1, 1),
    ]


def test_only_the_last_games_are_sent_but_all_are_counted() -> None:
    local, rng = open_table(Options("classic", 1, dice="pad")), Random(2)
    play(local, rng)
    for _ in range(11):
        again(local, rng)
    evening = evening_of(local)
    assert evening.games == 12
    assert [game.number for game in evening.last] == [*range(3, 13)]
    assert (evening.lines[0].points, evening.lines[0].wins) == (12 * -20, 0)


@pytest.mark.parametrize("kind", ["wins", "points"])
def test_a_series_has_a_winner_and_begins_again_after_that(kind: str) -> None:
    goal, passing = (2, 0.7) if kind == "wins" else (30, 0.2)
    options = Options("classic", 2, series=kind, series_goal=goal)  # type: ignore[arg-type]
    local, rng = open_table(options), Random(7)
    local.act("bert", actions.Sit("Bert"))
    play(local, rng, passing)
    games, total = 1, scores(local)
    wins = [int(own == max(total)) for own in total]
    while not (series := evening_of(local).series) or not series.winners:
        assert series
        assert series.games == games
        again(local, rng, passing)
        games += 1
        total = [a + b for a, b in zip(total, scores(local), strict=True)]
        wins = [own + (p == max(scores(local))) for own, p in zip(wins, scores(local), strict=True)]
        assert games < 60
    reached = wins if kind == "wins" else total
    assert series.score == reached
    assert series.winners == [seat for seat in (0, 1) if reached[seat] == max(reached)]
    assert max(reached) >= goal
    local.act("anna", actions.Reopen())
    series = evening_of(local).series
    assert series
    assert (series.games, series.winners) == (0, [])
    play(local, rng)
    local.act("anna", actions.Reopen())
    local.act("anna", actions.ChangeOptions(OptionChanges(series="wins", series_goal=9)))
    series = evening_of(local).series
    assert series
    assert (series.games, series.goal, series.score) == (0, 9, [0, 0])
    local.act("anna", actions.ChangeOptions(OptionChanges(series="none")))
    assert evening_of(local).series is None


def test_a_late_comer_is_let_in_and_plays_the_next_game() -> None:
    local, rng = open_table(Options("classic", 2)), Random(3)
    local.act("bert", actions.Sit("Bert"))
    play(local, rng)
    local.act("ilse", actions.AskSeat("Oma Ilse"))
    (ask,) = local.view_of("anna").asks
    assert (ask.name, ask.granted) == ("Oma Ilse", False)
    with pytest.raises(Refused, match="not-host"):
        local.act("bert", actions.AnswerAsk(ask.ask, agree=True))
    with pytest.raises(Refused, match="already-answered"):
        local.act("ilse", actions.AskSeat("Ilse"))
    with pytest.raises(Refused, match="name-taken"):
        local.act("jonas", actions.AskSeat("oma ilse"))
    local.act("anna", actions.AnswerAsk(ask.ask, agree=True))
    assert local.view_of("ilse").asks[0].granted
    with pytest.raises(Refused, match="already-answered"):
        local.act("anna", actions.AnswerAsk(ask.ask, agree=True))
    first = local.table.game.first if local.table.game else None
    again(local, rng)
    assert [seat.name for seat in local.table.seats] == ["Anna", "Bert", "Oma Ilse"]
    assert local.table.game
    assert local.table.game.first == (1 - (first or 0)), "the next one clockwise, as before"
    evening = evening_of(local)
    assert [line.games for line in evening.lines] == [2, 2, 1]
    assert evening.last[0].points[2] is None
    assert local.view_of("anna").asks == []


def test_a_late_comer_who_is_refused_or_leaves_gets_no_seat() -> None:
    local, rng = open_table(Options("classic", 2)), Random(4)
    local.act("bert", actions.Sit("Bert"))
    local.act("anna", actions.Start())
    local.act("carla", actions.AskSeat("Carla"))
    local.act("dora", actions.AskSeat("Dora"))
    carla, dora = local.view_of("anna").asks
    local.act("anna", actions.AnswerAsk(carla.ask, agree=False))
    assert [ask.name for ask in local.view_of("carla").asks] == ["Dora"]
    with pytest.raises(Refused, match="already-answered"):
        local.act("carla", actions.AskSeat("Carla"))
    with pytest.raises(Refused, match="stale"):
        local.act("anna", actions.AnswerAsk(carla.ask, agree=True))
    local.act("anna", actions.AnswerAsk(dora.ask, agree=True))
    local.go("dora")
    assert local.view_of("anna").asks == []
    with pytest.raises(Refused, match="stale"):
        local.act("anna", actions.AnswerAsk(dora.ask, agree=False))
    play(local, rng)
    again(local, rng)
    assert len(local.table.seats) == 2
    local.act("carla", actions.AskSeat("Carla"))  # another game, another wish
    local.act("carla", actions.StopAsking())
    with pytest.raises(Refused, match="nothing-to-retract"):
        local.act("carla", actions.StopAsking())
    assert local.view_of("anna").asks == []
    with pytest.raises(Refused, match="already-seated"):
        local.act("bert", actions.AskSeat("Bert"))


def test_a_late_comer_who_was_let_in_can_be_sent_away_before_the_next_game() -> None:
    local, rng = open_table(Options("classic", 2), "random"), Random(10)
    play(local, rng)
    for name in ("carla", "dora"):
        local.act(name, actions.AskSeat(name))
    carla, dora = (ask.ask for ask in local.view_of("anna").asks)
    for ask in (carla, dora):
        local.act("anna", actions.AnswerAsk(ask, agree=True))
    local.act("anna", actions.AnswerAsk(carla, agree=False))
    assert [ask.ask for ask in local.view_of("carla").asks] == [dora]
    again(local, rng)
    assert [seat.name for seat in local.table.seats] == ["Anna", "Pip", "dora"]


def test_declined_requests_leave_room_and_names_to_others() -> None:
    local = open_table(Options("classic", 2))
    for number in range(5):
        local.act(f"stranger {number}", actions.AskSeat(f"Stranger {number}"))
    with pytest.raises(Refused, match="table-full"):
        local.act("carla", actions.AskSeat("Carla"))
    for ask in local.view_of("anna").asks:
        local.act("anna", actions.AnswerAsk(ask.ask, agree=False))
    local.act("carla", actions.AskSeat("Stranger 0"))
    assert [ask.name for ask in local.view_of("anna").asks] == ["Stranger 0"]


def test_a_late_comer_is_not_let_in_with_the_name_of_a_newer_bot() -> None:
    local = open_table(Options("classic", 3))
    local.act("bert", actions.AskSeat("pip"))
    (ask,) = local.view_of("anna").asks
    local.act("anna", actions.AddBot(1, "random"))
    assert local.table.seats[1].name == "Pip"
    with pytest.raises(Refused, match="name-taken"):
        local.act("anna", actions.AnswerAsk(ask.ask, agree=True))
    local.act("anna", actions.Remove(1))
    local.act("anna", actions.AnswerAsk(ask.ask, agree=True))
    assert [seat.name for seat in local.table.seats] == ["Anna", "pip", ""]


def test_strangers_cannot_fill_the_log_of_a_game() -> None:
    """A person may draw as many identities as they like."""
    local, rng = open_table(Options("classic", 2), "random"), Random(8)
    play(local, rng)
    for number in range(100):
        local.act(f"stranger {number}", actions.AskSeat("Carla"))
        local.act(f"stranger {number}", actions.StopAsking())
    with pytest.raises(Refused, match="too-many-requests"):
        local.act("carla", actions.AskSeat("Carla"))
    again(local, rng)
    local.act("carla", actions.AskSeat("Carla"))
    assert [ask.name for ask in local.view_of("anna").asks] == ["Carla"]


def test_a_table_goes_on_after_several_late_comers_have_deleted_their_data() -> None:
    local, rng = open_table(Options("classic", 2), "random"), Random(9)
    for name in ("carla", "dora"):  # they only ask
        local.act(name, actions.AskSeat(name))
    for name in ("carla", "dora"):
        local.act(name, actions.StopAsking())
    play(local, rng)
    for name in ("emma", "finn", "phone"):
        local.act(name, actions.AskSeat(name))
    for ask in local.view_of("anna").asks:
        local.act("anna", actions.AnswerAsk(ask.ask, agree=True))
    ticket = "7" * 32
    local.act("anna", actions.Ticket(ticket))
    local.act("phone", UseTicket(ticket))  # a device that is let in has a seat already
    again(local, rng)
    shown = local.view_of("nobody")
    for name in ("carla", "dora", "emma", "finn"):
        if local.table.seat_of(name) is not None:
            local.act(name, actions.Leave())
        for position, entry in forget.without("CDFGHJ", local.entries, name).items():
            local.entries[position - 1] = read_entry(write_entry(entry))
    assert not any(name in str(local.entries) for name in ("carla", "dora", "emma", "finn"))
    forgotten = LocalTable("CDFGHJ", clock=lambda: 0, new_secret=str, entries=local.entries)
    now = forgotten.view_of("nobody")
    assert now.game == shown.game
    assert [seat.name for seat in now.seats] == ["Anna", "Pip", "", ""]


def test_in_the_lobby_of_a_full_table_a_late_comer_sits_down_at_once() -> None:
    local = open_table(Options("classic", 2), "random")
    for name in ("Bert", "Carla", "Dora", "Emma"):
        local.act(name, actions.AskSeat(name))
    asks = local.view_of("anna").asks
    for ask in asks[:3]:
        local.act("anna", actions.AnswerAsk(ask.ask, agree=True))
    with pytest.raises(Refused, match="table-full"):
        local.act("anna", actions.AnswerAsk(asks[3].ask, agree=True))
    assert [seat.name for seat in local.table.seats] == ["Anna", "Pip", "Bert", "Carla", "Dora"]
    assert local.table.options.seats == 5


def test_a_bot_is_stronger_in_the_next_game_and_the_last_one_says_who_played() -> None:
    local, rng = open_table(Options("classic", 2), "random"), Random(6)
    play(local, rng)
    local.act("anna", actions.AddBot(1, "greedy"))
    view = local.view_of("anna")
    assert (view.seats[1].bot, view.seats[1].next_bot) == ("random", "greedy")
    with pytest.raises(Refused, match="wrong-stage"):
        local.act("anna", actions.AddBot(0, "greedy"))
    again(local, rng)
    finished = [local.table.finished(number) for number in (1, 2)]
    assert [each and each.seats[1].bot for each in finished] == ["random", "greedy"]


PEOPLE = ("anna", "bert", "carla", "dora")


@pytest.mark.parametrize("seed", range(20))
def test_a_random_evening_is_the_same_after_people_have_deleted_their_data(seed: int) -> None:
    rng = Random(seed)
    local = open_table(Options("classic", 3))
    gone: set[str] = set()
    for number in range(80):
        others = sorted(set(PEOPLE) - gone)
        if not others:
            break
        person = rng.choice(others)
        with suppress(Refused):
            do_something(local, rng, person, rng.choice(others), f"{number:032x}")
        if rng.random() < 0.05 and local.table.players:
            gone |= forget.all_secrets_of("CDFGHJ", local.entries, person)
            for secret in gone:
                if local.table.seat_of(secret) is not None:
                    local.act(secret, actions.Leave())
            before = local.view_of("nobody")
            for position, entry in forget.without("CDFGHJ", local.entries, person).items():
                local.entries[position - 1] = read_entry(write_entry(entry))
            entries, people = local.entries, local.presence.people
            local = open_table(Options("classic", 3), entries=entries)
            for each in people:
                local.presence.come(each)
            after = local.view_of("nobody")
            assert [seat.kind for seat in after.seats] == [seat.kind for seat in before.seats]
            assert after.game == before.game
            log = b"".join(map(write_entry, entries))
            assert not any(f'"{secret}"'.encode() in log for secret in gone)
        assert all(seat.name for seat in local.table.players)


def do_something(local: LocalTable, rng: Random, person: str, other: str, ticket: str) -> None:
    """Lets a person, or the host, do something that may be refused. `other` takes over seats."""
    table = local.table
    host = "" if table.host is None else table.seats[table.host].person
    ask = rng.choice([*table.asks, 0])
    if table.stage in ("sealing", "playing") and table.players and rng.random() < 0.3:
        play(local, rng, 0.9)
    elif rng.random() < 0.1:
        local.act(person, actions.Ticket(ticket))
        local.act(other, UseTicket(ticket))
    elif rng.random() < 0.1:
        local.go(person)
    else:
        wish = rng.choice(
            [
                (person, actions.Sit(person)),
                (person, actions.AskSeat(person)),
                (person, actions.StopAsking()),
                (person, actions.Leave()),
                (person, actions.Rematch()),
                (host, actions.AnswerAsk(ask, agree=rng.random() < 0.7)),
                (host, actions.AddBot(rng.randrange(4), "random")),
                (host, actions.Start()),
                (host, actions.Reopen()),
            ]
        )
        local.act(*wish)
