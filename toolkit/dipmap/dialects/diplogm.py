"""DiploGM's layered maps: full names in `inkscape:label`, several layers of regions, markers labelled by province."""

from __future__ import annotations

from dipmap.dialects._layers import Collector, bound, find_layers, named_shapes
from dipmap.draft import AnchorTag, CentreTag, Draft, Known
from dipmap.svg.drawing import Drawing, Item
from dipmap.svg.shapes import centre_point

NAME = "diplogm"
LAYERS = {
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
    "army-retreat-locations": "retreats",
    "fleet-retreat-locations": "retreats",
    "provinces": "provinces",
    "sea-provinces": "seas",
    "hybrid-fills": "islands",
    "hybrid-adjacencies": "islands",
}
# names that other dialects have as well: no evidence
_TELLING = {name: role for name, role in LAYERS.items() if name not in ("provinces", "sea-provinces")}


def score(drawing: Drawing) -> int:
    """Layers of regions under the names of DiploGM's manual."""
    found = find_layers(drawing, _TELLING)
    return 0 if "provinces" not in found else 25 + 5 * ("centres" in found)


def read(drawing: Drawing, known: Known) -> Draft:
    """Regions and seas by label: the province that `variant.yaml` binds or names so, else an id made of its letters.

    Adjacency layers hold the shapes drawn to touch, so their shapes are taken before the pretty ones; an element bound
    by name goes before both. Shapes that a table of provinces does not name are art.
    """
    layers = find_layers(drawing, LAYERS)
    tags = Collector(known)
    chosen: dict[str, tuple[int, list[tuple[Item, str, str | None]]]] = {}
    for role in ("provinces", "islands", "seas"):
        for group in layers.get(role, ()):
            drawn_to_touch = "adjacen" in group.name.lower()
            for item, name, attribute in named_shapes(group, known):
                fixed = bound(item, known)
                location = fixed[0] if fixed else _location(name, known)
                if not location:
                    if not name:
                        tags.say("nameless-shape", "a shape in a region layer has no name", item.place(), _HINT)
                    continue
                rank = 2 if fixed else int(drawn_to_touch)
                best, found = chosen.setdefault(location, (rank, []))
                entry = (item, attribute, "sea" if role == "seas" and not known.ids else None)
                if rank > best:
                    chosen[location] = (rank, [entry])
                elif rank == best:
                    found.append(entry)
    for location, (_, entries) in chosen.items():
        for item, attribute, terrain in entries:
            tags.shape(location, item, attribute, terrain=terrain)
    for role, purpose in (("centres", "centre"), ("units", "unit"), ("retreats", "dislodged")):
        for group in layers.get(role, ()):
            for item in group.children:
                location = _location(item.name, known) if item.names else ""
                point = centre_point(item)
                if location and point:
                    tags.anchors.append(AnchorTag(purpose, location, point, item.place()))
                    if role == "centres":
                        tags.centres.append(CentreTag(location, "", item, item.place()))
    return tags.draft(NAME, drawing)


_HINT = "give it the province's name as its label"


def _location(name: str, known: Known) -> str:
    """The province of a label; with a table of provinces, only those it knows."""
    found = known.shapes.get(name) or known.names.get(name.strip().lower())
    if found or known.ids:
        return found or (name.lower() if name.lower() in known.ids else "")
    return "".join(letter for letter in name.lower() if letter.isascii() and letter.isalnum())
