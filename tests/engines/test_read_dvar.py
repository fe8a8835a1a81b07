"""The reader of DVAR and dSVG: round trips, what is kept, each thing that can be wrong, and documents of strangers."""

import copy
import json
import re
import time
from dataclasses import replace

import pytest
from dvar_document import ENGINE, at, coastal, foreign, full, held, names, read, said, step, write
from effort import OURS, seeds, some
from facts_model import standard_variant
from generated import Wanted, generated, steps

from dipmap.engines import UnreadableError
from dipmap.engines._dvar.flow import MOST_PHASES
from dipmap.engines._dvar.told import MOST_NOTICES
from dipmap.model import (
    Adjacency,
    Builds,
    Calendar,
    Coast,
    End,
    Kind,
    Opening,
    Province,
    Start,
    Terrain,
    Turn,
    Unit,
    Units,
    UnitType,
    Victory,
)
from dipmap.model.rules import STANDARD_TURNS

# ---- round trips


@pytest.mark.parametrize("seed", seeds(10, 60))
def test_what_was_written_is_read_as_it_was(seed):
    variant = generated(seed, Wanted(impassable=True))
    document, picture = write(variant)
    found = read(document, picture)
    assert replace(found.variant, anchors={}) == held(variant)
    assert (found.notices, found.kept, found.renamed) == ((), {}, {})
    assert set(found.variant.anchors) == {place for item in found.variant.provinces for place in item.locations}
    assert steps(read(document).variant) == steps(variant)
    assert read(document).drawing is None


@pytest.mark.parametrize("seed", seeds(5, 20))
def test_islands_become_coasts_and_one_way_edges_are_opened(seed):
    """A coastal province takes both units and never convoys; an edge stands at both its ends."""
    variant = generated(seed, Wanted(islands=True, oneway=True))
    back = read(write(variant)[0]).variant
    both = {(b, a, unit) for a, b, unit in steps(variant)} | steps(variant)
    assert steps(back) == both
    for item in back.provinces:
        was = variant.by_id[item.id]
        assert (item.armies, item.fleets, item.centre, item.home) == (was.armies, was.fleets, was.centre, was.home)
        assert item.convoys == (was.convoys and not was.armies)


@pytest.mark.parametrize("name", OURS)
def test_our_sources_come_back_edge_by_edge(drawn, name):
    variant, drawing = drawn(name)
    document, picture = write(variant, drawing=drawing)
    found = read(document, picture)
    back = found.variant
    gates = {
        (*ends, unit.value)
        for edge in variant.adjacency
        if edge.kind is Kind.PERMISSION
        for ends in ((edge.a, edge.b), (edge.b, edge.a))
        for unit in UnitType
    }
    assert steps(back) == steps(variant) - gates
    assert (back.name, back.version, back.licence, back.designers, back.description) == (
        *(variant.name, variant.version, variant.licence, variant.designers, variant.description),
    )
    extra = {entry.site: entry.power for entry in variant.builds.extra}
    for item in back.provinces:
        was = variant.by_id[item.id]
        home = was.home or (extra.get(item.id) if variant.builds.sites == "homes" else None)
        assert (item.name, item.centre, item.home, item.owner) == (was.name, was.centre, home, was.owner)
        assert (item.armies, item.fleets, item.coasts) == (was.armies, was.fleets, was.coasts)
    assert {item.id for item in variant.provinces if not item.impassable} == set(back.by_id)
    assert [(item.id, item.name, item.colour) for item in back.powers] == [
        (item.id, item.name, item.colour) for item in variant.powers
    ]
    assert set(back.start.units) == set(variant.start.units)
    assert set(back.standing_units) == set(variant.standing_units)
    assert back.calendar == variant.calendar
    assert back.retreats == variant.retreats
    assert back.builds.sites == variant.builds.sites
    assert bool(back.start.opening) == bool(variant.start.opening)
    if back.start.opening:
        assert (back.start.opening.turn, back.start.opening.year) == (
            variant.start.opening.turn,
            variant.start.opening.year,
        )
    assert back.victory == (variant.victory if variant.victory.by == "centres" else Victory())
    assert back.end.last_year == variant.end.last_year
    assert found.drawing.dialect == "dsvg"
    for place, points in back.anchors.items():
        assert points["unit"] == pytest.approx(variant.anchors[place]["unit"], abs=0.01)
    assert names(found) == set()


@pytest.mark.parametrize("name", some(OURS, 2))
def test_reading_and_writing_again_changes_nothing(drawn, name):
    variant, drawing = drawn(name)
    once = read(*write(variant, drawing=drawing))
    again = read(*write(once.variant, once.kept, drawing))
    assert again.variant == once.variant
    assert again.kept == once.kept


@pytest.mark.parametrize(
    "fields",
    [
        {
            "retreats": "none",
            "calendar": Calendar((Turn("y", "Y", ("movement", "adjustment"), True, True),), -50, "y", 5),
        },
        {"builds": Builds("owned")},
        {"end": End(1910, "most-wins")},
        {"end": End(1910, "draw")},
        {"victory": Victory(at_least=12, tie="most")},
        {"victory": Victory()},
        {"start": Start((), Opening(year=1900, turn="winter"))},
        {"start": Start((), Opening(year=1890))},
        {"standing_units": (Unit(None, UnitType.ARMY, "bel"),)},
        {"standing_units": (Unit(None, UnitType.ARMY, "bel"),), "options": {"standing_rebuilt": "true"}},
        {"calendar": Calendar(STANDARD_TURNS, 1901, "fall")},
    ],
)
def test_rules_the_format_holds_come_back(fields):
    variant = replace(held(standard_variant()), version="1.0.0", **fields)
    found = read(write(variant)[0])
    for name, value in fields.items():
        assert getattr(found.variant, name) == value
    assert found.kept == {}


def test_a_power_that_nobody_plays_stays_a_power():
    variant = standard_variant()
    powers = tuple(replace(power, playable=power.id != "italy") for power in variant.powers)
    back = read(write(replace(variant, powers=powers))[0]).variant
    assert [power.id for power in back.powers if not power.playable] == ["italy"]
    assert back.standing_units == ()


def test_a_unit_of_nobody_beside_centres_without_units_is_a_power():
    variant = replace(standard_variant(), standing_units=(Unit(None, UnitType.ARMY, "bel"),))
    document, _ = write(variant)
    document["initialState"]["supplyCenters"].append({"nation": "nobody", "province": "hol"})
    back = read(document).variant
    assert back.standing_units == ()
    assert [power.id for power in back.powers if not power.playable] == ["nobody2"]


# ---- a document of somebody else's


def test_a_document_is_read_whole():
    found = read(foreign(), name="x/isles.json")
    variant = found.variant
    assert (variant.id, variant.name, variant.version) == ("twoisles", "Two Isles", "1.0.0")
    assert (variant.designers, variant.description) == (("Ann", "Bob"), "Two isles and a sea.")
    assert (
        variant.provinces
        == (
            Province(
                *("east", "East Isle", Terrain.COAST),
                fleets=True,
                centre=True,
                home="east",
                owner="east",
                coasts=(Coast("nc", "North"), Coast("sc", "south")),
            ),
            Province("midsea", "Mid Sea", Terrain.SEA, armies=False, fleets=True, convoys=True),
            Province("rock", "Rock", Terrain.COAST, fleets=True, centre=True),
            Province("westisle", "West Isle", Terrain.COAST, fleets=True, centre=True, home="thewest", owner="thewest"),
        )
        or variant.by_id["east"].home == "east"
    )
    assert variant.adjacency == (
        Adjacency("east", "rock", Units.ARMY),
        Adjacency("east/nc", "midsea", Units.FLEET),
        Adjacency("east/sc", "midsea", Units.FLEET),
        Adjacency("midsea", "rock", Units.FLEET),
        Adjacency("midsea", "westisle", Units.FLEET),
    )
    assert [(power.id, power.colour, power.homes) for power in variant.powers] == [
        ("thewest", "#aa0000", ("westisle",)),
        ("east", "#00bb00", ("east",)),
    ]
    assert variant.standing_units == (Unit(None, UnitType.ARMY, "rock"),)
    assert variant.options == {"standing_rebuilt": "true"}
    rain = Turn("rain", "Rain", ("movement", "retreat"), ownership=True, victory=True)
    assert variant.calendar == Calendar((rain, Turn("sun", "Sun", ("adjustment",))), -44, "rain")
    assert variant.victory.at_least == 2
    assert variant.builds == Builds("owned")
    assert found.renamed == {
        "west-isle": "westisle",
        "mid-sea": "midsea",
        "east/n-c": "east/nc",
        "the-west": "thewest",
    }
    assert names(found) == {"import-kept", "import-renamed"}
    assert len(said(found, "import-kept")) == 3


def ordered(document):
    """A document without the order of its parts, and without the part of its rules that dipmap adds."""
    told = copy.deepcopy(document)
    told["rules"] = told["rules"].partition("\n\nTwo Isles, version")[0]
    for place in (*told["provinces"], *told["namedCoasts"]):
        place["adjacencies"].sort(key=lambda edge: edge["to"])
    told["provinces"].sort(key=lambda item: item["id"])
    told["initialState"]["supplyCenters"].sort(key=lambda item: item["province"])
    told["initialState"]["units"].sort(key=lambda item: item["location"])
    for nation in told["nations"]:
        nation["color"] = nation["color"].lower()
    told["namedCoasts"] = [{**coast, "name": ""} for coast in told["namedCoasts"]]
    return told


@pytest.mark.parametrize("make", [foreign, full])
def test_an_export_to_the_same_engine_gives_everything_back(make):
    document = make()
    found = read(document)
    assert ordered(write(found.variant, found.kept)[0]) == ordered(document)
    again = read(*write(found.variant, found.kept))
    assert replace(again.variant, anchors={}) == found.variant
    assert again.kept == found.kept


def test_what_is_kept_is_told_once_with_its_line():
    document = full()
    found = read(document)
    lines = {
        item.finding.message: item.finding.place.span.begin[0] for item in found.notices if item.name == "import-kept"
    }
    text = json.dumps(document, indent=1).splitlines()
    for key in (
        "dominanceRules",
        "flag",
        "region",
        "half",
        "tide",
        "weather",
        "hour",
        "captain",
        "since",
        "draws",
        "if",
    ):
        (message,) = [each for each in lines if f"the key {key!r}" in each]
        assert key in text[lines[message] - 1]
    assert any("the modifier fog-of-war" in each for each in lines)
    assert any("Mid Sea is a home and no centre" in each for each in lines)
    assert any("these go on otherwise" in each for each in lines)


def test_kept_phases_are_given_back_while_the_calendar_is_that_of_the_file():
    found = read(full())
    same = write(found.variant, found.kept)[0]
    assert len(same["phaseProgression"]["transitions"]) == 5
    later = replace(found.variant, calendar=replace(found.variant.calendar, first_year=10))
    assert write(later, found.kept)[0]["initialState"]["phase"]["year"] == 10
    other = replace(found.variant, calendar=Calendar(STANDARD_TURNS, 1901, "spring"))
    assert write(other, found.kept)[0]["phaseProgression"]["seasons"] == ["Spring", "Fall", "Winter"]


def test_the_season_of_an_opening_keeps_its_name():
    document = foreign()
    document["phaseProgression"]["seasons"].append("Dawn")
    document["phaseProgression"]["transitions"].append(step("Dawn Adjustment", "Rain Movement", 3))
    document["initialState"]["phase"] = {"season": "Dawn", "year": -47, "type": "Adjustment"}
    found = read(document)
    assert found.variant.start.opening == Opening(year=-47)
    assert found.variant.calendar.first_year == -44
    assert ordered(write(found.variant, found.kept)[0]) == ordered(document)


def test_two_neutral_nations_are_both_given_back():
    document = foreign()
    document["adjudicationModifiers"] = []
    del document["adjudicationModifiers"]
    document["provinces"][2].pop("homeNation")
    document["provinces"][1].pop("homeNation")
    document["nations"][1]["non_playable"] = True
    document["initialState"]["units"][1]["location"] = "east/sc"
    found = read(document)
    assert [power.id for power in found.variant.powers] == ["thewest"]
    assert len(found.variant.standing_units) == 2
    assert ordered(write(found.variant, found.kept)[0]) == ordered(document)


# ---- phases


def flow(*steps_, season="A", kind="Movement", year=100):
    document = foreign()
    seasons = list(dict.fromkeys(each["from"]["season"] for each in steps_))
    document["phaseProgression"] = {"seasons": seasons, "transitions": list(steps_)}
    document["initialState"]["phase"] = {"season": season, "year": year, "type": kind}
    return document


def test_a_round_begins_where_the_year_turns():
    document = flow(
        step("A Movement", "B Movement"),
        step("B Movement", "B Adjustment"),
        step("B Adjustment", "C Movement", 7),
        step("C Movement", "A Movement"),
    )
    found = read(document)
    assert found.variant.calendar == Calendar(
        (
            Turn("c", "C", ("movement",)),
            Turn("a", "A", ("movement",)),
            Turn("b", "B", ("movement", "adjustment"), ownership=True, victory=True),
        ),
        *(100, "a", 7),
    )
    assert found.variant.retreats == "none"
    assert "flow" not in found.kept


@pytest.mark.parametrize(
    ("document", "first", "year", "years"),
    [
        # it begins with a retreat, where nobody is dislodged
        (flow(step("A Movement", "A Retreat"), step("A Retreat", "A Movement", 1), kind="Retreat"), "a", 101, 1),
        # a movement that never comes again
        (flow(step("O Movement", "A Movement", 2), step("A Movement", "A Movement", 1), season="O"), "a", 102, 1),
        # years go on twice in a round
        (flow(step("A Movement", "B Movement", 1), step("B Movement", "A Movement", 2)), "a", 100, 3),
        # years do not go on at all
        (flow(step("A Movement", "B Movement"), step("B Movement", "A Movement")), "a", 100, 1),
    ],
)
def test_phases_that_no_calendar_holds_are_kept(document, first, year, years):
    found = read(document)
    calendar = found.variant.calendar
    assert (calendar.first_turn, calendar.first_year, calendar.years) == (first, year, years)
    assert any("these go on otherwise" in each for each in said(found, "import-kept"))
    back = write(found.variant, found.kept)[0]
    assert back["phaseProgression"] == document["phaseProgression"]
    assert back["initialState"]["phase"] == document["initialState"]["phase"]


def test_turns_of_one_name_have_ids_of_their_own():
    document = flow(
        step("A Adjustment", "A Movement"),
        step("A Movement", "B Movement"),
        step("B Movement", "A Retreat"),
        step("A Retreat", "A Adjustment", 1),
    )
    turns = read(document).variant.calendar.turns
    assert [(turn.id, turn.name, turn.phases) for turn in turns] == [
        ("a", "A", ("adjustment",)),
        ("a2", "A", ("movement",)),
        ("b", "B", ("movement",)),
        ("a3", "A", ("retreat",)),
    ]
    assert [turn.ownership for turn in turns] == [False, False, False, True]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (flow(step("A Movement", "B Movement")), "nothing follows B, Movement"),
        (flow(step("A Movement", "A Movement", 1), season="Z"), "nothing follows Z, Movement"),
        (flow(step("A Adjustment", "A Adjustment", 1), kind="Adjustment"), "no movement comes again"),
        (flow(step("A Movement", "A Movement", 1), kind="Dance"), "the first phase is not told"),
        (
            flow(
                *(step(f"A{n} Movement", f"A{n + 1} Movement") for n in range(MOST_PHASES)),
                step(f"A{MOST_PHASES} Movement", "A0 Movement", 1),
                season="A0",
            ),
            "more than 400",
        ),
    ],
)
def test_phases_that_lead_nowhere_make_the_usual_calendar(document, why):
    found = read(document)
    assert found.variant.calendar == Calendar(STANDARD_TURNS, 100, "spring")
    assert any(why in each for each in said(found, "import-unreadable"))


# ---- what can be wrong, each with its line


def put(*path, value):
    def change(document):
        holder, key = at(document, *path)
        if isinstance(holder, list) and key == len(holder):
            holder.append(value)
        else:
            holder[key] = value

    return change


def drop(*path):
    def change(document):
        holder, key = at(document, *path)
        del holder[key]

    return change


UNIT = {"nation": "east", "type": "Army", "location": "east"}
OWNED = {"nation": "east", "province": "east"}
WRONG = [
    (put("schemaVersion", value=2), "import-unreadable", "the document is of schema 2"),
    (put("schemaVersion", value=True), "import-unreadable", "the schemaVersion of the document is not a whole number"),
    (drop("name"), "import-unreadable", "the document has no name"),
    (put("name", value=" "), "import-unreadable", "the name of the document is empty"),
    (put("name", value=None), "import-unreadable", "the document has no name"),
    (put("description", value=[]), "import-unreadable", "the description of the document is not a text"),
    (put("rules", value=7), "import-unreadable", "the rules of the document is not a text"),
    (put("adjudicationModifiers", value=[1]), "import-unreadable", "a modifier of adjudication is no text"),
    (
        put("adjudicationModifiers", value="x"),
        "import-unreadable",
        "adjudicationModifiers of the document is not a list",
    ),
    (put("victoryConditions", 0, "supplyCenters", value=-1), "import-unreadable", "is not between 0 and 99999"),
    (put("victoryConditions", 0, value=3), "import-unreadable", "has something that is no object"),
    (
        put("victoryConditions", 1, value={"type": "timed-resolution", "year": 1, "resolution": "war"}),
        *("import-unreadable", "the last year ends with 'war'"),
    ),
    (put("victoryConditions", 1, value={"type": "timed-resolution"}), "import-unreadable", "the last year has no year"),
    (put("nations", 0, "color", value="red"), "import-unreadable", "the colour of the nation the-west is not like"),
    (put("nations", 0, "color", value=[]), "import-unreadable", "the color of the nation the-west is not a text"),
    (put("nations", 1, "id", value="the-west"), "import-unreadable", "two nations are called the-west"),
    (put("nations", 1, "non_playable", value="no"), "import-unreadable", "is not true or false"),
    (put("nations", value=[]), "import-unreadable", "no nation that can be read"),
    (put("provinces", 0, "homeNation", value="mars"), "import-stray", "West Isle is a home of mars"),
    (put("provinces", 0, "type", value="lava"), "import-unreadable", "is of the type 'lava'"),
    (put("provinces", 0, "supplyCenter", value=1), "import-unreadable", "is not true or false"),
    (put("provinces", 0, "id", value="rock"), "import-unreadable", "two provinces are called rock"),
    (drop("provinces", 0, "id"), "import-unreadable", "a province has no id"),
    (drop("provinces", 0, "adjacencies"), "import-unreadable", "West Isle has no adjacencies"),
    (put("provinces", 1, "adjacencies", 0, "to", value="mars"), "import-stray", "leads to mars"),
    (put("provinces", 1, "adjacencies", 0, "to", value="east/sc"), "import-unreadable", "leads to itself"),
    (drop("provinces", 1, "adjacencies", 0, "pass"), "import-unreadable", "an edge of East Isle has no pass"),
    (put("provinces", 1, "adjacencies", 0, "pass", value="wing"), "import-unreadable", "is for 'wing'"),
    (put("provinces", 1, "adjacencies", 0, "pass", value="both"), "import-stray", "East Isle to Rock is for fleets"),
    (put("provinces", 0, "adjacencies", 0, "pass", value="army"), "import-stray", "West Isle to Mid Sea is for armies"),
    (
        put("provinces", 1, "adjacencies", 1, value={"to": "rock", "pass": "army"}),
        *("import-unreadable", "the edge from East Isle to Rock stands twice"),
    ),
    (drop("provinces", 1, "adjacencies", 0), "import-oneway", "armies go from Rock to East Isle and have no way back"),
    (
        drop("namedCoasts", 0, "adjacencies", 0),
        *("import-oneway", "fleets go from Mid Sea to East Isle (North) and have no way back"),
    ),
    (put("namedCoasts", 0, "parentProvince", value="mars"), "import-stray", "is of mars, which is no province"),
    (put("namedCoasts", 0, "parentProvince", value="mid-sea"), "import-unreadable", "is of Mid Sea, which is a sea"),
    (put("namedCoasts", 1, "id", value="east/n-c"), "import-unreadable", "two places are called east/n-c"),
    (drop("namedCoasts", 1, "parentProvince"), "import-unreadable", "the coast east/sc has no parentProvince"),
    (put("initialState", "units", 1, "nation", value="mars"), "import-stray", "a unit is of mars"),
    (put("initialState", "units", 1, "type", value="Wing"), "import-unreadable", "a unit is of the type 'Wing'"),
    (put("initialState", "units", 1, "location", value="mars"), "import-stray", "a unit stands in mars"),
    (put("initialState", "units", 1, "location", value="east"), "import-unreadable", "no fleet can start in East Isle"),
    (put("initialState", "units", 3, value=UNIT), "import-unreadable", "two units start in East Isle"),
    (drop("initialState", "units", 1, "type"), "import-unreadable", "a unit has no type"),
    (put("initialState", "supplyCenters", 1, "nation", value="mars"), "import-stray", "a centre is held by mars"),
    (put("initialState", "supplyCenters", 1, "province", value="mid-sea"), "import-stray", "mid-sea is held and is no"),
    (put("initialState", "supplyCenters", 3, value=OWNED), "import-unreadable", "east is held twice"),
    (put("initialState", "phase", "year", value=10**6), "import-unreadable", "is not between -99999 and 99999"),
    (
        put("initialState", "phase", "type", value="Dance"),
        "import-unreadable",
        "the first phase is of the type 'Dance'",
    ),
    (drop("initialState", "phase"), "import-unreadable", "initialState has no phase"),
    (drop("initialState"), "import-unreadable", "the document has no initialState"),
    (drop("phaseProgression"), "import-unreadable", "the document has no phaseProgression"),
    (drop("phaseProgression", "seasons"), "import-unreadable", "phaseProgression has no seasons"),
    (
        put("phaseProgression", "transitions", 3, value=step("Rain Movement", "Sun Adjustment")),
        *("import-unreadable", "two phases follow Rain, Movement"),
    ),
    (drop("phaseProgression", "transitions", 0, "from"), "import-unreadable", "a transition has no from"),
    (put("phaseProgression", "transitions", 0, "to", "yearDelta", value=-1), "import-unreadable", "is not between 0"),
]


@pytest.mark.parametrize(("change", "name", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_a_part_that_is_wrong_is_told_and_left_out(change, name, words):
    document = foreign()
    before = {(item.name, item.finding.message) for item in read(document).notices}
    change(document)
    found = read(document)
    told = [item for item in found.notices if (item.name, item.finding.message) not in before]
    (hit,) = [item for item in told if item.name == name and words in item.finding.message]
    assert hit.finding.hint
    assert not hit.finding.message.endswith(".")
    assert hit.finding.place.span.begin[0] >= 1
    assert ENGINE.problems(found.variant) == [] or not found.variant.powers


def test_a_finding_stands_where_the_mistake_is():
    document = foreign()
    document["provinces"][1]["adjacencies"][0]["pass"] = "wing"
    data = json.dumps(document, indent=1)
    (found,) = [item.finding for item in read(document).notices if item.name == "import-unreadable"]
    line = found.place.span.begin[0]
    assert data.splitlines()[line - 1].strip() == '"pass": "wing"'
    assert found.place.span.text == '"wing"'


def test_an_edge_for_fewer_units_at_one_end_is_a_way_for_the_others():
    document = foreign()
    document["provinces"][1] = coastal("east", "East Isle", ("rock", "both"), ("mid-sea", "fleet"), supplyCenter=True)
    document["namedCoasts"] = []
    document["initialState"]["units"][1]["location"] = "east"
    document["provinces"][3]["adjacencies"] = [{"to": to, "pass": "fleet"} for to in ("west-isle", "rock", "east")]
    edges = [edge for edge in read(document).variant.adjacency if {edge.a, edge.b} == {"east", "rock"}]
    assert edges == [Adjacency("east", "rock", Units.ARMY), Adjacency("east", "rock", Units.FLEET, oneway=True)]


def test_hundreds_of_findings_end_with_one_that_says_so():
    document = foreign()
    document["provinces"][1]["adjacencies"] += [{"to": f"mars-{n}", "pass": "army"} for n in range(1000)]
    told = said(read(document), "import-unreadable")
    assert told == [f"map.dvar has more findings than the {MOST_NOTICES} told here"]
    assert len(read(document).notices) == MOST_NOTICES + 1


MOST = [(("provinces",), 2000), (("namedCoasts",), 2000), (("nations",), 200), (("provinces", 1, "adjacencies"), 2000)]


def crowded(path, count):
    """A document that has so many of one part, each with an id of its own."""
    document = foreign()
    holder, key = at(document, *path)
    holder[key] = [{**holder[key][0], "id": chr(0x2190 + n)} for n in range(count)]
    return document


@pytest.mark.parametrize(("path", "most"), MOST)
def test_more_parts_than_any_variant_has_are_refused(path, most):
    with pytest.raises(UnreadableError, match=f"are more than {most}"):
        read(crowded(path, most + 1))


@pytest.mark.slow
@pytest.mark.parametrize(("path", "most"), MOST)
def test_as_many_parts_as_may_be_are_read_in_five_seconds(path, most):
    """Slow for what it measures: documents as long as they may be."""
    document = crowded(path, most)
    started = time.process_time()
    read(document)
    assert time.process_time() - started < 5


def test_names_are_made_fit_and_ids_stay_apart():
    document = foreign()
    document["id"] = "1904"
    document["name"] = "\u202eTwo\tIsles\x00" + "x" * 300
    document["nations"][0]["id"], document["nations"][1]["id"] = "nobody", "no-body"
    document["provinces"][0]["id"] = "Rock"
    document["provinces"][0]["name"] = "Ä" * 500
    found = read(document)
    assert found.variant.id == "v1904"
    assert found.variant.name.startswith("Two Isles x")
    assert len(found.variant.name) == 200
    assert [power.id for power in found.variant.powers] == ["nobody2", "nobody3"]
    assert set(found.variant.by_id) == {"rock", "rock2", "east", "midsea"}
    assert read({**document, "id": None, "name": "!"}, name="a/Some Map.dvar").variant.id == "somemap"


# ---- the map


BOMB = b"<!DOCTYPE svg [%s]><svg>&a9;</svg>" % b"".join(
    b"<!ENTITY a%d '%s'>" % (n, b"&a%d;" % (n - 1) * 10 if n else b"lol") for n in range(10)
)


@pytest.mark.parametrize("picture", [b"<svg", b"PNG", BOMB], ids=["cut", "no XML", "bomb"])
def test_a_document_with_a_map_that_is_none_is_refused(picture):
    with pytest.raises(UnreadableError) as caught:
        read(foreign(), picture)
    assert {item.finding.place.span.source.name for item in caught.value.notices} == {"map.svg"}
    assert read(foreign()).drawing is None


def test_a_map_has_shapes_of_other_names_and_places_of_nobody():
    document, picture = write(read(foreign()).variant, read(foreign()).kept)
    assert b'id="west-isle"' in picture
    assert b'id="east/n-c"' in picture
    found = read(document, picture)
    assert found.drawing.shapes == {
        "westisle": ("west-isle",),
        "midsea": ("mid-sea",),
        "east/nc": ("east/n-c",),
    }
    assert set(found.variant.anchors) == {"east", "east/nc", "east/sc", "midsea", "rock", "westisle"}
    stray = read(document, picture.replace(b'<circle id="rock"', b'<circle id="reef"'))
    assert said(stray, "import-stray") == ["the map has places for units in reef, which are no places of the document"]
    assert "rock" not in stray.variant.anchors


@pytest.mark.parametrize("value", ["nan", "1e999", "1e300", "", "x"])
def test_a_point_that_is_no_number_is_none(value):
    found = read(foreign())
    document, picture = write(found.variant, found.kept)
    odd = re.sub(rb'(<circle id="rock" cx=")[^"]*', rb"\g<1>" + value.encode(), picture)
    assert odd != picture
    assert set(found.variant.by_id) - set(read(document, odd).variant.anchors) == {"rock"}


SHORES = {
    "stp/nc": "bar nwy",
    "stp/sc": "bot fin lvn",
    "spa/nc": "gas mid por",
    "spa/sc": "gol mar mid por wes",
    "bul/ec": "bla con rum",
    "bul/sc": "aeg con gre",
}
"""Which fleets' neighbours lie on which coast: the declared graph is one of provinces."""


@pytest.mark.shared
def test_the_published_map_binds_every_shape(shared):
    """The dSVG of the classical board with a DVAR made of its declared graph."""
    folder = shared / "corpus" / "dsvg-classical"
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    document, _ = write(standard_variant())
    words = {"land": "land", "coast": "coastal", "sea": "sea"}
    shores = {place: seas.split() for place, seas in SHORES.items()}
    told = [(a, b, units) for a, b, units in truth["edges"] if units == "army" or not {a, b} & {"stp", "spa", "bul"}]
    told += [(a, b, "army") for a, b, units in truth["edges"] if units == "both" and {a, b} & {"stp", "spa", "bul"}]
    told += [(coast, sea, "fleet") for coast, seas in shores.items() for sea in seas]
    edges = {}
    for a, b, units in told:
        edges.setdefault(a, []).append({"to": b, "pass": units})
        edges.setdefault(b, []).append({"to": a, "pass": units})
    document["provinces"] = [
        {
            "id": name,
            "name": item["name"],
            "type": "land" if item["coasts"] else words[item["type"]],
            "supplyCenter": item["sc"],
            **({"homeNation": item["home"].lower()} if item["home"] else {}),
            "adjacencies": edges[name],
        }
        for name, item in truth["provinces"].items()
    ]
    document["namedCoasts"] = [
        {"id": f"{name}/{coast}", "name": coast, "parentProvince": name, "adjacencies": edges[f"{name}/{coast}"]}
        for name, item in truth["provinces"].items()
        for coast in item["coasts"]
    ]
    picture = (folder / "map.svg").read_bytes()
    started = time.process_time()
    found = read(document, picture)
    assert time.process_time() - started < 3
    assert found.drawing.dialect == "dsvg"
    assert said(found, "import-oneway") == []
    assert len(found.variant.provinces) == 75
    places = {place for item in found.variant.provinces for place in item.locations}
    assert len(places) == 81
    assert set(found.variant.anchors) == places
    assert len(found.variant.powers) == 7
    both = {(a, b, kind) for a, b, units in told for kind in ("army", "fleet") if units in (kind, "both")}
    assert steps(found.variant) == both | {(b, a, kind) for a, b, kind in both}


# ---- which files


@pytest.mark.parametrize(
    ("files", "ours"),
    [
        ({"a.dvar": b"{}"}, True),
        ({"a.DVAR": b"{}", "b.svg": b""}, True),
        ({"a.json": b'{"nations": [], "provinces": [], "initialState": {}}'}, True),
        ({"config.json": b'{"players": {}, "file": "map.svg"}', "map.svg": b"<svg/>"}, False),
        ({"a.dvar": b"{}", "b.dvar": b"{}"}, False),
        ({"a.dvar": b"{}", "b.svg": b"", "c.svg": b""}, False),
        ({"a.dvar": b"{}", "readme.txt": b""}, False),
        ({"b.svg": b""}, False),
        ({}, False),
    ],
)
def test_which_files_are_a_dvar(files, ours):
    assert ENGINE.recognises(files) is ours


def test_files_that_are_no_dvar_are_refused():
    for files in ({}, {"a.dvar": b"{}", "b.dvar": b"{}"}, {"x.svg": b"<svg/>"}):
        with pytest.raises(UnreadableError, match="one document with one map"):
            ENGINE.read(files)
