"""Values of positions, hints, and reviews of games that separate luck from skill.

All values are winning chances; `docs/coach.md` defines them. The coach needs NumPy, except for the
hints of `qwixx.coach.plain`.
"""

from importlib import import_module
from importlib.util import find_spec

from qwixx.coach.reasons import Reason
from qwixx.coach.results import Advice, Chances, Choice, Grade, Review, SeatReview, Step
from qwixx.extras import extra_named

if find_spec("numpy"):
    from qwixx.coach.advice import advise, evaluate
    from qwixx.coach.review import review
    from qwixx.coach.solo import solved_variants
else:

    def __getattr__(name: str) -> object:
        if name in __all__:
            with extra_named():
                import_module("numpy")
        raise AttributeError(name)


__all__ = [
    "Advice",
    "Chances",
    "Choice",
    "Grade",
    "Reason",
    "Review",
    "SeatReview",
    "Step",
    "advise",
    "evaluate",
    "review",
    "solved_variants",
]
