"""The `variant.yaml` of an import: all that the files say and the drawing does not."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dipmap.model import Adjacency, Barrier, Province, Unit, Variant
from dipmap.sketch.declare import head, powers, province_entry, rules, scalar
from dipmap.visible import visible

HEADING = "# Imported by dipmap from {}: README.md says what was found."


@dataclass(frozen=True)
class Exceptions:
    """What the drawing alone does not say of the graph, or says otherwise; a reason for each barrier."""

    passages: tuple[Adjacency, ...] = ()
    barriers: tuple[tuple[Barrier, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.passages or self.barriers)

    def among(self, locations: Container[str]) -> Exceptions:
        """Those between locations of a board."""
        return Exceptions(
            tuple(edge for edge in self.passages if edge.a in locations and edge.b in locations),
            tuple(each for each in self.barriers if each[0].a in locations and each[0].b in locations),
        )

    def plus(self, more: Exceptions) -> Exceptions:
        """These and others, a pair's barriers as one."""
        barriers = {(barrier.a, barrier.b): (barrier, reason) for barrier, reason in self.barriers}
        for barrier, reason in more.barriers:
            known = barriers.get((barrier.a, barrier.b), (barrier, reason))[0]
            barriers[barrier.a, barrier.b] = replace(barrier, units=barrier.units.plus(known.units)), reason
        passages = (*self.passages, *(edge for edge in more.passages if edge not in self.passages))
        return Exceptions(passages, tuple(barriers[pair] for pair in sorted(barriers)))


@dataclass(frozen=True)
class Bindings:
    """How the drawing names locations: its dialect, and the elements of each location. Annotated, it needs neither."""

    dialect: str
    shapes: Mapping[str, tuple[str, ...]]


def variant_yaml(variant: Variant, came_from: str, exceptions: Exceptions, bindings: Bindings | None) -> bytes:
    """The declaration of a variant whose drawing has shapes and nothing else that counts."""
    blocks = [
        HEADING.format(visible(came_from)),
        *head(variant),
        f"dialect: {bindings.dialect}" if bindings else "dialect: dipmap",
        *powers(variant),
        *_provinces(variant, bindings),
        *_rows("passages", map(_passage, exceptions.passages)),
        *_rows("barriers", (_barrier(barrier, reason) for barrier, reason in exceptions.barriers)),
        *_standing(variant),
        *rules(variant, [_unit(unit) for unit in variant.start.units]),
        *_anchors(variant),
    ]
    return ("\n".join(block for block in blocks if block) + "\n").encode()


def _provinces(variant: Variant, bindings: Bindings | None) -> Iterator[str]:
    yield "provinces:"
    for province in variant.provinces:
        yield f"  {scalar(province.id)}: {scalar(_province(province, bindings))}"


def _province(province: Province, bindings: Bindings | None) -> dict[str, Any]:
    said: dict[str, Any] = {"name": province.name}
    if bindings:
        said["terrain"] = "impassable" if province.impassable else province.terrain.value
        shapes = bindings.shapes.get(province.id, ())
        if shapes and shapes != (province.id,):
            said["shape"] = shapes[0] if len(shapes) == 1 else list(shapes)
    if province.centre:
        said["centre"] = True
        if province.home:
            said["home"] = province.home
    said |= {key: value for key, value in province_entry(province).items() if key not in said}
    coasts = {coast.id: _coast(province, coast.id, coast.name, bindings) for coast in province.coasts}
    return said | ({"coasts": coasts} if coasts else {})


def _coast(province: Province, coast: str, name: str, bindings: Bindings | None) -> dict[str, str]:
    shapes = bindings.shapes.get(f"{province.id}/{coast}", ()) if bindings else ()
    return {"name": name} | ({"shape": shapes[0]} if shapes else {})


def _rows(key: str, entries: Iterator[dict[str, Any]]) -> Iterator[str]:
    lines = [f"  - {scalar(entry)}" for entry in entries]
    if lines:
        yield "\n".join([f"{key}:", *lines])


def _passage(edge: Adjacency) -> dict[str, Any]:
    said = {"between": [edge.a, edge.b], "units": edge.units.value, "kind": edge.kind.value}
    return said | ({"via": edge.keeper} if edge.keeper else {}) | ({"oneway": True} if edge.oneway else {})


def _barrier(barrier: Barrier, reason: str) -> dict[str, Any]:
    return {"between": [barrier.a, barrier.b], "units": barrier.units.value, "reason": reason}


def _unit(unit: Unit) -> str:
    return f"{unit.power} {unit.type.value[0].upper()} {unit.location}"


def _standing(variant: Variant) -> Iterator[str]:
    if variant.standing_units:
        units: Sequence[str] = [f"{unit.type.value[0].upper()} {unit.location}" for unit in variant.standing_units]
        yield f"standing_units: {scalar(units)}"


def _anchors(variant: Variant) -> Iterator[str]:
    if variant.anchors:
        yield "anchors:"
    for location, points in sorted(variant.anchors.items()):
        said = {purpose: [round(x, 3), round(y, 3)] for purpose, (x, y) in sorted(points.items())}
        yield f"  {scalar(location)}: {scalar(said)}"
