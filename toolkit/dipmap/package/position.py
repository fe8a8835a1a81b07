"""A position on the variant's own map, with the orders of a phase as arrows: `dipmap judge map`.

The map is copied out of the package by the list of what may come over (`art.py`), whoever made the package. Provinces
take the colour of who owns their centre; the marks of the start give way to those of the position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import hypot

from lxml import etree

from dipmap.judge.results import OrderResult
from dipmap.judge.state import State
from dipmap.judge.view import Veiled
from dipmap.model import Terrain, Variant
from dipmap.package.art import Art
from dipmap.package.colours import INK, tint
from dipmap.package.drawn_orders import DrawnOrders
from dipmap.package.errors import PackageError
from dipmap.package.files import MAP
from dipmap.package.pathtext import digits
from dipmap.package.pen import WHITE, Pen, Point
from dipmap.package.strip import draw_strip
from dipmap.package.tokens import Places, Spot, burst, colours_of, pieces, question, standing, token
from dipmap.svg.drawing import read_drawing
from dipmap.svg.pathdata import first_move
from dipmap.svg.xml import INKSCAPE, SVG, XLINK, Element, elements, read_document
from dipmap.visible import visible

_LABEL = f"{{{INKSCAPE}}}label"
_MODE = f"{{{INKSCAPE}}}groupmode"
_PREFIXES = {None: SVG, "xlink": XLINK, "inkscape": INKSCAPE}
_GONE = frozenset({"units", "centres", "anchors"})
_DOT = 0.0038  # of the diagonal: radius of the mark of a centre
_LAND = "#f3ead6"


def render_position(
    variant: Variant,
    map_svg: bytes,
    state: State,
    results: Sequence[OrderResult] = (),
    veiled: Iterable[Veiled] = (),
    played: State | None = None,
) -> bytes:
    """The picture as SVG; the same position makes the same bytes.

    `map_svg` is the map of the variant's package. `results` are those of the phase that `played` was about to play, and
    led to `state`; without `played` they are those of the phase that `state` is about to play. `veiled` are units of
    which the onlooker knows no more than the places of which they stand in one. Raises `PackageError` for a map that
    cannot be read.
    """
    picture = _Picture(variant, map_svg)
    picture.tint(state)
    picture.draw(state, list(results), list(veiled), played)
    return picture.data()


class _Picture:
    def __init__(self, variant: Variant, map_svg: bytes) -> None:
        document, notices = read_document(MAP, map_svg)
        if document is None:
            raise PackageError(f"the map of the package cannot be read: {notices[-1].finding.message}")
        drawing, _ = read_drawing(document)
        if drawing.page is None:
            raise PackageError("the map of the package does not say how large it is", hint="build the package again")
        self.variant = variant
        self.page = drawing.page
        self.diagonal = hypot(self.page[2], self.page[3])
        self.pen = Pen(min(digits(self.diagonal), 3 if self.diagonal < 10_000 else 1))
        layers = {element: str(element.get(_LABEL, "")) for element in document.root}
        self.art = Art(drawing, [element for element, name in layers.items() if name in _GONE])
        self.root = etree.Element(f"{{{SVG}}}svg", None, _PREFIXES)  # type: ignore[arg-type]
        self.ground = self.layer("map")
        self.art.layer(self.ground, lambda _: True)
        self.shapes: dict[str, Element] = {}
        for element in elements(document.root):
            identity = element.get("data-province", "")
            if identity in variant.by_id and element.get("d"):
                self.shapes.setdefault(identity, element)
        starts = {identity: first_move(shape.get("d", "")) for identity, shape in self.shapes.items()}
        shown = {identity: Point(*start) for identity, start in starts.items() if start}
        self.places = Places(variant, shown, self.diagonal)
        self.colours = colours_of(variant)

    def layer(self, name: str) -> Element:
        """A new layer on top."""
        layer = self.pen.draw(self.root, "g", id=f"{name}--layer")
        layer.set(_LABEL, name)
        layer.set(_MODE, "layer")
        return layer

    # ---- owners

    def look(self, identity: str) -> str:
        """The fill of a province as the designer painted it; empty where nothing plain is seen of it."""
        shape = self.shapes.get(identity)
        drawn = self.art.drawn.get(shape) if shape is not None else None
        fill = drawn.get("fill", "") if drawn is not None else ""
        return fill if fill.startswith("#") else ""

    def palette(self) -> tuple[str, dict[str, str]]:
        """The designer's colour of what nobody owns, and of each power: the one that most of its provinces have.

        A fill that lands of another power, seas or rocks have too, or that most of nobody's lands have, tells no power
        apart: its own colour is lightened instead. Some of nobody's lands may have it, as Bohemia has Austria's.
        """
        land = [
            province
            for province in self.variant.provinces
            if province.terrain is not Terrain.SEA and not province.impassable
        ]

        def usual(provinces: Iterable[str]) -> str:
            fills = Counter(fill for fill in map(self.look, provinces) if fill)
            return min(fills, key=lambda fill: (-fills[fill], fill)) if fills else ""

        nobody = usual(each.id for each in land if each.owner is None and each.home is None) or _LAND
        found: dict[str, str] = {}
        for power in self.variant.powers:
            own = usual(each.id for each in land if power.id in (each.owner, each.home))
            taken = {nobody, *found.values()}
            for each in self.variant.provinces:
                if power.id not in (each.owner, each.home) and (each.owner or each.home or each not in land):
                    taken.add(self.look(each.id))
            found[power.id] = own if own and own not in taken else tint(power.colour, 0.45)
        return nobody, found

    def tint(self, state: State) -> None:
        """Paint the land in the colours of who owns it in this position."""
        nobody, powers = self.palette()
        veil: Element | None = None
        for province in self.variant.provinces:
            shape = self.shapes.get(province.id)
            if shape is None or province.impassable or province.terrain is Terrain.SEA:
                continue
            owner = state.owners.get(province.id, "")
            drawn = self.art.drawn.get(shape)
            if drawn is not None and self.look(province.id):
                if owner or self.look(province.id) in powers.values():
                    drawn.set("fill", powers.get(owner, nobody))
            elif owner:
                # the designer's art shows the land: a veil of the colour lies over it
                veil = self.layer("owners") if veil is None else veil
                veil.set("opacity", "0.4")
                rule = "evenodd" if shape.get("fill-rule") == "evenodd" else "nonzero"
                self.pen.draw(veil, "path", d=shape.get("d", ""), fill=self.colours[owner], fill_rule=rule)
        centres = self.layer("centres")
        r = _DOT * self.diagonal
        for province in self.variant.centres:
            points = self.variant.anchors.get(province.id, {})
            if "centre" not in points:
                continue
            x, y = points["centre"]
            owner = state.owners.get(province.id, "")
            self.pen.draw(centres, "circle", cx=x, cy=y, r=r, fill=WHITE, stroke=INK, stroke_width=0.24 * r)
            size = (0.58 if owner else 0.36) * r
            inner = self.pen.draw(centres, "circle", cx=x, cy=y, r=size, fill=self.colours.get(owner, INK))
            if owner:
                inner.set("stroke", INK)
                inner.set("stroke-width", self.pen.number(0.16 * r))

    # ---- units and orders

    def draw(self, state: State, results: list[OrderResult], veiled: list[Veiled], played: State | None) -> None:
        shown = standing(self.places, state)
        lines, units, above = self.layer("orders"), self.layer("position"), self.layer("marks")
        phase = (played or state).phase
        orders = DrawnOrders(self.variant, self.places, shown, self.colours, phase, self.pen, after=played is not None)
        orders.draw(lines, above, results)
        signs = orders.signs
        for piece in pieces(shown.units):
            token(self.pen, units, shown.units[piece], piece.type, self.colours.get(piece.power, self.colours[None]))
        for piece in pieces(shown.dislodged):
            spot = shown.dislodged[piece]
            burst(self.pen, units, spot)
            token(
                self.pen,
                units,
                spot._replace(radius=0.82 * spot.radius),
                piece.type,
                self.colours.get(piece.power, self.colours[None]),
            )
            signs.add("dislodged")
        for each in veiled:
            for spot in self.veils(each):
                question(self.pen, units, spot, self.colours.get(each.power, self.colours[None]))
                signs.add("veiled")
        strip = self.layer("legend")
        unseen = [each.power for each in veiled]
        told = played if results else None
        high = draw_strip(self.pen, strip, self.variant, state, self.page, signs, told, unseen)
        x, y, width, height = self.page
        self.root.set("version", "1.1")
        self.root.set("viewBox", self.pen.path(x, y, width, height + high))
        self.root.set("width", self.pen.number(width))
        self.root.set("height", self.pen.number(height + high))

    def veils(self, veiled: Veiled) -> list[Spot]:
        """Where a unit may stand."""
        points = [self.places.unit(location) for location in veiled.among]
        return [Spot(point, self.places.radius) for point in points if point is not None]

    def data(self) -> bytes:
        """The bytes of the picture."""
        title = etree.Element(f"{{{SVG}}}title")
        title.text = visible(self.variant.name)
        self.root.insert(0, title)
        self.art.finish(self.root)
        text: bytes = etree.tostring(self.root, encoding="UTF-8", xml_declaration=False)
        return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"
