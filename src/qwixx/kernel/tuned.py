"""What can be tuned in the formula of the `heuristic` bot, and the weights that were found."""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """What can be tuned."""

    breath: float
    """The breath of a row at the start (as a logarithm, like the next four)."""
    breath_ready: float
    """What is added when somebody is ready to end the game by a lock."""
    breath_closed: float
    """What is added when a row is closed."""
    breath_misthrows: float
    """What is added when somebody is one misthrow away from the end."""
    breath_players: float
    """What is added for each player after the second."""
    likely: float
    """How much more a cell counts whose number comes up often."""
    curve: float
    """How much more a cross counts in a row that has many."""
    lock: float
    """What being ready to lock a row is worth."""
    deny: float
    """What each point of hope is worth that a lock takes from the best opponent."""
    misthrow: float
    """What a misthrow costs."""
    misthrow_more: float
    """What each further one costs more than the one before."""
    patience: float
    """What a cross must bring to who is not active."""
    end_lead: float
    """What each point of lead is worth when a move ends the game."""
    end_margin: float
    """The lead that is needed for that to be welcome."""


TUNED: Final = {
    "classic": Weights(
        breath=2.706,
        breath_ready=-0.279,
        breath_closed=-0.004,
        breath_misthrows=-0.423,
        breath_players=-0.029,
        likely=0.589,
        curve=0.421,
        lock=7.351,
        deny=0.529,
        misthrow=4.978,
        misthrow_more=0.708,
        patience=-0.403,
        end_lead=4.281,
        end_margin=-0.671,
    ),
    "longo": Weights(
        breath=2.74,
        breath_ready=-0.43,
        breath_closed=0.024,
        breath_misthrows=-0.066,
        breath_players=-0.033,
        likely=0.604,
        curve=0.249,
        lock=11.093,
        deny=0.688,
        misthrow=6.443,
        misthrow_more=2.421,
        patience=0.007,
        end_lead=6.08,
        end_margin=0.873,
    ),
    "mixx-a": Weights(
        breath=2.683,
        breath_ready=-0.304,
        breath_closed=0.009,
        breath_misthrows=-0.531,
        breath_players=-0.049,
        likely=0.664,
        curve=0.425,
        lock=8.526,
        deny=0.65,
        misthrow=6.255,
        misthrow_more=0.263,
        patience=-0.231,
        end_lead=3.19,
        end_margin=-1.096,
    ),
    "mixx-b": Weights(
        breath=2.784,
        breath_ready=-0.456,
        breath_closed=-0.132,
        breath_misthrows=0.197,
        breath_players=-0.028,
        likely=0.537,
        curve=0.337,
        lock=9.128,
        deny=0.645,
        misthrow=9.313,
        misthrow_more=-0.008,
        patience=-0.056,
        end_lead=5.713,
        end_margin=1.058,
    ),
}
"""Found by `python -m research.tune`."""
