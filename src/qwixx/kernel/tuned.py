"""The weights in the formula of the `heuristic` bot, as tuning found them."""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """The numbers that tuning may change."""

    crosses_left: float
    """Crosses that a row may still get at the start (as a logarithm, like the next four)."""
    crosses_left_ready: float
    """Added when a player is ready to end the game by a lock."""
    crosses_left_closed: float
    """Added when a row is closed."""
    crosses_left_misthrows: float
    """Added when a player is one misthrow away from the end."""
    crosses_left_players: float
    """Added for each player after the second."""
    likely: float
    """How much more a cell counts whose number comes up often."""
    curve: float
    """How much more a cross counts in a row that has many."""
    lock: float
    """The points for being ready to lock a row."""
    deny: float
    """The points for each expected point that a lock takes from the best opponent."""
    misthrow: float
    """The points that a misthrow costs."""
    misthrow_more: float
    """The points that each further misthrow costs more than the one before."""
    least_gain: float
    """The least gain for which a player who is not active crosses."""
    end_lead: float
    """The points for each point of lead when a move ends the game."""
    end_margin: float
    """The lead from which on ending the game counts as a gain."""


TUNED: Final = {
    "classic": Weights(
        crosses_left=2.706,
        crosses_left_ready=-0.279,
        crosses_left_closed=-0.004,
        crosses_left_misthrows=-0.423,
        crosses_left_players=-0.029,
        likely=0.589,
        curve=0.421,
        lock=7.351,
        deny=0.529,
        misthrow=4.978,
        misthrow_more=0.708,
        least_gain=-0.403,
        end_lead=4.281,
        end_margin=-0.671,
    ),
    "longo": Weights(
        crosses_left=2.74,
        crosses_left_ready=-0.43,
        crosses_left_closed=0.024,
        crosses_left_misthrows=-0.066,
        crosses_left_players=-0.033,
        likely=0.604,
        curve=0.249,
        lock=11.093,
        deny=0.688,
        misthrow=6.443,
        misthrow_more=2.421,
        least_gain=0.007,
        end_lead=6.08,
        end_margin=0.873,
    ),
    "mixx-a": Weights(
        crosses_left=2.683,
        crosses_left_ready=-0.304,
        crosses_left_closed=0.009,
        crosses_left_misthrows=-0.531,
        crosses_left_players=-0.049,
        likely=0.664,
        curve=0.425,
        lock=8.526,
        deny=0.65,
        misthrow=6.255,
        misthrow_more=0.263,
        least_gain=-0.231,
        end_lead=3.19,
        end_margin=-1.096,
    ),
    "mixx-b": Weights(
        crosses_left=2.784,
        crosses_left_ready=-0.456,
        crosses_left_closed=-0.132,
        crosses_left_misthrows=0.197,
        crosses_left_players=-0.028,
        likely=0.537,
        curve=0.337,
        lock=9.128,
        deny=0.645,
        misthrow=9.313,
        misthrow_more=-0.008,
        least_gain=-0.056,
        end_lead=5.713,
        end_margin=1.058,
    ),
}
"""Found by `python -m research.tune`."""
