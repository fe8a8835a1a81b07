"""Our own dialect: attributes, or names in named layers (design, section 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dipmap.dialects import _tags
from dipmap.dialects._layers import Collector, bound, find_layers, layer_of, own_names
from dipmap.dialects._tags import Said, Unreadable
from dipmap.draft import (
    AdjacentTag,
    AnchorTag,
    BarrierTag,
    CapacityTag,
    CentreTag,
    Draft,
    Known,
    PassageTag,
    UnitTag,
)
from dipmap.svg.drawing import Drawing, Item
from dipmap.svg.names import undone
from dipmap.svg.shapes import centre_point

NAME = "dipmap"
LAYERS = {
    "provinces": "provinces",
    "coasts": "coasts",
    "centres": "centres",
    "centers": "centres",
    "units": "units",
    "passages": "passages",
    "barriers": "barriers",
    "anchors": "anchors",
    "labels": "labels",
    "background": "background",
    "foreground": "foreground",
}
# layers whose every name has to mean something
_STRICT = {"provinces", "coasts", "centres", "units", "passages", "barriers", "anchors"}
ATTRIBUTES = (
    "province",
    "terrain",
    "name",
    "coast",
    "centre",
    "unit",
    "passage",
    "units",
    "kind",
    "via",
    "barrier",
    "adjacent",
    "anchor",
    "capacity",
    "armies",
    "fleets",
    "convoys",
)
_YES = {"true": True, "yes": True, "1": True, "": True, "false": False, "no": False, "0": False}


def score(drawing: Drawing) -> int:
    """Any attribute of ours decides; the layer `provinces` alone is weak evidence, others use it too."""
    for item in drawing.items:
        if item.data("province") is not None or item.data("passage") is not None or item.data("coast") is not None:
            return 100
    found = find_layers(drawing, LAYERS)
    return 5 * ("provinces" in found) + 10 * len(found.keys() & {"passages", "barriers", "anchors", "coasts"})


def read(drawing: Drawing, known: Known) -> Draft:
    """Every tag of the drawing: by attribute anywhere, by name in its layer (names with a keyword anywhere)."""
    reader = _Reader(Collector(known))
    reader.walk(drawing.root)
    return reader.tags.draft(NAME, drawing)


class _Reader:
    def __init__(self, tags: Collector) -> None:
        self.tags = tags

    def walk(self, root: Item) -> None:
        stack: list[tuple[Item, str | None]] = [(child, None) for child in reversed(root.children)]
        while stack:
            item, layer = stack.pop()
            inner = layer_of(item, LAYERS) if layer is None else None
            if inner:
                stack.extend((child, inner) for child in reversed(item.children))
            elif not self.take(item, layer):
                stack.extend((child, layer) for child in reversed(item.children))

    def take(self, item: Item, layer: str | None) -> bool:
        """Read one item; whether it (and all in it) is one thing."""
        attributes = self.attributes(item)
        fixed = bound(item, self.tags.known)
        if fixed and not attributes:
            self.tags.shape(fixed[0], item, fixed[1], terrain=self.hint_of_terrain(item))
            return True
        said = self.by_name(item, layer)
        if attributes:
            return self.merge(item, said)
        if said is None:
            return self.nameless(item, layer)
        what, attribute = said
        self.add(what, item, attribute)
        return True

    def hint_of_terrain(self, item: Item) -> str | None:
        """The terrain in a bound element's name (`adr/sea`)."""
        for name, _ in own_names(item):
            for shorter in undone(name):
                said = _tags.province(shorter)
                if said and said.tag == "province" and said.values["terrain"]:
                    return str(said.values["terrain"])
        return None

    def by_name(self, item: Item, layer: str | None) -> tuple[Said, str] | None:
        """What the item's names say: the first that parses, what editors added undone only when it has to be."""
        if item.tag in ("text", "image") and layer != "labels":
            return None
        problem: tuple[str, str] | None = None
        for name, attribute in own_names(item):
            for shorter in undone(name):
                try:
                    said = _tags.parse(shorter)
                except Unreadable as error:
                    problem = problem or (str(error), attribute)
                    continue
                said = said or self.plain(shorter, item, layer)
                if said:
                    return said, attribute
        if problem:
            message = f"the name {item.name!r} cannot be read: {problem[0]}"
            self.tags.say("unreadable-name", message, item.place(problem[1]), "correct the name (see docs/annotations)", item.name)
        elif layer in _STRICT and own_names(item) and item.tag not in ("g", "a", "svg", "switch", "text", "image"):
            message = f"the name {item.name!r} says nothing that belongs into the layer {layer}"
            self.tags.say("unreadable-name", message, item.place(own_names(item)[0][1]), "rename it or move it to background", item.name)
        return None

    def plain(self, name: str, item: Item, layer: str | None) -> Said | None:
        """A bare id, which means something in the layers of provinces and coasts; with a terrain, anywhere."""
        said = _tags.province(name)
        if said is None:
            return None
        if layer in ("provinces", "coasts"):
            if layer == "coasts" and said.tag != "coast":
                return None
            editors_number = name[-1].isdigit() and name not in self.tags.known.ids and said.tag == "province"
            if editors_number and self.tags.known.ids and any(n in self.tags.known.ids for n in undone(name)):
                return None
            return said
        if layer is None and said.tag == "province" and said.values["terrain"] and next(item.shapes(), None):
            return said
        return None

    def nameless(self, item: Item, layer: str | None) -> bool:
        if item.is_shape and layer in ("provinces", "coasts") and not own_names(item):
            message = f"a shape in the layer {layer} has no name"
            hint = "name it after its province, or move it to another layer"
            self.tags.say("nameless-shape", message, item.place(), hint, item.element.get("id", ""))
        return False

    def attributes(self, item: Item) -> dict[str, str]:
        found = {}
        for raw, value in item.element.items():
            if raw.startswith("data-") and raw[5:] in ATTRIBUTES:
                found[raw[5:]] = value
        return {} if set(found) == {"name"} else found

    def merge(self, item: Item, said: tuple[Said, str] | None) -> bool:
        """Read the attributes; the name of the same element may add to them and must not contradict them."""
        done = False
        for tag, reader in _BY_ATTRIBUTE.items():
            value = item.data(tag)
            if value is None:
                continue
            try:
                what = reader(item, value)
            except Unreadable as error:
                message = f"data-{tag} cannot be read: {error}"
                self.tags.say("unreadable-attribute", message, item.place(f"data-{tag}"), "correct the attribute", tag)
                continue
            self.agree(item, what, said, tag)
            if said and said[0].tag == what.tag:
                what.values.update({k: v for k, v in said[0].values.items() if v and not what.values.get(k)})
            self.add(what, item, f"data-{tag}")
            done = done or tag in ("province", "coast", "passage", "barrier")
        if said and said[0].tag not in {r for r in _BY_ATTRIBUTE if item.data(r) is not None}:
            self.add(said[0], item, said[1])
            done = True
        self.strays(item)
        return done

    def strays(self, item: Item) -> None:
        """Attributes that qualify a tag which is not there."""
        for extra, owners in (("terrain", ("province",)), ("kind", ("passage",)), ("via", ("passage",)), ("units", ("passage", "barrier"))):
            if item.data(extra) is not None and all(item.data(owner) is None for owner in owners):
                message = f"data-{extra} means nothing without data-{owners[0]}"
                self.tags.say("unreadable-attribute", message, item.place(f"data-{extra}"), f"add data-{owners[0]}", extra)

    def agree(self, item: Item, what: Said, said: tuple[Said, str] | None, tag: str) -> None:
        if not said or said[0].tag != what.tag:
            return
        for key, value in what.values.items():
            other = said[0].values.get(key)
            if value and other and value != other:
                message = f"data-{tag} says {value!r}, the name of the same element says {other!r}"
                hint = "make them agree; the attribute counts"
                self.tags.say("tags-disagree", message, item.place(f"data-{tag}"), hint, f"{tag} {key}")

    def add(self, said: Said, item: Item, attribute: str) -> None:
        _ADD[said.tag](self.tags, said.values, item, attribute)


def _flag(item: Item, name: str) -> bool | None:
    value = item.data(name)
    if value is None:
        return None
    if value.strip().lower() not in _YES:
        raise Unreadable(f"data-{name} is yes or no, not {value!r}")
    return _YES[value.strip().lower()]


def _province(item: Item, value: str) -> Said:
    said = _tags.province(value)
    if said is None or said.tag != "province":
        raise Unreadable(f"{value!r} is no province id")
    terrain = item.data("terrain")
    if terrain is not None:
        said.values["terrain"] = _tags.terrain(terrain)
    said.values["name"] = item.data("name")
    return said


def _coast(item: Item, value: str) -> Said:
    said = _tags.province(value)
    if said is None or said.tag != "coast":
        raise Unreadable(f"{value!r} is no coast such as stp/nc")
    return Said("coast", {**said.values, "name": item.data("name") if item.data("province") is None else None})


def _centre(item: Item, value: str) -> Said:
    place, colon, power = value.lower().partition(":")
    owner = power.strip() if colon else place.strip()
    where = _tags.location(place) if colon else (item.data("province") or "").lower()
    return Said("centre", {"province": where.partition("/")[0], "power": None if owner == "neutral" else owner or None})


def _unit(item: Item, value: str) -> Said:
    words = value.lower().split()
    if not 1 <= len(words) <= 2:
        raise Unreadable("data-unit is a type and a power, such as 'fleet russia'")
    power = words[1] if len(words) == 2 else ""
    where = (item.data("coast") or item.data("province") or "").lower()
    return Said("unit", {"type": _tags.unit_type(words[0]), "location": where, "power": "" if power == "neutral" else power})


def _passage(item: Item, value: str) -> Said:
    a, b, oneway = _tags.pair(value) if value.strip() else ("", "", False)
    values: dict[str, Any] = {"a": a, "b": b, "oneway": oneway}
    for key, read in (("units", _tags.units), ("kind", _tags.kind), ("via", _tags.location)):
        word = item.data(key)
        if word is not None:
            values[key] = read(word)
    return Said("passage", values)


def _barrier(item: Item, value: str) -> Said:
    a, b, _ = _tags.pair(value)
    word = item.data("units")
    return Said("barrier", {"a": a, "b": b, "units": _tags.units(word) if word else None})


def _adjacent(item: Item, value: str) -> Said:
    owner = (item.data("province") or "").lower()
    place, colon, others = value.partition(":")
    if not colon:
        place, others = owner, value
    if not place:
        raise Unreadable("nobody's neighbours: put it on the province, or write lon: wal yor")
    words = others.replace(",", " ").split()
    return Said("adjacent", {"province": _tags.location(place), "neighbours": tuple(map(_tags.location, words))})


def _capacity(item: Item, value: str) -> Said:
    owner = (item.data("province") or "").lower()
    words = value.lower().split()
    if words and not words[0].isdigit():
        owner = _tags.location(words.pop(0))
    if not owner or len(words) != 1 or not words[0].isdigit() or not 1 <= int(words[0]) <= 99:
        raise Unreadable(f"{value!r} is no number of units for a province")
    flags = {name: _flag(item, name) for name in ("armies", "fleets", "convoys")}
    return Said("capacity", {"province": owner, "capacity": int(words[0]), **flags})


def _standing(item: Item, _value: str) -> Said:
    """`data-armies`, `data-fleets` or `data-convoys` without a capacity."""
    if item.data("capacity") is not None:
        raise Unreadable("") from None
    owner = (item.data("province") or "").lower()
    if not owner:
        raise Unreadable("it belongs on a province")
    return Said("capacity", {"province": owner, **{n: _flag(item, n) for n in ("armies", "fleets", "convoys")}})


_BY_ATTRIBUTE: dict[str, Callable[[Item, str], Said]] = {
    "province": _province,
    "coast": _coast,
    "centre": _centre,
    "unit": _unit,
    "passage": _passage,
    "barrier": _barrier,
    "adjacent": _adjacent,
    "anchor": lambda _item, value: _tags.anchor(value),
    "capacity": _capacity,
}

Values = dict[str, Any]


def _add_shape(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    location = values.get("location") or values["id"]
    tags.shape(location, item, attribute, terrain=values.get("terrain"), name=values.get("name"))


def _add_centre(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    tags.centres.append(CentreTag(values["province"], values["power"], item, item.place(attribute)))


def _add_unit(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    tags.units.append(UnitTag(values["type"], values["location"], values["power"], item, item.place(attribute)))


def _add_passage(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    tags.passages.append(PassageTag(item=item, place=item.place(attribute), **values))


def _add_barrier(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    tags.barriers.append(BarrierTag(item=item, place=item.place(attribute), **values))


def _add_adjacent(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    tags.adjacents.append(AdjacentTag(values["province"], values["neighbours"], item.place(attribute)))


def _add_anchor(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    point = centre_point(item)
    if point is None:
        message = f"the anchor {item.name!r} shows nothing, so it is nowhere"
        tags.say("unreadable-name", message, item.place(attribute), "draw it as a small circle", item.name)
    else:
        tags.anchors.append(AnchorTag(values["purpose"], values["location"], point, item.place(attribute)))


def _add_capacity(tags: Collector, values: Values, item: Item, attribute: str) -> None:
    tags.capacities.append(CapacityTag(place=item.place(attribute), **values))


_ADD: dict[str, Callable[[Collector, Values, Item, str], None]] = {
    "province": _add_shape,
    "coast": _add_shape,
    "centre": _add_centre,
    "unit": _add_unit,
    "passage": _add_passage,
    "barrier": _add_barrier,
    "adjacent": _add_adjacent,
    "anchor": _add_anchor,
    "capacity": _add_capacity,
}
