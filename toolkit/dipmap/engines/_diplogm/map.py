"""What the SVG of a DiploGM folder says, layer by layer, by the bot's own rules: labels are keys, colours are owners."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import shapely

from dipmap.diagnostics import Notice, notice
from dipmap.engines._diplogm.graph import Ground, Place, split_label
from dipmap.engines._diplogm.shape import area, rings
from dipmap.engines._reading import STRAY, UNREADABLE
from dipmap.model import UnitType
from dipmap.svg.drawing import Drawing, Item
from dipmap.svg.pathdata import read_path
from dipmap.svg.shapes import centre_point
from dipmap.svg.values import HUGE, length, moved
from dipmap.svg.xml import INKSCAPE, WELL_KNOWN

LAYERS: Mapping[str, tuple[str, ...]] = {
    "land_layer": ("Region Colors", "Region Fills", "Provinces"),
    "island_borders": ("Island Adjacencies", "Hybrid Adjacencies"),
    "island_fill_layer": ("Island Fills", "Hybrid Fills"),
    "sea_borders": ("Sea Adjacencies", "Sea Provinces"),
    "supply_center_icons": ("Supply Centers", "SC Markers", "SC markers"),
    "army": ("Army Locations",),
    "retreat_army": ("Army Retreat Locations", "Army Locations (Retreats)"),
    "fleet": ("Fleet Locations",),
    "retreat_fleet": ("Fleet Retreat Locations", "Fleet Locations (Retreats)"),
    "starting_units": ("Units",),
    "strip": ("Strip",),
}
"""The layers by their keys, each with the labels it may have; `strip` is one that only our maps have."""
_GROUNDS = (("land_layer", Ground.LAND), ("island_borders", Ground.ISLAND), ("sea_borders", Ground.SEA))
_TYPES = {"f": UnitType.FLEET, "a": UnitType.ARMY, "sail": UnitType.FLEET, "shield": UnitType.ARMY,
          "3": UnitType.FLEET, "6": UnitType.ARMY}  # fmt: skip
_SODIPODI = WELL_KNOWN["sodipodi"]
_FILL = re.compile("fill:#?([^;]*)")
_MOST_PROVINCES = 1000
_MOST_POINTS = 300_000
_MOST_CORNERS = 50_000
_NAMED = {"white": "ffffff", "black": "000000"}


@dataclass(frozen=True, eq=False)
class Tile:
    """A province of the map: its label, its layer, its polygon as the bot sees it, the colour of its fill."""

    label: str
    ground: Ground
    item: Item
    area: shapely.Geometry
    fill: str | None


@dataclass(frozen=True, eq=False)
class Mark:
    """A unit at the start: the label it bears, where it stands, its type, and the shape it is drawn with."""

    label: str
    place: Place
    type: UnitType
    item: Item


@dataclass(eq=False)
class Map:
    """The drawing of a folder. `ids` are ids of layers that the config names, by key."""

    drawing: Drawing
    ids: Mapping[str, str]
    notices: list[Notice] = field(default_factory=list)

    def say(self, name: str, message: str, item: Item, hint: str) -> None:
        self.notices.append(notice(name, message, item.place(), hint=hint, key=message[:80]))

    @cached_property
    def layers(self) -> dict[str, Item]:
        """The layer of each key that the map has: of the id that the config gives, else of the first label there is."""
        found = {}
        for key, labels in LAYERS.items():
            by_id = [item for item in self.drawing.root.children if item.element.get("id") == self.ids.get(key, "")]
            by_label = (item for label in labels for item in self.drawing.root.children if label_of(item) == label)
            layer = by_id[0] if by_id else next(by_label, None)
            if layer is not None:
                found[key] = layer
        return found

    def items(self, key: str) -> Iterator[Item]:
        """What stands directly in a layer."""
        return iter(self.layers[key].children if key in self.layers else ())

    # ---- provinces

    @cached_property
    def tiles(self) -> dict[str, Tile]:
        """The provinces by label; what the bot could not load is told and left out."""
        found: dict[str, Tile] = {}
        points = 0
        for key, ground in _GROUNDS:
            for item in self.items(key):
                label = label_of(item)
                if not label:
                    self.say(UNREADABLE, "a province of the map has no label", item, _NAME_IT)
                    continue
                if label in found:
                    self.say(
                        UNREADABLE, f"{label} stands twice on the map; the first counts", item, "remove one of the two"
                    )
                    continue
                if len(found) >= _MOST_PROVINCES or points > _MOST_POINTS:
                    self.say(
                        UNREADABLE, f"the map is too large: {label} and the rest are left out", item, "simplify it"
                    )
                    return found
                tile = self.tile(label, ground, item)
                if tile is not None:
                    found[label] = tile
                    points += int(shapely.get_num_coordinates(tile.area))
        return found

    def tile(self, label: str, ground: Ground, item: Item) -> Tile | None:
        hint = "make one path of the province (Path > Combine), without groups or clones"
        d = item.element.get("d", "")
        if item.tag != "path" or not d:
            self.say(UNREADABLE, f"{label} is no single path, and the bot reads nothing else", item, hint)
            return None
        _, error = read_path(d)
        if error:
            self.say(UNREADABLE, f"the path of {label} cannot be read: {error.message}", item, hint)
            return None
        try:
            parts = rings(d)
        except ValueError:
            self.say(UNREADABLE, f"the arcs of {label} are written so that the bot cannot read them", item, hint)
            return None
        if sum(map(len, parts)) > _MOST_CORNERS:
            self.say(UNREADABLE, f"{label} has more than {_MOST_CORNERS:,} corners", item, "simplify its shape")
            return None
        placed = [[moved(point, item.matrix) for point in ring] for ring in parts]
        good = [[point for point in ring if point] for ring in placed if all(_near(point) for point in ring)]
        shape = area(good)
        if shape is None or len(good) < len(parts):
            self.say(UNREADABLE, f"{label} encloses nothing that the bot could load", item, "draw its shape anew")
        return None if shape is None else Tile(label, ground, item, shape, fill(item))

    @cached_property
    def fills(self) -> dict[str, str | None]:
        """The colour that says who owns a province, by label: of its fill, for an island of that in `Island Fills`."""
        found = {tile.label: tile.fill for tile in self.tiles.values() if tile.ground is Ground.LAND}
        for item in self.items("island_fill_layer"):
            label = label_of(item)
            if self.known(label, item, "the fill of an island"):
                found[label] = fill(item)
        return found

    def known(self, label: str, item: Item, what: str) -> bool:
        """Whether a label names a province; told where it does not."""
        if label in self.tiles:
            return True
        said = f"{what} is for {label[:60]}, which is no province of the map" if label else f"{what} has no label"
        self.say(STRAY, said, item, _NAME_IT)
        return False

    # ---- marks

    @cached_property
    def centres(self) -> dict[str, tuple[str | None, tuple[float, float] | None]]:
        """The colour of each centre, which is that of the power whose home it is, and where its mark stands."""
        found: dict[str, tuple[str | None, tuple[float, float] | None]] = {}
        for item in self.items("supply_center_icons"):
            label = label_of(item)
            if not self.known(label, item, "a centre"):
                continue
            if label in found:
                self.say(UNREADABLE, f"{label} has two centres; the first counts", item, "remove one of the two")
                continue
            parts = sorted((part for part in item.walk() if part.tag in ("circle", "path")), key=lambda part: part.tag)
            colours = [fill(part) for part in parts if part is not item]
            shown = [colour for colour in colours if colour not in (None, "none", "000000")]
            colour = shown[0] if shown else colours[-1] if colours else fill(item)
            circle = next((part for part in parts if part.tag == "circle"), item)
            found[label] = colour, centre_point(circle)
        return found

    @cached_property
    def places(self) -> dict[str, dict[Place, tuple[float, float]]]:
        """Where units go, by layer and place."""
        return {key: dict(self.located(key)) for key in ("army", "fleet", "retreat_army", "retreat_fleet")}

    def located(self, key: str) -> Iterator[tuple[Place, tuple[float, float]]]:
        for item in self.items(key):
            place = self.place_of(label_of(item))
            point = _point(item)
            if self.known(place[0], item, "a location of units") and point:
                yield place, point

    def place_of(self, label: str) -> Place:
        """The province and the coast of a label; one that is a province's as it stands has no coast."""
        return (label, "") if label in self.tiles else split_label(label)

    def units(self, *, labelled: bool, by_names: bool) -> Iterator[Mark]:
        """Units at the start. `labelled`: a label begins with the type; `by_names`: the second shape is called for it."""
        for item in self.items("starting_units"):
            label = label_of(item)
            place = self.place_of(label[1:].lstrip() if labelled else label)
            if not self.known(place[0], item, "a unit at the start"):
                continue
            if labelled:
                word = label[:1].lower()
            elif by_names:
                word = label_of(item.children[1]).lower() if len(item.children) > 1 else ""
            else:
                paths = [part for part in item.walk() if part.tag == "path"]
                word = (paths[-1].element.get(f"{{{_SODIPODI}}}sides") or "6") if paths else "6"
                word = word if word in _TYPES else "6"
            if word in _TYPES:
                yield Mark(label, place, _TYPES[word], item)
            else:
                self.say(UNREADABLE, f"nobody knows whether the unit in {place[0]} is an army or a fleet", item, _SIDES)


_NAME_IT = "label it with the name of a province, as Inkscape shows labels"
_SIDES = "say its type as the svg config says: with the label, with a shape's name, or with its number of sides"


def label_of(item: Item) -> str:
    """The label of an element as Inkscape shows it."""
    return (item.element.get(f"{{{INKSCAPE}}}label") or "").strip()


def fill(item: Item) -> str | None:
    """The fill in an element's own style, small letters and without `#`; the bot sees no other."""
    found = next(
        (match for part in (item.element.get("style") or "").split(";") if (match := _FILL.fullmatch(part))), None
    )
    return _NAMED.get(found[1].lower(), found[1].lower()) if found else None


def _near(point: tuple[float, float] | None) -> bool:
    return point is not None and abs(point[0]) <= HUGE and abs(point[1]) <= HUGE


def _point(item: Item) -> tuple[float, float] | None:
    """Where a unit's mark has its middle: where its star says, else in the middle of what is drawn."""
    star = next((part for part in item.walk() if part.tag == "path"), item)
    try:
        x, y = (length(star.element.get(f"{{{_SODIPODI}}}{name}") or "?") for name in ("cx", "cy"))
    except ValueError:
        return centre_point(item)
    return moved((x, y), star.matrix)
