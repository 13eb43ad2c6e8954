"""A whole table in one object: what a server does for many, for a program that holds this one."""

from collections.abc import Callable, Collection, Iterable

from qwixx.protocol import actions
from qwixx.protocol.views import View
from qwixx.rules import Game
from qwixx.table import autopilot
from qwixx.table.case import Actor
from qwixx.table.decide import GoOn, decide, open_table
from qwixx.table.events import Entry, Event
from qwixx.table.pace import Pace
from qwixx.table.state import Table
from qwixx.table.views import view
from qwixx.table.world import World


class LocalTable:
    """A table and its log, for one process that keeps both.

    Examples:
        Two people play. Everything they do goes through `act`:

        >>> from itertools import count
    >>> from qwixx.protocol import actions
    >>> from qwixx.table import LocalTable, Options
    >>> from qwixx.table.fair import commitment
    >>> secrets = (f"{number:064x}" for number in count(1))  # not for real games
        >>> table = LocalTable("CDFGHJ", clock=count().__next__, new_secret=secrets.__next__)
        >>> table.open("anna", actions.Open("Anna", Options("classic", 2)))
        1
        >>> table.act("bert", actions.Sit("Bert"))
        2
        >>> table.act("bert", actions.Start())
        Traceback (most recent call last):
        qwixx.table.case.Refused: not-host
        >>> table.act("anna", actions.Start())
        3

        Before the first roll every player seals a part of the dice, and shows it later:

        >>> parts = {"anna": "a1" * 32, "bert": "b2" * 32}
        >>> game = table.table.game_id
        >>> for person, part in parts.items():
        ...     _ = table.act(person, actions.Commit(game, commitment(part)))
        >>> for person, part in parts.items():
        ...     _ = table.act(person, actions.Reveal(game, part))
        >>> table.table.stage
        'playing'
        >>> active = table.table.seats[table.table.game.active].person
        >>> table.act(active, actions.RollDice())
        8

        A view is what a person may know, and says what that person can choose from:

        >>> you = table.view("bert").you
        >>> you.asked, you.passing.misthrow
        ('white', False)
        >>> table.view("nobody").you is None
        True

        The log is all that must be stored. The same table can be made from it again:

        >>> again = LocalTable(
        ...     "CDFGHJ",
        ...     clock=count().__next__,
        ...     new_secret=secrets.__next__,
        ...     entries=table.entries,
        ... )
        >>> again.table.game == table.table.game
        True
    """

    table: Table
    """The table as it is now."""
    entries: list[Entry]
    """The log, from its first entry on."""
    world: World
    """The clock, the secrets and the people that it was given."""

    def __init__(
        self,
        code: str,
        *,
        clock: Callable[[], int],
        new_secret: Callable[[], str],
        levels: Callable[[str], Collection[str]] = lambda _variant: (),
        standins: tuple[str, ...] = (),
        pace: Pace | None = None,
        entries: Iterable[Entry] = (),
        keep: Callable[[Entry], object] = lambda _entry: None,
    ) -> None:
        """Begins with `entries`; what is added is given to `keep` before it counts.

        The other arguments are those of `World`. Everybody who has acted is here until they `go`.
        """
        self.table = Table(code)
        self.entries = []
        since = clock()
        self.world = World(
            clock=clock,
            new_secret=new_secret,
            levels=levels,
            standins=standins,
            pace=pace or Pace(),
            here_since=lambda: since,
            left_at=self._left_at,
            people=lambda: self._here,
        )
        self._here: set[str] = set()
        self._left: dict[str, int] = {}
        self._keep = keep
        for entry in entries:
            self._apply(entry)

    def open(self, person: str, wish: actions.Open) -> int:
        """The first thing that happens; returns the version that it led to. Refused."""
        assert not self.entries, "this table is open"
        self.come(person)
        return self._add(open_table(person, wish, self.world.levels, self.world.new_secret()))

    def act(self, person: str, action: actions.Action) -> int:
        """Does what that person asks for, and returns the version that it led to. Refused.

        An action with an id is done once, however often it is asked for.
        """
        done = self.table.done(person, action.id) if action.id else None
        if done is not None:
            return done
        self.come(person)
        return self._add(decide(self.table, Actor(person), action, self.world), person, action.id)

    def view(self, person: str) -> View:
        """What that person may know."""
        return view(self.table, person, self.world)

    # Who is there

    def come(self, person: str) -> None:
        """Somebody is here, and plays again if a bot has played for them."""
        self._here.add(person)
        seat = self.table.seat_of(person)
        if seat is not None and self.table.seats[seat].bot is not None:
            self._add(decide(self.table, Actor(person), actions.Return(), self.world))

    def go(self, person: str) -> None:
        """Somebody has gone, and may come back."""
        self._here.discard(person)
        self._left[person] = self.world.clock()

    def _left_at(self, person: str) -> int | None:
        return None if person in self._here else self._left.get(person, self.world.here_since())

    # What happens by itself

    def due(self) -> autopilot.Due | None:
        """What happens next by itself, and when."""
        return autopilot.due(self.table, self.world)

    def do_due(self, choose: Callable[[str, Game, int], str]) -> bool:
        """Does what is due now; says whether anything was.

        `choose` gives the move of a bot: of that level, in that game, for that seat.
        """
        due = self.due()
        if due is None or due.at > self.world.clock():
            return False
        if due.kind in ("excuse", "host"):
            self._add(decide(self.table, Actor(), GoOn(), self.world))
            return True
        assert self.table.game
        action = autopilot.forced(due, self.table.game)
        if action is None:
            variant = self.table.options.variant
            level = self.table.seats[due.seat].bot or self.world.standin(variant)
            game = self.table.game.seen_by(due.seat)
            action = actions.Choose(choose(level, game, due.seat))
        actor = Actor(seat=due.seat, hand=due.hand)
        self._add(decide(self.table, actor, action, self.world))
        return True

    def _add(self, event: Event, by: str = "", action: str = "") -> int:
        entry = Entry(self.world.clock(), event, by, action)
        self._keep(entry)
        self._apply(entry)
        return self.table.version

    def _apply(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.table.apply(entry)
