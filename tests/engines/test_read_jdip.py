"""jDip's packages read: what the files say, what is wrong in them with its place, and nothing lost on the way round."""

from __future__ import annotations

import time
from dataclasses import fields, replace

import pytest
from effort import OURS, examples
from generated import Wanted, generated, steps
from hypothesis import given
from hypothesis import strategies as st
from jdip_package import board, squares, unpacked
from small_boards import coast, edge, land, power, sea

from dipmap.dialects import jdip
from dipmap.draft import Known
from dipmap.engines import Material, UnreadableError, engine
from dipmap.engines._jdip.graph import steps as jdip_steps
from dipmap.engines._jdip.names import names_of, version_of
from dipmap.engines._jdip.read_words import Moment, after, moment, told, version
from dipmap.model import (
    Builds,
    Calendar,
    Coast,
    End,
    Opening,
    Start,
    Terrain,
    Unit,
    Units,
    UnitType,
    Victory,
)
from dipmap.model.rules import STANDARD_TURNS
from dipmap.svg.drawing import read_drawing
from dipmap.svg.xml import read_document

ENGINE = engine("jdip")
WEST_SEA_LONDON = """
<PROVINCE shortname="lon" fullname="London"><UNIQUENAME name="The Smoke"/>
  <ADJACENCY refs="wal"/><ADJACENCY type="xc" refs="nth wal-sc"/></PROVINCE>
<PROVINCE shortname="WAL" fullname="Wales"><ADJACENCY type="mv" refs="lon"/>
  <ADJACENCY type="nc" refs="nth"/><ADJACENCY type="sc" refs="London"/></PROVINCE>
<PROVINCE shortname="nth" fullname="North Sea"><ADJACENCY type="xc" refs="lon, wal-nc"/></PROVINCE>
"""
POWERS = '<POWER name="England" adjective="English"/><POWER name="Cymru" adjective="Welsh" altnames="Wales, Gwalia"/>'
START = """<SUPPLYCENTER province="lon" homepower="England" owner="england"/><SUPPLYCENTER province="Wales"/>
<INITIALSTATE province="The Smoke" power="england" unit="army"/>
<INITIALSTATE province="wal" power="Gwalia" unit="fleet" unitcoast="sc"/>"""
MAPS = '<MAP_DEFINITION id="m" title="Map" URI="map.svg" thumbURI="t.png" preferredUnitStyle="period"/>'
JDIP = "http://jdip.sourceforge.org/jdipNS"


def variant_text(
    powers=POWERS, start=START, turn="Spring, 1901, Movement", victory="", rules="", told="Words.", maps=None, **values
):
    """A VARIANT with what is said of it; attributes that the document type adds are left out."""
    named = "".join(f' {key}="{value}"' for key, value in {"name": "Probe", "version": "1.0", **values}.items())
    victory = victory or '<WINNING_SUPPLY_CENTERS value="2"/>'
    graphic = '<MAP_GRAPHIC ref="m" default="true"/>' if maps is None else maps
    return f"""<VARIANT{named}><DESCRIPTION>{told}</DESCRIPTION><MAP adjacencyURI="adj.xml">{graphic}</MAP>{rules}{powers}
<STARTINGTIME turn="{turn}"/><VICTORYCONDITIONS>{victory}</VICTORYCONDITIONS>{start}</VARIANT>"""


def drawing(mouse='<path id="lon" d="M0 0h9v9z"/>', data="", colours="", layers='<g id="UnitLayer"/>'):
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:jdipNS="{JDIP}" viewBox="0 0 99 99">
<jdipNS:ORDERDRAWING><jdipNS:POWERCOLORS>{colours}</jdipNS:POWERCOLORS></jdipNS:ORDERDRAWING>
<jdipNS:PROVINCE_DATA>{data}</jdipNS:PROVINCE_DATA>{layers}<g id="MouseLayer">{mouse}</g></svg>"""


def package(*variants, graph=WEST_SEA_LONDON, maps=MAPS, svg=None, folder=""):
    texts = {
        "variants.xml": f"<VARIANTS><DESCRIPTION/>{maps}{''.join(variants or (variant_text(),))}</VARIANTS>",
        "adj.xml": f"<PROVINCES>{graph}</PROVINCES>",
        "map.svg": svg or drawing(),
    }
    return {f"{folder}{path}": text.encode() for path, text in texts.items()}


def one(*variants, **rest):
    (found,) = ENGINE.read(package(*variants, **rest))
    return found


def said(found, name=""):
    return [each.finding.message for each in found.notices if name in each.name]


def places(found):
    return [
        (each.name, each.finding.place.span.source.name, each.finding.place.span.begin[0]) for each in found.notices
    ]


def again(variant, kept=None, drawn_map=None):
    """A variant written and read."""
    (found,) = ENGINE.read(unpacked(ENGINE.write(variant, Material(drawn_map or squares(variant), kept or {}))))
    return found


def differences(one_, other, *but):
    return [
        item.name
        for item in fields(one_)
        if item.name not in but and getattr(one_, item.name) != getattr(other, item.name)
    ]


# ---- what a package says


def test_a_package_whole():
    found = one()
    variant = found.variant
    assert (variant.id, variant.name, variant.version, variant.description) == ("probe", "Probe", "1.0.0", "Words.")
    assert found.notices == ()
    assert found.kept == {"unit_style": "period"}
    assert found.renamed == {}
    lon, nth, wal = variant.provinces
    assert (lon.id, lon.name, lon.aliases, lon.terrain) == ("lon", "London", ("The Smoke",), Terrain.COAST)
    assert (lon.centre, lon.home, lon.owner) == (True, "england", "england")
    assert (lon.armies, lon.fleets, lon.convoys) == (True, True, False)
    assert (nth.armies, nth.fleets, nth.convoys, nth.terrain) == (False, True, True, Terrain.SEA)
    assert wal.coasts == (Coast("nc", "north coast"), Coast("sc", "south coast"))
    assert (wal.centre, wal.home, wal.owner) == (True, None, None)
    assert variant.adjacency == (
        edge("lon", "nth", Units.FLEET),
        edge("lon", "wal", Units.ARMY),
        edge("lon", "wal/sc", Units.FLEET),
        edge("nth", "wal/nc", Units.FLEET),
    )
    england, cymru = variant.powers
    assert (england.id, england.adjective, england.homes, england.playable) == ("england", "English", ("lon",), True)
    assert cymru.aliases == ("Wales", "Gwalia")
    units = (Unit("england", UnitType.ARMY, "lon"), Unit("cymru", UnitType.FLEET, "wal/sc"))
    assert variant.start == Start(units)
    assert variant.calendar == Calendar(STANDARD_TURNS, 1901, "spring")
    assert variant.victory == Victory(at_least=2)
    assert found.drawing.name == "map.svg"
    assert (found.drawing.dialect, found.drawing.shapes) == ("jdip", {})
    assert ENGINE.problems(variant) == []


@pytest.mark.parametrize("folder", ["", "Probe/"])
def test_files_lie_at_the_root_or_in_one_folder(folder):
    files = package(folder=folder)
    assert ENGINE.recognises(files)
    (found,) = ENGINE.read(files)
    assert found.drawing.name == f"{folder}map.svg"
    assert not ENGINE.recognises({f"a/b/{path}": data for path, data in files.items()})


def test_files_are_found_whatever_their_case_and_nothing_outside_the_package():
    texts = package(variant_text().replace("adj.xml", "./ADJ.XML"))
    assert len(ENGINE.read(texts)) == 1
    texts = package(variant_text().replace("adj.xml", "../secret.xml"))
    with pytest.raises(UnreadableError, match=r"secret\.xml, which is not in the package"):
        ENGINE.read({**texts, "secret.xml": texts["adj.xml"]} | {"variants.xml": texts["variants.xml"]})


def test_several_variants_share_a_map():
    other = variant_text(name="1900 & more".replace("&", "and"), turn="Fall, 1900, Movement")
    first, second, third = ENGINE.read(package(variant_text(), other, variant_text()))
    assert [each.variant.id for each in (first, second, third)] == ["probe", "v1900andmore", "probe2"]
    assert first.variant.provinces == second.variant.provinces
    assert second.variant.calendar.first_turn == "fall"
    assert first.drawing.data == second.drawing.data


def test_a_variant_that_fails_is_told_beside_those_that_do_not():
    found = one(variant_text(powers=""), variant_text(name="Other"))
    assert found.variant.id == "other"
    assert said(found) == ["Probe has no powers"]
    with pytest.raises(UnreadableError) as error:
        one(variant_text(powers=""), variant_text(powers="", name="Other"))
    assert len(error.value.notices) == 2


def test_of_several_maps_the_default_is_taken():
    maps = MAPS + MAPS.replace('id="m"', 'id="n"').replace("map.svg", "other.svg").replace("period", "modern")
    chosen = '<MAP_GRAPHIC ref="m"/><MAP_GRAPHIC ref="n" default="true" preferredUnitStyle="odd"/>'
    files = package(variant_text(maps=chosen), maps=maps)
    (found,) = ENGINE.read({**files, "other.svg": files["map.svg"]})
    assert found.drawing.name == "other.svg"
    assert found.kept["unit_style"] == "odd"
    assert said(found, "kept") == ["Probe has further maps that are not read: m"]
    (found,) = ENGINE.read(package(variant_text(maps='<MAP_GRAPHIC ref="m"/><MAP_GRAPHIC ref="n"/>'), maps=maps))
    assert found.drawing.name == "map.svg"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"maps": ""}, "Probe has no map"),
        ({"maps": '<MAP_GRAPHIC ref="x"/>'}, "Probe has no map"),
    ],
)
def test_without_a_map_there_is_still_a_variant(change, words):
    found = one(variant_text(**change))
    assert found.drawing is None
    assert said(found, "unreadable") == [words]


def test_a_map_that_is_missing_or_no_drawing():
    files = package()
    del files["map.svg"]
    (found,) = ENGINE.read(files)
    assert (found.drawing, said(found)) == (None, ["the map map.svg is not in the package"])
    with pytest.raises(UnreadableError, match=r"map\.svg is not well-formed") as error:
        ENGINE.read(package(svg="<svg"))
    (found,) = error.value.notices
    assert (found.name, found.finding.place.span.source.name, found.finding.place.span.begin[0]) == (
        *("import-unreadable", "map.svg", 1),
    )


@pytest.mark.parametrize(
    ("text", "turn", "opening"),
    [
        ("Spring, 1901, Movement", (1901, "spring"), False),
        ("Spring 401 Movement", (401, "spring"), False),
        ("Fall, 1901 (Movement)", (1901, "fall"), False),
        ("Winter, 1900, Adjustment", (1901, "spring"), True),
        ("Fall, 1 BC, Adjustment", (1, "spring"), True),
        ("Spring, 100 BC, Movement", (-100, "spring"), False),
        ("Spring, 100 B.C., Movement", (-100, "spring"), False),
        ("S1901M", (1901, "spring"), False),
        ("w1900b", (1901, "spring"), True),
    ],
)
def test_when_the_game_begins(text, turn, opening):
    variant = one(variant_text(turn=text)).variant
    assert (variant.calendar.first_year, variant.calendar.first_turn) == turn
    assert variant.start.opening == (Opening() if opening else None)


@pytest.mark.parametrize(
    ("text", "turn", "words"),
    [
        ("Spring, 1901, Retreat", "fall", "begins with retreats"),
        ("Fall, 1901, Retreat", "spring", "begins with retreats"),
        ("Spring, 1901, Adjustment", "spring", "which is no turn"),
        ("Lent, 1901, Movement", "spring", "which is no turn"),
        ("Spring, 0, Movement", "spring", "which is no turn"),
        ("", "spring", "'', which is no turn"),
    ],
)
def test_turns_no_game_begins_with(text, turn, words):
    found = one(variant_text(turn=text))
    assert found.variant.calendar.first_turn == turn
    assert words in said(found, "unreadable")[0]


def test_victory_end_and_years_without_captures():
    conditions = '<YEARS_WITHOUT_SC_CAPTURE value="7"/><GAME_LENGTH value="4"/>'
    found = one(variant_text(victory=conditions))
    assert found.variant.victory == Victory(at_least=2)
    assert found.variant.end == End(1903)
    assert found.kept == {"unit_style": "period", "years_without_capture": 7, "no_winning_number": True}
    assert len(said(found, "kept")) == 2
    found = one(variant_text(victory=conditions, turn="Winter, 1900, Adjustment"))
    assert found.variant.end == End(1902)
    found = one(variant_text(victory='<GAME_LENGTH value="1"/>'))
    assert (found.variant.end, found.kept["game_length"]) == (End(), 1)
    found = one(variant_text(victory='<WINNING_SUPPLY_CENTERS value="many"/><GAME_LENGTH value="-3"/>'))
    assert len(said(found, "unreadable")) == 2


def test_options_of_rules():
    def ruled(*pairs):
        inner = "".join(f'<RULEOPTION name="OPTION_{name}" value="VALUE_{value}"/>' for name, value in pairs)
        return one(variant_text(rules=f"<RULEOPTIONS>{inner}</RULEOPTIONS>"))

    assert ruled(("BUILDS", "BUILDS_HOME_ONLY")).variant.builds == Builds()
    assert ruled(("BUILDS", "BUILDS_ANY_OWNED"), ("WINGS", "WINGS_DISABLED")).notices == ()
    found = ruled(("BUILDS", "BUILDS_ANY_IF_HOME_OWNED"), ("CONVOYED_MOVES", "PATHS_EXPLICIT"))
    assert found.variant.builds.sites == "owned"
    kept = {"OPTION_BUILDS": "VALUE_BUILDS_ANY_IF_HOME_OWNED", "OPTION_CONVOYED_MOVES": "VALUE_PATHS_EXPLICIT"}
    assert found.kept["options"] == kept
    assert len(said(found, "kept")) == 2
    assert again(found.variant, found.kept).kept["options"] == kept
    assert said(ruled(("BUILDS", "SOMEHOW")), "unreadable") == ["jDip knows no option OPTION_BUILDS of VALUE_SOMEHOW"]


def test_powers_that_are_not_active():
    powers = f'{POWERS}<POWER name="Picts" active="false" adjective="Pictish"/><POWER name="Nobody" active="false"/>'
    start = '<SUPPLYCENTER province="wal" owner="Nobody"/><SUPPLYCENTER province="lon" homepower="Picts" owner="none"/>'
    start += (
        '<INITIALSTATE province="wal" power="nobody" unit="army"/><INITIALSTATE province="lon" power="picts" unit="A"/>'
    )
    variant = one(variant_text(powers=powers, start=start)).variant
    assert [(each.id, each.playable) for each in variant.powers] == [
        ("england", True),
        ("cymru", True),
        ("picts", False),
    ]
    assert variant.standing_units == (Unit(None, UnitType.ARMY, "wal"),)
    assert variant.start.units == (Unit("picts", UnitType.ARMY, "lon"),)
    assert variant.by_id["wal"].owner is None
    assert (variant.by_id["lon"].home, variant.by_id["lon"].owner) == ("picts", None)


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.0", "1.0.0"), ("0.06", "0.6.0"), ("1.0203", "1.2.3"), ("2", "2.0.0"), ("1.1", "1.10.0"), ("0.0001", "0.0.1")],
)
def test_versions(text, number):
    assert version(text) == number
    assert float(version_of(number)) == float(text)


def test_a_version_that_is_no_number():
    found = one(variant_text(version="Ogg"))
    assert found.variant.version == "1.0.0"
    assert said(found) == ["the version 'Ogg' is no number; it is taken as 1.0"]


# ---- provinces


def graph_of(text, **rest):
    start = '<SUPPLYCENTER province="aaa"/>'
    return one(variant_text(start=start, **rest), graph=text)


def province(code, *lists, name=None, **values):
    said_ = "".join(f'<ADJACENCY type="{kind}" refs="{refs}"/>' for kind, refs in lists)
    more = "".join(f' {key}="{value}"' for key, value in values.items())
    return f'<PROVINCE shortname="{code}" fullname="{name or code.title()}"{more}>{said_}</PROVINCE>\n'


def test_what_provinces_are():
    variant = graph_of(
        province("aaa", ("mv", "bbb aaa"))
        + province("bbb", ("mv", "aaa"), ("xc", "sea isl"))
        + province("sea", ("xc", "bbb isl key"))
        + province("isl", ("mv", ""), ("xc", "sea bbb"), isConvoyableCoast="true")
        + province("key", ("mv", "key"), ("xc", "sea"))
        + province("alp", ("mv", "alp"))
    ).variant
    found = {
        each.id: (each.terrain.value, each.armies, each.fleets, each.convoys, each.impassable)
        for each in variant.provinces
    }
    assert found == {
        "aaa": ("land", True, False, False, False),
        "alp": ("land", False, False, False, True),
        "bbb": ("coast", True, True, False, False),
        "isl": ("sea", True, True, True, False),
        "key": ("coast", True, True, False, False),
        "sea": ("sea", False, True, True, False),
    }


def test_land_that_nobody_enters_is_no_obstacle_where_a_unit_stands():
    start = '<SUPPLYCENTER province="aaa"/><INITIALSTATE province="bbb" power="England" unit="army"/>'
    graph = province("aaa", ("mv", "")) + province("bbb", ("mv", "")) + province("ccc", ("mv", ""))
    variant = one(variant_text(start=start), graph=graph).variant
    assert [each.id for each in variant.provinces if each.impassable] == ["ccc"]


def test_ways_without_a_way_back():
    found = graph_of(
        province("aaa", ("mv", "bbb"), ("xc", "sea"))
        + province("bbb", ("mv", ""), ("xc", "sea-xc"))
        + province("sea", ("xc", "aaa bbb"))
    )
    assert edge("aaa", "bbb", Units.ARMY, oneway=True) in found.variant.adjacency
    assert said(found) == ["armies go from Aaa to Bbb and not back"]
    assert places(found) == [("import-oneway", "adj.xml", 1)]
    both = graph_of(province("aaa", ("mv", "bbb"), ("xc", "bbb")) + province("bbb", ("mv", ""), ("xc", "")))
    assert both.variant.adjacency == (edge("aaa", "bbb", Units.BOTH, oneway=True),)
    assert len(both.notices) == 2


def test_ways_to_where_nobody_of_that_kind_stands():
    found = graph_of(
        province("aaa", ("mv", "sea bbb"), ("xc", "bbb sea"))
        + province("bbb", ("mv", "aaa"))
        + province("sea", ("xc", "aaa"))
    )
    assert found.variant.adjacency == (edge("aaa", "bbb", Units.ARMY), edge("aaa", "sea", Units.FLEET))
    assert said(found, "oneway") == [
        "armies are led from Aaa to Sea, where no army may stand; the step is left out",
        "fleets are led from Aaa to Bbb, where no fleet may stand; the step is left out",
    ]


@pytest.mark.parametrize(
    ("reference", "edges", "words"),
    [
        ("bbb-nc", ["bbb/nc"], None),
        ("bbb/nc", ["bbb/nc"], None),
        ("bbb-wc", ["bbb/nc"], "bbb-wc, a coast that Bbb does not have; it is taken as bbb-nc"),
        ("bbb", ["bbb/nc"], "Bbb without a coast; it is taken as bbb-nc"),
    ],
)
def test_the_coast_of_a_neighbour(reference, edges, words):
    found = graph_of(
        province("aaa", ("mv", ""), ("xc", reference))
        + province("bbb", ("mv", ""), ("nc", "aaa"), ("sc", "ccc"))
        + province("ccc", ("xc", "bbb-sc"))
    )
    assert [each.b for each in found.variant.adjacency if each.a == "aaa"] == edges
    assert said(found, "stray") == ([f"a neighbour of fleets in Aaa is {words}"] if words else [])


def test_a_coast_that_nothing_leads_back_from_is_left_out():
    found = graph_of(
        province("aaa", ("mv", ""), ("xc", "bbb-wc ddd-nc"))
        + province("bbb", ("mv", ""), ("nc", ""), ("sc", ""))
        + province("ddd", ("xc", "aaa"))
    )
    assert found.variant.adjacency == (edge("aaa", "ddd", Units.FLEET),)
    assert [message.rpartition("; ")[2] for message in said(found, "stray")] == ["it is left out", "it is taken as ddd"]


def test_what_is_wrong_in_an_adjacency_file():
    found = graph_of(
        province("aaa", ("mv", "bbb zzz"), ("mx", "bbb"), borders="gone")
        + province("bbb", ("mv", ""), ("mv", "aaa"), ("xc", ""), ("nc", ""))
        + province("ccc", ("nc", ""))
        + province("ddd", name="Bbb")
        + province("aaa", ("mv", ""))
        + province("", ("mv", ""))
    )
    assert said(found, "stray") == [
        "a neighbour of Aaa is zzz, which is no province; it is left out",
        "Aaa has the border gone, which is not there; it is left out",
    ]
    assert said(found, "unreadable") == [
        "two provinces have the short name aaa; the second is left out",
        "a province has no short name; it is left out",
        "Bbb is a name of Bbb and of Bbb; it means Bbb",
        "the neighbours of type mx of Aaa are left out; types are mv, xc, nc, sc, ec, wc",
        "Bbb has neighbours of type mv twice; jDip takes the last",
        "Bbb has one coast (xc) and several (nc); the neighbours of the one are left out",
        "Ccc has coasts and no neighbours of armies (mv), which jDip refuses",
        "Bbb says of nobody that it may stand there; it is taken as impassable",
    ]
    assert {line for _, path, line in places(found) if path == "adj.xml"} == {1, 2, 3, 4, 5, 6}
    assert found.variant.by_id["ddd"].impassable
    assert found.variant.adjacency == (edge("aaa", "bbb", Units.ARMY),)


def test_what_is_wrong_in_the_start():
    start = """<SUPPLYCENTER province="lon" homepower="Norway"/>
<SUPPLYCENTER province="nowhere"/>
<INITIALSTATE province="nowhere" power="England" unit="army"/>
<INITIALSTATE province="lon" power="Norway" unit="army"/>
<INITIALSTATE province="wal" power="England" unit="fleet"/>
<INITIALSTATE province="wal" power="England" unit="wing"/>
<INITIALSTATE province="nth" power="England" unit="army"/>
<INITIALSTATE province="lon" power="England" unit="army"/>
<INITIALSTATE province="lon" power="Cymru" unit="fleet"/>"""
    powers = f'{POWERS}<POWER name="ENGLAND"/><POWER/>'
    found = one(variant_text(start=start, powers=powers))
    assert said(found, "stray") == [
        "the power at home in London is Norway, which is no power of Probe; it is left out",
        "a supply centre is in nowhere, which is no province; it is left out",
        "a unit is in nowhere, which is no province; it is left out",
        "the power of a unit is Norway, which is no power of Probe; it is left out",
    ]
    assert said(found, "unreadable") == [
        "a power cannot be called 'ENGLAND'; it is left out",
        "a power cannot be called ''; it is left out",
        "a unit at the start, fleet in Wales, cannot stand there; it is left out",
        "a unit at the start, wing in Wales, cannot stand there; it is left out",
        "a unit at the start, army in North Sea, cannot stand there; it is left out",
        "two units start in London; jDip takes the last",
    ]
    assert found.variant.start.units == (Unit("cymru", UnitType.FLEET, "lon"),)
    assert all(each.finding.hint for each in found.notices)


def test_names_that_can_be_no_ids():
    graph = province("N.Sea", ("xc", "hu-1")) + province("hu-1", ("mv", ""), ("xc", "n.sea"), name="Hüs")
    powers = '<POWER name="Great Britain"/>'
    start = '<SUPPLYCENTER province="hu-1"/>'
    shapes = '<path id="n.sea" d="M0 0h9v9z"/><path id="HU-1" d="M9 9h9v9z"/>'
    found = one(variant_text(powers=powers, start=start), graph=graph, svg=drawing(shapes))
    assert found.renamed == {"n.sea": "nsea", "hu-1": "hu1", "Great Britain": "greatbritain"}
    assert said(found, "renamed") == [
        "ids are of small letters and digits alone: n.sea is nsea, hu-1 is hu1 and Great Britain is greatbritain"
    ]
    assert found.drawing.shapes == {"hu1": ("HU-1",), "nsea": ("n.sea",)}


# ---- the drawing


def test_points_are_in_root_units_and_colours_in_hexadecimal():
    data = """<jdipNS:PROVINCE name="lon"><jdipNS:UNIT x="1" y="2"/><jdipNS:DISLODGED_UNIT x="3" y="4"/>
<jdipNS:SUPPLY_CENTER x="5" y="6"/></jdipNS:PROVINCE>
<jdipNS:PROVINCE name="wal-sc"><jdipNS:UNIT x="7.5" y="8"/><jdipNS:SUPPLY_CENTER x="1" y="1"/></jdipNS:PROVINCE>
<jdipNS:PROVINCE name="wal-xx"><jdipNS:UNIT x="1" y="1"/></jdipNS:PROVINCE>
<jdipNS:PROVINCE name="nth"><jdipNS:UNIT x="far" y="1"/></jdipNS:PROVINCE>"""
    layers = """<g transform="translate(10 0)"><g id="UnitLayer" transform="scale(2)"/></g><g id="DislodgedUnitLayer"/>
<g id="SupplyCenterLayer" transform="matrix(1 0 0 1 0 -1)"/>"""
    colours = '<jdipNS:POWERCOLOR power="england" color="olive"/><jdipNS:POWERCOLOR power="CYMRU" color="#F00"/>'
    found = one(svg=drawing(data=data, layers=layers, colours=colours))
    assert found.variant.anchors == {
        "lon": {"unit": (12, 4), "dislodged": (3, 4), "centre": (5, 5)},
        "wal/sc": {"unit": (25, 16)},
    }
    assert [each.colour for each in found.variant.powers] == ["#808000", "#ff0000"]
    assert len(said(found)) == 1
    assert said(found)[0].startswith("the unit of nth is nowhere")
    odd = one(svg=drawing(layers='<g id="UnitLayer" transform="turn(3)"/>', data=data.replace("far", "1")))
    assert odd.variant.anchors["lon"]["unit"] == (1, 2)
    assert said(odd)[0].startswith("nobody knows where UnitLayer stands")


def test_powers_without_a_colour_get_one():
    colours = '<jdipNS:POWERCOLOR power="england" color="url(#x)"/>'
    first, second = one(svg=drawing(colours=colours)).variant.powers
    assert first.colour != second.colour
    assert first.colour.startswith("#")


@pytest.mark.parametrize("name", ["octarine", "imperium"])
@pytest.mark.shared
def test_every_shape_of_a_published_map_is_bound(shared, name):
    found = published(shared, name)
    variant = found.variant
    document, _ = read_document("map.svg", found.drawing.data)
    known = Known(
        frozenset(variant.by_id), {shape: place for place, names in found.drawing.shapes.items() for shape in names}
    )
    draft = jdip.read(read_drawing(document)[0], known)
    drawn_places = {tag.id for tag in draft.provinces} | {tag.location for tag in draft.coasts}
    wanted = {place for each in variant.provinces for place in each.locations}
    # its known faults: a coast of another name, and nothing to click where nobody goes
    odd = {"tit/nc", "tit/wc", "cor"} if name == "octarine" else set()
    assert drawn_places ^ wanted == odd
    assert {place for place in wanted - {"cor"} if "unit" not in variant.anchors.get(place, {})} <= {"tit/nc"}


# ---- real packages


def published(shared, name):
    folder = shared / "engines" / "jdip" / name
    (found,) = ENGINE.read({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    return found


@pytest.mark.parametrize("name", ["octarine", "imperium"])
@pytest.mark.shared
def test_a_published_package_goes_round(shared, name):
    found = published(shared, name)
    assert ENGINE.problems(found.variant) == []
    back = again(found.variant, found.kept)
    assert differences(found.variant, back.variant, "anchors") == []
    assert back.kept == found.kept
    assert said(again(back.variant, back.kept)) == said(back)


@pytest.mark.shared
def test_the_known_faults_of_octarine(shared):
    found = published(shared, "octarine")
    oneway = [each.finding for each in found.notices if each.name == "import-oneway"]
    pairs = [each.provinces for each in oneway if "the way back" not in each.message]
    assert sorted(pairs) == [
        *(("api", "reh"), ("gen", "vie"), ("gor", "kru"), ("lig", "ctk"), ("mom", "vie"), ("swa", "vie")),
    ]
    other_coasts = [each.provinces for each in oneway if "the way back" in each.message]
    assert other_coasts == [("bom", "reh"), ("reh", "bom")]
    assert [message for message in said(found, "stray") if "tit-wc" in message] == [
        f"a neighbour of fleets in {where} is tit-wc, a coast that Tito Desert does not have; it is taken as {taken}"
        for where, taken in (("Hong Mountains", "tit-ec, tit-nc"), ("McSweeney Sea", "tit-nc"))
    ]
    assert len(found.variant.provinces) == 94
    assert [each.id for each in found.variant.provinces if each.impassable] == ["cor"]
    assert (found.variant.victory.at_least, found.variant.calendar.first_year, len(found.variant.centres)) == (
        22,
        1,
        42,
    )
    assert found.variant.powers[0].colour == "#00bfff"


@pytest.mark.shared
def test_the_rivers_of_imperium_are_kept(shared):
    found = published(shared, "imperium")
    (message,) = said(found)
    assert message.endswith("and 36 more: baseMoveModifier -1")
    assert found.kept["provinces"]["ala"] == {"borders": ["mxFromREG", "mxFromSEQ", "mxFromCOL"]}
    assert found.kept["borders"]["mxFromREG"] == {"from": "reg", "baseMoveModifier": "-1"}
    assert found.variant.builds.sites == "owned"
    assert (found.variant.calendar.first_year, found.variant.calendar.first_turn) == (401, "spring")


# ---- borders


def test_borders_by_place():
    graph = """<BORDER_DEFINITIONS><BORDER id="ice" description="ice" from="B.B-nc aaa gone" season="fall"/>
<BORDER id="lost" description="" from="gone"/><BORDER id="idle" description=""/>
<BORDER id="1-x" description="" baseMoveModifier="-1"/><BORDER id="no_armies" unitTypes="fleet"/></BORDER_DEFINITIONS>"""
    graph += province("aaa", ("mv", "b.b"), borders="1-x, no_armies")
    graph += province("b.b", ("mv", "aaa"), ("nc", ""), ("sc", ""), borders="ice lost 1-x")
    found = graph_of(graph)
    assert found.kept["borders"] == {
        "ice": {"from": "bb-nc aaa", "description": "ice", "season": "fall"},
        "border4": {"baseMoveModifier": "-1"},
        "border5": {"unitTypes": "fleet"},
    }
    assert found.kept["provinces"] == {
        "aaa": {"borders": ["border4", "border5"]},
        "bb": {"borders": ["ice", "border4"]},
    }
    assert len(said(found, "kept")) == 3
    assert len(said(found, "stray")) == 3
    assert again(found.variant, found.kept).kept["borders"] == found.kept["borders"]


def test_borders_of_our_own_are_the_variant_again():
    shut = board((coast("aaa"), sea("bbb", convoys=False)), (edge("aaa", "bbb", Units.FLEET),))
    found = again(shut)
    assert found.variant.provinces[1] == shut.provinces[1]
    assert "borders" not in found.kept
    armies = board(
        (coast("aaa", centre=True), land("bbb", centre=True)),
        (edge("aaa", "bbb", Units.ARMY),),
        builds=Builds("owned", units=(UnitType.ARMY,)),
    )
    found = again(armies)
    assert found.variant.builds == armies.builds
    assert "borders" not in found.kept
    # a fleet at the start: then the border means what it says
    found = again(replace(armies, start=Start((Unit("redland", UnitType.FLEET, "aaa"),))))
    assert found.variant.builds.units == tuple(UnitType)
    assert found.kept["provinces"] == {"aaa": {"borders": ["no_fleets"]}}
    assert again(found.variant, found.kept).kept == found.kept


# ---- round trips


def as_read(variant):
    """What a package can hold of a generated variant.

    A power has no short name, a land that nobody needs is impassable, and an island that armies walk to is a coast.
    """
    needed = {place for item in variant.adjacency for place in item.pair}
    walked = {place for item in variant.adjacency if item.units.army for place in item.pair}
    provinces = []
    for item in variant.provinces:
        idle = item.terrain is Terrain.LAND and item.id not in needed and not item.centre
        if idle:
            item = replace(item, armies=False, impassable=True)  # noqa: PLW2901
        if item.terrain is Terrain.SEA and item.id in walked:
            item = replace(item, terrain=Terrain.COAST)  # noqa: PLW2901
        provinces.append(item)
    powers = tuple(replace(each, short=each.name, aliases=(each.short,)) for each in variant.powers)
    return replace(variant, provinces=tuple(provinces), powers=powers)


@examples(10, 100, st.integers(0, 10_000), st.booleans(), st.booleans())
def test_a_generated_variant_goes_round(seed, islands, oneway):
    variant = as_read(generated(seed, Wanted(islands=islands, oneway=oneway)))
    found = again(variant)
    assert steps(found.variant) == steps(variant)
    assert differences(variant, found.variant, "anchors") == []
    assert {each.name for each in found.notices} <= {"import-oneway"}
    assert len(found.notices) >= sum(item.oneway for item in variant.adjacency)


@pytest.mark.parametrize("name", OURS)
def test_ours_edge_by_edge(drawn, name):
    variant, drawing_ = drawn(name)
    found = again(variant, drawn_map=drawing_)
    code, table = names_of(variant).code, jdip_steps(variant)
    wanted = {
        (code[a], code[b], kind)
        for kind, ways in (("army", table.army), ("fleet", table.fleet))
        for a, targets in ways.items()
        for b in targets
    }
    assert steps(found.variant) == wanted
    assert found.notices == ()
    assert found.kept == {}
    assert found.drawing.shapes == {}
    assert {code[each.id] for each in variant.centres} == {each.id for each in found.variant.centres}
    owned = {code[each.id]: names_of(variant).power[each.owner].lower() for each in variant.centres if each.owner}
    assert owned == {each.id: each.owner for each in found.variant.centres if each.owner}
    assert found.variant.designers == variant.designers
    assert (found.variant.licence, found.variant.description) == (variant.licence, variant.description)
    assert found.variant.version == variant.version
    for place, points in variant.anchors.items():
        if "unit" in points and code[place] in found.variant.anchors:
            assert found.variant.anchors[code[place]]["unit"] == pytest.approx(points["unit"], abs=0.01)


def test_standard_whole(drawn):
    variant, drawing_ = drawn("standard")
    found = again(variant, drawn_map=drawing_).variant
    lost = ("anchors", "powers", "adjacency", "barriers", "schedule", "rules", "provinces", "edition", "options")
    assert differences(variant, found, *lost) == []
    for one_, other in zip(variant.provinces, found.provinces, strict=True):
        lost = ("aliases", "canal", "coasts", "tags")
        assert differences(one_, other, *lost) == [], one_.id
        assert [each.id for each in one_.coasts] == [each.id for each in other.coasts]
    assert [(each.id, each.colour, each.homes) for each in variant.powers] == [
        (each.id, each.colour, each.homes) for each in found.powers
    ]


@pytest.mark.parametrize("opening", [False, True])
@pytest.mark.parametrize("first", [-3, -1, 1, 2, 1901])
@pytest.mark.parametrize("years", [1, 2, 5])
def test_years_go_round(first, years, opening):
    calendar = Calendar(STANDARD_TURNS, first, "spring")
    start = Start((), Opening() if opening else None)
    variant = board((land("aaa"),), calendar=calendar, end=End(first + years - 1), start=start)
    found = again(variant).variant
    assert (found.calendar, found.end, found.start) == (calendar, variant.end, start)


def test_what_only_jdip_knows_goes_round():
    conditions = '<YEARS_WITHOUT_SC_CAPTURE value="7"/>'
    html = "<![CDATA[<h2>Rules</h2> <p>Ice &amp; <b>snow</b>.</p>]]>"
    found = one(variant_text(victory=conditions, told=html, aliases="Probe One, P1"))
    assert found.variant.description == "Rules Ice & snow."
    assert found.kept["description"] == "<h2>Rules</h2> <p>Ice &amp; <b>snow</b>.</p>"
    back = again(found.variant, found.kept)
    assert back.kept == found.kept
    assert differences(found.variant, back.variant, "anchors") == []
    # an edited description is not undone by the words that were kept
    edited = again(replace(found.variant, description="Other words."), found.kept)
    assert edited.variant.description == "Other words."
    assert "description" not in edited.kept
    length = one(variant_text(victory='<GAME_LENGTH value="1"/>'))
    assert again(length.variant, length.kept).kept == length.kept


KEPT = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99_999) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("borders", "provinces", "years_without_capture", "game_length", "no_winning_number", "options", "description")


@examples(10, 100, st.dictionaries(st.sampled_from((*KEYS, "aliases", "unit_style")), KEPT))
def test_the_writer_takes_what_fits_of_anything_kept(kept):
    variant = board((land("aaa"), land("bbb")), (edge("aaa", "bbb", Units.ARMY),))
    assert again(variant, kept).variant.provinces == variant.provinces


def test_borders_of_places_that_are_gone_are_not_written():
    variant = board((land("aaa"), land("bbb")), (edge("aaa", "bbb", Units.ARMY),))
    kept = {
        "borders": {"ice": {"from": "gone aaa"}, "snow": {"from": "gone"}},
        "provinces": {"bbb": {"borders": ["ice", "snow", "ice"]}, "gone": {"borders": ["ice"]}},
    }
    found = again(variant, kept)
    assert found.kept["borders"] == {"ice": {"from": "aaa"}}
    assert found.kept["provinces"] == {"bbb": {"borders": ["ice"]}}


# ---- words


@pytest.mark.parametrize(
    ("text", "words", "html"),
    [
        ("", "", False),
        ("Plain & simple", "Plain & simple", True),
        ("<p>One line</p>", "One line", False),
        ("<p>Two\nlines", "Two lines", True),
        ("a < b", "a < b", True),
        ("For jDip, made by dipmap", "For jDip, made by dipmap", False),
    ],
)
def test_descriptions(text, words, html):
    found = told(text)
    assert (found.text, bool(found.html)) == (words, html)


def test_designers_and_licence_of_a_package_of_ours():
    variant = board(
        (land("aaa"),), designers=("Ann & Co", "Bob"), licence="CC <BY>", description="It's <b>not</b> bold"
    )
    found = again(variant).variant
    assert differences(variant, found, "version", "powers", "victory", "provinces", "anchors") == []


@given(st.text(max_size=30))
def test_turns_are_read_or_not(text):
    found = moment(text)
    assert found is None or (isinstance(found, Moment) and found.year != 0)


def test_there_is_no_year_0():
    assert [after(-2), after(-1), after(1), after(-1, 3)] == [-1, 1, 2, 3]


# ---- hostile and broken files

DOCTYPE = "<!DOCTYPE VARIANTS [{}]><VARIANTS><DESCRIPTION>{}</DESCRIPTION><VARIANT/></VARIANTS>"
BOMB = DOCTYPE.format('<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">', "&b;")
OUTSIDE = DOCTYPE.format('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;")
OUTSIDE_PARAMETER = DOCTYPE.format('<!ENTITY % x SYSTEM "http://example.org/x.dtd"> %x;', "")
LONG_DEFAULT = (
    f"""<!DOCTYPE VARIANTS [<!ATTLIST POWER name CDATA "{"x" * 5000}">]><VARIANTS>{"<POWER/>" * 9999}</VARIANTS>"""
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOMB, "is made of other entities"),
        (OUTSIDE, "outside itself"),
        (OUTSIDE_PARAMETER, "outside itself"),
        (LONG_DEFAULT, "too many or too long default attributes"),
        ("", "no element found"),
        ("\0" * 50, "is no text"),
        ("<VARIANTS>", "not well-formed"),
        ("<VARIANTS></svg><svg>", "not well-formed"),
        ("<VARIANTS><VARIANT name=></VARIANTS>", "not well-formed"),
        ("<!-- <VARIANTS>", "unclosed token"),
        (f"<VARIANTS>{'<a>' * 40}{'</a>' * 40}</VARIANTS>", "more than 32 deep"),
        (f"<VARIANTS>{'<a>' * 4000}{'</a>' * 4000}</VARIANTS>", "more than 256 deep"),
        (f"<VARIANTS>{'<a/>' * 20_000}</VARIANTS>", "more than 20,000 elements"),
        (f"<VARIANTS>{'<VARIANT/>' * 41}</VARIANTS>", "more than 40 variants"),
        ("<svg/>", "the outermost element is <svg>, not <VARIANTS>"),
        ("<VARIANTS/>", "has no variant"),
        ("<VARIANTS><VARIANT/></VARIANTS>", "names no file with its neighbours"),
        ("<?xml version='1.0' encoding='klingon'?><VARIANTS/>", "which nobody knows"),
        ("<VARIANTS>\udcff</VARIANTS>", "byte 10 is not"),
        ("\x89PNG\r\n", "not well-formed"),
    ],
    ids=range(20),
)
def test_files_that_are_refused(text, words):
    files = {**package(), "variants.xml": text.encode("utf-8", "surrogateescape")}
    with pytest.raises(UnreadableError, match=words) as error:
        ENGINE.read(files)
    assert all(each.finding.hint and each.finding.place.span for each in error.value.notices)


def test_the_place_where_a_file_breaks():
    files = package(variant_text(start="\n<SUPPLYCENTER\n<"))
    with pytest.raises(UnreadableError, match="not well-formed") as error:
        ENGINE.read(files)
    text = files["variants.xml"].decode()
    (found,) = error.value.notices
    assert found.finding.place.span.begin[0] == text[: text.index("<SUPPLYCENTER\n<")].count("\n") + 2


def test_a_package_without_its_index_or_neighbours():
    assert not ENGINE.recognises({"map.svg": b""})
    with pytest.raises(UnreadableError, match=r"no variants\.xml"):
        ENGINE.read({"map.svg": b""})
    with pytest.raises(UnreadableError, match="has no provinces"):
        one(graph="")
    with pytest.raises(UnreadableError, match="more than 50,000 neighbours"):
        one(graph=province("aaa", ("mv", "aaa " * 50_001)))


def test_document_types_are_read_over_whatever_they_are():
    """jDip's own files have one with an internal subset; others name a file that nobody fetches."""
    for kind in (
        '<!DOCTYPE VARIANTS SYSTEM "variants.dtd">',
        '<!DOCTYPE VARIANTS [<!ATTLIST POWER active (true|false) "true"><!ENTITY % more "| x">]>',
    ):
        files = package()
        files["variants.xml"] = kind.encode() + files["variants.xml"]
        (found,) = ENGINE.read(files)
        assert found.notices == ()


def test_other_encodings():
    for encoding in ("utf-16", "utf-8-sig", "iso-8859-1"):
        files = package(variant_text(told="Übung"))
        text = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>{files["variants.xml"].decode()}'
        (found,) = ENGINE.read({**files, "variants.xml": text.encode(encoding)})
        assert found.variant.description == "Übung"


def test_places_are_lines_of_the_file():
    text = variant_text(start='\n\n<SUPPLYCENTER province="lon"/>\n<SUPPLYCENTER province="x"/>')
    found = one(text)
    index = package(text)["variants.xml"].decode()
    line = next(number for number, each in enumerate(index.splitlines(), 1) if 'province="x"' in each)
    assert places(found) == [("import-stray", "variants.xml", line)]


PIECES = (
    *(
        b"<",
        b">",
        b'"',
        b"&",
        b"\0",
        b"\xff\xfe",
        b"-nc",
        b"/",
        b"]]>",
        b"<![CDATA[",
        b"99999999999999999999",
        b"-1",
        b" ",
    ),
    *(b"<PROVINCE/>", b"<ADJACENCY/>", b"<MAP/>", b"<POWER name='x'/>", b'="', b"x" * 3000, b"<!--", b"<a>" * 40),
    *("\u202e\u0130ß".encode(), b"&#1;", b"&#x10ffff;", b"&amp;", b" BC ", b"xc", b"mv", b"none", b"1e9", b"NaN"),
)
REAL = package(
    variant_text(
        rules='<RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_OWNED"/></RULEOPTIONS>',
        victory='<WINNING_SUPPLY_CENTERS value="2"/><YEARS_WITHOUT_SC_CAPTURE value="3"/><GAME_LENGTH value="9"/>',
        told="<![CDATA[<p>Words</p>]]>",
    ),
    graph='<BORDER_DEFINITIONS><BORDER id="ice" from="lon" season="fall"/></BORDER_DEFINITIONS>'
    + WEST_SEA_LONDON.replace('"lon"', '"lon" borders="ice"', 1),
    svg=drawing(
        data='<jdipNS:PROVINCE name="lon"><jdipNS:UNIT x="1" y="2"/></jdipNS:PROVINCE>',
        layers='<g id="UnitLayer" transform="scale(2)"/>',
        colours='<jdipNS:POWERCOLOR power="england" color="olive"/>',
    ),
)


def broken(draw):
    """A package with bytes changed, cut out, doubled or put in."""
    files = dict(REAL)
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(sorted(files)))
        data = files[path]
        start = draw(st.integers(0, len(data)))
        stop = min(len(data), start + draw(st.integers(0, 40)))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=6) | st.just(data[start:stop] * 2))
        files[path] = data[:start] if draw(st.integers(0, 9)) == 0 else data[:start] + piece + data[stop:]
    return files


@examples(30, 300, st.data())
def test_whatever_the_bytes_there_is_a_variant_or_a_reason(data):
    files = broken(data.draw)
    try:
        found = ENGINE.read(files)
    except UnreadableError:
        return
    for each in found:
        assert each.variant.id[0].isalpha()
        assert all(notice.finding.place.span and notice.finding.hint for notice in each.notices)
        if not ENGINE.problems(each.variant):
            comes_back(each)


def comes_back(found):
    """What was read is written and read again: the same graph, in the short names that the writer gives."""
    code = names_of(found.variant).code
    wanted = {(code[a], code[b], kind) for a, b, kind in steps(found.variant)}
    assert steps(again(found.variant, found.kept).variant) == wanted


def test_short_names_that_orders_would_swallow_are_others_when_they_come_back():
    found = one(graph=WEST_SEA_LONDON.replace("WAL", "mv").replace("wal", "mv"))
    assert names_of(found.variant).code["mv"] == "wal"
    comes_back(found)


# ---- speed


def test_two_hundred_provinces_within_a_second():
    count = 200
    lands = [coast(f"p{number:03}", centre=number % 3 == 0) for number in range(count)]
    edges = [
        edge(lands[a].id, lands[b].id, Units.BOTH) for a in range(count) for b in (a + 1, a + 14, a + 15) if b < count
    ]
    variant = board(lands, sorted(edges, key=lambda item: (item.a, item.b)), (power("redland"), power("blueland")))
    files = unpacked(ENGINE.write(variant, Material(squares(variant))))
    begun = time.process_time()
    (found,) = ENGINE.read(files)
    assert time.process_time() - begun < 1
    assert found.variant.adjacency == variant.adjacency


@pytest.mark.slow
def test_time_grows_with_the_length_of_a_file():
    """Files as long as they may be, made to be slow: many provinces of one name, one long word, notices at every step."""
    many = "".join(province(f"a{number}", ("mv", "zz " * 2), name="Same") for number in range(4000))
    begun = time.process_time()
    found = one(variant_text(start='<SUPPLYCENTER province="a1"/>'), graph=many)
    assert len(found.notices) > 8000
    stray = one(variant_text(start='<SUPPLYCENTER province="a"/>'), graph=province("a", ("mv", "zz " * 50_000)))
    assert len(stray.notices) == 50_000
    one(variant_text(told="&lt;" * 300_000 + "<![CDATA[" + "<" * 1_000_000 + "]]>"))
    one(variant_text(turn="x" * 1_000_000, version="9" * 100_000))
    assert time.process_time() - begun < 8
