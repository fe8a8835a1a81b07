"""Our own dialect: attributes, or names in named layers (design, section 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dipmap.dialects import _tags
from dipmap.dialects._attributes import BY_ATTRIBUTE, FLAGS, QUALIFIERS, Reader, standing_alone
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
from dipmap.svg.names import decoded, spaced, undone
from dipmap.svg.shapes import centre_point
from dipmap.svg.xml import INKSCAPE, attributes

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
_RAW = {f"data-{name}": name for name in ATTRIBUTES}
# no province has so many neighbours
_LONGEST = 2000


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
        said = self.by_name(item, layer, strict=layer in _STRICT and not attributes)
        if attributes:
            return self.merge(item, said)
        if said is None:
            return self.nameless(item, layer)
        what, attribute = said
        self.add(what, item, attribute)
        return True

    def hint_of_terrain(self, item: Item) -> str | None:
        """The terrain in a bound element's name (`adr/sea`)."""
        for name, _ in own_names(item, self.tags.known):
            for shorter in undone(name):
                said = _tags.province(shorter)
                if said and said.tag == "province" and said.values["terrain"]:
                    return str(said.values["terrain"])
        return None

    def by_name(self, item: Item, layer: str | None, *, strict: bool) -> tuple[Said, str] | None:
        """What the item's names say: the first that parses, what editors added undone only when it has to be.

        A province that the table does not know counts only where no other of the names is one it knows.
        """
        if item.tag in ("text", "image") and layer != "labels":
            return None
        problem: tuple[Unreadable, str] | None = None
        unknown: tuple[Said, str] | None = None
        names = own_names(item, self.tags.known)
        for name, attribute in names:
            for shorter in undone(name):
                try:
                    said = _tags.parse(shorter) or self.plain(shorter, item, layer)
                except Unreadable as error:
                    problem = problem or (error, attribute)
                    continue
                if said and self.is_known(said):
                    self.compare(item, layer, names, (name, attribute), said)
                    return said, attribute
                if said:
                    unknown = unknown or (said, attribute)
        if unknown:
            return unknown
        if problem and not _is_layer(item):
            message = f"the name {item.name[:60]!r} cannot be read: {problem[0]}"
            hint = "correct the name (see docs/annotations)"
            about = (problem[0].about,) if problem[0].about else ()
            self.tags.say("unreadable-name", message, item.place(problem[1]), hint, item.name, about)
        elif strict and names and item.tag not in ("g", "a", "svg", "switch", "text", "image"):
            message = f"the name {item.name[:60]!r} says nothing that belongs into the layer {layer}"
            self.tags.say(
                "unreadable-name", message, item.place(names[0][1]), "rename it or move it to background", item.name
            )
        return None

    def compare(
        self, item: Item, layer: str | None, names: list[tuple[str, str]], chosen: tuple[str, str], said: Said
    ) -> None:
        """Tell of another name of the element that is a tag as well and says something else."""
        for name, attribute in names:
            if not attribute or attribute == chosen[1]:
                continue
            readings = [found for shorter in undone(name) if (found := self.reading(shorter, item, layer))]
            if any(not _tags.clash(said, found) for found in readings):
                continue
            # an id that is a tag only without its number is the editor's copy of another element's
            whole = (self.reading(form, item, layer) for form in (name, decoded(name), spaced(name)))
            if any(found is not None and self.is_named(found) for found in whole):
                message = f"{chosen[1]} says {chosen[0][:60]!r}, {attribute} of the same element says {name[:60]!r}"
                hint = f"make them agree, or remove one of them; {chosen[1]} counts"
                self.tags.say("tags-disagree", message, item.place(attribute), hint, f"{attribute} {chosen[0]}")

    def reading(self, name: str, item: Item, layer: str | None) -> Said | None:
        """What a name says, None where it says nothing."""
        try:
            return _tags.parse(name) or self.plain(name, item, layer)
        except Unreadable:
            return None

    def is_named(self, said: Said) -> bool:
        """Whether a name cannot be anything but a tag: a bare word is one only where the table knows it."""
        bare = said.tag == "province" and not said.values["terrain"]
        return said.values["id"] in self.tags.known.ids if bare else self.is_known(said)

    def is_known(self, said: Said) -> bool:
        """Whether a name says more than an id or a power that stands in no table."""
        known = self.tags.known
        if said.tag == "province":
            return not known.ids or said.values["id"] in known.ids
        power = said.values.get("power")
        return not power or not known.powers or power in known.powers

    def plain(self, name: str, item: Item, layer: str | None) -> Said | None:
        """A bare id, which means something in the layers of provinces and coasts; with a terrain, anywhere."""
        said = _tags.province(name)
        if said is None:
            return None
        if layer in ("provinces", "coasts"):
            if layer == "coasts" and said.tag != "coast":
                return None
            _tags.misspelt_terrain(said, self.tags.known.coasts)
            return said
        if layer is None and said.tag == "province" and said.values["terrain"] and next(item.shapes(), None):
            return said
        return None

    def nameless(self, item: Item, layer: str | None) -> bool:
        if item.is_shape and layer in ("provinces", "coasts") and not own_names(item, self.tags.known):
            message = f"a shape in the layer {layer} has no name"
            hint = "name it after its province, or move it to another layer"
            self.tags.say("nameless-shape", message, item.place(), hint, item.element.get("id", ""))
        return False

    def attributes(self, item: Item) -> dict[str, str]:
        found = {}
        for raw, value in attributes(item.element):
            if raw in _RAW:
                found[_RAW[raw]] = value
        return {} if found.keys() == {"name"} else found

    def merge(self, item: Item, said: tuple[Said, str] | None) -> bool:
        """Read the attributes; the name of the same element may add to them and must not contradict them."""
        done = False
        named = said[0].values["id"] if said and said[0].tag == "province" else ""
        owner = (item.data("province") or named).lower()
        for tag, reader in BY_ATTRIBUTE.items():
            value = item.data(tag)
            if value is None:
                continue
            what = self.attempt(tag, reader, item, value, owner)
            if what is None:
                continue
            self.qualify(what, item)
            self.agree(item, what, said, tag)
            if said and said[0].tag == what.tag:
                what.values.update({k: v for k, v in said[0].values.items() if v and not what.values.get(k)})
            self.add(what, item, f"data-{tag}")
            done = done or tag in ("province", "coast", "passage", "barrier")
        flagged = next((flag for flag in FLAGS if item.data(flag) is not None), None)
        if flagged and item.data("capacity") is None:
            what = self.attempt(flagged, standing_alone, item, "", owner)
            if what:
                self.add(what, item, f"data-{flagged}")
        if said and item.data(said[0].tag) is None:
            named_values = dict(said[0].values)
            self.qualify(said[0], item)
            for key, value in said[0].values.items():
                if named_values.get(key) not in (None, "", value):
                    self.differ(item, f"data-{key}", key, value, named_values[key])
            self.add(said[0], item, said[1])
            done = True
        self.strays(item, said[0].tag if said else "")
        return done

    def attempt(self, tag: str, reader: Reader, item: Item, value: str, owner: str) -> Said | None:
        """What an attribute says, or None after a notice."""
        try:
            if len(value) > _LONGEST:
                raise Unreadable(f"it is longer than {_LONGEST} characters")  # noqa: TRY301
            return reader(item, value, owner)
        except Unreadable as error:
            message = f"data-{tag} cannot be read: {error}"
            self.tags.say("unreadable-attribute", message, item.place(f"data-{tag}"), "correct the attribute", tag)
            return None

    def qualify(self, said: Said, item: Item) -> None:
        """Add what further attributes say of a tag."""
        for key, read in QUALIFIERS.get(said.tag, {}).items():
            word = item.data(key)
            if word is None or (key == "name" and said.tag == "coast" and item.data("province") is not None):
                continue
            found = self.attempt(key, lambda _item, text, _owner, read=read: Said("", {"": read(text)}), item, word, "")  # type: ignore[misc]
            if found:
                said.values[key] = found.values[""]

    def strays(self, item: Item, named: str) -> None:
        """Attributes that qualify a tag which is not there."""
        for extra in ("terrain", "kind", "via", "units"):
            owners = [tag for tag, keys in QUALIFIERS.items() if extra in keys]
            if (
                item.data(extra) is not None
                and named not in owners
                and all(item.data(owner) is None for owner in owners)
            ):
                message = f"data-{extra} means nothing without data-{owners[0]}"
                self.tags.say(
                    "unreadable-attribute", message, item.place(f"data-{extra}"), f"add data-{owners[0]}", extra
                )

    def agree(self, item: Item, what: Said, said: tuple[Said, str] | None, tag: str) -> None:
        if not said or said[0].tag != what.tag:
            return
        for key, value in what.values.items():
            other = said[0].values.get(key)
            if value and other and value != other and self.is_known(said[0]):
                self.differ(item, f"data-{tag}", key, value, other)

    def differ(self, item: Item, attribute: str, key: str, value: object, other: object) -> None:
        message = f"{item.name[:60]}: {attribute} says {key} {value}, the name of the same element says {other}"
        hint = "make them agree; the attribute counts"
        self.tags.say("tags-disagree", message, item.place(attribute), hint, f"{attribute} {key}")

    def add(self, said: Said, item: Item, attribute: str) -> None:
        _ADD[said.tag](self.tags, said.values, item, attribute)


def _is_layer(item: Item) -> bool:
    """Whether an item is a layer of an editor's (`Unit Output Layer`): its name is its own business, and no tag's."""
    return item.tag == "g" and item.element.get(f"{{{INKSCAPE}}}groupmode") == "layer"


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
        message = f"the anchor {item.name[:60]!r} shows nothing, so it is nowhere"
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
