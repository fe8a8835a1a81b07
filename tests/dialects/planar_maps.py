"""Maps with a known graph, and how each editor would save them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from xml.sax.saxutils import quoteattr

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
NAMESPACES = (
    XMLNS + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:serif="http://www.serif.com/" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)


@dataclass(frozen=True)
class Shape:
    """A polygon under the name its designer typed."""

    name: str
    points: tuple[tuple[float, float], ...]
    closed: bool = True


@dataclass(frozen=True)
class PlanarMap:
    """Layers of shapes, terrains by province, and the pairs that touch."""

    layers: dict[str, tuple[Shape, ...]]
    terrains: dict[str, str]
    pairs: frozenset[tuple[str, str]]
    extra: str = ""
    size: tuple[float, float] = field(default=(1000.0, 1000.0))

    def table(self) -> str:
        rows = "".join(f"  {key}: {{terrain: {terrain}}}\n" for key, terrain in self.terrains.items())
        return f'id: planar\nname: Planar\nversion: "1"\npowers:\n  red: {{name: Red}}\nprovinces:\n{rows}{self.extra}'


def wall(columns, rows, seed, *, sea=0.0):
    """Bricks whose corners are moved about: neighbours share their corners, and no four meet in one."""
    moves = random.Random(seed)
    corners: dict[tuple[int, int], tuple[float, float]] = {}

    def corner(x, y):
        if (x, y) not in corners:
            corners[x, y] = (round(x * 50 + moves.uniform(-14, 14), 2), round(y * 90 + moves.uniform(-25, 25), 2))
        return corners[x, y]

    shapes, terrains, pairs = [], {}, set()
    for row in range(rows):
        for column in range(columns):
            name, left = f"p{row}{column}", 2 * column + row % 2
            top = [corner(left + step, row) for step in range(3)]
            bottom = [corner(left + step, row + 1) for step in (2, 1, 0)]
            shapes.append(Shape(name, (*top, *bottom)))
            terrains[name] = "land"
            if column + 1 < columns:
                pairs.add((name, f"p{row}{column + 1}"))
            for other in (column - 1, column) if row % 2 == 0 else (column, column + 1):
                if row + 1 < rows and 0 <= other < columns:
                    pairs.add((name, f"p{row + 1}{other}"))
    if sea:
        terrains = {name: "sea" if moves.random() < sea else "coast" for name in terrains}
        terrains[shapes[0].name] = terrains[shapes[-1].name] = "coast"
    marks = centres_of(shapes[0], "centre p00:red"), centres_of(shapes[-1], f"unit A {shapes[-1].name}:red")
    units = "both" if sea else "army"
    line = Shape(f"passage p00-p{rows - 1}{columns - 1} {units}", ((10.0, 10.0), (500.0, 500.0)), closed=False)
    layers = {"provinces": tuple(shapes), "centres": (marks[0],), "units": (marks[1],), "passages": (line,)}
    return PlanarMap(layers, terrains, frozenset(pairs), size=(50.0 * (2 * columns + 1), 90.0 * rows))


def centres_of(shape, name):
    x = sum(point[0] for point in shape.points) / len(shape.points)
    y = sum(point[1] for point in shape.points) / len(shape.points)
    return Shape(name, ((x - 2, y - 2), (x + 2, y - 2), (x + 2, y + 2), (x - 2, y + 2)))


def number(value):
    return f"{value:.6f}".rstrip("0").rstrip(".")


def data(points, closed=True):
    return "M" + " L".join(f"{number(x)},{number(y)}" for x, y in points) + (" Z" if closed else "")


def relative(points, closed=True, digits=6):
    """Compact relative path data, errors not adding up."""
    at, text = (0.0, 0.0), ""
    for index, point in enumerate(points):
        step = [round(point[k] - at[k], digits) for k in (0, 1)]
        at = (at[0] + step[0], at[1] + step[1])
        words = [number(value).replace("0.", ".", 1) if abs(value) < 1 else number(value) for value in step]
        text += ("m" if index == 0 else "l") + words[0] + ("" if words[1].startswith("-") else ",") + words[1]
    return text + ("z" if closed else "")


def plain(drawn, page=None):
    width, height = drawn.size
    body = "".join(
        f'<g id="{layer}">'
        + "".join(
            f"<path id={quoteattr(shape.name)} d={quoteattr(data(shape.points, shape.closed))}/>" for shape in shapes
        )
        + "</g>"
        for layer, shapes in drawn.layers.items()
    )
    page = page or f'viewBox="0 0 {width} {height}"'
    return f"<svg {XMLNS} {page}>{body}</svg>"


def inkscape(drawn):
    """Labels, layers moved about, a page in mm, ids of its own, one attribute a line."""
    width, height = drawn.size
    body, count = "", 10
    for layer, shapes in drawn.layers.items():
        body += f'<g\n inkscape:groupmode="layer"\n id="layer{count}"\n inkscape:label="{layer.title()}"\n style="display:none"\n transform="translate(-30,-500.5)">'
        for shape in shapes:
            count += 1
            points = [(x + 30, y + 500.5) for x, y in shape.points]
            body += f'<path\n style="fill:#ff0000;stroke:none"\n d={quoteattr(relative(points, shape.closed))}\n id="path{count}-{count % 7}"\n inkscape:label={quoteattr(shape.name)}\n inkscape:connector-curvature="0" />'
        body += "</g>"
    head = f'width="{width / 10}mm" height="{height / 10}mm" viewBox="0 0 {width} {height}" sodipodi:docname="map.svg"'
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<svg {NAMESPACES} {head}><sodipodi:namedview id="base"/><defs id="defs2"/>{body}</svg>'


def escaped(name):
    """What Illustrator makes of a name."""
    return "".join(
        letter
        if (letter.isascii() and letter.isalnum()) or letter == "-"
        else "_"
        if letter == " "
        else f"_x{ord(letter):02X}_"
        for letter in name
    )


def illustrator(drawn):
    """Escaped ids, doubles numbered, classes, compact relative paths of two decimals, a document type with entities."""
    width, height = drawn.size
    used: dict[str, int] = {}

    def identity(name):
        name = escaped(name)
        used[name] = used.get(name, 0) + 1
        return name if used[name] == 1 else f"{name}_{used[name] - 1}_"

    body = ""
    for layer, shapes in drawn.layers.items():
        body += f'<g id="{identity(layer.title())}" class="st1">'
        for shape in shapes:
            if shape.closed and len(shape.points) % 2:
                points = " ".join(f"{number(round(x, 2))},{number(round(y, 2))}" for x, y in shape.points)
                body += f'<polygon id="{identity(shape.name)}" class="st0" points="{points}"/>'
            else:
                body += f'<path id="{identity(shape.name)}" class="st0" d="{relative(shape.points, shape.closed, 2)}"/>'
        body += "</g>"
    return f"""<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 24.0.1 -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
<svg version="1.1" xmlns="&ns_svg;" x="0px" y="0px" viewBox="0 0 {width} {height}" style="enable-background:new 0 0 {width} {height};" xml:space="preserve">
<style type="text/css">.st0{{fill:#FF0000;}}.st1{{display:none;}}</style>
<switch><foreignObject requiredExtensions="x" x="0" y="0" width="1" height="1"></foreignObject><g>{body}</g></switch></svg>"""


def figma(drawn):
    """Nothing filled at the root, absolute paths, ids with everything in them, doubles numbered."""
    width, height = drawn.size
    used: dict[str, int] = {}

    def identity(name):
        used[name] = used.get(name, 0) + 1
        return quoteattr(name if used[name] == 1 else f"{name}_{used[name]}")

    body = "".join(
        f"<g id={identity(layer)}>"
        + "".join(
            f'<path id={identity(shape.name)} fill-rule="evenodd" clip-rule="evenodd" d="{data(shape.points, shape.closed)}" fill="#D9D9D9"/>'
            for shape in shapes
        )
        + "</g>"
        for layer, shapes in drawn.layers.items()
    )
    return f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" fill="none" {XMLNS}>\n<g clip-path="url(#clip0)"><rect width="{width}" height="{height}" fill="white"/><g id="Frame 1">{body}</g></g><defs><clipPath id="clip0"><rect width="{width}" height="{height}" fill="white"/></clipPath></defs></svg>'


def affinity(drawn):
    """Names beside ids, moved objects wrapped in matrices, an artboard, percentages."""
    width, height = drawn.size
    body, count = "", 0
    for layer, shapes in drawn.layers.items():
        body += f'<g id="{layer}1" serif:id="{layer}" transform="matrix(2,0,0,2,-100,-200)">'
        for shape in shapes:
            count += 1
            points = [((x + 100) / 2, (y + 200) / 2) for x, y in shape.points]
            body += f'<g transform="matrix(0.5,0,0,0.25,{count},0)"><path id="Curve{count}" serif:id={quoteattr(shape.name)} d="{data([((x - count) * 2, y * 4) for x, y in points], shape.closed)}" style="fill:rgb(255,0,0);"/></g>'
        body += "</g>"
    return f'<svg width="100%" height="100%" viewBox="0 0 {width} {height}" version="1.1" {NAMESPACES} xml:space="preserve" style="fill-rule:evenodd;clip-rule:evenodd;"><g id="Artboard1"><rect x="0" y="0" width="{width}" height="{height}" style="fill:none;"/>{body}</g></svg>'


def svgo(drawn):
    """Attributes moved to groups, one line, compact numbers, no white space."""
    width, height = drawn.size
    body = "".join(
        f'<g id="{layer}" fill="red">'
        + "".join(
            f'<path id={quoteattr(shape.name)} d="{relative(shape.points, shape.closed, 3)}"/>' for shape in shapes
        )
        + "</g>"
        for layer, shapes in drawn.layers.items()
    )
    return f'<svg {XMLNS} viewBox="0 0 {number(width)} {number(height)}">{body}</svg>'


EDITORS = {"inkscape": inkscape, "illustrator": illustrator, "figma": figma, "affinity": affinity, "svgo": svgo}


def scaled(drawn, factor):
    """The same drawing in other units."""
    layers = {
        layer: tuple(
            replace(shape, points=tuple((x * factor, y * factor) for x, y in shape.points)) for shape in shapes
        )
        for layer, shapes in drawn.layers.items()
    }
    return replace(drawn, layers=layers, size=(drawn.size[0] * factor, drawn.size[1] * factor))


def shuffled(drawn, seed):
    """Layers and shapes in another order."""
    order = random.Random(seed)
    layers = [(layer, tuple(order.sample(shapes, len(shapes)))) for layer, shapes in drawn.layers.items()]
    order.shuffle(layers)
    return replace(drawn, layers=dict(layers))


def split(drawn, rename):
    """Every other province drawn as two shapes; `rename` gives the second its name."""
    shapes = []
    for index, shape in enumerate(drawn.layers["provinces"]):
        a, b, c, d, e, f = shape.points
        if index % 2:
            shapes += [replace(shape, points=(a, b, e, f)), Shape(rename(shape.name), (b, c, d, e))]
        else:
            shapes.append(shape)
    return replace(drawn, layers={**drawn.layers, "provinces": tuple(shapes)})
