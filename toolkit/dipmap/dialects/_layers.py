"""Walking a drawing layer by layer: the part that every dialect shares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dipmap.diagnostics import Notice, Place, notice
from dipmap.draft import (
    AdjacentTag,
    AnchorTag,
    BarrierTag,
    CapacityTag,
    CentreTag,
    CoastTag,
    Draft,
    Known,
    PassageTag,
    ProvinceTag,
    UnitTag,
)
from dipmap.svg.drawing import Drawing, Item
from dipmap.svg.names import is_editors_own, undone


def layer_of(item: Item, layers: Mapping[str, str]) -> str | None:
    """Which layer a group is: `layers` maps canonical names to the role they play."""
    if item.tag not in ("g", "svg"):
        return None
    return next((layers[name] for name in item.layer_names if name in layers), None)


def find_layers(drawing: Drawing, layers: Mapping[str, str]) -> dict[str, list[Item]]:
    """The groups that play each role, outermost only."""
    found: dict[str, list[Item]] = {}
    stack = list(reversed(drawing.root.children))
    while stack:
        item = stack.pop()
        role = layer_of(item, layers)
        if role:
            found.setdefault(role, []).append(item)
        else:
            stack.extend(reversed(item.children))
    return found


def own_names(item: Item, known: Known) -> list[tuple[str, str]]:
    """The names a designer may have given (editors' defaults left out, unless a province is called so)."""
    return [named for named in item.names if not is_editors_own(named[0]) or named[0].lower() in known.ids]


def reading(name: str, pattern: re.Pattern[str]) -> str:
    """The name as it stands, or with what editors add undone: the first that fits; empty where none does."""
    return next((shorter for shorter in undone(name) if pattern.fullmatch(shorter.lower())), "")


def bound(item: Item, known: Known) -> tuple[str, str] | None:
    """The location `variant.yaml` binds this element to, with the attribute its name stands in."""
    for name, attribute in item.names:
        if name in known.shapes:
            return known.shapes[name], attribute
    return None


@dataclass
class Collector:
    """Tags gathered while a dialect reads; `draft` closes it."""

    known: Known
    provinces: list[ProvinceTag] = field(default_factory=list)
    coasts: list[CoastTag] = field(default_factory=list)
    centres: list[CentreTag] = field(default_factory=list)
    units: list[UnitTag] = field(default_factory=list)
    passages: list[PassageTag] = field(default_factory=list)
    barriers: list[BarrierTag] = field(default_factory=list)
    adjacents: list[AdjacentTag] = field(default_factory=list)
    anchors: list[AnchorTag] = field(default_factory=list)
    capacities: list[CapacityTag] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def say(self, name: str, message: str, place: Place, hint: str, key: str = "", about: tuple[str, ...] = ()) -> None:
        self.notices.append(notice(name, message, place, hint=hint, key=key, provinces=about))

    def shape(self, location: str, item: Item, attribute: str, **more: str | None) -> None:
        """A province or, for `stp/nc`, a coast."""
        self.taken.add(id(item))
        place = item.place(attribute)
        name = more.get("name")
        if "/" in location:
            self.coasts.append(CoastTag(location, item, place, name))
        else:
            self.provinces.append(ProvinceTag(location, item, place, more.get("terrain"), name))

    def bind_rest(self, drawing: Drawing) -> None:
        """Elements that `variant.yaml` binds by name or id and no layer offered: found wherever they stand."""
        have = {tag.id for tag in self.provinces} | {tag.location for tag in self.coasts}
        bound_already = set(self.known.shapes.values())
        plain = {identity: identity for identity in sorted(self.known.ids - bound_already)}
        for name, location in {**self.known.shapes, **plain}.items():
            if location in have:
                continue
            items = [item for item in drawing.by_name.get(name, ()) if id(item) not in self.taken]
            for item in [item for item in items if next(item.shapes(), None)][:1]:
                attribute = next(where for label, where in item.names if label == name)
                self.shape(location, item, attribute)

    def draft(self, dialect: str, drawing: Drawing) -> Draft:
        self.bind_rest(drawing)
        return Draft(
            dialect,
            tuple(self.provinces),
            tuple(self.coasts),
            tuple(self.centres),
            tuple(self.units),
            tuple(self.passages),
            tuple(self.barriers),
            tuple(self.adjacents),
            tuple(self.anchors),
            tuple(self.capacities),
            tuple(self.notices),
        )


def named_shapes(layer: Item, known: Known) -> Iterator[tuple[Item, str, str]]:
    """Items of a layer that bear a name of their own, outermost first, with the name and its attribute.

    A named group is one thing, unless what stands in it is named as well: then it only groups.
    """
    stack = list(reversed(layer.children))
    while stack:
        item = stack.pop()
        if item.tag in ("text", "image"):
            continue
        fixed = bound(item, known)
        names = [fixed] if fixed else own_names(item, known)
        folder = item.tag in ("g", "a", "svg", "switch") and not fixed
        if names and not (folder and any(own_names(child, known) or bound(child, known) for child in _below(item))):
            name, attribute = next((named for named in names if _is_known(named[0], known)), names[0])
            yield item, name, attribute
        elif folder:
            stack.extend(reversed(item.children))
        else:
            yield item, "", "id"


def _is_known(name: str, known: Known) -> bool:
    return name.lower() in known.ids or name.lower() in known.names


def _below(item: Item) -> Iterator[Item]:
    below = item.walk()
    next(below)
    return (child for child in below if child.tag not in ("text", "image"))
