"""DVAR and dSVG: the document against our schema and read back edge by edge, verdicts, phases, and the map's layers."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from effort import OURS, some
from facts_model import facts, facts_variant, standard_variant
from jsonschema import Draft202012Validator
from lxml import etree

from dipmap import dialects
from dipmap.draft import Known
from dipmap.engines import Handling, Material, PackageMap, engine, refused
from dipmap.engines._dvar.data import Phases
from dipmap.engines._dvar.names import nation_ids
from dipmap.model import (
    Adjacency,
    BuildLimit,
    Builds,
    BuildSite,
    Calendar,
    Coast,
    End,
    Kind,
    Opening,
    Power,
    Province,
    Start,
    Terrain,
    Turn,
    Unit,
    Units,
    UnitType,
    Victory,
    province_of,
)
from dipmap.model.rules import STANDARD_TURNS
from dipmap.svg.drawing import read_drawing
from dipmap.svg.xml import read_document

ENGINE = engine("dvar")
ROOT = Path(__file__).parents[2]
SCHEMA = json.loads(Path(__file__).with_name("dvar.schema.json").read_text(encoding="utf-8"))
LAYERS = ["background", "provinces", "named-coasts", "unit-positions", "province-names", "borders", "foreground"]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def variant_of(name):
    return standard_variant() if name == "standard" else facts_variant(name)


def pair(variant, drawing=None):
    """The document and the map's bytes."""
    written = ENGINE.write(variant, Material(drawing))
    assert list(written) == ENGINE.files(variant)
    document, picture = written.values()
    return json.loads(document), picture


def told(variant):
    return pair(variant)[0]


def verdict(variant, rule):
    return {item.rule: item for item in ENGINE.verdicts(variant)}[rule]


def changed(variant, **fields):
    return replace(variant, **fields)


# ---- the document, read back by a reader of the tests' own


def checked(document):
    """The document, valid by the schema and with every name leading somewhere."""
    errors = sorted(Draft202012Validator(SCHEMA).iter_errors(document), key=str)
    assert not errors, [error.message for error in errors[:5]]
    nations = [nation["id"] for nation in document["nations"]]
    provinces = {province["id"]: province for province in document["provinces"]}
    coasts = {coast["id"]: coast for coast in document["namedCoasts"]}
    assert len(nations) == len(set(nations))
    assert len(provinces) == len(document["provinces"])
    assert len(coasts) == len(document["namedCoasts"])
    for place, coast in coasts.items():
        assert place.partition("/")[0] == coast["parentProvince"]
        assert provinces[coast["parentProvince"]]["type"] == "land"
    for province in provinces.values():
        assert province.get("homeNation", nations[0]) in nations
    start = document["initialState"]
    for unit in start["units"]:
        assert unit["nation"] in nations
        assert unit["location"] in provinces | coasts
        kind = "coast" if unit["location"] in coasts else provinces[unit["location"]]["type"]
        assert kind in {"Army": ("land", "coastal"), "Fleet": ("sea", "coastal", "coast")}[unit["type"]]
    for owned in start["supplyCenters"]:
        assert owned["nation"] in nations
        assert provinces[owned["province"]]["supplyCenter"]
    progress = document["phaseProgression"]
    seasons = progress["seasons"]
    follows = {}
    for step in progress["transitions"]:
        one, other = ((step[end]["season"], step[end]["type"]) for end in ("from", "to"))
        assert {one[0], other[0]} <= set(seasons)
        assert one not in follows, "two ways on from a phase"
        follows[one] = (other, step["to"]["yearDelta"])
    assert {season for season, _ in follows} == set(seasons)
    assert (start["phase"]["season"], start["phase"]["type"]) in follows
    assert all(to in follows for to, _ in follows.values())
    return document


def read_steps(document):
    """Steps (unit, from, to); every edge stands at both ends with one `pass`."""
    found = {}
    for place in (*document["provinces"], *document["namedCoasts"]):
        for edge in place["adjacencies"]:
            assert (place["id"], edge["to"]) not in found
            found[place["id"], edge["to"]] = edge["pass"]
    assert all(found.get((b, a)) == units for (a, b), units in found.items())
    known = {place["id"] for place in (*document["provinces"], *document["namedCoasts"])}
    assert {place for ends in found for place in ends} <= known
    words = {"army": ("army",), "fleet": ("fleet",), "both": ("army", "fleet")}
    return {(unit, a, b) for (a, b), units in found.items() for unit in words[units]}


def wanted_steps(variant):
    found = set()
    for edge in variant.adjacency:
        if edge.kind is Kind.PERMISSION:
            continue
        if edge.units.army:
            a, b = province_of(edge.a), province_of(edge.b)
            found |= {("army", a, b), ("army", b, a)}
        if edge.units.fleet:
            found |= {("fleet", edge.a, edge.b), ("fleet", edge.b, edge.a)}
    return found


@pytest.mark.parametrize("name", OURS)
def test_graphs_are_equal_edge_by_edge(name):
    variant = variant_of(name)
    document = checked(told(variant))
    assert read_steps(document) == wanted_steps(variant)
    open_ones = {item.id: item for item in variant.provinces if not item.impassable}
    assert {item["id"] for item in document["provinces"]} == set(open_ones)
    for item in document["provinces"]:
        province = open_ones[item["id"]]
        can = {"land": (True, False), "sea": (False, True), "coastal": (True, True)}[item["type"]]
        assert can == (province.armies, province.fleets and not province.coasts)
        assert (item["name"], item["supplyCenter"]) == (province.name, province.centre)
        assert item.get("homeNation") == province.home
    coasts = {place for item in open_ones.values() for place in item.locations[1:]}
    assert {item["id"] for item in document["namedCoasts"]} == coasts


def test_the_standard_board_has_its_numbers_of_edges():
    steps = read_steps(told(variant_of("standard")))
    document = facts("standard")
    for unit, edges in (("army", document["army_edges"]), ("fleet", document["fleet_edges"])):
        assert {(a, b) for kind, a, b in steps if kind == unit} == {
            tuple(place.lower() for place in ends) for a, b in edges for ends in ((a, b), (b, a))
        }
    assert (len(document["army_edges"]), len(document["fleet_edges"])) == (111, 141)


@pytest.mark.parametrize("name", OURS)
def test_the_start_has_units_owners_and_nations(name):
    variant = variant_of(name)
    document = told(variant)
    start = document["initialState"]
    units = {(unit["nation"], unit["type"], unit["location"]) for unit in start["units"]}
    assert units == {
        (unit.power or "nobody", unit.type.value.capitalize(), unit.location)
        for unit in (*variant.start.units, *variant.standing_units)
    }
    owners = {item["province"]: item["nation"] for item in start["supplyCenters"]}
    assert owners == {
        **{item.id: item.owner for item in variant.centres if item.owner},
        **{unit.location: "nobody" for unit in variant.standing_units},
    }
    nations = {item["id"]: item for item in document["nations"]}
    assert [item for item in nations if item != "nobody"] == [power.id for power in variant.powers]
    for power in variant.powers:
        assert (nations[power.id]["name"], nations[power.id]["color"]) == (power.name, power.colour)
        assert "non_playable" not in nations[power.id]
    assert ("nobody" in nations) == bool(variant.standing_units)
    assert nations.get("nobody", {}).get("non_playable", True)


def test_a_way_for_units_that_cannot_stand_there_is_no_edge():
    variant = variant_of("standard")
    odd = replace(variant, adjacency=(*variant.adjacency, Adjacency("mos", "par", Units.BOTH)))
    assert read_steps(checked(told(odd))) - read_steps(told(variant)) == {
        ("army", "mos", "par"),
        ("army", "par", "mos"),
    }


def test_a_passage_by_consent_stays_closed():
    steps = read_steps(told(variant_of("stockholm")))
    assert not {(a, b) for _, a, b in steps} & {("kla", "str"), ("str", "kla")}


def test_an_edge_of_one_way_is_opened_and_named():
    variant = variant_of("standard")
    edges = tuple(replace(edge, oneway=(edge.a, edge.b) == ("bul", "rum")) for edge in variant.adjacency)
    odd = changed(variant, adjacency=edges)
    assert {("army", "bul", "rum"), ("army", "rum", "bul")} <= read_steps(checked(told(odd)))
    assert verdict(odd, "oneway").refuses
    assert "bul > rum" in verdict(odd, "oneway").why
    back = Adjacency("rum", "bul", Units.ARMY, oneway=True)
    assert verdict(changed(odd, adjacency=(*edges, back)), "oneway").handling is Handling.NATIVE


# ---- verdicts


@pytest.mark.parametrize(
    ("name", "losses"),
    [
        ("standard", []),
        ("yubani", ["automatic-builds", "points-victory", "last-year"]),
        ("zeus", ["island-sea-convoy", "opening-caps", "secret-opening"]),
        ("stockholm", ["permission-passage"]),
        ("philadelphia", ["capacity", "secret-opening", "joint-opening", "victory-below-majority"]),
    ],
)
def test_losses_are_exactly_the_named_ones(name, losses):
    variant = variant_of(name)
    assert [item.rule for item in refused(ENGINE.verdicts(variant))] == losses
    assert ENGINE.problems(variant) == []
    rules = told(variant)["rules"]
    for rule in losses:
        assert f"- {rule} (changes play): " in rules
    assert rules.count("(changes play)") == len(losses)


def test_the_standard_board_is_native():
    assert {item.handling for item in ENGINE.verdicts(variant_of("standard"))} == {Handling.NATIVE}
    assert ENGINE.files(variant_of("standard")) == ["standard.dvar", "standard.dsvg.svg"]


def test_writing_twice_gives_the_same_bytes():
    assert ENGINE.write(facts_variant("zeus")) == ENGINE.write(facts_variant("zeus"))


def test_ends_that_nothing_watches_are_said():
    document = told(variant_of("yubani"))
    assert document["victoryConditions"] == [
        {"type": "supply-center-majority", "supplyCenters": len(variant_of("yubani").centres) + 1},
        {"type": "timed-resolution", "year": 2026, "resolution": "shared-draw"},
    ]
    assert "The last year, 2026, is written down, but nothing ends the game there." in document["rules"]
    assert "Points win, and nothing here counts them" in document["rules"]
    assert document["adjudicationModifiers"] == ["allow-builds-in-non-home-centers"]
    standard = told(variant_of("standard"))
    assert standard["victoryConditions"] == [{"type": "supply-center-majority", "supplyCenters": 18}]
    assert "adjudicationModifiers" not in standard


def test_most_centres_in_the_last_year_are_written_as_such():
    variant = changed(variant_of("standard"), end=End(1910, "most-wins"))
    last = {"type": "timed-resolution", "year": 1910, "resolution": "most-supply-centers"}
    assert checked(told(variant))["victoryConditions"][1] == last
    assert verdict(variant, "last-year").refuses


@pytest.mark.parametrize(
    ("fields", "rule", "handling"),
    [
        ({"builds": Builds("any-home")}, "build-any-home", Handling.DROPPED),
        ({"builds": Builds(units=(UnitType.ARMY,))}, "unit-types", Handling.DROPPED),
        ({"builds": Builds(extra=(BuildSite("france", "bel"),))}, "extra-build-sites", Handling.EMULATED),
        ({"builds": Builds(extra=(BuildSite("france", "lon"),))}, "extra-build-sites", Handling.DROPPED),
        ({"builds": Builds("owned", extra=(BuildSite("france", "bel"),))}, "extra-build-sites", Handling.NATIVE),
        ({"calendar": replace(Calendar(STANDARD_TURNS, 1901, "spring"), years=-1)}, "year-step", Handling.DROPPED),
        ({"options": {"standing_rebuilt": "true"}}, "option:standing_rebuilt", Handling.DROPPED),
        ({"builds": Builds(limits=(BuildLimit("france", ("par", "mar"), 1),))}, "build-limits", Handling.DROPPED),
        ({"retreats": "none"}, "no-retreats", Handling.NATIVE),
        ({"end": End(agreed_draw="none")}, "agreed-draw", Handling.DROPPED),
        ({"victory": Victory(at_least=12, tie="most")}, "victory-below-majority", Handling.NATIVE),
        ({"victory": Victory(at_least=12)}, "victory-below-majority", Handling.DROPPED),
        ({"victory": Victory(at_least=12, sole=False, tie="most")}, "victory-below-majority", Handling.DROPPED),
        ({"standing_units": (Unit(None, UnitType.ARMY, "bel"),)}, "standing-unit", Handling.EMULATED),
        ({"standing_units": (Unit(None, UnitType.ARMY, "bur"),)}, "standing-unit", Handling.DROPPED),
        ({"start": Start((), Opening(exclusive=(("par", "mar"),)))}, "opening-alternatives", Handling.DROPPED),
        ({"options": {"paradox": "all-hold"}}, "option:paradox", Handling.DROPPED),
    ],
)
def test_rules_that_a_variant_may_use(fields, rule, handling):
    variant = changed(variant_of("standard"), **fields)
    found = verdict(variant, rule)
    assert found.handling is handling
    assert found.refuses == (handling is Handling.DROPPED and rule != "year-step")
    assert not found.why.endswith(".")
    checked(told(variant))


def test_an_extra_build_site_is_a_home_that_nobody_owns():
    document = told(changed(variant_of("standard"), builds=Builds(extra=(BuildSite("france", "bel"),))))
    assert next(item for item in document["provinces"] if item["id"] == "bel")["homeNation"] == "france"
    assert "bel" not in {item["province"] for item in document["initialState"]["supplyCenters"]}


def test_units_of_nobody_come_back_by_the_engines_own_rule():
    fields = {"standing_units": (Unit(None, UnitType.ARMY, "bel"),), "options": {"standing_rebuilt": "true"}}
    variant = changed(variant_of("standard"), **fields)
    assert verdict(variant, "option:standing_rebuilt").handling is Handling.EMULATED
    document = checked(told(variant))
    assert document["adjudicationModifiers"] == ["neutral-nations-auto-build"]
    assert next(item for item in document["provinces"] if item["id"] == "bel")["homeNation"] == "nobody"


def test_a_nation_that_nobody_plays_starts_with_as_many_units_as_centres():
    variant = variant_of("standard")
    powers = tuple(replace(power, playable=power.id != "italy") for power in variant.powers)
    idle = changed(variant, powers=powers)
    assert verdict(idle, "unplayed-power").handling is Handling.EMULATED
    assert [item["id"] for item in checked(told(idle))["nations"] if item.get("non_playable")] == ["italy"]
    units = tuple(unit for unit in variant.start.units if unit.location != "rom")
    assert verdict(changed(idle, start=Start(units)), "unplayed-power").refuses


# ---- phases


def walk(document, steps):
    """The phases of a game in order, `Spring 1901 M`."""
    follows = {
        (step["from"]["season"], step["from"]["type"]): step["to"]
        for step in document["phaseProgression"]["transitions"]
    }
    phase = document["initialState"]["phase"]
    season, kind, year = phase["season"], phase["type"], phase["year"]
    found = []
    for _ in range(steps):
        found.append(f"{season} {year} {kind[0]}")
        to = follows[season, kind]
        season, kind, year = to["season"], to["type"], year + to["yearDelta"]
    return found


def test_the_usual_year():
    assert walk(told(variant_of("standard")), 6) == [
        *("Spring 1901 M", "Spring 1901 R", "Fall 1901 M", "Fall 1901 R", "Winter 1901 A", "Spring 1902 M"),
    ]


def test_one_movement_a_year_without_retreats():
    document = told(variant_of("yubani"))
    assert document["phaseProgression"]["seasons"] == ["Year"]
    assert walk(document, 4) == ["Year 2021 M", "Year 2021 A", "Year 2022 M", "Year 2022 A"]


def test_an_opening_before_the_first_spring():
    assert walk(told(variant_of("zeus")), 2) == ["Winter 1939 A", "Spring 1940 M"]


def test_twelve_months():
    document = told(variant_of("philadelphia"))
    assert len(document["phaseProgression"]["seasons"]) == 12
    assert walk(document, 8) == [
        *("December 2006 A", "January 2007 M", "January 2007 R", "February 2007 M", "February 2007 R"),
        *("March 2007 A", "April 2007 M", "April 2007 R"),
    ]
    assert walk(document, 22)[-1] == "January 2008 M"


def test_an_opening_that_no_round_has_is_a_season_of_its_own():
    variant = changed(variant_of("standard"), start=Start((), Opening(year=1890)))
    document = checked(told(variant))
    assert walk(document, 3) == ["Opening 1890 A", "Spring 1901 M", "Spring 1901 R"]
    turns = (Turn("opening", "Opening", ("movement", "adjustment"), True, True),)
    other = changed(variant, calendar=Calendar(turns, 100, "opening"), start=Start((), Opening(year=100)))
    assert walk(checked(told(other)), 2) == ["Opening 2 100 A", "Opening 100 M"]


def test_years_and_turns_of_other_lengths():
    turns = (
        Turn("a", "Rain", ("movement", "retreat")),
        Turn("b", "Rain", ("movement",), ownership=True, victory=True),
        Turn("c", "Sun", ("adjustment",)),
    )
    variant = changed(variant_of("standard"), calendar=Calendar(turns, -50, "b", 5))
    assert walk(checked(told(variant)), 5) == ["Rain 2 -50 M", "Sun -50 A", "Rain -45 M", "Rain -45 R", "Rain 2 -45 M"]
    assert verdict(variant, "calendar").handling is Handling.NATIVE
    assert verdict(variant, "year-step").handling is Handling.NATIVE


def test_centres_that_change_hands_without_adjustments_are_a_loss():
    spring, fall, winter = variant_of("standard").calendar.turns
    turns = (replace(spring, ownership=True), fall, winter)
    variant = changed(variant_of("standard"), calendar=Calendar(turns, 1901, "spring"))
    assert verdict(variant, "calendar").refuses


# ---- ids, names and what cannot be written


def test_ids_are_slugs_and_no_two_alike():
    variant = changed(
        variant_of("standard"),
        id="Old_Map",
        powers=tuple(Power(name, name, "", name, "red") for name in ("a_b", "a-b", "Éé", "nobody")),
        provinces=(Province("aaa", "\ud800 \u202e", Terrain.LAND, ("x",)),),
        adjacency=(),
        start=Start(),
    )
    assert nation_ids(variant) == {"a_b": "a-b", "a-b": "a-b-2", "Éé": "nation", "nobody": "nobody"}
    assert ENGINE.files(variant) == ["old-map.dvar", "old-map.dsvg.svg"]
    document = checked(told(variant))
    assert document["provinces"][0]["name"] == "aaa"
    assert {item["color"] for item in document["nations"]} == {"#8c8880"}
    assert verdict(variant, "ids").handling is Handling.EMULATED
    assert not verdict(variant, "aliases").refuses


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"powers": ()}, "needs a power that a player has"),
        ({"start": Start((Unit("france", UnitType.FLEET, "stp"),))}, "cannot start with a fleet at stp"),
        ({"start": Start((Unit("france", UnitType.ARMY, "nth"),))}, "cannot start with an army at nth"),
        ({"start": Start((Unit("mars", UnitType.ARMY, "par"),))}, "needs every power to exist"),
        ({"start": Start((Unit("france", UnitType.ARMY, "par"),) * 2)}, "takes one unit in a province"),
        ({"adjacency": (Adjacency("par", "xxx", Units.ARMY),)}, "xxx is no place of the map"),
        ({"adjacency": (Adjacency("bar", "stp", Units.FLEET),)}, "needs a coast for fleets in St Petersburg"),
        ({"calendar": Calendar((Turn("y", "Year", ("adjustment",)),), 1, "y")}, "needs a turn with movement"),
        ({"calendar": Calendar((Turn("y", "Year", ("movement",) * 2),), 1, "y")}, "two of one kind"),
        ({"calendar": Calendar((), 1, "y")}, "needs a turn with movement"),
        ({"provinces": ()}, "there is none to enter"),
    ],
)
def test_what_could_not_load_is_refused_with_a_way_out(fields, words):
    variant = changed(variant_of("standard"), **fields)
    found = [finding for finding in ENGINE.problems(variant) if words in finding.message]
    assert found
    assert all(finding.hint for finding in found)
    assert list(ENGINE.own_verdicts(variant)) == []
    with pytest.raises(ValueError, match=re.escape(ENGINE.title)):
        ENGINE.write(variant)


def test_provinces_that_the_format_has_no_word_for():
    coasts = (Coast("nc", "north"), Coast("sc", "south"))
    odd = (
        Province("xx_", "Odd", Terrain.LAND),
        Province("xsh", "Shut", Terrain.LAND, impassable=True, centre=True),
        Province("xse", "Split", Terrain.SEA, armies=False, fleets=True, coasts=coasts),
    )
    variant = changed(variant_of("standard"), provinces=(*variant_of("standard").provinces, *odd))
    assert [finding.provinces for finding in ENGINE.problems(variant)] == [("xx_",), ("xsh",), ("xse",)]


# ---- the map


def read_map(data):
    """The top-level layers by id, each a group; no namespace but SVG's and no attribute of another."""
    root = etree.fromstring(data)
    assert root.get("viewBox")
    for element in root.iter():
        assert isinstance(element.tag, str)
        assert element.tag.startswith(SVG)
        assert not [name for name in element.attrib if name.startswith(("{", "data-", "on"))]
    groups = [child for child in root if child.tag == f"{SVG}g"]
    assert [group.get("id") for group in groups] == LAYERS
    assert {child.tag for child in root} == {f"{SVG}title", f"{SVG}g"}
    hidden = {group.get("id") for group in groups if "display:none" in group.get("style", "")}
    assert hidden == {"provinces", "named-coasts", "unit-positions"}
    return dict(zip(LAYERS, groups, strict=True))


def agree(document, data):
    """The map has the shapes and points of the document, and nothing else in its hidden layers."""
    layers = read_map(data)
    provinces = [item["id"] for item in document["provinces"]]
    coasts = [item["id"] for item in document["namedCoasts"]]
    for name, ids in (("provinces", provinces), ("named-coasts", coasts)):
        assert sorted(child.get("id") for child in layers[name]) == sorted(ids)
        assert {child.tag for child in layers[name]} <= {f"{SVG}path"}
        assert all(child.get("d", "").startswith("M") for child in layers[name])
    assert sorted(child.get("id") for child in layers["unit-positions"]) == sorted(provinces + coasts)
    for child in layers["unit-positions"]:
        assert child.tag == f"{SVG}circle"
        assert child.get("r") == "10"
        float(child.get("cx")), float(child.get("cy"))
    assert "transform" not in {name for name in LAYERS[1:4] for each in layers[name].iter() for name in each.attrib}
    return layers


def read_back(variant, data):
    """The map in the dialect's own reader."""
    document, problems = read_document("map.svg", data)
    assert problems == []
    picture, notices = read_drawing(document)
    assert notices == []
    assert dialects.recognise(picture) == "dsvg"
    places = {place for item in variant.provinces for place in item.locations}
    known = Known(ids=frozenset(variant.by_id), coasts=frozenset(place for place in places if "/" in place))
    return dialects.read(picture, known)


def same_places(variant, draft):
    entered = [item for item in variant.provinces if not item.impassable]
    assert sorted(tag.id for tag in draft.provinces) == [item.id for item in entered]
    assert {tag.location for tag in draft.coasts} == {place for item in entered for place in item.locations[1:]}
    assert {tag.location for tag in draft.anchors} == {place for item in entered for place in item.locations}
    assert draft.notices == ()


@pytest.mark.parametrize("name", OURS)
def test_without_a_drawing_the_map_is_a_table_and_says_so(name):
    document, data = pair(variant_of(name))
    agree(document, data)
    assert "the map is a table of boxes" in document["rules"]
    same_places(variant_of(name), read_back(variant_of(name), data))


@pytest.mark.parametrize("name", some(OURS, 2))
def test_the_map_reads_back_to_the_same_provinces(drawn, name):
    variant, drawing = drawn(name)
    document, data = pair(variant, drawing)
    layers = agree(checked(document), data)
    assert read_steps(document) == wanted_steps(variant)
    assert "table of boxes" not in document["rules"]
    for child in layers["provinces"]:
        assert child.get("d") == drawing.provinces[child.get("id")]["d"]
    for child in layers["named-coasts"]:
        assert child.get("d") == drawing.coasts[child.get("id")]["d"]
    for layer in ("background", "province-names", "borders", "foreground"):
        assert len(layers[layer])
    draft = read_back(variant, data)
    same_places(variant, draft)
    for tag in draft.anchors:
        assert tag.point == pytest.approx(variant.anchors[tag.location]["unit"], abs=0.01)


MAP = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 100 50">
<defs><linearGradient id="sky"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
<g inkscape:label="background"><rect id="paper" data-x="1" fill="url(#sky)" width="9" height="9"/><path id="wave" d="M0 0h1"/>
<use xlink:href="#wave" onclick="alert(1)"/></g>
<g inkscape:label="provinces"><path id="bur" d="Mx"/><path id="par" d="M10 20L30 20L30 40Z" fill="#123456" fill-rule="evenodd"/></g>
<g inkscape:label="coasts"/>
<g inkscape:label="foreground" opacity="0.5" data-x="1"><!-- a note --><metadata/><path d="M1 1h2"/></g>
<g inkscape:label="labels"><text x="1" y="2">Gay <tspan inkscape:label="q">Paree</tspan> here</text></g></svg>"""


def test_art_comes_over_and_nothing_foreign_with_it():
    variant = variant_of("standard")
    document, data = pair(variant, PackageMap(MAP))
    layers = agree(document, data)
    shape = next(child for child in layers["provinces"] if child.get("id") == "par")
    assert (shape.get("d"), shape.get("fill-rule")) == ("M10 20L30 20L30 40Z", "evenodd")
    spot = next(child for child in layers["unit-positions"] if child.get("id") == "par")
    assert (spot.get("cx"), spot.get("cy")) == ("10", "20")
    lost = next(child for child in layers["unit-positions"] if child.get("id") == "bur")
    assert (lost.get("cx"), lost.get("cy")) == ("50", "25")
    assert [dict(child.attrib) for child in layers["foreground"]][-1] == {"opacity": "0.5"}
    assert b"metadata" not in data
    assert "".join(layers["province-names"].itertext()).strip() == "Gay Paree here"
    for word in (b"xlink", b"inkscape", b"onclick", b"data-x", b'id="paper"'):
        assert word not in data
    for word in (b'href="#wave"', b'id="wave"', b'id="sky"', b"url(#sky)", b"#123456"):
        assert word in data


def test_phases_of_a_calendar_that_begins_late():
    variant = variant_of("standard")
    late = changed(variant, calendar=replace(variant.calendar, first_turn="fall"))
    assert Phases(late).first == 2
    assert walk(checked(told(late)), 3) == ["Fall 1901 M", "Fall 1901 R", "Winter 1901 A"]
