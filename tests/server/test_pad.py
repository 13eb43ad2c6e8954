"""Views of a pad: the marks that every cell allows, and the reasons against others."""

import json
from typing import Any

from qwixx.table.views import summary
from tests.server.desk import HOST, Desk


def pad_desk(variant: str = "classic") -> Desk:
    desk = Desk(variant, 3)
    options = {"variant": variant, "seats": 3, "timer": 0, "dice": "pad"}
    desk.act(HOST, "options", options=options)
    desk.act("bert", "sit", name="Bert", seat=None)
    desk.act("bert", "card", name="Dora")
    desk.act(HOST, "start")
    return desk


def view(desk: Desk, name: str | None = HOST) -> dict[str, Any]:
    shown: dict[str, Any] = json.loads(desk.view(name))
    return shown


def test_every_cell_of_a_pad_shows_the_possible_marks() -> None:
    desk = pad_desk()
    shown = view(desk)
    assert (shown["stage"], shown["game"], shown["fair"]) == ("pad", None, None)
    assert [seat.get("keeper") for seat in shown["seats"]] == [None, None, 1]
    assert shown["pad"]["marking"][0] == {
        "cells": ["oooooooooon"] * 4,
        "misthrow": "m1",
        "newest": None,
        "shared": [],
    }
    for number in (2, 3, 4, 5, 7):
        desk.act(HOST, "mark", seat=0, mark=f"r{number}")
        desk.act("bert", "mark", seat=2, mark=f"r{number}")
    assert view(desk)["pad"]["marking"][0]["cells"][0] == "-----xooooo"
    desk.act("bert", "mark", seat=2, mark="r12")
    shown = view(desk, None)
    assert shown["pad"]["closed"] == [{"colour": "r", "turn": 0, "by": [2]}]
    host, bert, dora = shown["pad"]["marking"]
    assert (host["cells"][0], host["shared"]) == ("cccccxccccs", ["r"])
    assert (bert["cells"][0], bert["shared"]) == ("c" * 11, [])
    assert (dora["cells"][0], dora["newest"]) == ("c" * 10 + "x", "r12")
    desk.act(HOST, "leave-lock", seat=0, colour="r")
    assert view(desk)["pad"]["marking"][0]["cells"][0] == "cccccxccccc"


def test_the_end_of_a_pad_is_shown_before_and_after_it_is_confirmed() -> None:
    desk = pad_desk("longo")
    for mark in ("m1", "m2", "m3", "m4"):
        assert view(desk)["pad"]["ending"] is None
        desk.act("bert", "mark", seat=2, mark=mark)
    shown = view(desk)
    assert (shown["pad"]["ending"], shown["pad"]["result"]) == ("misthrows", None)
    assert shown["pad"]["marking"][2]["misthrow"] is None
    assert [len(card["lucky"]) for card in shown["pad"]["cards"]] == [2, 2, 2]
    desk.act(HOST, "confirm")
    shown = view(desk)
    assert shown["pad"]["result"] == {"number": 1, "winners": [0, 1], "places": [1, 1, 3]}
    assert summary(desk.table, 2).card
