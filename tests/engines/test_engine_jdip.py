"""jDip's variant zip: valid by its own document types, and the variant's own graph, rules and names."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from functools import cache

import pytest
from effort import OURS, examples, some
from generated import Wanted, generated
from hypothesis import strategies as st
from jdip_package import (
    COASTS,
    ENGINE,
    adjacency,
    board,
    faults,
    game,
    movers,
    parts,
    places_of,
    squares,
    unpacked,
    valid,
    verdict,
    wanted,
)
from small_boards import coast, edge, land, power, sea

from dipmap.engines import Handling, Material
from dipmap.engines._jdip.names import css, names_of, version_of
from dipmap.engines._jdip.text import begin, game_length
from dipmap.engines._rules import rule_ids
from dipmap.model import (
    Builds,
    BuildSite,
    Calendar,
    Coast,
    End,
    Kind,
    Opening,
    Start,
    Turn,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
)
from dipmap.model.rules import STANDARD_TURNS

# ---- our variants


@pytest.fixture(scope="session")
def ours(drawn, exported):
    """A variant of our own, its drawing and the parts of its zip, by name."""
    return cache(lambda name: (*drawn(name), unpacked(exported(name, "jdip")[1])))


def test_what_zeus_keeps(ours):
    zeus = ours("zeus")[0]
    found = {item.rule: item.handling for item in ENGINE.verdicts(zeus)}
    for rule in ("island-sea", "island-sea-convoy", "opening-adjustment", "strait", "split-coasts", "one-coast-canal"):
        assert found[rule] is Handling.NATIVE
    for rule in ("standing-unit", "extra-build-sites"):
        assert found[rule] is Handling.EMULATED


def test_every_rule_has_an_answer_and_no_answer_is_idle():
    answered = set(ENGINE.capabilities)
    assert set(rule_ids()) - answered == {"build-sites"}
    assert {name.partition(":")[0] for name in answered} <= set(rule_ids())


@pytest.mark.parametrize("name", some(OURS, 2))
def test_the_zip_is_flat_and_says_nothing_of_when_and_where(ours, exported, name):
    variant, drawing, held = ours(name)
    _, files = exported(name, "jdip")
    assert ENGINE.write(variant, Material(drawing)) == files
    ((path, data),) = files.items()
    assert path == f"{name.capitalize()}Variant.zip"
    assert sorted(held) == sorted(
        ["variants.xml", *(f"{name}{end}" for end in ("_adjacency.xml", ".svg", "_thumb.png"))]
    )
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        entries = bundle.infolist()
    assert [entry.filename for entry in entries] == sorted(held)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o100644}


# ---- the graph


@pytest.mark.parametrize("name", OURS)
def test_the_graph_edge_by_edge(ours, name):
    variant, _, held = ours(name)
    kinds, army, fleet, convoys = movers(valid(held[f"{name}_adjacency.xml"]))
    assert set(kinds) == set(variant.by_id)
    assert (army, fleet, convoys) == wanted(variant)
    closed = {(b, a) for a, b in army} - army | ({(b, a) for a, b in fleet} - fleet)
    assert not closed, "none of ours has an edge that goes one way"


def test_a_border_keeps_armies_out_of_a_sea_without_convoys():
    variant = board((coast("aaa"), sea("bbb", convoys=False)), (edge("aaa", "bbb", Units.FLEET),))
    root = adjacency(variant)
    (border,) = root.iter("BORDER")
    assert (border.get("id"), border.get("unitTypes")) == ("no_armies", "army")
    found = root.find("PROVINCE[@shortname='bbb']")
    assert found.get("borders") == "no_armies"
    assert found.get("isConvoyableCoast") == "false"
    assert [(each.get("type"), each.get("refs")) for each in found] == [("mv", ""), ("xc", "aaa")]
    assert verdict(variant, "sea-without-convoy").handling is Handling.EMULATED


def test_a_border_keeps_units_from_being_built_that_nobody_builds():
    variant = board(
        (coast("aaa", centre=True), land("bbb", centre=True)), builds=Builds("owned", units=(UnitType.ARMY,))
    )
    root = adjacency(variant)
    assert {item.get("shortname"): item.get("borders") for item in root.iter("PROVINCE")} == {
        "aaa": "no_fleets",
        "bbb": None,
    }
    assert verdict(variant, "unit-types").handling is Handling.EMULATED
    start = Start((Unit("redland", UnitType.FLEET, "aaa"),))
    assert verdict(replace(variant, start=start), "unit-types").refuses


def test_one_way_edges_stay_so():
    variant = board((land("aaa"), land("bbb")), (edge("bbb", "aaa", Units.ARMY, oneway=True),))
    _, army, _, _ = movers(adjacency(variant))
    assert army == {("bbb", "aaa")}
    assert verdict(variant, "oneway").handling is Handling.NATIVE


def test_split_coasts_convoyable_coasts_and_shut_provinces():
    coasts = (Coast("nc", "north coast"), Coast("sc", "south coast"))
    variant = board(
        (
            coast("gam", "Gamma", coasts=coasts, convoys=True),
            coast("bbb"),
            sea("nse"),
            sea("sse", coasts=(Coast("ec", "e"), Coast("wc", "w"))),
            land("xxx", impassable=True),
        ),
        (
            edge("gam/nc", "nse", Units.FLEET),
            edge("gam/sc", "sse/ec", Units.FLEET),
            edge("gam", "bbb", Units.ARMY),
            edge("gam", "xxx", Units.ARMY),
        ),
    )
    kinds, army, fleet, convoys = movers(adjacency(variant))
    assert kinds == {
        "gam": {"mv", "nc", "sc"},
        "bbb": {"mv", "xc"},
        "nse": {"xc"},
        "sse": {"mv", "ec", "wc"},
        "xxx": {"mv"},
    }
    assert army == {("gam", "bbb"), ("bbb", "gam")}
    assert ("gam/sc", "sse/ec") in fleet
    assert convoys == {"gam", "nse", "sse"}


def test_borders_that_an_import_kept_are_given_back():
    kept = {
        "borders": {
            "ice": {"description": "ice in fall", "from": "hold", "season": "fall"},
            "no_fleets": {},
            "x y": {},
        },
        "provinces": {"bbb": {"borders": ["ice", "gone"]}, "hold": "odd"},
        "years_without_capture": 7,
        "unit_style": "period",
    }
    variant = board((land("hold"), land("bbb")), (edge("bbb", "hold", Units.ARMY),))
    root = adjacency(variant, kept=kept)
    (border,) = root.iter("BORDER")
    code = names_of(variant).code["hold"]
    assert dict(border.attrib) == {"id": "ice", "description": "ice in fall", "from": code, "season": "fall"}
    assert root.find("PROVINCE[@shortname='bbb']").get("borders") == "ice"
    told = game(variant, kept=kept)
    assert told.find("VICTORYCONDITIONS/YEARS_WITHOUT_SC_CAPTURE").get("value") == "7"
    assert told.find("MAP/MAP_GRAPHIC").get("preferredUnitStyle") == "period"


# ---- the game


@pytest.mark.parametrize(
    ("name", "turn", "wins", "length"),
    [
        ("standard", "Spring, 1901, Movement", "18", None),
        ("zeus", "Winter, 1939, Adjustment", "22", None),
        ("stockholm", "Spring, 2101, Movement", "18", None),
        ("yubani", "Fall, 2021, Movement", None, "7"),
        ("philadelphia", "Winter, 2006, Adjustment", "19", None),
    ],
)
def test_start_and_victory_of_ours(ours, name, turn, wins, length):
    variant, _, held = ours(name)
    found = valid(held["variants.xml"]).find("VARIANT")
    assert found.find("STARTINGTIME").get("turn") == turn
    victory = {each.tag: each.get("value") for each in found.find("VICTORYCONDITIONS")}
    assert victory["WINNING_SUPPLY_CENTERS"] == (wins or str(len(variant.centres) + 1))
    assert victory.get("GAME_LENGTH") == length
    builds = found.find("RULEOPTIONS/RULEOPTION").get("value")
    assert builds == f"VALUE_BUILDS_{'ANY_OWNED' if variant.builds.sites == 'owned' else 'HOME_ONLY'}"


def test_centres_powers_and_units_of_zeus(ours):
    variant, _, held = ours("zeus")
    found = valid(held["variants.xml"]).find("VARIANT")
    powers = {each.get("name"): each.get("active") for each in found.iter("POWER")}
    assert powers == {**{each.name: "true" for each in variant.powers}, "Nobody": "false"}
    centres = {each.get("province"): (each.get("homepower"), each.get("owner")) for each in found.iter("SUPPLYCENTER")}
    assert len(centres) == 43
    assert centres["ind"] == ("none", "Nobody")
    assert centres["rom"] == ("Germany", "none")
    assert centres["cal"] == ("USA", "USA")
    (unit,) = found.iter("INITIALSTATE")
    assert dict(unit.attrib) == {"province": "ind", "power": "Nobody", "unit": "army"}


def test_units_of_standard_start_on_their_coasts(ours):
    found = valid(ours("standard")[2]["variants.xml"]).find("VARIANT")
    units = [dict(each.attrib) for each in found.iter("INITIALSTATE")]
    assert len(units) == 22
    assert {"province": "stp", "power": "Russia", "unit": "fleet", "unitcoast": "sc"} in units
    assert sum("unitcoast" in unit for unit in units) == 1


@pytest.mark.parametrize(
    ("first", "last", "opening", "turn", "length"),
    [
        (1901, 1903, False, "Spring, 1901, Movement", 4),
        (1901, 1903, True, "Winter, 1900, Adjustment", 5),
        (-2, 1, False, "Spring, 2 BC, Movement", 6),
        (1, 1, True, "Winter, 1 BC, Adjustment", 4),
        (0, 0, False, "Spring, 1 BC, Movement", 3),
        (1901, None, False, "Spring, 1901, Movement", 0),
    ],
)
def test_years(first, last, opening, turn, length):
    """A game of that length ends in the spring after the last year, by jDip's count (year - first year + 1)."""
    variant = board(
        (land("aaa"),),
        calendar=Calendar(STANDARD_TURNS, first, "spring"),
        end=End(last),
        start=Start((), Opening() if opening else None),
    )
    found = game(variant)
    assert found.find("STARTINGTIME").get("turn") == turn
    assert found.find("STARTINGTIME").get("allowBCYears") == str("BC" in turn).lower()
    assert game_length(variant) == length
    if last is not None:
        assert verdict(variant, "last-year").handling is Handling.EMULATED


def test_rounds_of_several_years_and_turns_of_other_names():
    turns = tuple(
        Turn(
            name.lower(),
            name,
            ("movement", "retreat") if index % 3 < 2 else ("adjustment",),
            index % 3 == 1,
            index % 3 == 1,
        )
        for index, name in enumerate(("Sow", "Reap", "Sleep", "Dig", "Pick", "Rest"))
    )
    variant = board((land("aaa"),), calendar=Calendar(turns, 10, "dig"), end=End(11))
    assert begin(variant) == ("SPRING", 10)
    assert game_length(variant) == 5
    told = game(variant).find("DESCRIPTION").text
    assert "<li>Fall of year 2: Pick</li>" in told
    assert verdict(variant, "calendar").handling is Handling.EMULATED
    odd = replace(variant, calendar=Calendar(turns[:5], 10, "sow"))
    assert verdict(odd, "calendar").refuses
    assert verdict(odd, "last-year").refuses
    assert game_length(odd) == 0


def test_sites_beyond_homes():
    centres = (land("aaa", centre=True), land("bbb", centre=True), land("ccc", centre=True))
    powers = (power("redland", homes=("aaa",)), power("blueland"))
    variant = board(centres, (), powers, builds=Builds(extra=(BuildSite("blueland", "bbb"),)))
    found = {each.get("province"): each.get("homepower") for each in game(variant).iter("SUPPLYCENTER")}
    assert found == {"aaa": "Redland", "bbb": "Blueland", "ccc": "none"}
    assert verdict(variant, "extra-build-sites").handling is Handling.EMULATED
    for extra in ((BuildSite("blueland", "aaa"),), (BuildSite("blueland", "bbb"), BuildSite("redland", "bbb"))):
        assert verdict(replace(variant, builds=Builds(extra=extra)), "extra-build-sites").refuses
    shared = replace(variant, powers=(powers[0], power("blueland", homes=("aaa",))))
    assert verdict(shared, "shared-home").refuses


def test_a_standing_unit_needs_a_centre_that_nobody_owns():
    standing = (Unit(None, UnitType.ARMY, "bbb"),)
    assert verdict(board((land("aaa"), land("bbb")), standing_units=standing), "standing-unit").refuses
    held = board((land("aaa"), land("bbb", centre=True)), standing_units=standing)
    assert verdict(held, "standing-unit").handling is Handling.EMULATED


def test_adjudication_has_no_choices():
    variant = board((land("aaa"),), options={"convoy_adjacent": "explicit", "disband_distance": "home"})
    found = {item.rule: item.handling for item in ENGINE.verdicts(variant) if item.rule.startswith("option:")}
    assert found == {"option:convoy_adjacent": Handling.DROPPED, "option:disband_distance": Handling.NATIVE}
    assert verdict(replace(variant, builds=Builds("owned")), "option:disband_distance").refuses


def test_a_second_unit_in_a_province_is_left_out():
    units = (Unit("redland", UnitType.FLEET, "aaa"), Unit("blueland", UnitType.FLEET, "aaa"))
    variant = board((sea("aaa", capacity=3),), start=Start(units))
    assert [each.get("power") for each in game(variant).iter("INITIALSTATE")] == ["Redland"]


def test_losses_are_told_to_the_players(ours):
    told = valid(ours("philadelphia")[2]["variants.xml"]).find("VARIANT/DESCRIPTION").text
    assert "<li>capacity (changes play): a province holds one unit</li>" in told
    assert "<li>GreatNortheast: The Great Northeast</li>" in told
    assert "Brad Wilson" in told
    assert "CC BY 4.0" in told
    # jDip shows the first node of a description and nothing else
    assert ours("philadelphia")[2]["variants.xml"].count(b"<DESCRIPTION><![CDATA[") == 3


# ---- names


@pytest.mark.parametrize("id_", ["nc", "to", "army1", "a", "holdfast", "wing"])
def test_ids_that_orders_would_swallow_are_changed(id_):
    variant = board((land(id_, "Somewhere"), land("lon", "London")))
    code = names_of(variant).code
    assert re.fullmatch("[a-z]{3}", code[id_])
    assert code["lon"] == "lon"
    assert verdict(variant, "ids").handling is Handling.EMULATED


def test_no_two_places_share_a_name():
    variant = board(
        (
            land("mob", "Lon", aliases=("London", "The Mob", "LON")),
            land("lon", "London"),
            land("abc", "London", aliases=("Stoke-on",)),
            land("def", "Kiel/nc"),
        ),
    )
    names = names_of(variant)
    assert names.full == {"abc": "London", "def": "Kiel nc", "lon": "London LON", "mob": "Lon MOB"}
    assert names.alias["mob"] == ("The Mob",)
    assert names.unsaid["mob"] == ("Lon", "London", "LON")
    told = [name.lower() for item in variant.provinces for name in (names.full[item.id], *names.alias[item.id])]
    told += [names.code[item.id] for item in variant.provinces if names.code[item.id] not in told]
    assert len(told) == len(set(told))
    assert not verdict(variant, "aliases").refuses


def test_power_names_are_one_word_and_no_class_of_the_map():
    powers = (
        power("usa", "USA", adjective="American"),
        power("ia", "Israel-America"),
        power("w", "Water"),
        power("u", "Red", adjective="USA"),
        power("v", "Unit Red"),
        power("n", "None"),
        power("x", "日本"),
        power("z", "7th Legion"),
        power("nb", "Nobody"),
    )
    names = names_of(board((land("aaa"),), (), powers, standing_units=(Unit(None, UnitType.ARMY, "aaa"),)))
    assert [names.power[item.id] for item in powers] == [
        *("USA", "IsraelAmerica", "TheWater", "Red", "TheUnitRed", "TheNone", "X", "7thLegion", "Nobody"),
    ]
    assert names.nobody == "NobodyA"
    assert names.adjective["u"] == "Red"
    assert css("7thLegion") == "X7thlegion"
    classes = [prefix + css(name) for name in (*names.power.values(), names.nobody) for prefix in ("", "unit", "sc")]
    assert len(set(classes)) == len(classes)


def test_the_variant_that_jdip_has_itself_is_called_otherwise(ours):
    variant, _, held = ours("standard")
    assert valid(held["variants.xml"]).find("VARIANT").get("name") == "Standard (dipmap)"
    assert verdict(variant, "variant-name").handling is Handling.EMULATED


@pytest.mark.parametrize(
    ("version", "number"),
    [
        ("1", "1.0"),
        ("1.0.0", "1.0"),
        ("1.2.3", "1.0203"),
        ("1.10", "1.1"),
        ("1.9", "1.09"),
        ("0", "0.0001"),
        ("x", "0.0001"),
    ],
)
def test_versions_are_numbers_above_zero(version, number):
    assert version_of(version) == number
    assert float(number) > 0


# ---- refusals


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        (Variant("probe", "Probe", "1", (land("aaa", centre=True),), ()), "needs a power"),
        (Variant("probe", "Probe", "1", (land("aaa"),), (), (power("redland"),)), "needs a supply centre"),
        (board((coast("aaa", coasts=tuple(Coast(c, c) for c in (*COASTS, "x"))),)), "four coasts"),
        (
            board((coast("aaa"), sea("bbb")), start=Start((Unit("redland", UnitType.ARMY, "bbb"),))),
            "an army at bbb (Bbb)",
        ),
        (board((land("aaa"),), (edge("aaa", "zzz"),)), "zzz, which is no place"),
        (board((land("aaa"),), start=Start((Unit("green", UnitType.ARMY, "aaa"),))), "names green"),
        (board((land("aaa", centre=True, owner="green"),)), "names green"),
        (board((land("aaa"),), start=Start((Unit("redland", UnitType.ARMY, "aaa"),) * 2)), "two start in Aaa"),
        (
            board((coast("aaa", coasts=(Coast("nc", "n"), Coast("sc", "s"))), sea("bbb")), (edge("aaa", "bbb"),)),
            "needs a coast for fleets in Aaa",
        ),
    ],
)
def test_what_could_not_load_is_refused_with_a_way_out(variant, words):
    (finding,) = ENGINE.problems(variant)
    assert words in finding.message
    assert finding.hint
    with pytest.raises(ValueError, match="jDip"):
        ENGINE.write(variant, Material(squares(variant)))


def test_without_a_drawing_there_is_no_package():
    with pytest.raises(ValueError, match="jDip needs the map"):
        ENGINE.write(board((land("aaa"),)))


# ---- any variant


NAMES = ("", "Lon", "Water", "None", "7th", "a/nc", "Über ]]>", "<b>", "日本", "\x07", "nobody")


@st.composite
def variants(draw):
    """A generated variant with names, rules and years that nobody would choose."""
    made = generated(draw(st.integers(0, 9999)), Wanted(islands=True, oneway=True))
    odd = st.sampled_from(NAMES) | st.text(max_size=5)
    provinces = tuple(
        replace(item, name=draw(odd), aliases=(draw(odd), "LON"), convoys=draw(st.booleans()))
        for item in made.provinces
    )
    powers = tuple(
        replace(item, name=draw(odd), adjective=draw(odd), playable=draw(st.booleans())) for item in made.powers
    )
    edges = tuple(replace(item, kind=draw(st.sampled_from(Kind))) for item in made.adjacency)
    return replace(
        made,
        id="probe",
        name=draw(odd),
        version=draw(st.text(max_size=5)),
        provinces=provinces,
        powers=powers,
        adjacency=edges,
        calendar=Calendar(
            STANDARD_TURNS, draw(st.integers(-3, 3)), draw(st.sampled_from(["spring", "fall", "winter"]))
        ),
        start=Start((), Opening() if draw(st.booleans()) else None),
        end=End(draw(st.none() | st.integers(-3, 9))),
        victory=Victory(at_least=draw(st.integers(0, 4))),
    )


@examples(10, 50, variants())
def test_any_variant_keeps_its_graph_and_the_contract(variant):
    assert ENGINE.problems(variant) == []
    held = parts(variant)
    graph, told = valid(held["probe_adjacency.xml"]), valid(held["variants.xml"]).find("VARIANT")
    _, army, fleet, convoys = movers(graph)
    assert (army, fleet, convoys) == wanted(variant)
    assert re.fullmatch(
        r"(Spring|Fall|Winter), [1-9]\d*( BC)?, (Movement|Adjustment)", told.find("STARTINGTIME").get("turn")
    )
    powers = [each.get("name") for each in told.iter("POWER")]
    centres = [each.get("province") for each in told.iter("SUPPLYCENTER")]
    assert faults(held["probe.svg"], places_of(graph), powers, centres) == []
