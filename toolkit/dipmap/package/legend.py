"""The legend of the preview: only what is on the map, laid out in rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dipmap.model import Kind, Terrain, Units, UnitType, Variant
from dipmap.package.colours import LAND, SEA, STONE, WATER
from dipmap.package.lettering import latin

SIGN = 34
GAP = 26
_LONGEST = 28
_MOST_POWERS = 40
_WORDS = {Units.ARMY: "armies", Units.FLEET: "fleets", Units.BOTH: "both"}


@dataclass(frozen=True)
class Entry:
    """One sign with its words; `sign` says what is drawn, `colour` in which colour."""

    sign: str
    text: str
    colour: str = ""


def entries(variant: Variant) -> list[list[Entry]]:
    """Groups of entries: the powers, then the signs of the map."""
    powers = [
        Entry("power", latin(power.name, power.id, _LONGEST), power.colour) for power in variant.powers[:_MOST_POWERS]
    ]
    return [powers, list(_signs(variant))]


def _signs(variant: Variant) -> Iterator[Entry]:
    passable = [province for province in variant.provinces if not province.impassable]
    if any(province.terrain is not Terrain.SEA and province.owner is None for province in passable):
        yield Entry("fill", "unowned", LAND)
    if any(province.terrain is Terrain.SEA and not province.armies for province in passable):
        yield Entry("fill", "sea", WATER)
    if any(province.terrain is Terrain.SEA and province.armies for province in passable):
        yield Entry("fill", "sea with armies", SEA)
    if len(passable) < len(variant.provinces):
        yield Entry("fill", "impassable", STONE)
    if variant.centres:
        yield Entry("centre", "supply centre")
    placed = {unit.type for unit in (*variant.start.units, *variant.standing_units)}
    yield from (Entry(kind.value, kind.value) for kind in UnitType if kind in placed)
    borders = {edge.units for edge in variant.adjacency if edge.kind is Kind.BORDER}
    yield from (Entry(f"edge-{units.value}", f"border: {_WORDS[units]}") for units in Units if units in borders)
    passages = {edge.units for edge in variant.adjacency if edge.kind is not Kind.BORDER}
    yield from (Entry(f"passage-{units.value}", f"passage: {_WORDS[units]}") for units in Units if units in passages)
    stopped = {barrier.units for barrier in variant.barriers}
    yield from (Entry(f"barrier-{units.value}", f"barrier: {_WORDS[units]}") for units in Units if units in stopped)


def rows(
    groups: Sequence[Sequence[Entry]],
    width: float,
    measure: Callable[[str, float], float],
) -> list[list[tuple[float, Entry]]]:
    """Entries with their x (pixels), as many in a row as go into the width; a group begins a row."""
    found: list[list[tuple[float, Entry]]] = []
    for group in groups:
        row: list[tuple[float, Entry]] = []
        x = 0.0
        for entry in group:
            wide = SIGN + measure(entry.text, 9.5)
            if row and x + wide > width:
                found.append(row)
                row, x = [], 0.0
            row.append((x, entry))
            x += wide + GAP
        if row:
            found.append(row)
    return found
