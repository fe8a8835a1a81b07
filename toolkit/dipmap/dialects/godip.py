"""godip's maps: hidden layer `provinces` (coasts among them as `stp/nc`), anchors as paths `lonCenter`."""

from __future__ import annotations

import re

from dipmap.dialects._layers import Collector, find_layers, named_shapes, reading
from dipmap.dialects._tags import LOCATION
from dipmap.draft import AnchorTag, CentreTag, Draft, Known
from dipmap.svg.drawing import Drawing
from dipmap.svg.shapes import first_point

NAME = "godip"
LAYERS = {"provinces": "provinces", "supply-centers": "centres", "province-centers": "points"}
_MARKER = re.compile(r"([a-z0-9]+(?:/[a-z0-9]+)?)center")


def score(drawing: Drawing) -> int:
    """Two layers that only godip has."""
    found = find_layers(drawing, LAYERS)
    return 0 if "provinces" not in found else 10 * ("centres" in found) + 10 * ("points" in found)


def read(drawing: Drawing, known: Known) -> Draft:
    """The shapes of the province layer; centres and unit anchors from the first move of the marker paths."""
    layers = find_layers(drawing, LAYERS)
    tags = Collector(known)
    for layer in layers.get("provinces", ()):
        for item, name, attribute in named_shapes(layer, known):
            text = reading(name, LOCATION).lower()
            if text:
                tags.shape(text, item, attribute)
            elif name:
                hint = "name it after its province, or move it out of the layer"
                tags.say("unreadable-name", f"{name[:60]!r} is no province id", item.place(attribute), hint, name)
            else:
                hint = "name it after its province, or move it out of the layer"
                tags.say("nameless-shape", "a shape in the province layer has no name", item.place(), hint)
    for role in ("centres", "points"):
        for layer in layers.get(role, ()):
            for item in layer.walk():
                for name, attribute in item.names:
                    marker = reading(name, _MARKER)[: -len("Center")]
                    point = first_point(item) if marker else None
                    if point:
                        place = known.shapes.get(marker, marker.lower())
                        tags.anchors.append(AnchorTag("unit", place, point, item.place(attribute)))
                        if role == "centres":
                            tags.centres.append(CentreTag(place, "", item, item.place(attribute)))
                        break
    return tags.draft(NAME, drawing)
