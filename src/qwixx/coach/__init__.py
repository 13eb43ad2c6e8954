"""Values of positions, hints, and reviews of games that separate luck from skill.

All values are winning chances; `docs/coach.md` defines them. The coach needs only NumPy.
"""

from qwixx.extras import extra_named

with extra_named():
    from qwixx.coach.advice import advise, evaluate
    from qwixx.coach.reasons import Reason
    from qwixx.coach.results import Advice, Chances, Choice, Grade, Review, SeatReview, Step
    from qwixx.coach.review import review
    from qwixx.coach.solo import solved_variants

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
