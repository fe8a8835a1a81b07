"""jDip's maps: hit shapes in `MouseLayer` (coasts as `stp-nc`), placement in `PROVINCE_DATA`."""

from __future__ import annotations

import re

from dipmap.diagnostics import Place
from dipmap.dialects._layers import Collector, find_layers, named_shapes, reading
from dipmap.draft import AnchorTag, CentreTag, Draft, Known
from dipmap.svg.drawing import Drawing
from dipmap.svg.values import length
from dipmap.svg.xml import Element, elements, local

NAME = "jdip"
LAYERS = {"mouselayer": "provinces"}
# what an editor adds to a copy is a number, never a coast
_LOCATION = re.compile(r"([a-z0-9]+)(?:[-/]([a-z][a-z0-9]*))?")
_PURPOSES = {"UNIT": "unit", "DISLODGED_UNIT": "dislodged", "SUPPLY_CENTER": "centre"}


def score(drawing: Drawing) -> int:
    """The mouse layer and the placement data, both jDip's alone."""
    data = any(local(element) == "PROVINCE_DATA" for element in drawing.document.root)
    return 20 * bool(find_layers(drawing, LAYERS)) + 20 * data


def read(drawing: Drawing, known: Known) -> Draft:
    """Shapes of the mouse layer; anchors and centres of the placement data (root user units)."""
    tags = Collector(known)
    for layer in find_layers(drawing, LAYERS).get("provinces", ()):
        for item, name, attribute in named_shapes(layer, known):
            place = _location(name)
            if place:
                tags.shape(place, item, attribute)
            else:
                hint = "name it after its province (lon) or coast (stp-nc), or move it out of MouseLayer"
                what = "unreadable-name" if name else "nameless-shape"
                message = f"{name[:60]!r} in MouseLayer is no province" if name else "a shape in MouseLayer has no name"
                tags.say(what, message, item.place(attribute), hint, name)
    for element in elements(drawing.document.root):
        if local(element) == "PROVINCE" and element.get("name"):
            _placement(drawing, element, tags)
    return tags.draft(NAME, drawing)


def _location(name: str) -> str | None:
    return reading(name, _LOCATION).lower().replace("-", "/") or None


def _placement(drawing: Drawing, element: Element, tags: Collector) -> None:
    name = element.get("name", "")
    location = tags.known.shapes.get(name) or _location(name)
    for child in element:
        purpose = _PURPOSES.get(local(child))
        if not purpose or not location:
            continue
        place: Place = drawing.document.place(child)
        try:
            point = length(child.get("x")), length(child.get("y"))
        except ValueError as error:
            tags.say("bad-value", f"the {purpose} of {name[:60]} is nowhere: {error}", place, "write numbers", name)
            continue
        tags.anchors.append(AnchorTag(purpose, location, point, place))
        if purpose == "centre":
            tags.centres.append(CentreTag(location, "", None, place))
