"""DiploGM's layered maps: full names in `inkscape:label`, several layers of regions, markers labelled by province."""

from __future__ import annotations

from dipmap.dialects._layers import Collector, find_layers, named_shapes
from dipmap.draft import AnchorTag, CentreTag, Draft, Known
from dipmap.svg.drawing import Drawing, Item
from dipmap.svg.shapes import centre_point

NAME = "diplogm"
_LAYERS = {
    "region-colors": "provinces",
    "region-fills": "provinces",
    "seas": "seas",
    "sea-adjacencies": "seas",
    "sea-fills": "seas",
    "island-fills": "islands",
    "island-adjacencies": "islands",
    "sc-markers": "centres",
    "supply-centers": "centres",
    "army-locations": "units",
    "fleet-locations": "units",
}


def score(drawing: Drawing) -> int:
    """Layers of regions under the names of DiploGM's manual."""
    found = find_layers(drawing, _LAYERS)
    return 25 * ("provinces" in found) + 5 * ("centres" in found)


def read(drawing: Drawing, known: Known) -> Draft:
    """Regions and seas by name; a name that `variant.yaml` does not bind becomes an id without spaces and signs.

    Adjacency layers hold the shapes drawn to touch, so where there is one its shapes are taken before the pretty ones.
    """
    layers = find_layers(drawing, _LAYERS)
    tags = Collector(known)
    for role in ("provinces", "islands", "seas"):
        groups = sorted(layers.get(role, ()), key=lambda group: "adjacen" not in group.name.lower())
        for group in groups:
            for item, name, attribute in named_shapes(group, known):
                location = _location(name, known)
                have = {tag.id for tag in tags.provinces if id(tag.item.parent) != id(item.parent)}
                if location and location not in have:
                    tags.shape(location, item, attribute, terrain="sea" if role == "seas" else None)
                elif not name:
                    _nameless(tags, item)
    for role, purpose in (("centres", "centre"), ("units", "unit")):
        for group in layers.get(role, ()):
            for item in group.children:
                location = _location(item.name, known) if item.names else ""
                point = centre_point(item)
                if location and point:
                    tags.anchors.append(AnchorTag(purpose, location, point, item.place()))
                    if role == "centres":
                        tags.centres.append(CentreTag(location, "", item, item.place()))
    return tags.draft(NAME, drawing)


def _nameless(tags: Collector, item: Item) -> None:
    message = "a shape in a region layer has no name"
    tags.say("nameless-shape", message, item.place(), "give it the province's name as its label")


def _location(name: str, known: Known) -> str:
    if name in known.shapes:
        return known.shapes[name]
    return "".join(letter for letter in name.lower() if letter.isascii() and letter.isalnum())
