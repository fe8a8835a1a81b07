"""The record of a game: nothing of it is lost, and it goes on from where it stood."""

from __future__ import annotations

import json

from phases import variant_of

from dipmap.judge import Given
from dipmap.judge.game import from_json, new_game, result_of, run, to_json
from dipmap.judge.order_set import read_orders
from dipmap.schema import problems

HASH = "0" * 64


def test_a_game_goes_on_from_its_document() -> None:
    variant = variant_of("standard")
    game = new_game(variant, HASH, "build/standard.zip")
    for text in ("france: A par - bur", "france: A bur - mun", ""):
        game, played = run(variant, game, read_orders(variant, text))
        assert len(played) == 1
        document = json.loads(json.dumps(to_json(game)))
        assert problems("game", document) == []
        assert from_json(variant, document) == game
    assert len(game.history) == 3
    assert game.history[0]["orders"] == [{"power": "france", "text": "A par - bur"}]
    told = [result_of(each) for each in game.history[1]["results"]]
    assert ("A bur - mun", "fails", ("mun",)) in [(each.order, each.outcome, each.by) for each in told]


def test_builds_and_moves_come_together() -> None:
    variant = variant_of("philadelphia")
    orders = [Given("mob", "build F pbr"), Given("mob", "F pbr - r4"), Given("mob", "build F std")]
    game, played = run(variant, new_game(variant, HASH), orders)
    assert [before.phase for before, _ in played] == ["adjustment", "movement"]
    assert [[each["text"] for each in played["orders"]] for played in game.history] == [
        ["build F pbr", "build F std"],
        ["F pbr - r4"],
    ]
    assert "r4" in {unit.location for unit in game.state.units}
    assert not game.state.hidden
