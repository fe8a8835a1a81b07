"""The sketch itself: laid out, drawn, read back, and compared with what was wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from dipmap.model import Adjacency, Barrier, Kind, Units, Variant, province_of
from dipmap.model.counts import counts
from dipmap.sketch import growth
from dipmap.sketch.declare import variant_yaml
from dipmap.sketch.drawing import Marks, svg
from dipmap.sketch.ground import Ground, Setting, lay
from dipmap.sketch.placing import Placed, place
from dipmap.sketch.shapes import Shapes, shapes
from dipmap.sketch.wanted import Pair, Wanted, drawn_as_border, passages_of, wanted

if TYPE_CHECKING:
    from dipmap.resolve.declaration import Declaration

Step = tuple[str, str, str]
EXPECTED = (
    *("provinces", "land", "coast", "sea", "impassable", "centres", "homes", "neutral", "powers", "units", "coasts"),
    *("borders", "passages", "army-edges", "fleet-edges"),
)
LIVES = (1.0, 0.4, 0.0)  # how lively borders are, from one try to the next
TOLERANCE = 0.001  # of the diagonal: neighbours share their borders exactly
GAPS = 0.2  # of the outlines: where more than that faces background between provinces, the automatic tolerance is wide
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


@dataclass(frozen=True, eq=False)
class _Try:
    """A drawing, and what it says too little and too much."""

    found: Shapes
    placed: Placed
    tolerance: float | None
    declaration: Declaration
    text: str
    compiled: Variant
    missing: list[Step]
    extra: list[Step]

    @property
    def wrong(self) -> int:
        return len(self.missing) + len(self.extra)


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
    passages = list(passages_of(variant))
    barriers = _barriers(want)
    wide = growth.gaps(ground.grid, ground.found, ground.count) <= GAPS
    unsaid = _unsaid(want, ground)
    tries: list[_Try] = []
    for life in LIVES:
        found = shapes(want, ground, width, seed, life)
        placed = place(want, found)
        text = svg(want, found, placed, Marks(tuple(passages), tuple(barriers)))
        before = min((each.wrong for each in tries), default=-1)
        for tolerance in (None, TOLERANCE) if wide and not tries else (TOLERANCE,):
            declaration = _declared(variant, tolerance)
            compiled = _compiled(text, declaration)
            tries.append(_Try(found, placed, tolerance, declaration, text, compiled, *differences(variant, compiled)))
            if tries[-1].wrong <= unsaid:
                break
        # calmer borders do not cure what the page does not hold, nor go on to cure what they have not
        if tries[-1].wrong <= unsaid or tries[-1].wrong == before:
            break
    best = min(tries, key=lambda each: each.wrong)
    text, compiled = best.text, best.compiled
    unmet = _mend(want, best.missing, best.extra, passages, barriers)
    expect = _expected(variant, passages)
    if unmet:
        text = svg(want, best.found, best.placed, Marks(tuple(passages), tuple(barriers)))
        compiled = _compiled(text, best.declaration)
    left = differences(variant, compiled)
    for sign, steps in (("not passable", left[0]), ("passable", left[1])):
        unmet += [Unmet(a, b, f"{unit} wanted otherwise", f"{sign} all the same") for a, b, unit in steps]
    files = {"map.svg": text.encode(), "variant.yaml": variant_yaml(variant, expect, best.tolerance).encode()}
    return Sketch(files, compiled, tuple(sorted(want.touching - _parted(variant))), tuple(unmet))


def _unsaid(want: Wanted, ground: Ground) -> int:
    """How many ways no borders drawn on the page say rightly.

    Those between provinces that do not touch on it, those of fleets between coasts without a sea that joins them there, and
    those of armies where they are not wanted.
    """
    sides = growth.touching(ground.grid, ground.found, int(ground.found.max()) + 1)
    meets = growth.meets(ground.grid, ground.found)
    joined = {
        step
        for pair, step, seas in want.meetings
        if any(growth.three(want.number[pair[0]], want.number[pair[1]], sea) in meets for sea in seas)
    }
    found, marched = 0, set()
    for edge in filter(drawn_as_border, want.variant.adjacency):
        a, b = (want.number[each] for each in edge.pair)
        apart = not sides[a, b]
        inland = bool(want.shores[a] and want.shores[b]) and not {(edge.a, edge.b), (edge.b, edge.a)} & joined
        found += edge.units.army and apart
        found += edge.units.fleet and (apart or inland)
        if edge.units.army:
            marched.add(edge.pair)
    armies = {province.id for province in want.provinces if province.armies}
    return found + sum(pair not in marched and armies.issuperset(pair) for pair in want.touching)


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


def _declared(variant: Variant, tolerance: float | None) -> Declaration:
    """What the declaration beside the drawing says, read as any is."""
    from dipmap.resolve.declaration import read_declaration
    from dipmap.resolve.yaml_file import read_yaml

    file, _ = read_yaml("variant.yaml", variant_yaml(variant, {}, tolerance).encode())
    assert file is not None
    declaration, problems = read_declaration(file)
    if declaration is None:
        raise ValueError(f"the variant cannot be declared: {problems[0].finding.message}")
    return declaration


def _compiled(text: str, declaration: Declaration) -> Variant:
    """What a drawing and its declaration say when they are read as any source is."""
    from dipmap import dialects
    from dipmap.resolve.assemble import resolve
    from dipmap.svg.drawing import read_drawing
    from dipmap.svg.xml import read_document

    document, _ = read_document("map.svg", text.encode())
    assert document is not None
    drawing, _ = read_drawing(document)
    return resolve(dialects.read(drawing, declaration.known, "dipmap"), declaration).variant
