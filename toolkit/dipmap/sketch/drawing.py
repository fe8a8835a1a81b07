"""The drawing as a file: layers, shapes under their names, marks, letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import shapely

from dipmap.model import Adjacency, Barrier, Province, Terrain, Unit, UnitType, Variant, province_of
from dipmap.sketch.placing import Placed
from dipmap.sketch.shapes import Shapes, number, path_of
from dipmap.sketch.wanted import Wanted

Point = tuple[float, float]
LAYERS = (
    *("background", "provinces", "coasts", "passages", "barriers"),
    *("centres", "units", "anchors", "labels", "foreground"),
)
FONT = "Georgia, 'Libre Baskerville', 'Noto Serif', 'Noto Serif JP', serif"
NOTE = "Sketched by dipmap: a start to be edited"
PAPER, IDLE, INK = "#dfe7ea", "#b7b2a6", "#2f2a24"
LAND, WATER = "#efe6cc", ("#a9c8dd", "#9fc0d7", "#b4d0e2")
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
)


@dataclass(frozen=True)
class Marks:
    """What is drawn as lines: edges that no touching shapes make, and barriers between shapes that touch."""

    passages: tuple[Adjacency, ...]
    barriers: tuple[Barrier, ...]


def svg(want: Wanted, found: Shapes, placed: Placed, marks: Marks) -> str:
    """The whole drawing."""
    width, height = number(found.width), number(found.height + _strip(found))
    lines = [
        f'{HEAD}width="{width}" height="{height}" viewBox="0 0 {width} {height}" version="1.1">',
        f"  <title>{_text(want.variant.name)}</title>",
        f"  <desc>{NOTE}.</desc>",
    ]
    layers = {
        "background": ("", _background(width, height)),
        "provinces": (f' stroke="{INK}" stroke-width="1.1" stroke-linejoin="round"', _provinces(want, found)),
        "coasts": (' fill="none" stroke="#2f6d99" stroke-width="2" stroke-dasharray="5 3"', _coasts(want, found)),
        "passages": (
            ' fill="none" stroke="#b03a2e" stroke-width="2.2" stroke-linecap="round" stroke-dasharray="7 4"',
            _passages(want, found, placed, marks.passages),
        ),
        "barriers": (' fill="none" stroke="#3a3a3a" stroke-width="4"', _barriers(want, found, marks.barriers)),
        "centres": (f' stroke="{INK}" stroke-width="1"', _centres(want.variant, placed)),
        "units": (f' stroke="{INK}" stroke-width="1"', _units(want.variant, placed)),
        "anchors": (' style="display:none" fill="#d1006c" fill-opacity="0.6"', _anchors(placed)),
        "labels": (f' font-family="{FONT}" text-anchor="middle" fill="{INK}"', _labels(want, placed)),
        "foreground": (f' font-family="{FONT}" fill="{INK}"', _foreground(want, found)),
    }
    for name in LAYERS:
        style, content = layers[name]
        lines.append(f'  <g id="{name}" inkscape:label="{name}" inkscape:groupmode="layer"{style}>')
        lines += [f"    {line}" for line in content]
        lines.append("  </g>")
    return "\n".join([*lines, "</svg>", ""])


def _named(name: str, identity: str = "") -> str:
    return f'id="{_text(identity or name)}" inkscape:label="{_text(name)}"'


def _text(words: str) -> str:
    return escape(words, quote=True)


def _background(width: str, height: str) -> Iterator[str]:
    yield f'<rect {_named("paper")} x="0" y="0" width="{width}" height="{height}" fill="{PAPER}"/>'


def _provinces(want: Wanted, found: Shapes) -> Iterator[str]:
    for key in found.walks:
        province = want.provinces[key]
        terrain = "impassable" if province.impassable else province.terrain.value
        data = f'data-province="{province.id}" data-terrain="{terrain}" data-name="{_text(province.name)}"'
        # an id of a province that is the name of a layer would stand twice
        identity = f"{province.id}/{terrain}" if province.id in LAYERS else province.id
        fill = _fill(want.variant, province, key)
        yield f'<path {_named(identity)} {data} d="{found.path(key)}" fill="{fill}"/>'


def _fill(variant: Variant, province: Province, key: int) -> str:
    if province.impassable:
        return IDLE
    if province.terrain is Terrain.SEA:
        return WATER[key % len(WATER)]
    home = variant.powers_by_id.get(province.home or "")
    return _mixed(home.colour, LAND, 0.42) if home else LAND


def _mixed(one: str, other: str, share: float) -> str:
    """A colour between two, `share` of the first."""
    parts = [round(share * int(one[at : at + 2], 16) + (1 - share) * int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _coasts(want: Wanted, found: Shapes) -> Iterator[str]:
    names = {f"{each.id}/{coast.id}": coast.name for each in want.provinces for coast in each.coasts}
    for location, walks in found.coasts.items():
        data = f'data-coast="{location}" data-name="{_text(names[location])}"'
        yield f'<path {_named(location)} {data} d="{" ".join(map(path_of, walks))}"/>'


def _passages(want: Wanted, found: Shapes, placed: Placed, edges: Sequence[Adjacency]) -> Iterator[str]:
    drawn: set[str] = set()
    for edge in edges:
        way = _way(want, found, placed, edge.a, edge.b)
        if way is None:
            continue
        (ax, ay), (bx, by) = way
        bend = 0.1 if abs(ax - bx) + abs(ay - by) > 0.12 * found.width else 0.0
        mx, my = (ax + bx) / 2 + bend * (by - ay), (ay + by) / 2 - bend * (bx - ax)
        data = f"M{number(ax)},{number(ay)} Q{number(mx)},{number(my)} {number(bx)},{number(by)}"
        sign = ">" if edge.oneway else "-"
        name = f"passage {edge.a}{sign}{edge.b} {edge.units.value} {edge.kind.value}"
        name += f" via {edge.keeper}" if edge.keeper else ""
        identity = name
        while identity in drawn:
            identity += "_2"
        drawn.add(identity)
        yield f'<path {_named(name, identity)} d="{data}"/>'


def _way(want: Wanted, found: Shapes, placed: Placed, a: str, b: str) -> tuple[Point, Point] | None:
    """The ends of a short line between two provinces, a little inside them."""
    one, other = (found.polygons.get(want.number[province_of(end)]) for end in (a, b))
    if one is None or other is None:
        return None
    line = shapely.shortest_line(one, other)
    ends = [(float(x), float(y)) for x, y in shapely.get_coordinates(line)]
    deep = []
    for end, polygon, location in ((ends[0], one, a), (ends[1], other, b)):
        goal = placed.anchors[province_of(location)]["unit"]
        tried = [
            (end[0] + share * (goal[0] - end[0]), end[1] + share * (goal[1] - end[1])) for share in (0.35, 0.6, 0.8)
        ]
        inside = [point for point in tried if polygon.contains(shapely.Point(point))]
        deep.append(inside[0] if inside else goal)
    return deep[0], deep[1]


def _barriers(want: Wanted, found: Shapes, barriers: Sequence[Barrier]) -> Iterator[str]:
    for barrier in barriers:
        one, other = (found.polygons.get(want.number[province_of(end)]) for end in (barrier.a, barrier.b))
        if one is None or other is None:
            continue
        shared = shapely.intersection(one.boundary, other.boundary.buffer(0.5))
        lines = [part for part in shapely.get_parts(shapely.line_merge(shared)) if part.geom_type == "LineString"]
        line = max(lines, key=lambda part: part.length, default=None) or shapely.shortest_line(one, other)
        points = [f"{number(x)},{number(y)}" for x, y in shapely.get_coordinates(line.simplify(0.5)).tolist()]
        name = f"barrier {barrier.a}-{barrier.b} {barrier.units.value}"
        yield f'<path {_named(name)} d="M{" L".join(points)}"/>'


def _centres(variant: Variant, placed: Placed) -> Iterator[str]:
    for province in variant.provinces:
        spots = placed.anchors.get(province.id, {})
        if not province.centre or "centre" not in spots:
            continue
        home = variant.powers_by_id.get(province.home or "")
        name = f"centre {province.id}" + (f":{home.id}" if home else "")
        x, y = (number(each) for each in spots["centre"])
        fill = home.colour if home else "#ffffff"
        yield f'<circle {_named(name)} cx="{x}" cy="{y}" r="{number(0.62 * placed.radius)}" fill="{fill}"/>'


def _units(variant: Variant, placed: Placed) -> Iterator[str]:
    seen: dict[tuple[str, str], int] = {}
    for unit in (*variant.start.units, *variant.standing_units):
        spots = placed.anchors.get(unit.location) or placed.anchors.get(province_of(unit.location), {})
        if "unit" not in spots:
            continue
        name = unit_name(unit)
        key = (unit.location, "")
        nth = seen[key] = seen.get(key, -1) + 1
        x, y = spots["unit"][0] + 2.2 * nth * placed.radius, spots["unit"][1]
        power = variant.powers_by_id.get(unit.power or "")
        fill = power.colour if power else "#777777"
        identity = name + (f"_{nth + 1}" if nth else "")
        yield f'<path {_named(name, identity)} d="{_mark(unit.type, x, y, placed.radius)}" fill="{fill}"/>'


def unit_name(unit: Unit) -> str:
    """The name of a unit's mark."""
    return f"unit {unit.type.value[0].upper()} {unit.location}" + (f":{unit.power}" if unit.power else "")


def _mark(kind: UnitType, x: float, y: float, radius: float) -> str:
    """A square for an army, a hull for a fleet."""
    if kind is UnitType.ARMY:
        half = 0.8 * radius
        return f"M{number(x - half)},{number(y - half)} h{number(2 * half)} v{number(2 * half)} h{number(-2 * half)} Z"
    r = 1.15 * radius
    return (
        f"M{number(x - r)},{number(y - 0.4 * radius)} H{number(x + r)} "
        f"L{number(x + 0.55 * r)},{number(y + 0.6 * radius)} H{number(x - 0.55 * r)} Z"
    )


def _anchors(placed: Placed) -> Iterator[str]:
    for location, spots in sorted(placed.anchors.items()):
        for purpose, (x, y) in sorted(spots.items()):
            yield f'<circle {_named(f"anchor {purpose} {location}")} cx="{number(x)}" cy="{number(y)}" r="2"/>'


def _labels(want: Wanted, placed: Placed) -> Iterator[str]:
    for key, name in placed.names.items():
        province = want.variant.by_id[key]
        wet = province.terrain is Terrain.SEA
        style = ' font-style="italic" fill="#27485f"' if wet else ""
        first = name.at[1] + name.size * (0.34 - 0.56 * (len(name.lines) - 1))
        spans = "".join(
            f'<tspan x="{number(name.at[0])}" y="{number(first + at * 1.12 * name.size)}">{_text(line)}</tspan>'
            for at, line in enumerate(name.lines)
        )
        yield f'<text {_named(f"name of {key}")} font-size="{number(name.size)}"{style}>{spans}</text>'


def _strip(found: Shapes) -> float:
    """The height of the strip below the map that says what it is."""
    return float(round(max(16.0, 0.018 * found.width)))


def _foreground(want: Wanted, found: Shapes) -> Iterator[str]:
    width, height = number(found.width), number(found.height)
    yield (
        f'<rect {_named("frame")} x="0" y="0" width="{width}" height="{height}" fill="none" stroke="{INK}" '
        'stroke-width="3"/>'
    )
    strip = _strip(found)
    base, size = number(found.height + 0.7 * strip), number(0.58 * strip)
    yield f'<text {_named("title")} x="8" y="{base}" font-size="{size}">{_text(want.variant.name)}</text>'
    yield (
        f'<text {_named("note")} x="{number(found.width - 8)}" y="{base}" font-size="{size}" '
        f'text-anchor="end" font-style="italic">{NOTE}</text>'
    )
