"""From an imported variant to a source: the drawing kept and annotated, the file's graph forced, differences told."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.engines import Drawn, Imported, UnreadableError, engine
from dipmap.importing import made
from dipmap.importing.compiling import compiled
from dipmap.model import Adjacency, Coast, Power, Province, Start, Terrain, Unit, Units, UnitType, Variant, Victory

SIZE = 4
NAMES = [f"{row}{column}" for row in "abcd" for column in "wxyz"]


def grid(extra: str = "", skip: tuple[str, ...] = ()) -> bytes:
    """Sixteen squares in the way of dSVG, ids `aw` to `dz`; the last row is sea."""
    cells = []
    for index, name in enumerate(NAMES):
        if name not in skip:
            x, y = index % SIZE * 100, index // SIZE * 100
            cells.append(f'    <path id="{name}" d="M{x},{y} h100 v100 h-100 Z"/>')
    shapes = "\n".join(cells)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 400 400">
  <g inkscape:label="provinces" style="display:none">
{shapes}
  </g>
  <g inkscape:label="named-coasts" style="display:none">{extra}</g>
  <g inkscape:label="unit-positions" style="display:none"><circle id="aw" cx="50" cy="50" r="10"/></g>
</svg>
""".encode()


def board(edges: list[Adjacency], **fields: object) -> Variant:
    provinces = []
    for name in NAMES:
        sea = name[0] == "d"
        shore = name[0] == "c"
        terrain = Terrain.SEA if sea else Terrain.COAST if shore else Terrain.LAND
        provinces.append(
            Province(name, f"Space {name.upper()}", terrain, armies=not sea, fleets=sea or shore, convoys=sea)
        )
    given_fields = {"provinces": tuple(provinces), "adjacency": tuple(sorted(edges, key=lambda e: (e.a, e.b)))} | fields
    return Variant("grid", "Grid", "1.0.0", **given_fields)  # type: ignore[arg-type]


def ordinary() -> list[Adjacency]:
    """What the squares say by themselves."""
    found = []
    for index, name in enumerate(NAMES):
        others = ([NAMES[index + 1]] if index % SIZE < SIZE - 1 else []) + NAMES[index + SIZE : index + SIZE + 1]
        # four squares meet at every corner of the shore, so that no sea joins two of its coasts
        found += [Adjacency(name, other, Units.FLEET if "d" in name + other else Units.ARMY) for other in others]
    return found


def source(variant: Variant, drawing: bytes, dialect: str = "dsvg", **fields: object):
    imported = Imported(variant, Drawn("map.svg", drawing, dialect), **fields)  # type: ignore[arg-type]
    return made(engine("dvar"), imported, "grid.dvar", "grid/")


def graph(files: dict[str, bytes]) -> set[tuple[str, str, str]]:
    found = compiled(files["variant.yaml"], files["map.svg"], ("variant.yaml", "map.svg"))
    assert found.resolved is not None
    return steps(found.resolved.variant)


def steps(variant: Variant) -> set[tuple[str, str, str]]:
    return {(a, b, kind.value) for kind in UnitType for a, b in variant.steps(kind)}


def told(made_source, name: str = "import-differs") -> list[str]:
    return [each.finding.message for each in made_source.notices if each.name == name]


def test_a_drawing_that_says_the_same_is_annotated_and_nothing_else_changes():
    drawing = grid()
    found = source(board(ordinary()), drawing)
    assert found.drawing == "the drawing is kept, its shapes are annotated"
    assert found.notices == ()
    text = found.files["map.svg"]
    assert b'<path data-province="aw" data-terrain="land" id="aw"' in text
    for name in NAMES:
        terrain = "sea" if name[0] == "d" else "coast" if name[0] == "c" else "land"
        text = text.replace(f' data-province="{name}" data-terrain="{terrain}"'.encode(), b"")
    assert text == drawing
    assert b"passages" not in found.files["variant.yaml"]
    assert graph(found.files) == steps(board(ordinary()))


def test_touching_shapes_without_a_way_get_a_barrier_and_are_told():
    edges = [edge for edge in ordinary() if (edge.a, edge.b) != ("aw", "ax")]
    found = source(board(edges), grid())
    assert told(found) == [
        "Space AW and Space AX touch in the drawing, but the file has no way for armies; a barrier parts them"
    ]
    place = found.notices[0].finding.place
    assert place.span is not None
    assert (place.span.source.name, place.span.begin[0], place.at) == ("grid/map.svg", 4, (100.0, 50.0))
    text = found.files["variant.yaml"].decode()
    assert "{between: [aw, ax], units: army, reason: the imported file has no way for armies}" in text
    assert graph(found.files) == steps(board(edges))


def test_a_way_between_shapes_that_lie_apart_is_a_link():
    variant = board([*ordinary(), Adjacency("aw", "dz", Units.FLEET)])
    variant = replace(
        variant, provinces=tuple(replace(p, fleets=True) if p.id == "aw" else p for p in variant.provinces)
    )
    found = source(variant, grid())
    assert told(found) == [
        "the file has a way for fleets between Space AW and Space DZ, which the drawing does not show; it is a passage"
    ]
    assert "{between: [aw, dz], units: fleet, kind: link}" in found.files["variant.yaml"].decode()
    assert graph(found.files) == steps(variant)


def test_one_direction_between_touching_shapes_is_a_barrier_and_a_passage():
    edges = [edge for edge in ordinary() if (edge.a, edge.b) != ("aw", "ax")]
    edges.append(Adjacency("ax", "aw", Units.ARMY, oneway=True))
    found = source(board(edges), grid())
    assert told(found) == []
    text = found.files["variant.yaml"].decode()
    assert "{between: [ax, aw], units: army, kind: link, oneway: true}" in text
    assert "reason: the imported file has one direction only" in text
    assert graph(found.files) == steps(board(edges))


def with_coasts(*coasts: str) -> Variant:
    """The shore `cx` with named coasts; its fleets go by the first one."""
    fleets = [edge for edge in ordinary() if "cx" in (edge.a, edge.b) and edge.units.fleet]
    edges = [edge for edge in ordinary() if edge not in fleets]
    for edge in fleets:
        ends = sorted(end if end != "cx" else f"cx/{coasts[0]}" for end in (edge.a, edge.b))
        edges.append(Adjacency(ends[0], ends[1], Units.FLEET))
    edges.append(Adjacency(f"cx/{coasts[-1]}", "dz", Units.FLEET))
    variant = board(edges)
    named = tuple(Coast(coast, f"{coast} coast") for coast in sorted(coasts))
    return replace(variant, provinces=tuple(replace(p, coasts=named) if p.id == "cx" else p for p in variant.provinces))


COAST = '<path id="cx/{}" d="M100,300 h100" fill="none" stroke="black"/>'


def test_coasts_are_annotated_and_one_that_is_not_drawn_lives_by_its_passages():
    variant = with_coasts("sc", "nc")
    found = source(variant, grid(COAST.format("sc")))
    assert b'data-coast="cx/sc"' in found.files["map.svg"]
    assert told(found)[0] == "the coast cx/nc of Space CX is in the file, but not in the drawing"
    assert graph(found.files) == steps(variant)


def test_a_coast_that_only_the_drawing_has_is_told():
    variant = with_coasts("sc", "nc")
    found = source(variant, grid(COAST.format("wc")))
    assert "the drawing has a coast cx/wc that Space CX does not have in the file" in told(found, "import-stray")
    assert graph(found.files) == steps(variant)


def test_the_same_way_by_another_coast_is_told_once():
    variant = with_coasts("sc", "nc")
    both = COAST.format("nc") + COAST.format("sc").replace("M100,300 h100", "M200,290 v10")
    found = source(variant, grid(both))
    assert any(message.startswith("for fleets the file joins Space CX (sc coast) with") for message in told(found))
    assert graph(found.files) == steps(variant)


def test_impassable_provinces_without_a_shape_are_left_out():
    variant = board(ordinary())
    wall = Province("wal", "Wall", Terrain.LAND, armies=False, impassable=True)
    found = source(
        replace(variant, provinces=(*variant.provinces, wall), anchors={"wal": {"unit": (1.0, 1.0)}}), grid()
    )
    assert told(found) == ["Wall is impassable and not in the drawing; it is left out"]
    assert b"wal" not in found.files["variant.yaml"]


def test_a_province_without_a_shape_is_told_and_the_source_is_made_all_the_same():
    found = source(board(ordinary()), grid(skip=("bx",)))
    assert told(found)[0] == "Space BX is in the file, but not in the drawing"
    assert b"Space BX" in found.files["variant.yaml"]


def test_a_drawing_with_attributes_of_its_own_is_kept_to_the_byte():
    drawing = grid().replace(b'<path id="aw"', b'<path data-note="x" id="aw"')
    found = source(board(ordinary()), drawing)
    assert found.drawing == "the drawing is kept as it is, in the dialect dsvg"
    assert found.files["map.svg"] == drawing
    assert b"dialect: dsvg" in found.files["variant.yaml"]
    assert graph(found.files) == steps(board(ordinary()))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig"])
def test_drawings_in_other_encodings_can_be_read_again(encoding):
    text = grid().decode().replace("UTF-8", encoding.removesuffix("-sig")).replace("<svg ", "<svg id='é' ")
    found = source(board(ordinary()), text.encode(encoding))
    assert found.drawing == "the drawing is kept, its shapes are annotated"
    assert "é".encode() in found.files["map.svg"]
    assert graph(found.files) == steps(board(ordinary()))


@pytest.mark.parametrize(
    ("drawing", "name"),
    [
        (b"", "malformed-xml"),
        (b"no drawing", "malformed-xml"),
        (b"<svg", "malformed-xml"),
        (b"\x00\xff", "unreadable-encoding"),
        (b'<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>', "hostile-entity"),
    ],
)
def test_a_drawing_that_is_none_is_refused(drawing, name):
    with pytest.raises(UnreadableError) as error:
        source(board(ordinary()), drawing)
    assert name in {each.name for each in error.value.notices}
    assert {each.finding.place.span.source.name for each in error.value.notices} == {"map.svg"}


def test_an_empty_drawing_has_no_province():
    found = source(board(ordinary()), b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>")
    assert "Space AW is in the file, but not in the drawing" in told(found)


def test_a_variant_that_no_source_can_hold_is_refused():
    variant = replace(board(ordinary()), powers=(Power("no id", "Red", "Red", "Red", "#aa0000"),))
    with pytest.raises(UnreadableError, match="the variant cannot be declared"):
        source(variant, grid())
    with pytest.raises(UnreadableError):
        made(engine("dvar"), Imported(variant), "x", "x/")


def test_names_of_another_dialect_that_look_like_tags_of_ours():
    """A label `Center City` is a province of DiploGM's, and would be a centre here."""
    drawing = grid().replace(b'id="aw" d', b'inkscape:label="Center City" id="aw" d')
    found = source(board(ordinary()), drawing)
    assert found.files["map.svg"] == drawing
    assert graph(found.files) == steps(board(ordinary()))


def test_a_victory_that_nobody_can_win_is_told():
    provinces = tuple(replace(p, centre=p.id in ("aw", "bw")) for p in board(ordinary()).provinces)
    variant = replace(board(ordinary()), provinces=provinces, victory=Victory(at_least=3))
    found = source(variant, grid())
    assert told(found, "import-stray") == ["victory needs 3 centres, and there are 2; the source says 2"]
    assert b"at_least: 2" in found.files["variant.yaml"]


def test_without_a_drawing_a_first_map_is_sketched():
    variant = board(ordinary(), powers=(Power("red", "Red", "Red", "Red", "#aa0000"),))
    found = made(engine("dvar"), Imported(variant), "grid.dvar", "grid/")
    assert found.drawing.startswith("there was no drawing: a first map is sketched, in which ")
    assert graph(found.files) == steps(variant)


def test_everything_but_the_graph_is_declared():
    powers = (Power("red", "Red Host", "Reddish", "Red", "#aa0000"), Power("blue", "Blue", "Blue", "Blu", "#0000aa"))
    variant = board(
        ordinary(),
        powers=powers,
        start=Start((Unit("blue", UnitType.FLEET, "dz"), Unit("red", UnitType.ARMY, "aw"))),
        standing_units=(Unit(None, UnitType.ARMY, "bx"),),
        anchors={"aw": {"unit": (12.5, 30.0)}},
        description='Say: "hi", all',
    )
    homes = {"aw": "red", "az": "blue"}
    variant = replace(
        variant,
        provinces=tuple(
            replace(p, centre=True, home=homes[p.id], owner=homes[p.id]) if p.id in homes else p
            for p in variant.provinces
        ),
    )
    found = source(variant, grid())
    again = compiled(found.files["variant.yaml"], found.files["map.svg"], ("variant.yaml", "map.svg")).resolved
    assert again is not None
    assert (again.variant.start, again.variant.standing_units) == (variant.start, variant.standing_units)
    assert again.variant.anchors["aw"]["unit"] == (12.5, 30.0)
    assert again.variant.description == variant.description
    assert {p.id: p.owner for p in again.variant.centres} == homes
    assert [replace(power, homes=()) for power in again.variant.powers] == list(powers)


def test_what_is_kept_and_what_was_found_stand_in_files_of_their_own():
    edges = [edge for edge in ordinary() if (edge.a, edge.b) != ("aw", "ax")]
    found = source(board(edges), grid(), kept={"rules": ["x"]}, renamed={"Space *AW*": "aw"})
    assert found.files["kept/dvar.json"] == b'{\n "rules": [\n  "x"\n ]\n}\n'
    page = found.files["README.md"].decode()
    assert "Space AW and Space AX touch in the drawing" in page
    assert "| Space \\*AW\\* | aw |" in page
    assert "16 provinces, 0 centres, 0 powers, 23 edges." in page


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_the_file_says_the_source_has_its_graph(seed):
    """Edges left out, added far away, made one-way, for other units: the source compiles to just that."""
    rng = random.Random(seed)
    edges = [edge for edge in ordinary() if rng.random() > 0.2]
    there = {(edge.a, edge.b) for edge in edges}
    for _ in range(rng.randint(0, 5)):
        a, b = sorted(rng.sample(NAMES, 2))
        if (a, b) not in there:
            there.add((a, b))
            edges.append(Adjacency(a, b, rng.choice(list(Units))))
    edges = [
        replace(edge, a=edge.b, b=edge.a, oneway=True) if rng.random() < 0.1 else edge
        for edge in edges
        if not (edge.units.army and "d" in (edge.a[0], edge.b[0]))
        and not (edge.units.fleet and {edge.a[0], edge.b[0]} & {"a", "b"})
    ]
    variant = board(edges)
    found = source(variant, grid())
    assert graph(found.files) == steps(variant)
    assert found.files == source(variant, grid()).files
