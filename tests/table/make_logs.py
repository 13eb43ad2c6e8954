"""Makes the logs in tests/table/released: a short evening for each kind of game.

    python -m tests.table.make_logs

A log that is there already is never written again: it shows how an earlier version stored a table.
For a new kind of game, or a new kind of event, add another evening.
"""

import hashlib
import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from qwixx.notation import write_position
from qwixx.protocol import actions
from qwixx.protocol.options import Options, Preferences
from qwixx.rules import Game, Phase, Roll
from qwixx.table import forget
from qwixx.table.fair import commitment
from qwixx.table.lobby import Opened
from qwixx.table.local import LocalTable
from qwixx.table.log import Entry, write_entry
from qwixx.table.names import bot_names, person_of
from qwixx.table.options import GameOptions
from qwixx.table.playing import can_undo
from qwixx.table.stages import Playing
from qwixx.table.state import Table
from qwixx.table.tickets import UseTicket

FOLDER: Final = Path(__file__).with_name("released")
CODE: Final = "CDFGHJ"
SECRETS: Final = {"anna": "a" * 32, "bert": "b" * 32, "cleo": "c" * 32}
"""The secrets that the browsers of these people have drawn."""
PERSON: Final = {name: person_of(secret) for name, secret in SECRETS.items()}
TICKET: Final = "7" * 32
BOT: Final = "random"


class Evening:
    """A table whose clock, secrets and choices are the same each time."""

    def __init__(self, name: str, *entries: Entry) -> None:
        self.now = 1_795_000_000_000
        self.rng = Random(name)
        self.local = LocalTable(
            CODE,
            clock=self.clock,
            new_secret=(digest(f"{name} {number}") for number in count()).__next__,
            levels=lambda _variant: (BOT,),
            standins=(BOT,),
            entries=entries,
        )
        self.entries = self.local.entries

    def clock(self) -> int:
        self.now += 7
        return self.now

    @property
    def table(self) -> Table:
        return self.local.table

    def open(self, options: Options, *bots: str, start: bool = False) -> None:
        self.local.open(PERSON["anna"], actions.Open("Anna", options, bots, start))

    def do(self, name: str, *wishes: actions.Action) -> None:
        for wish in wishes:
            self.local.act(PERSON[name], replace(wish, id=str(len(self.local.entries))))

    def commit(self, *names: str) -> None:
        for name in names:
            part = digest(f"{name} {self.table.game_id}")
            self.do(name, actions.Commit(self.table.game_id, commitment(part)))

    def reveal(self, *names: str) -> None:
        game = self.table.game_id
        for name in names:
            self.do(name, actions.Reveal(game, digest(f"{name} {game}")))

    def seal(self, *names: str) -> None:
        self.commit(*names)
        self.reveal(*names)

    def wait(self) -> None:
        """Lets time pass until something has happened by itself."""
        while not self.local.do_due(lambda _level, game, seat: self.choice(game, seat)):
            self.now += 1000

    def choice(self, game: Game, seat: int) -> str:
        """Everybody passes often: then a game ends by misthrows, and its log is short."""
        return "-" if self.rng.random() < 0.7 else str(self.rng.choice(game.legal_moves(seat)))

    def play(self, turns: int = 100, *, answer: bool = True, to: Phase = Phase.ROLL) -> None:
        """Plays on to that phase, for a number of turns, or to the end. People answer at once, or
        let their time run out."""
        last = turns + (self.table.game.turn if self.table.game else 0)
        while self.table.stage == "playing" and (game := self.table.game):
            if game.turn == last and game.phase is to:
                return
            people = [seat for seat in game.awaited if self.table.seats[seat].bot is None]
            active = self.table.seats[game.active]
            if game.phase is Phase.OVER:
                self.do("anna", actions.ConfirmResult())
            elif game.phase is Phase.ROLL and self.table.options.dice == "real":
                self.do("anna", actions.EnterDice(self.roll()))
            elif game.phase is Phase.ROLL and active.bot is None:
                self.local.act(active.person, actions.RollDice())
            elif people and answer:
                person = self.table.seats[people[0]].person
                self.local.act(person, actions.Choose(self.choice(game, people[0])))
            else:
                self.wait()

    def roll(self) -> str:
        """Returns a roll of real dice."""
        recording = self.table.during(Playing).recording
        game = recording.game
        before = game if game.phase is Phase.ROLL else recording.before_roll
        return str(Roll.random(self.rng, before))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def running() -> Evening:
    """All that can happen before a game, and a game whose dice were sealed twice."""
    table = Evening("running")
    table.open(Options("classic", 4))
    table.do("anna", actions.SetOptions(Options("classic", 3, hints=True)))
    table.do("anna", actions.AddBot(1, BOT), actions.Remove(1), actions.AddBot(1, BOT))
    table.do("bert", actions.Sit("Bert"), actions.Rename("Berta"))
    wishes = Preferences(auto_pass=False, auto_roll=True, pace="quick")
    table.do("bert", actions.SetPreferences(wishes), actions.Ticket(TICKET))
    table.do("cleo", UseTicket(TICKET))
    table.do("anna", actions.HandOver(2))
    table.do("cleo", actions.HandOver(0))
    table.do("anna", actions.Start())
    table.commit("anna", "cleo")
    table.reveal("anna")
    table.wait()
    table.seal("anna")
    table.play(2)
    table.local.go(PERSON["cleo"])
    table.now += 5000
    table.do("anna", actions.TakeOver(2, BOT))
    table.play(1)
    table.local.come(PERSON["cleo"])
    table.play(1, to=Phase.WHITE)
    table.do("anna", actions.Choose("-"), actions.Retract())
    return table


def evening() -> Evening:
    """Three games of the same people, and back to the lobby."""
    table = Evening("evening")
    table.open(Options("classic", 2))
    table.do("bert", actions.Sit("Bert"))
    table.do("anna", actions.Start())
    table.seal("anna", "bert")
    table.play()
    table.do("anna", actions.Rematch(), actions.Withdraw(), actions.Rematch())
    table.do("bert", actions.Rematch())
    table.commit("anna")
    table.wait()
    table.reveal("anna")
    table.play()
    table.do("anna", actions.Rematch(now=True))
    table.seal("anna", "bert")
    table.play()
    table.do("anna", actions.Reopen(), actions.SetOptions(Options("longo", 2)), actions.Start())
    table.seal("anna", "bert")
    table.play(2)
    return table


def series() -> Evening:
    """A series of two games, and visitors who ask for a seat."""
    table = Evening("series")
    table.open(Options("classic", 2, series="wins", series_goal=1))
    table.do("bert", actions.Sit("Bert"))
    table.do("anna", actions.Start())
    table.seal("anna", "bert")
    table.do("cleo", actions.AskSeat("Cleo"), actions.StopAsking(), actions.AskSeat("Cleo"))
    table.do("anna", actions.AnswerAsk(next(iter(table.table.asks)), agree=False))
    table.play()
    table.do("anna", actions.Rematch())
    table.do("bert", actions.Rematch())
    table.seal("anna", "bert")
    table.do("cleo", actions.AskSeat("Cleo"))
    table.do("anna", actions.AnswerAsk(next(iter(table.table.asks)), agree=True))
    table.play()
    table.do("anna", actions.Rematch())
    table.do("bert", actions.Rematch())
    table.seal("anna", "bert", "cleo")
    table.play(2)
    return table


def timer() -> Evening:
    """Longo with bots, where people let their time run out."""
    table = Evening("timer")
    table.open(Options("longo", 3, timer=5), BOT, start=True)
    table.seal("anna")
    table.play(4, answer=False)
    return table


def sheet(variant: str) -> Evening:
    """Two people in the white phase of that variant."""
    table = Evening(variant)
    table.open(Options(variant, 2))
    table.do("bert", actions.Sit("Bert"))
    table.do("anna", actions.Start())
    table.seal("anna", "bert")
    table.play(3, to=Phase.WHITE)
    return table


def alone() -> Evening:
    table = Evening("alone")
    table.open(Options("classic", 1), start=True)
    table.seal("anna")
    table.play()
    return table


def undo() -> Evening:
    """A player alone with a bot, who takes a choice back in some turns."""
    table = Evening("undo")
    table.open(Options("classic", 2), BOT, start=True)
    table.seal("anna")
    table.do("anna", actions.SetPortrait("leaf"))
    for _ in range(8):
        table.play(1)
        if can_undo(table.table, 0):
            table.do("anna", actions.Retract())
            table.play(1, to=Phase.COLOUR)
    return table


def day() -> Evening:
    """The game of a day, in its third turn."""
    opened = Opened(
        GameOptions("classic", 3),
        PERSON["anna"],
        "",
        bot_names((BOT, BOT)),
        digest("day"),
        start=True,
        day="2026-11-18",
    )
    table = Evening("day", Entry(1_795_000_000_000, opened))
    table.play(3)
    return table


def forgotten() -> Evening:
    """A player has left a running game and has deleted their data."""
    table = sheet("classic-all")
    table.do("bert", actions.Rename("Bertrand"), actions.Leave())
    for position, entry in forget.without(CODE, table.entries, PERSON["bert"]).items():
        table.entries[position - 1] = entry
    return table


def real() -> Evening:
    """Real dice, corrections of them, and a screen in the middle of the table."""
    table = Evening("real")
    table.open(Options("longo", 2, dice="real"))
    table.do("bert", actions.Sit("Bert"), actions.SetLucky(1, (11, 6)))
    table.do("anna", actions.SetFirst(0), actions.InviteScreen(TICKET))
    table.do("cleo", UseTicket(TICKET))
    table.do("anna", actions.Start())
    table.do("cleo", actions.EnterDice("12/3456"), actions.CorrectDice("12/3457"))
    table.do("anna", actions.Choose("-"))
    table.do("bert", actions.CorrectDice("12/3458"))
    table.do("anna", actions.AnswerCorrection(agree=False))
    table.do("bert", actions.CorrectDice("12/3451"))
    table.do("anna", actions.AnswerCorrection(agree=True))
    table.play()
    table.do("anna", actions.Rematch())
    table.do("bert", actions.Rematch())
    table.play(1, to=Phase.WHITE)
    table.do("anna", actions.CorrectDice(table.roll()))
    table.do("bert", actions.Choose("-"), actions.CorrectDice(table.roll()))
    return table


def pad() -> Evening:
    """Cards and no more, one of them without a phone, until the game is over; and another one."""
    table = Evening("pad")
    table.open(Options("classic", 4, dice="pad"))
    table.do("bert", actions.Sit("Bert"))
    table.do("anna", actions.AddCard("Dora"), actions.Start())
    for cell in ("r2", "r3", "r4", "r5", "r6"):
        table.do("anna", actions.MarkCard(0, cell))
        table.do("bert", actions.MarkCard(1, cell))
    table.do("anna", actions.MarkCard(2, "g9"), actions.TakeBack(2, "g9"))
    table.do("anna", actions.MarkCard(0, "r12"))
    table.do("bert", actions.LeaveLock(1, "r"))
    table.do("bert", *(actions.MarkCard(1, f"m{number}") for number in range(1, 5)))
    table.do("anna", actions.ConfirmResult(), actions.Rematch())
    table.do("bert", actions.Rematch())
    table.do("anna", actions.MarkCard(2, "b12"))
    return table


EVENINGS: Final[dict[str, Callable[[], Evening]]] = {
    "alone": alone,
    "undo": undo,
    "classic": running,
    "day": day,
    "evening": evening,
    "forgotten": forgotten,
    "longo-all": lambda: sheet("longo-all"),
    "mixx-a": lambda: sheet("mixx-a"),
    "mixx-b": lambda: sheet("mixx-b"),
    "pad": pad,
    "real": real,
    "series": series,
    "timer": timer,
}


def facts(table: Table) -> dict[str, Any]:
    """Returns the facts about the table that a log leads to."""
    game, pad = table.game, table.pad
    cards = game.cards if game else pad.cards if pad else ()
    closed = table.played.closings if isinstance(table.played, Playing) else []
    return {
        "version": table.version,
        "stage": table.stage,
        "game": table.game_id,
        "variant": table.options.variant,
        "seats": [f"{seat.kind} {seat.bot or '-'} {seat.name}" for seat in table.seats],
        "host": table.host,
        "commitment": commitment(table.secret),
        "games": table.games,
        "position": write_position(game) if game else None,
        "closings": [[each.colour, each.turn, *each.by] for each in closed],
        "marks": [" ".join(mark.name for mark in marks) for marks in pad.marks] if pad else [],
        "scores": [card.score for card in cards],
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, play in EVENINGS.items():
        log = FOLDER / f"{name}.jsonl"
        if log.exists():
            continue
        entries = play().entries
        log.write_bytes(b"".join(write_entry(entry) + b"\n" for entry in entries))
        table = Table(CODE)
        for entry in entries:
            entry.apply(table)
        text = json.dumps(facts(table), indent=1, ensure_ascii=False)
        log.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
