"""One phase as JSON: the request and the answer of `dipmap judge adjudicate`, for programs in any language.

A request is an object with these keys, none of which has to be there: `id` (text or number, comes back in the answer), `turn`
(`Spring 1901`; by default the first with such a phase), `phase` (`movement` by default, `retreat`, `adjustment`), `units`
(`{"power": "england", "type": "F", "loc": "stp/nc", "n": 1}`, `power` null for a unit of nobody), `owners` (power to
centres), `orders` (`{"power", "text"}`), `options` (rule choices that differ from the package's), `dislodged` (units with
`from`, the place their attacker came from, and `retreats`, as the answer to the movement gives them), `bounced`, and
`preceding`, the request of the phase before. That is adjudicated first, and the position is what it leaves: `units` and
`dislodged` may then be left out, and have to be the same where they are given. `trace: true` asks for the story of every
decision. Powers and places compare without case. Other keys are passed over, unless one looks like a slip of the pen.

An answer has `id`, `positions`, `dislodged`, `bounced`, `disbanded`, `owners`, `results`, `next` (null once the game is
over), then `winner` or `draw`, `warnings` and `trace` where there are any; or `id` and `error`, a sentence.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from dipmap.judge.adjudicate import play
from dipmap.judge.errors import JudgeError
from dipmap.judge.requests import Played, Requests, chain, title
from dipmap.judge.results import OrderResult
from dipmap.judge.state import RETREAT, Piece
from dipmap.model import Variant


def answer(variant: Variant, request: Any) -> dict[str, Any]:
    """Adjudicate one request: a JSON document in, one out. What is wrong with a request is told in `error`; nothing is raised."""
    identity = request.get("id") if isinstance(request, dict) else None
    if identity is not None and (not isinstance(identity, (str, int)) or isinstance(identity, bool)):
        return {"id": None, "error": "id: is text or a whole number"}
    try:
        return {"id": identity, **_answered(variant, request)}
    except JudgeError as error:
        return {"id": identity, "error": str(error)}


def _answered(variant: Variant, request: Any) -> dict[str, Any]:
    requests = Requests(variant)
    links = chain(request)
    options: dict[str, str] = {}
    choices = []
    for each, where in links:
        options = requests.options(each["options"], f"{where}options") if "options" in each else options
        choices.append(options)
    played: Played | None = None
    for index in reversed(range(len(links))):
        each, where = links[index]
        if played is None:
            state = requests.state(each, where, choices[index], links[index - 1][0] if index else None)
        else:
            state = requests.follow(each, where, played)
        orders = requests.orders(each.get("orders", []), f"{where}orders")
        trace = requests.flag(each.get("trace", False), f"{where}trace")
        results = play(variant, state, orders, options=choices[index], trace=trace)
        before = results[-2].state if len(results) > 1 else state
        played = Played(before, results[-1], tuple(results))
    assert played is not None  # a chain holds at least the request itself
    return _told(variant, played)


def _told(variant: Variant, played: Played) -> dict[str, Any]:
    result, state = played.result, played.result.state
    shared = {province.id for province in variant.provinces if province.capacity > 1}
    ways = {each.piece: each.retreats for each in state.dislodged} if state.phase == RETREAT else {}
    removed = [piece for part in played.parts for piece in part.removed]
    told: dict[str, Any] = {
        "positions": [_unit(piece, shared) for piece in state.units],
        "dislodged": [
            {**_unit(piece, shared), "from": origin or None, "retreats": list(ways.get(piece, ()))}
            for piece, origin in result.dislodged
        ],
        "bounced": list(result.bounced),
        "disbanded": [_unit(piece, shared) for piece in removed],
        "owners": {power: owned for power in variant.powers_by_id if (owned := state.owned(power))},
        "results": [_result(each) for part in played.parts for each in part.results],
        "next": None if state.over else {"turn": title(variant, state), "phase": state.phase},
    }
    if state.winner is not None:
        told["winner"] = state.winner
    elif state.draw is not None:
        told["draw"] = list(state.draw)
    for name in ("warnings", "trace"):
        lines = [line for part in played.parts for line in getattr(part, name)]
        if lines:
            told[name] = lines
    return told


def _unit(piece: Piece, shared: Collection[str]) -> dict[str, Any]:
    """A unit as requests write it; with its number where a province may hold several."""
    told: dict[str, Any] = {"power": piece.power, "type": piece.type, "loc": piece.location}
    if piece.province in shared:
        told["n"] = piece.n
    return told


def _result(result: OrderResult) -> dict[str, Any]:
    told: dict[str, Any] = {
        "power": result.power,
        "order": result.order,
        "outcome": result.outcome,
        "reason": result.reason,
        "by": list(result.by),
    }
    if result.detail:
        told["detail"] = result.detail
    return told
