"""Requests that fit the games at that moment: no document could list them.

Reads the links of the games, by stage, from `links.json`. Writes how each operation was answered to `answered.json`.
"""

import atexit
import json
import random
from collections import Counter
from pathlib import Path

import schemathesis
from games import Refused, Seat, connect

GAMES = json.loads(Path("links.json").read_text())
SEAT = "/api/seats/{link}"


def written(order):
    return order if isinstance(order, str) else order.to_dict()


def order(seat: Seat, choices):
    return {"order": written(seat.choose(choices))}


def standing(seat: Seat, choices):
    return {"question": seat.info().question, "answer": written(seat.choose(choices))}


def undo(seat: Seat, choices):
    seat.order(seat.choose(choices))
    return {}


def dice(seat: Seat, choices):
    roll = seat.info().roll
    return {"label": roll.label, "faces": [choices.randint(1, 6) for _ in range(roll.dice)]}


def tool(seat: Seat, choices):
    return {"tool": "emergence", "input": {}}


# The stage of the games in which an operation can succeed, and the fields of its body that must fit the game.
FITTING = {
    f"POST {SEAT}/commit": ("open", None),
    f"POST {SEAT}/reveal": ("committed", None),
    f"POST {SEAT}/orders": ("play", order),
    f"POST {SEAT}/odds": ("odds", order),
    f"POST {SEAT}/standing": ("play", standing),
    f"POST {SEAT}/undo": ("play", undo),
    f"POST {SEAT}/dice": ("rolling", dice),
    f"POST {SEAT}/tool": ("asl", tool),
    f"GET {SEAT}/ledger": ("over", None),
    f"GET {SEAT}/luck": ("over", None),
    f"GET {SEAT}/replay": ("over", None),
    # These end a game or void a link, so each has games of its own.
    f"POST {SEAT}/renew": ("leaving", None),
    f"POST {SEAT}/resign": ("leaving", None),
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives a request a seat, unless its link is malformed on purpose. Makes two of three fit the game of the seat."""
    kwargs["hooks"] = {"response": hang_up}
    spoilt = {location.value for location, part in case.meta.components.items() if not part.mode.is_positive}
    if SEAT not in case.path or "path" in spoilt or case.meta.phase.name.value == "stateful":
        return
    choices = random.Random(repr(case.body) + repr(case.query) + str(answered.total()))
    stage, fields = FITTING.get(case.operation.label, ("any", None))
    fits = choices.random() < 0.67
    links = choices.sample(GAMES[stage if fits or stage == "leaving" else "any"], 2)
    case.path_parameters = {"link": links[0]}
    for link in links if fits and fields is not None and "body" not in spoilt else []:
        try:
            fitting = fields(Seat(connect(case.operation.base_url), link), choices)
        except (Refused, AttributeError):
            # This seat is not asked anything now. Perhaps the other is.
            continue
        case.path_parameters = {"link": link}
        case.body = {key: value for key, value in case.body.items() if key != "if_heard"} | fitting
        return


def hang_up(response, **_):
    """Ends a connection that has become a WebSocket: it takes no further request."""
    if response.status_code == 101:
        response.raw.close()


answered = Counter()


@schemathesis.hook
def after_call(context, case, response):
    answered[case.operation.label, response.status_code] += 1


@atexit.register
def note():
    rows = [[label, status, count] for (label, status), count in sorted(answered.items())]
    Path("answered.json").write_text(json.dumps(rows))
