"""Adjudicate movement positions in PyPI pydip on a graph given to it; always a process of its own.

Reads JSON: `seas` (names), `lands` (name to its coasts' names), `edges` (pairs of names: armies between lands, fleets
between seas and coasts), `positions`, each a table from power to orders (`A par - bur`, `F nth C A lon - nwy`, `A lon -
nwy VIA`, `F bre H`, `A mar S A par - bur`); the units are those that are ordered. Prints a list: for each position
`units` after it, and `dislodged`.
"""

import json
import sys

from pydip.map.map import Map
from pydip.player.command.command import (
    ConvoyMoveCommand,
    ConvoyTransportCommand,
    HoldCommand,
    MoveCommand,
    SupportCommand,
)
from pydip.player.player import Player
from pydip.player.unit import Unit, UnitTypes
from pydip.turn.resolve import resolve_turn

TYPES = {"A": UnitTypes.TROOP, "F": UnitTypes.FLEET}
LETTERS = {kind: letter for letter, kind in TYPES.items()}


def node(board, letter, place):
    """The name of the place a unit of a type stands in."""
    if letter == "F" and place in board["lands"]:
        (coast,) = board["lands"][place]
        return coast
    return place


def command(board, player, words):
    """One order."""
    letter, here, *rest = words
    unit = Unit(TYPES[letter], node(board, letter, here))
    if rest == ["H"]:
        return HoldCommand(player, unit)
    if rest[0] == "-":
        if rest[2:] == ["VIA"]:
            return ConvoyMoveCommand(player, unit, rest[1])
        return MoveCommand(player, unit, node(board, letter, rest[1]))
    other = Unit(TYPES[rest[1]], node(board, rest[1], rest[2]))
    to = node(board, rest[1], rest[4]) if len(rest) > 3 else other.position
    if rest[0] == "S":
        return SupportCommand(player, unit, other, to)
    return ConvoyTransportCommand(player, unit, other, to)


def place(board, name):
    """The place of a node."""
    return next((land for land, coasts in board["lands"].items() if coasts == [name]), name)


def main():
    """Read, adjudicate, print."""
    board = json.load(sys.stdin)
    territories = [{"name": sea} for sea in board["seas"]]
    territories += [{"name": land, "coasts": coasts} for land, coasts in board["lands"].items()]
    game_map = Map(territories, [tuple(edge) for edge in board["edges"]])
    told = []
    for position in board["positions"]:
        commands = []
        for power, texts in position.items():
            orders = [text.split() for text in texts]
            units = [
                {"territory_name": node(board, words[0], words[1]), "unit_type": TYPES[words[0]]} for words in orders
            ]
            player = Player(power, game_map, units)
            commands += [command(board, player, words) for words in orders]
        found = {"units": [], "dislodged": []}
        for power, units in resolve_turn(game_map, commands).items():
            for unit, retreats in units.items():
                text = f"{power} {LETTERS[unit.unit_type]} {place(board, unit.position)}"
                found["units" if retreats is None else "dislodged"].append(text)
        told.append({key: sorted(units) for key, units in found.items()})
    print(json.dumps(told))  # noqa: T201


if __name__ == "__main__":
    main()
