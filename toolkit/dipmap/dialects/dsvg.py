"""Diplicity's dSVG: hidden layers `provinces`, `named-coasts` and `unit-positions` (circles); ids repeat across layers."""

from __future__ import annotations

from dipmap.dialects._layers import Collector, find_layers, named_shapes, reading
from dipmap.dialects._tags import LOCATION
from dipmap.draft import AnchorTag, Draft, Known
from dipmap.svg.drawing import Drawing
from dipmap.svg.shapes import centre_point

NAME = "dsvg"
LAYERS = {"provinces": "provinces", "named-coasts": "coasts", "unit-positions": "points"}


def score(drawing: Drawing) -> int:
    """Both layers that only dSVG has."""
    found = find_layers(drawing, LAYERS)
    return 30 if {"provinces", "coasts", "points"} <= found.keys() else 0


def read(drawing: Drawing, known: Known) -> Draft:
    """Shapes of provinces and named coasts, and the unit anchor of each location."""
    layers = find_layers(drawing, LAYERS)
    tags = Collector(known)
    for role in ("provinces", "coasts", "points"):
        for layer in layers.get(role, ()):
            for item, name, attribute in named_shapes(layer, known):
                text = reading(name, LOCATION).lower()
                if not text or (role == "coasts") != ("/" in text and role != "points"):
                    hint = "name it after its province or coast (lon, stp/nc)"
                    what = "nameless-shape" if not name else "unreadable-name"
                    problem = f"{name[:60]!r} is no name for" if name else "a shape without a name stands in"
                    tags.say(what, f"{problem} the layer of {role}", item.place(attribute), hint, name)
                elif role != "points":
                    tags.shape(text, item, attribute)
                elif point := centre_point(item):
                    tags.anchors.append(AnchorTag("unit", text, point, item.place(attribute)))
    return tags.draft(NAME, drawing)
