"""The sketch itself: laid out, drawn, read back, and compared with what was wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from dipmap.model import Adjacency, Barrier, Kind, Units, Variant, province_of
from dipmap.model.counts import counts
from dipmap.sketch.declare import variant_yaml
from dipmap.sketch.drawing import Marks, svg
from dipmap.sketch.ground import Setting, lay
from dipmap.sketch.placing import Placed, place
from dipmap.sketch.shapes import Shapes, shapes
from dipmap.sketch.wanted import Pair, Wanted, drawn_as_border, passages_of, wanted

Step = tuple[str, str, str]
EXPECTED = (
    *("provinces", "land", "coast", "sea", "impassable", "centres", "homes", "neutral", "powers", "units", "coasts"),
    *("borders", "passages", "army-edges", "fleet-edges"),
)
TRIES: tuple[tuple[float, float | None], ...] = ((1.0, None), (1.0, 0.001), (0.4, 0.001), (0.0, 0.001))
"""How lively borders are and which tolerance is declared: where much background lies between, the automatic one is wide."""
MOST = 400  # provinces
MARGIN = 0.1  # of the extent of the positions
ASPECTS = (0.55, 2.2)  # width to height of a page, at least and at most


@dataclass(frozen=True)
class Unmet:
    """Something the shapes could not be made to say: the locations, what was wanted, and what is drawn instead."""

    a: str
    b: str
    wanted: str
    drawn: str

    def __str__(self) -> str:
        return f"{self.a}-{self.b}: {self.wanted}; {self.drawn}"


@dataclass(frozen=True, eq=False)
class Sketch:
    """The files of a source folder, and how well their shapes do.

    `pairs` are the neighbours by border, `unmet` what the shapes alone do not say of them; `variant` is what the files
    compile to.
    """

    files: Mapping[str, bytes] = field(repr=False)
    variant: Variant = field(repr=False)
    pairs: tuple[Pair, ...] = field(repr=False)
    unmet: tuple[Unmet, ...] = ()

    @property
    def satisfied(self) -> int:
        """How many of the pairs touch as wanted, with all their units."""
        short = {tuple(sorted((province_of(each.a), province_of(each.b)))) for each in self.unmet}
        return sum(pair not in short for pair in self.pairs)


def sketch(
    variant: Variant,
    positions: Mapping[str, tuple[float, float]] | None = None,
    outline: Polygon | MultiPolygon | None = None,
    *,
    width: float = 1600.0,
    seed: int = 1,
) -> Sketch:
    """A map of a variant: provinces joined by borders touch and no others do; all other edges are drawn as lines.

    `positions` are points of provinces in a plane, y downwards, for all of them, some or none; `outline` is the land in
    the same plane. Where the straight lines between neighbours do not cross, provinces come to lie at their positions;
    otherwise as near as their neighbours let them. The drawing is `width` units wide. The same arguments make the same
    bytes. Raises ValueError for a variant that `variant.yaml` cannot hold, and for more than `MOST` provinces.
    """
    if len(variant.provinces) > MOST:
        raise ValueError(f"{len(variant.provinces)} provinces are more than the {MOST} that a sketch can hold")
    if not any(not province.impassable for province in variant.provinces):
        raise ValueError("a map needs a province")
    want = wanted(variant)
    return make(want, setting_of(want, positions or {}, outline), width=width, seed=seed)


def setting_of(
    want: Wanted, positions: Mapping[str, tuple[float, float]], outline: Polygon | MultiPolygon | None
) -> Setting:
    """Positions and outline on a page that holds the positions with a margin."""
    points = {key: point for key, point in sorted(positions.items()) if key in want.number}
    if len(set(points.values())) < 3:
        return Setting()
    low, high = np.min(list(points.values()), axis=0), np.max(list(points.values()), axis=0)
    size = high - low
    margin = MARGIN * float(size.max())
    if not 0 < margin < np.inf:
        return Setting()
    box = size + 2 * margin
    middle = (low + high) / 2
    tall = max(float(box[1]), float(box[0]) / ASPECTS[1])
    wide = max(float(box[0]), tall * ASPECTS[0])
    corner = middle - (wide / 2, tall / 2)
    places = {
        want.number[key]: (float((x - corner[0]) / tall), float((y - corner[1]) / tall))
        for key, (x, y) in points.items()
    }
    land: Polygon | MultiPolygon | None = None
    if outline is not None and not outline.is_empty:
        left, top = float(corner[0]), float(corner[1])
        cut = shapely.clip_by_rect(outline, left, top, left + wide, top + tall)
        moved = shapely.transform(cut, lambda points: (points - corner) / tall)
        if isinstance(moved, (Polygon, MultiPolygon)):
            land = moved
            shapely.prepare(land)
    return Setting(wide / tall, places, land)


def make(want: Wanted, setting: Setting, *, width: float, seed: int) -> Sketch:
    """A sketch in a setting, read back and mended until it says what is wanted, or nearly."""
    variant = want.variant
    ground = lay(want, setting, seed)
    best: tuple[list[Step], list[Step], Shapes, Placed, float | None, str, Variant] | None = None
    passages = list(passages_of(variant))
    barriers = _barriers(want)
    for life, tolerance in TRIES:
        found = shapes(want, ground, width, seed, life)
        placed = place(want, found)
        lines = Marks(tuple(passages), tuple(barriers))
        text = svg(want, found, placed, lines)
        compiled = _compiled(variant, text, {}, tolerance)
        missing, extra = differences(variant, compiled)
        if best is None or len(missing) + len(extra) < len(best[0]) + len(best[1]):
            best = missing, extra, found, placed, tolerance, text, compiled
        if not missing and not extra:
            break
    assert best is not None
    missing, extra, found, placed, tolerance, text, compiled = best
    unmet = _mend(want, missing, extra, passages, barriers)
    expect = _expected(variant, passages)
    if unmet:
        text = svg(want, found, placed, Marks(tuple(passages), tuple(barriers)))
        compiled = _compiled(variant, text, expect, tolerance)
    left = differences(variant, compiled)
    for sign, steps in (("not passable", left[0]), ("passable", left[1])):
        unmet += [Unmet(a, b, f"{unit} wanted otherwise", f"{sign} all the same") for a, b, unit in steps]
    files = {"map.svg": text.encode(), "variant.yaml": variant_yaml(variant, expect, tolerance).encode()}
    return Sketch(files, compiled, tuple(sorted(want.touching - _parted(variant))), tuple(unmet))


def _parted(variant: Variant) -> set[Pair]:
    borders = {edge.pair for edge in variant.adjacency if drawn_as_border(edge)}
    pairs = {tuple(sorted((province_of(each.a), province_of(each.b)))) for each in variant.barriers}
    return {(a, b) for a, b in pairs if (a, b) not in borders}


def _barriers(want: Wanted) -> list[Barrier]:
    """The barriers to draw from the start: those between provinces that are to touch without any edge."""
    parted = _parted(want.variant)
    return [
        each for each in want.variant.barriers if tuple(sorted((province_of(each.a), province_of(each.b)))) in parted
    ]


def _expected(variant: Variant, passages: Sequence[Adjacency]) -> dict[str, int]:
    found = {name: len(each) for name, each in counts(variant).items() if name in EXPECTED}
    if len(passages) != sum(1 for _ in passages_of(variant)):
        # links stand in for borders
        found = {name: many for name, many in found.items() if name not in ("borders", "passages")}
    return {name: found[name] for name in EXPECTED if name in found}


def steps(variant: Variant) -> set[Step]:
    """Every way of a unit between two locations, with the unit; both directions where there are both."""
    found = set()
    for edge in variant.adjacency:
        for unit, there in (("army", edge.units.army), ("fleet", edge.units.fleet)):
            if there:
                found.add((edge.a, edge.b, unit))
                if not edge.oneway:
                    found.add((edge.b, edge.a, unit))
    return found


def differences(one: Variant, other: Variant) -> tuple[list[Step], list[Step]]:
    """The ways of the first that the second lacks, and those it has beyond; undirected ones once, a < b."""

    def once(found: set[Step]) -> list[Step]:
        return sorted((a, b, unit) for a, b, unit in found if a < b or (b, a, unit) not in found)

    mine, theirs = steps(one), steps(other)
    return once(mine - theirs), once(theirs - mine)


def _mend(
    want: Wanted,
    missing: Sequence[Step],
    extra: Sequence[Step],
    passages: list[Adjacency],
    barriers: list[Barrier],
) -> list[Unmet]:
    """Say with links and barriers what the shapes do not say, and tell it."""
    unmet = []
    for a, b, units in _together(missing):
        passages.append(Adjacency(a, b, units, Kind.LINK))
        touch = tuple(sorted((province_of(a), province_of(b)))) in want.touching
        why = f"a border for {_who(units)}" if touch else f"a way for {_who(units)}"
        unmet.append(Unmet(a, b, why, "drawn as a passage of kind link"))
    for a, b, units in _together(extra):
        barriers.append(Barrier(a, b, units))
        unmet.append(Unmet(a, b, f"no way for {_who(units)}", "the shapes touch so, and a barrier is drawn"))
    return unmet


def _together(ways: Sequence[Step]) -> list[tuple[str, str, Units]]:
    found: dict[Pair, Units] = {}
    for a, b, unit in ways:
        found[a, b] = found[a, b].plus(Units(unit)) if (a, b) in found else Units(unit)
    return [(a, b, units) for (a, b), units in sorted(found.items())]


def _who(units: Units) -> str:
    return {Units.ARMY: "armies", Units.FLEET: "fleets", Units.BOTH: "armies and fleets"}[units]


def _compiled(variant: Variant, text: str, expect: Mapping[str, int], tolerance: float | None) -> Variant:
    """What the files say when they are read as any source is."""
    from dipmap import dialects
    from dipmap.resolve.assemble import resolve
    from dipmap.resolve.declaration import read_declaration
    from dipmap.resolve.yaml_file import read_yaml
    from dipmap.svg.drawing import read_drawing
    from dipmap.svg.xml import read_document

    file, _ = read_yaml("variant.yaml", variant_yaml(variant, expect, tolerance).encode())
    assert file is not None
    declaration, problems = read_declaration(file)
    if declaration is None:
        raise ValueError(f"the variant cannot be declared: {problems[0].finding.message}")
    document, _ = read_document("map.svg", text.encode())
    assert document is not None
    drawing, _ = read_drawing(document)
    return resolve(dialects.read(drawing, declaration.known, "dipmap"), declaration).variant
