"""DiploGM folders read: what was written comes back, the real one is the standard board, and broken ones say where."""

import json
import random
from dataclasses import replace
from functools import cache
from time import process_time

import pytest
from effort import OURS, examples, seeds, some
from facts_model import standard_variant
from generated import Wanted, generated, steps
from hypothesis import strategies as st
from test_engine_diplogm import CLASSIC, board, verdict, wanted

from dipmap.dialects import dialects
from dipmap.draft import Known
from dipmap.engines import Material, UnreadableError
from dipmap.engines._diplogm.config import configs
from dipmap.engines._diplogm.names import names_of
from dipmap.engines._reading import plain
from dipmap.engines.diplogm import ENGINE
from dipmap.model import Opening, Power, Province, Start, Terrain, Unit, Units, UnitType, Variant, province_of
from dipmap.svg.drawing import read_drawing
from dipmap.svg.xml import read_document

SQUARES = {"North Sea": "Sea Adjacencies", "Coast Land": "Region Colors", "Far Land": "Region Colors",
           "Low Isle": "Island Adjacencies"}  # fmt: skip


def one(files):
    (found,) = ENGINE.read(files)
    return found


def told(found):
    """Its notices as `name: message` with the line each stands in."""
    return [
        f"{item.name} {item.finding.place.span.begin[0] if item.finding.place.span else 0}: {item.finding.message}"
        for item in found.notices
    ]


def written(variant, drawing=None, kept=None):
    return ENGINE.write(variant, Material(drawing or board(variant), kept or {}))


def held(variant):
    """A variant as the format holds it: powers have names alone, a coast is one where fleets go, a mark has its place."""
    afloat = {province_of(end) for edge in variant.adjacency if edge.units.fleet for end in (edge.a, edge.b)}
    used = {end for edge in variant.adjacency for end in (edge.a, edge.b)}
    provinces = []
    for province in variant.provinces:
        if province.terrain is Terrain.COAST:
            fleets = province.id in afloat
            coasts = tuple(coast for coast in province.coasts if f"{province.id}/{coast.id}" in used)
            terrain = Terrain.COAST if fleets else Terrain.LAND
            province = replace(province, terrain=terrain, fleets=fleets, coasts=coasts)  # noqa: PLW2901
        provinces.append(province)
    powers = tuple(replace(power, adjective=power.name, short=power.name) for power in variant.powers)
    return replace(variant, provinces=tuple(provinces), powers=powers, anchors={})


@pytest.mark.parametrize("seed", seeds(10, 60))
def test_a_variant_comes_back_as_it_was_written(seed):
    variant = generated(seed, Wanted(islands=True, oneway=True))
    if verdict(variant, "edges"):
        return
    found = one(written(variant, board(variant, random.Random(seed).choice((20.0, 40.0)))))
    assert replace(found.variant, anchors={}) == held(variant)
    oneway = [line for line in told(found) if line.startswith("import-oneway")]
    assert len(oneway) == sum(edge.oneway for edge in variant.adjacency)
    assert len(oneway) == len(told(found))


@pytest.mark.parametrize("name", some(OURS, 2))
def test_our_own_maps_come_back_edge_by_edge(name, exported):
    """The rest of ours is slow: the reader measures which of some hundred shapes touch."""
    variant, files = exported(name, "diplogm")
    found = one(files)
    assert steps(found.variant) == wanted(variant)
    assert told(found) == []
    assert found.renamed.keys() <= set(names_of(variant).label.values()) | set(names_of(variant).player.values())
    powers = {power.id: plain(names_of(variant).player[power.id]) for power in variant.powers}
    for province in found.variant.provinces:
        ours = variant.by_id[province.id]
        assert (province.centre, province.impassable) == (ours.centre, ours.impassable)
        assert province.owner == powers.get(ours.owner)
        assert province.name == names_of(variant).label[province.id]
    assert set(found.variant.start.units) == {
        replace(unit, power=powers[unit.power]) for unit in variant.start.units if unit.power
    }
    assert found.variant.standing_units == variant.standing_units
    assert bool(found.variant.start.opening) == bool(variant.start.opening)
    assert found.variant.calendar.first_year == variant.calendar.first_year
    assert found.variant.builds.sites == variant.builds.sites
    for location, points in variant.anchors.items():
        for purpose in {"unit", "centre", "dislodged"} & points.keys():
            there = found.variant.anchors.get(location, {}).get(purpose)
            assert there == pytest.approx(points[purpose], abs=0.02) or (
                purpose == "dislodged" or not variant.by_id[province_of(location)].centre or "/" not in location
            )


@pytest.mark.parametrize("name", some(OURS, 2))
def test_a_second_export_is_the_first(name, drawn, exported):
    _, drawing = drawn(name)
    _, first = exported(name, "diplogm")
    found = one(first)
    assert found.kept["strip"] > 10
    again = json.loads(next(iter(written(found.variant, drawing, {**found.kept, "strip": 0}).values())))
    config = json.loads(next(iter(first.values())))
    for key in ("svg config", "players", "overrides", "year", "first_season", "build_options", "convoyable_islands"):
        assert again[key] == config[key], key


def test_the_drawing_is_kept_for_its_dialect(exported):
    variant, files = exported("zeus", "diplogm")
    found = one(files)
    assert found.drawing.data == files[found.drawing.name]
    assert found.drawing.name == "zeus/zeus.svg"
    document, _ = read_document("map.svg", found.drawing.data)
    shapes, _ = read_drawing(document)
    assert dialects()[found.drawing.dialect].score(shapes)
    names = {province.name.lower(): province.id for province in found.variant.provinces}
    draft = dialects()["diplogm"].read(shapes, Known(frozenset(names.values()), {}, names))
    assert {tag.id for tag in draft.provinces} == {province.id for province in variant.provinces}


def test_an_island_sea_is_one_where_islands_convoy():
    isle = Province("isl", "Isle", Terrain.SEA, fleets=True, convoys=True)
    variant = replace(CLASSIC, provinces=tuple(sorted((*CLASSIC.provinces, isle), key=lambda item: item.id)))
    files = written(variant)
    assert one(files).variant.by_id["isl"] == isle
    path = "standard/config.json"
    files[path] = files[path].replace(b'"convoyable_islands": "enabled"', b'"convoyable_islands": "disabled"')
    assert one(files).variant.by_id["isl"] == replace(isle, terrain=Terrain.COAST, convoys=False)


def test_blank_starts_idle_players_and_units_of_nobody():
    powers = (replace(CLASSIC.powers[0], playable=False), *CLASSIC.powers[1:])
    standing = (Unit(None, UnitType.ARMY, "gre"),)
    variant = replace(CLASSIC, powers=powers, start=Start((), Opening()), standing_units=standing)
    found = one(written(variant)).variant
    assert found.start == Start((), Opening())
    assert found.standing_units == standing
    assert [power.playable for power in found.powers] == [False] + 6 * [True]
    assert not found.by_id["gre"].owner


def test_ids_that_had_to_change_are_told():
    text = drawing_of(hand()).replace('"Far Land"', '"Coast, Land"')
    found = one(hand(picture=text, players={"Coastland": {"color": "0000ff"}}))
    assert told(found) == ["import-renamed 1: ids are made of letters and digits: Coast, Land is coastland2"]
    assert [power.id for power in found.variant.powers] == ["coastland"]


# ---- the real one


@cache
def classic(shared):
    root = shared / "engines" / "diplogm"
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.shared
def test_the_real_folder_is_the_standard_board(shared):
    found = one(classic(shared))
    known = {"".join(filter(str.isalnum, item.name.lower())): item.id for item in standard_variant().provinces}
    known |= {"heligolandbight": "hel", "easternmediterraneansea": "eas", "westernmediterraneansea": "wes"}
    ids = {item.id: known["".join(filter(str.isalnum, item.name.lower()))] for item in found.variant.provinces}

    def ours(place):
        return place.replace(province_of(place), ids[province_of(place)])

    assert {(ours(a), ours(b), unit) for a, b, unit in steps(found.variant)} == steps(standard_variant())
    assert {(ours(unit.location), unit.type, unit.power) for unit in found.variant.start.units} == {
        (unit.location, unit.type, unit.power) for unit in standard_variant().start.units
    }
    for province in found.variant.provinces:
        other = standard_variant().by_id[ids[province.id]]
        assert (province.terrain, province.centre, province.home, province.owner, province.impassable) == (
            other.terrain, other.centre, other.home, other.owner, other.impassable,
        )  # fmt: skip
    assert found.variant.victory.at_least == 18
    assert found.variant.by_id["bot"].aliases == ("gob",)
    assert told(found) == []
    assert found.kept["svg"]["loc_x_offset"] == 7.7655
    assert found.kept["owners"]["wales"] == "england"


@pytest.mark.shared
def test_the_real_folder_is_read_quickly(shared):
    start = process_time()
    ENGINE.read(classic(shared))
    assert process_time() - start < 2


def test_a_map_of_two_hundred_provinces_is_read_quickly():
    provinces = tuple(Province(f"p{index:03}", f"Province {index:03}0", Terrain.LAND) for index in range(200))
    variant = Variant("large", "Large", "1.0.0", provinces, ())
    files = written(replace(variant, powers=(Power("a", "A", "A", "A", "#123456"), Power("b", "B", "B", "B", "#654321"))),
                    board(variant, 20.0))  # fmt: skip
    start = process_time()
    one(files)
    assert process_time() - start < 2


# ---- a folder by hand


def hand(config=None, picture=None, **settings):
    """A folder of four squares in a row, each touching the next, with a config that says little."""
    layers: dict[str, str] = {}
    for index, (label, layer) in enumerate(SQUARES.items()):
        path = f'<path inkscape:label="{label}" d="M {20 * index},0 h 20 v 20 h -20 z" style="fill:#aaaaaa"/>\n'
        layers[layer] = layers.get(layer, "") + path
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" viewBox="0 0 80 20">\n'
        + "".join(f'<g inkscape:label="{name}">\n{inside}</g>\n' for name, inside in layers.items())
        + "</svg>"
    )
    document = {"name": "Hand Made", "file": "map.svg", "players": {}, "svg config": {"neutral": "aaaaaa"}, **settings}
    data = json.dumps(document, indent=1) if config is None else config
    return {
        "hand/config.json": data if isinstance(data, bytes) else data.encode(),
        "hand/map.svg": (picture or text).encode(),
    }


def drawing_of(files):
    return files["hand/map.svg"].decode()


def added(layer, inside, **settings):
    """The folder by hand with one more layer."""
    files = hand(**settings)
    files["hand/map.svg"] = (
        drawing_of(files).replace("</svg>", f'<g inkscape:label="{layer}">{inside}</g></svg>').encode()
    )
    return files


def edges(found):
    return {(edge.a, edge.b, edge.units, edge.oneway) for edge in found.variant.adjacency}


def test_the_graph_is_what_touches():
    found = one(hand())
    assert edges(found) == {
        ("coastland", "northsea", Units.FLEET, False),
        ("coastland", "farland", Units.ARMY, False),
        ("farland", "lowisle", Units.BOTH, False),
    }
    assert found.variant.id == "hand"
    assert found.variant.name == "Hand Made"
    assert found.variant.by_id["lowisle"].terrain is Terrain.COAST
    assert told(found) == []
    assert found.renamed == {label: label.lower().replace(" ", "") for label in SQUARES}


def test_overrides_change_the_graph():
    overrides = {
        "Coast Land": {
            "adjacencies": ["Low Isle"],
            "remove_adjacencies": ["Far Land"],
            "coasts": {"nc": ["North Sea"]},
        },
        "Far Land": {"remove_adjacencies": ["Coast Land"], "remove_adjacent_land": ["Low Isle", "North Sea"]},
        "Low Isle": {"remove_adjacent_coasts": ["Far Land"]},
    }
    found = one(hand(overrides={"provinces": overrides}))
    assert edges(found) == {
        ("coastland/nc", "northsea", Units.FLEET, False),
        ("coastland", "lowisle", Units.ARMY, True),
        ("farland", "lowisle", Units.FLEET, True),
        ("lowisle", "farland", Units.ARMY, True),
    }
    assert sum("goes one way only" in line for line in told(found)) == 3
    assert any("fleets get to Coast Land without a coast" in line for line in told(found)) is False


def test_a_fleet_without_a_coast_is_told():
    overrides = {"Coast Land": {"coasts": {"nc": ["Far Land"]}}}
    found = one(hand(overrides={"provinces": overrides}))
    assert any("fleets get to Coast Land without a coast, from North Sea" in line for line in told(found))
    assert ("coastland/nc", "farland", Units.FLEET, False) in edges(found)


def test_a_coast_that_lists_nothing_lets_fleets_anywhere():
    overrides = {"Far Land": {"coasts": {"nc": ["Coast Land sc"]}}, "Coast Land": {"remove_adjacencies": ["Far Land"]}}
    found = one(hand(overrides={"provinces": overrides}))
    assert {coast.id for coast in found.variant.by_id["coastland"].coasts} == {"sc"}
    assert ("farland/nc", "coastland/sc", Units.FLEET, True) in edges(found)
    assert ("coastland/sc", "northsea", Units.FLEET, True) in edges(found)
    assert any("fleets get to Coast Land without a coast, from North Sea" in line for line in told(found))


def test_the_margin_says_what_touches():
    files = hand(**{"svg config": {"neutral": "aaaaaa", "border_margin_hint": 19}})
    assert len(edges(one(files))) == 3
    files = hand(**{"svg config": {"neutral": "aaaaaa", "border_margin_hint": 20}})
    assert ("lowisle", "northsea", Units.FLEET, False) not in edges(one(files))
    assert ("farland", "northsea", Units.FLEET, False) in edges(one(files))


def test_layers_may_be_named_by_id():
    files = hand(**{"svg config": {"land_layer": "mine"}})
    files["hand/map.svg"] = drawing_of(files).replace('inkscape:label="Region Colors"', 'id="mine"').encode()
    assert len(edges(one(files))) == 3


def test_transforms_count():
    files = hand()
    moved = drawing_of(files).replace('label="Sea Adjacencies"', 'label="Sea Adjacencies" transform="translate(0,500)"')
    files["hand/map.svg"] = moved.encode()
    assert len(edges(one(files))) == 2


PLAYERS = {
    "France": {"color": "0000FF", "vscc": 9, "iscc": 1},
    "Idle": {"color": {"standard": "00ff00"}, "active": "False"},
}


def test_players_own_what_has_their_colour():
    circle = '<g inkscape:label="{}"><circle cx="25" cy="5" r="1" style="fill:{}"/></g>'
    marks = (
        circle.format("Coast Land", "#0000ff")
        + circle.format("Far Land", "#123456")
        + circle.format("Low Isle", "none")
    )
    files = added("SC Markers", marks, players=PLAYERS)
    text = drawing_of(files).replace(
        'Land" d="M 20,0 h 20 v 20 h -20 z" style="fill:#aaaaaa"',
        'Land" d="M 20,0 h 20 v 20 h -20 z" style="fill:#0000FF"',
    )
    files["hand/map.svg"] = text.encode()
    found = one(files)
    provinces = found.variant.by_id
    assert [(item.name, item.colour, item.homes, item.playable) for item in found.variant.powers] == [
        ("France", "#0000ff", ("coastland",), True),
        ("Idle", "#00ff00", (), False),
    ]
    assert (provinces["coastland"].owner, provinces["coastland"].home) == ("france", "france")
    assert (provinces["farland"].centre, provinces["farland"].home) == (True, None)
    assert found.variant.victory.at_least == 2
    assert found.variant.anchors["coastland"]["centre"] == pytest.approx((25, 5))
    assert found.kept["players"] == {"france": {"vscc": 9, "iscc": 1}, "idle": {"color": {"standard": "00ff00"}}}


def test_kinds_of_units():
    star = '<g inkscape:label="{}"><path d="M 0,0 h 1 v 1 z"/><path inkscape:label="{}" sodipodi:sides="{}" d="M 0,0 h 1 v 1 z"/></g>'
    marks = star.format("Far Land", "x", 6) + star.format("North Sea", "x", 3)
    units = one(added("Units", marks)).variant.standing_units
    assert units == (Unit(None, UnitType.ARMY, "farland"), Unit(None, UnitType.FLEET, "northsea"))
    marks = star.format("AFar Land", "x", 3) + star.format("f North Sea", "x", 3)
    settings = {"neutral": "aaaaaa", "unit_type_labeled": True}
    assert one(added("Units", marks, **{"svg config": settings})).variant.standing_units == units
    marks = star.format("Far Land", "shield", 3) + star.format("North Sea", "Sail", 3)
    settings = {"neutral": "aaaaaa", "unit_type_from_names": True}
    assert one(added("Units", marks, **{"svg config": settings})).variant.standing_units == units
    settings = {"neutral": "aaaaaa", "detect_starting_units": False}
    assert one(added("Units", marks, **{"svg config": settings})).variant.standing_units == ()


@pytest.mark.parametrize(
    ("layer", "inside", "settings", "line"),
    [
        ("Units", '<g inkscape:label="Nowhere"/>', {}, "import-stray 12: a unit at the start is for Nowhere, which is no province"),
        ("Units", "<g/>", {}, "import-stray 12: a unit at the start has no label"),
        ("Units", 2 * '<g inkscape:label="Far Land"/>', {}, "import-unreadable 12: two units start in Far Land"),
        ("Units", '<g inkscape:label="North Sea"/>', {}, "import-unreadable 12: the army in North Sea stands where it could"),
        ("Units", '<g inkscape:label="xFar Land"/>', {"unit_type_labeled": True}, "import-unreadable 12: nobody knows whether"),
        ("Units", '<g inkscape:label="Far Land"/>', {"unit_type_from_names": True}, "import-unreadable 12: nobody knows"),
        ("SC Markers", '<g inkscape:label="Nowhere"/>', {}, "import-stray 12: a centre is for Nowhere, which is no province"),
        ("SC Markers", 2 * '<g inkscape:label="Far Land"/>', {}, "import-unreadable 12: Far Land has two centres"),
        ("Army Locations", '<g inkscape:label="Nowhere"/>', {}, "import-stray 12: a location of units is for Nowhere"),
        ("Island Fills", '<path inkscape:label="Nowhere"/>', {}, "import-stray 12: the fill of an island is for Nowhere"),
    ],
)  # fmt: skip
def test_wrong_marks_are_told_with_their_place(layer, inside, settings, line):
    found = one(added(layer, inside, **{"svg config": {"neutral": "aaaaaa", **settings}}))
    assert any(each.startswith(line) for each in told(found)), told(found)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('inkscape:label="Far Land"', "", "import-unreadable 7: a province of the map has no label"),
        ("Far Land", "Coast Land", "import-unreadable 7: Coast Land stands twice on the map; the first counts"),
        (
            '<path inkscape:label="Far Land"',
            '<rect inkscape:label="Far Land"',
            "import-unreadable 7: Far Land is no single",
        ),
        ("M 40,0 h 20", "M 40,0 x 20", "import-unreadable 7: the path of Far Land cannot be read"),
        ("M 40,0 h 20 v 20 h -20 z", "M 40,0 h 20 z", "import-unreadable 7: Far Land encloses nothing"),
        ("M 40,0 h 20", "M 40,0 a 9 9 0 0120 0", "import-unreadable 7: the arcs of Far Land are written so"),
        ("M 40,0 h 20", "M 40,0 h 9e99", "import-unreadable 7: the path of Far Land cannot be read"),
    ],
)
def test_wrong_provinces_are_told_and_left_out(old, new, line):
    files = hand()
    files["hand/map.svg"] = drawing_of(files).replace(old, new).encode()
    found = one(files)
    assert any(each.startswith(line) for each in told(found)), told(found)
    assert "farland" not in found.variant.by_id


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"year": "soon"}, "import-unreadable 8: year has to be a number from -9999 to 99999"),
        ({"year": True}, "import-unreadable 8: year has to be a number"),
        ({"first_season": 3}, "import-unreadable 8: first_season has to be a text"),
        ({"victory_count": 0}, "import-unreadable 8: victory_count has to be a number from 1"),
        ({"overrides": [1]}, "import-unreadable 8: overrides has to be a table"),
        ({"overrides": {"provinces": 1}}, "import-unreadable 9: overrides / provinces has to be a table"),
        ({"overrides": {"provinces": {"Far Land": 1}}}, "import-unreadable 10: the overrides of Far Land have to be"),
        ({"overrides": {"provinces": {"Nowhere": {}}}}, "import-stray 10: there are overrides for Nowhere"),
        ({"overrides": {"provinces": {"Far Land": {"adjacencies": ["Nowhere"]}}}},
         "import-stray 11: the overrides of Far Land name Nowhere"),
        ({"overrides": {"provinces": {"Far Land": {"coasts": {"nc": ["Nowhere sc"]}}}}},
         "import-stray 12: the overrides of Far Land name Nowhere sc"),
        ({"overrides": {"provinces": {"Far Land": {"difficult_adjacency": ["Coast Land"]}}}},
         "import-kept 8: some ways are difficult"),
        ({"abbreviations": {"nw": "Nowhere"}}, "import-stray 9: the abbreviation nw stands for no province"),
        ({"abbreviations": {"nw": 3}}, "import-stray 9: the abbreviation nw stands for no province"),
        ({"players": {"France": 1}}, "import-unreadable 5: the player France has to be a table"),
        ({"players": {"France": {}}}, "import-unreadable 5: the player France needs a colour of six hex digits"),
        ({"players": {"A": {"color": "00ff00"}, "B": {"color": "#00FF00"}}}, "import-unreadable 8: A and B have the same"),
        ({"players": "chaos"}, "import-kept 4: there is a player for each centre"),
        ({"dp": "enabled"}, "import-kept 8: dp is enabled; dipmap keeps that for DiploGM"),
        ({"build_options": "cores"}, "import-kept 8: build_options is cores"),
    ],
)  # fmt: skip
def test_wrong_settings_are_told_with_their_place(settings, line):
    found = one(hand(**settings))
    assert any(each.startswith(line) for each in told(found)), told(found)
    assert len(found.variant.provinces) == 4


def test_what_dipmap_cannot_hold_is_kept():
    found = one(hand(
        dp="enabled", core_options={"turns": "2"}, description="quiet", build_options="anywhere", year="1648",
        overrides={
            "provinces": {"Far Land": {"difficult_adjacency": ["Coast Land", "Nowhere"], "unit_loc": [[1, 2]]}},
            "high provinces": {},
        },
        abbreviations={"Far": "Far Land", "fl": "far land", "f2": "Far Land", "fl nc": "Far Land nc"},
        players={"Gone": {"disabled": "true"}},
        **{"svg config": {"loc_x_offset": 1, "neutral": "aaaaaa", "fleet": "layer9"}},
    ))  # fmt: skip
    assert found.kept == {
        "config": {
            "dp": "enabled",
            "core_options": {"turns": "2"},
            "description": "quiet",
            "build_options": "anywhere",
        },
        "svg": {"loc_x_offset": 1},
        "overrides": {"fl": {"difficult_adjacency": ["coastland"], "unit_loc": [[1, 2]]}},
        "more_overrides": {"high provinces": {}},
    }
    assert found.variant.by_id["fl"].aliases == ("Far", "f2")
    assert found.variant.powers == ()
    assert found.variant.calendar.first_year == 1648
    assert found.variant.builds.sites == "owned"


# ---- configs


TOML = """
name = "Hand Made"
file = "map.svg"
year = 1648
when = 2026-01-01
odd = [nan, [1]]
[players.France]
color = "0000ff"
["svg config"]
neutral = "aaaaaa"
[overrides.provinces."Far Land"]
adjacencies = ["Nowhere"]
"""


def toml(text=TOML):
    files = hand()
    del files["hand/config.json"]
    return {**files, "hand/config.toml": text if isinstance(text, bytes) else text.encode()}


def test_toml_is_read_as_well():
    assert ENGINE.recognises(toml())
    found = one(toml())
    assert found.variant.calendar.first_year == 1648
    assert found.variant.powers[0].name == "France"
    assert found.kept["config"] == {"when": "2026-01-01", "odd": ["nan", [1]]}
    assert "import-stray 12: the overrides of Far Land name Nowhere, which is no province of the map" in told(found)


def test_a_version_stands_on_its_parent():
    parent = hand(year=1648, players={"A": {"color": "0000ff"}, "B": {"color": "00ff00"}})
    version = json.dumps({"file": "map.svg", "players": {"A": {"disabled": "true"}}, "victory_count": 7, "dp": 3})
    files = {
        "hand/config.json": parent["hand/config.json"],
        "hand/hand.1.0/config.json": version.encode(),
        "hand/hand.1.0/map.svg": parent["hand/map.svg"],
        "hand/hand.2.0/config.json": b'{"file": "map.svg", "year": "no"}',
        "hand/hand.2.0/map.svg": parent["hand/map.svg"],
    }
    first, second = ENGINE.read(files)
    assert (first.variant.calendar.first_year, first.variant.victory.at_least) == (1648, 7)
    assert [power.name for power in first.variant.powers] == ["B"]
    assert first.variant.id == second.variant.id == "hand"
    assert first.drawing.name == "hand/hand.1.0/map.svg"
    assert [power.name for power in second.variant.powers] == ["A", "B"]
    assert any(line.startswith("import-unreadable 1: year") for line in told(second))
    assert [config.path for config in configs(files)] == ["hand/hand.1.0/config.json", "hand/hand.2.0/config.json"]


def test_a_config_may_stand_at_the_root():
    files = {path.partition("/")[2]: data for path, data in hand(name="9 Lives").items()}
    assert one(files).variant.id == "v9lives"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (hand(config=b"{"), "is no JSON that can be read"),
        (hand(config=b"[1]"), "is no table of settings"),
        (hand(config=b'{"svg config": {}}'), "names no map"),
        (hand(config=b'{"file": "../map.svg"}'), "is missing, which hand/config.json names as its map"),
        (hand(picture="<svg"), "is not well-formed XML"),
        (hand(picture='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'), "has no province"),
        (toml("a = "), "is no TOML that can be read"),
        (toml(b"\xff"), "is no TOML that can be read"),
        (toml("a = " + 200 * "[" + 200 * "]"), "is no TOML that can be read"),
        (toml("a = " + 20_000 * "[" + 20_000 * "]"), "is no TOML that can be read"),
        (toml("# " + 500_000 * "x"), "bytes; a config has"),
    ],
)
def test_folders_that_cannot_be_read(files, message):
    with pytest.raises(UnreadableError, match=message) as caught:
        ENGINE.read(files)
    assert all(item.finding.place.span for item in caught.value.notices)
    assert all(item.finding.hint for item in caught.value.notices)


def test_a_map_with_too_many_provinces_is_cut():
    shapes = "".join(f'<path inkscape:label="P{index}" d="M {index},0 h 1 v 1 z"/>' for index in range(1100))
    files = hand()
    text = drawing_of(files)
    start = text.index("<g ")
    files["hand/map.svg"] = (text[:start] + f'<g inkscape:label="Region Colors">{shapes}</g></svg>').encode()
    found = one(files)
    assert len(found.variant.provinces) == 1000
    assert any("the map is too large: P1000" in line for line in told(found))


@pytest.mark.slow
def test_a_map_on_which_all_touches_takes_no_time():
    """Slow for what it measures: ninety thousand pairs, up to the reader's limit."""
    kinds = ("Region Colors", "Sea Adjacencies")
    shape = '<path inkscape:label="P{}" d="M 0,0 h 9 v {} z"/>'
    layers = {kind: "".join(shape.format(2 * n + k, n + 1) for n in range(150)) for k, kind in enumerate(kinds)}
    files = hand()
    text = drawing_of(files)
    inside = "".join(f'<g inkscape:label="{kind}">{shapes}</g>' for kind, shapes in layers.items())
    files["hand/map.svg"] = (text[: text.index("<g ")] + inside + "</svg>").encode()
    start = process_time()
    found = one(files)
    assert process_time() - start < 10
    assert any(line.startswith("import-unreadable 5: too much of the map touches") for line in told(found))


def test_a_shape_with_too_many_corners_is_left_out():
    files = hand()
    corners = " ".join(f"L 4{number % 10},{number % 20}" for number in range(51_000))
    files["hand/map.svg"] = drawing_of(files).replace("M 40,0 h 20 v 20 h -20 z", f"M 40,0 {corners} z").encode()
    assert any(
        line.startswith("import-unreadable 7: Far Land has more than 50,000 corners") for line in told(one(files))
    )


def test_what_is_no_folder_of_the_bot_is_not_recognised():
    assert ENGINE.recognises(hand())
    assert not ENGINE.recognises({"x/variants.xml": b"svg config"})
    assert not ENGINE.recognises({"x/config.json": b'{"file": "map.svg"}'})
    with pytest.raises(UnreadableError):
        ENGINE.read({"x/map.svg": b""})


# ---- strangers' bytes


@cache
def sound():
    return written(generated(5, Wanted(islands=True)), board(generated(5, Wanted(islands=True)), 20.0))


JUNK = (b"\x00", b"\xff\xfe", b"9" * 5000, b"1e999", b"-", b"{", b"[" * 300, b'"', b"<g>", b"&x;", b"null", b" nc", b"z",
        b"transform='scale(1e300)'", b"translate(nan)", b"true", b"" * 9)  # fmt: skip


@examples(40, 200, st.randoms(use_true_random=False), st.sampled_from(("config.json", ".svg")), st.integers(1, 4))
def test_no_bytes_break_the_reader(rng, which, times):
    files = dict(sound())
    path = next(name for name in files if name.endswith(which))
    data = files[path]
    for _ in range(times):
        start = rng.randrange(len(data) + 1)
        stop = min(len(data), start + rng.choice((0, 1, 3, 40, len(data))))
        data = data[:start] + rng.choice((*JUNK, data[stop : stop + 60])) + data[stop:]
    files[path] = data
    try:
        found = ENGINE.read(files)
    except UnreadableError:
        return
    for item in found:
        assert item.variant.id
        json.dumps(item.kept, allow_nan=False)
        assert len({(edge.a, edge.b, edge.units) for edge in item.variant.adjacency}) == len(item.variant.adjacency)


@examples(20, 200, st.recursive(st.none() | st.booleans() | st.integers(-9999, 9999) | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)),
       st.sampled_from(("players", "overrides", "svg config", "abbreviations", "year", "build_options", "name")))  # fmt: skip
def test_no_setting_breaks_the_reader(value, key):
    found = one(hand(**{key: value}))
    assert len(found.variant.provinces) == 4
    powers = tuple(replace(power, homes=()) for power in CLASSIC.powers[:2])
    written(replace(found.variant, powers=powers), None, found.kept)
