"""The record of a game: the package it is played by, where it stands, and every phase so far. JSON in and out.

What was played is kept as it was written: a later dipmap that knows more of a phase never loses what an earlier one told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dipmap.judge import state_json
from dipmap.judge.adjudicate import play
from dipmap.judge.orders import Given
from dipmap.judge.results import OrderResult, Result
from dipmap.judge.start import new_state
from dipmap.judge.state import Piece, State
from dipmap.model import Variant

FORMAT = 1


@dataclass(frozen=True)
class Game:
    """A game of one package, known by the SHA-256 of its manifest.

    `package` is where that was when the game began, as seen from the folder of the game. `history` holds one document
    (`#/$defs/played` of the schema) for each phase, the first one first.
    """

    variant: str
    version: str
    manifest: str
    state: State
    package: str = ""
    history: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)


def new_game(variant: Variant, manifest: str, package: str = "") -> Game:
    """A game at its beginning."""
    return Game(variant.id, variant.version, manifest, new_state(variant), package)


def to_json(game: Game) -> dict[str, Any]:
    """The document of a game."""
    return {
        "format": FORMAT,
        "variant": game.variant,
        "version": game.version,
        "manifest": game.manifest,
        **({"package": game.package} if game.package else {}),
        "state": state_json.to_json(game.state),
        "history": [dict(played) for played in game.history],
    }


def from_json(variant: Variant, document: Mapping[str, Any]) -> Game:
    """The game of a document that the schema admits; `StateError` where the variant objects to its state."""
    return Game(
        document["variant"],
        document["version"],
        document["manifest"],
        state_json.from_json(variant, document["state"]),
        document.get("package", ""),
        tuple(document["history"]),
    )


def run(
    variant: Variant, game: Game, orders: Iterable[Given], *, trace: bool = False
) -> tuple[Game, list[tuple[State, Result]]]:
    """The game after the phase or the phases that the orders are for, and what came of each.

    Each result comes with the state before it. Raises `JudgeError` as `play` does.
    """
    given = list(orders)
    results = play(variant, game.state, given, trace=trace)
    before = [game.state, *(result.state for result in results[:-1])]
    played = list(zip(before, results, strict=True))
    # of orders for two phases at once each stands with the phase in which it was looked at
    later = {(each.power, each.order) for result in results[1:] for each in result.results}
    now = [each for each in given if each not in later]
    parts = [given] if len(results) == 1 else [now, [each for each in given if each in later]]
    documents = [_played(state, result, part) for (state, result), part in zip(played, parts, strict=True)]
    state_json.from_json(variant, state_json.to_json(results[-1].state))  # a game is not led to where it cannot go on
    return replace(game, state=results[-1].state, history=(*game.history, *documents)), played


def _played(before: State, result: Result, given: Sequence[Given]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "state": state_json.to_json(before),
        "orders": [{"power": each.power, "text": each.text} for each in given],
        "results": [result_document(each) for each in result.results],
    }
    if result.dislodged:
        told["dislodged"] = [
            {**state_json.unit_document(piece), "from": origin or None} for piece, origin in result.dislodged
        ]
    for name, pieces in (("built", result.built), ("removed", result.removed)):
        if pieces:
            told[name] = [state_json.unit_document(piece) for piece in pieces]
    if result.warnings:
        told["warnings"] = list(result.warnings)
    return told


def result_document(result: OrderResult) -> dict[str, Any]:
    """What became of an order; what is empty is left out."""
    told: dict[str, Any] = {"power": result.power, "order": result.order, "outcome": result.outcome}
    if result.reason:
        told["reason"] = result.reason
    if result.by:
        told["by"] = list(result.by)
    if result.unit is not None:
        told["unit"] = state_json.unit_document(result.unit)
    if result.detail:
        told["detail"] = result.detail
    return told


def result_of(document: Mapping[str, Any]) -> OrderResult:
    """What became of an order, from its document."""
    unit = document.get("unit")
    piece = Piece(unit["power"], unit["type"], unit["loc"], unit.get("n", 1)) if unit else None
    return OrderResult(
        document["power"],
        document["order"],
        document["outcome"],
        document.get("reason", ""),
        tuple(document.get("by", ())),
        piece,
        document.get("detail", ""),
    )
