"""Whether anybody is still at the other end of a socket: who is silent is asked, and has to answer.

A line that is cut says so; a phone that lost its network, or fell asleep, says nothing. Whatever
comes from who takes what is sent, be it the answer to a ping, is a sign of life. A question that
leaves together with something else costs next to nothing, so it is asked a little earlier then.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol

# An absence is to be noticed within ten seconds: the last two, and what `Pace.away` forgives.
_ASKED_IN_PASSING: Final = 3.0
_ASKED: Final = 4.0
_ANSWERED_WITHIN: Final = 3.0


class Patient(Protocol):
    """A line that can be asked."""

    def unheard(self) -> bool:
        """Whether nothing is read from it now, so that its silence is not its own."""

    def ask(self) -> None:
        """Sends a ping."""

    def give_up(self) -> None:
        """Nobody is there: ends it."""


class Pulse:
    """Of all sockets of a server."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        # Both in the order in which it was so last, so that the first are the oldest.
        self._heard: dict[Patient, float] = {}
        self._asked: dict[Patient, float] = {}

    def hear(self, patient: Patient) -> None:
        """Something has come from it."""
        self.lose(patient)
        self._heard[patient] = self._clock()

    def lose(self, patient: Patient) -> None:
        """It is there no more."""
        self._asked.pop(patient, None)
        self._heard.pop(patient, None)

    def ask_in_passing(self, patient: Patient) -> bool:
        """Whether what is being sent to it is to carry a ping."""
        heard = self._heard.get(patient)
        if heard is None or self._clock() < heard + _ASKED_IN_PASSING:
            return False
        self._ask(patient)
        return True

    def feel(self) -> None:
        """Asks those that have been silent, and gives up those that did not answer."""
        now = self._clock()
        for patient in _since(self._heard, now - _ASKED):
            self._ask(patient)
            patient.ask()
        for patient in _since(self._asked, now - _ANSWERED_WITHIN):
            if patient.unheard():
                self.hear(patient)
            else:
                self.lose(patient)
                patient.give_up()

    def _ask(self, patient: Patient) -> None:
        del self._heard[patient]
        self._asked[patient] = self._clock()


def _since(patients: dict[Patient, float], then: float) -> list[Patient]:
    """Those of which it is so since then, or for longer."""
    found = []
    for patient, since in patients.items():
        if since > then:
            break
        found.append(patient)
    return found
