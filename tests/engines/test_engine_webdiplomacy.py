"""webDiplomacy folders: the graph as PHP builds it, the classes as they play, the pictures dot by dot."""

import io
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from facts_model import facts_variant, standard_variant
from generated import Wanted, generated, steps
from PIL import Image

from dipmap.engines import Handling, Material, PackageMap, refused
from dipmap.engines._webdiplomacy.labels import Overlay
from dipmap.engines._webdiplomacy.map import Chart
from dipmap.engines._webdiplomacy.names import Names, comment, plain, quoted
from dipmap.engines._webdiplomacy.php import code_version
from dipmap.engines._webdiplomacy.plan import Plan
from dipmap.engines._webdiplomacy.raster import fill, pale
from dipmap.engines.webdiplomacy import ENGINE
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
    Points,
    Power,
    Province,
    Start,
    Terrain,
    Turn,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
    province_of,
)
from dipmap.model.rules import STANDARD_TURNS

STUB = Path(__file__).with_name("webdiplomacy_stub")
NAMES = ("standard", "yubani", "zeus", "stockholm", "philadelphia")
PHP, NODE = shutil.which("php"), shutil.which("node")
needs_php = pytest.mark.skipif(not PHP, reason="PHP is not installed: apt-get install php-cli")
needs_node = pytest.mark.skipif(not NODE, reason="Node.js is not installed")


@cache
def has_gd():
    return bool(PHP) and "gd" in subprocess.run([PHP, "-m"], capture_output=True, text=True, check=True).stdout.split()


# ---- variants and drawings of the tests' own


def boxes(variant, side=100):
    """A drawing of a square for each province, in rows."""
    columns = 5
    rows = -(-len(variant.provinces) // columns)
    shapes = "".join(
        f'<path id="{item.id}" d="M{place % columns * side} {place // columns * side}h{side}v{side}h-{side}z"/>'
        for place, item in enumerate(variant.provinces)
    )
    return PackageMap(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'viewBox="0 0 {columns * side} {rows * side}"><g inkscape:label="provinces">{shapes}</g></svg>'.encode()
    )


def small():
    """Three provinces by a sea, two powers; Bay has two coasts."""
    provinces = (
        Province("ash", "Ashland", Terrain.COAST, fleets=True, centre=True, home="red", owner="red"),
        Province("bay", "Bayland", Terrain.COAST, fleets=True, centre=True, home="blue", owner="blue",
                 coasts=(Coast("nc", "north coast"), Coast("sc", "south coast"))),
        Province("cay", "Cayland", Terrain.COAST, fleets=True, centre=True),
        Province("sea", "Sea", Terrain.SEA, armies=False, fleets=True, convoys=True),
    )  # fmt: skip
    edges = (
        Adjacency("ash", "bay", Units.ARMY),
        Adjacency("ash", "bay/nc", Units.FLEET),
        Adjacency("ash", "cay", Units.BOTH),
        Adjacency("ash", "sea", Units.FLEET),
        Adjacency("bay/sc", "sea", Units.FLEET),
        Adjacency("cay", "sea", Units.FLEET),
    )
    return Variant(
        "small", "Small", "1.2.3", provinces, edges,
        powers=(Power("red", "Red", "Red", "Red", "#cc2200", ("ash",)),
                Power("blue", "Blue", "Blue", "Blu", "#0022cc", ("bay",))),
        start=Start((Unit("red", UnitType.ARMY, "ash"), Unit("blue", UnitType.FLEET, "bay/sc"))),
        victory=Victory(at_least=2),
    )  # fmt: skip


def changed(variant, **fields):
    return replace(variant, **fields)


def province(variant, identity, **fields):
    """The variant with a province that is other."""
    found = tuple(replace(item, **fields) if item.id == identity else item for item in variant.provinces)
    return replace(variant, provinces=found)


def written(variant, drawing=None):
    files = ENGINE.write(variant, Material(drawing or boxes(variant)))
    assert list(files) == ENGINE.files(variant)
    return files


def text(variant, part):
    found = {path.rpartition("/")[2]: data for path, data in written(variant).items()}
    return found[part].decode()


def handled(variant):
    return {item.rule: item.handling for item in ENGINE.verdicts(variant)}


# ---- PHP


def site(folder, files):
    """The stub with a variant's files in it."""
    shutil.copytree(STUB, folder, dirs_exist_ok=True)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def php(folder, *arguments):
    done = subprocess.run(
        [PHP, "-d", "display_errors=stderr", *arguments],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr or done.stdout
    return done.stdout


def graph(variant, folder, drawing=None):
    """What a variant's files make of themselves, by the driver."""
    site(folder, written(variant, drawing))
    return json.loads(php(folder, "graph.php", Plan(variant).names.place))


def play(variant, folder, code):
    """What a piece of PHP prints as JSON, after the variant is installed as `$variant`."""
    site(folder, written(variant))
    (folder / "piece.php").write_text(
        f"<?php require 'site.php'; $variant = installed('{Plan(variant).names.place}'); $DB->puts = array();\n"
        f"class Look {{ public $Members, $Variant, $turn = 0, $id = 7; }}\n$Game = new Look(); $Game->Variant = $variant;\n"
        f"$GAMEID = 7;\n{code}",
        encoding="utf-8",
    )
    return json.loads(php(folder, "piece.php"))


def wanted_steps(variant):
    """The variant's graph without passages by consent, as steps between locations."""
    rest = replace(variant, adjacency=tuple(e for e in variant.adjacency if e.kind is not Kind.PERMISSION))
    army = {(province_of(a), province_of(b), kind) for a, b, kind in steps(rest) if kind == "army"}
    return army | {step for step in steps(rest) if step[2] == "fleet"}


def told_steps(variant, told):
    location = {name: place for place, name in Names(variant).territories.items()}
    return {
        (location[row["name"]], location[other], kind)
        for row in told["territories"]
        for kind in ("army", "fleet")
        for other in row[kind]
    }


def check_graph(variant, told):
    """The installed map is the variant, edge by edge and field by field."""
    assert told_steps(variant, told) == wanted_steps(variant)
    names = Names(variant)
    place = {name: location for location, name in names.territories.items()}
    entered = [item for item in variant.provinces if item.armies or item.fleets]
    assert {place[row["name"]] for row in told["territories"]} == {x for item in entered for x in item.locations}
    for row in told["territories"]:
        location = place[row["name"]]
        item = variant.by_id[province_of(location)]
        assert row["id"] == names.numbers[location]
        assert row["coast"] == ("Child" if "/" in location else "Parent" if item.coasts else "No")
        assert row["parent"] == names.territories[item.id]
        assert row["supply"] == ("Yes" if item.centre and "/" not in location else "No")
        assert row["countryID"] == names.country_numbers.get(item.owner, 0)
        kinds = {(True, True): "Coast", (True, False): "Land", (False, True): "Sea"}
        assert row["type"] == kinds[item.armies, item.fleets]
    assert told["centres"] == len(variant.centres)
    assert told["countries"] == [plain(power.name) for power in variant.powers]
    country = {power.id: number for number, power in enumerate(variant.powers, 1)}
    assert {tuple(unit) for unit in told["units"]} == {
        (country[unit.power], names.numbers[unit.location], unit.type.value.capitalize())
        for unit in variant.start.units
        if unit.power
    }
    assert (told["id"], told["mapID"]) == (names.number, names.number)
    assert 1 <= told["id"] <= 255
    assert all(owner == names.place for owner in told["classes"].values())
    assert told["map"]["files"]["map"].endswith(f"{names.place}/resources/map.png")
    assert told["smallmap"]["files"]["names"].endswith(f"{names.place}/resources/smallmapNames.png")
    assert len(told["map"]["colours"]) == len(variant.powers) + 1


@needs_php
@pytest.mark.parametrize("name", NAMES)
def test_graphs_are_equal_edge_by_edge(name, drawn, tmp_path):
    variant, drawing = drawn(name)
    told = graph(variant, tmp_path, drawing)
    check_graph(variant, told)
    assert told["target"] == (len(variant.centres) + 1 if Plan(variant).counted else variant.victory.at_least)
    for file in sorted(tmp_path.rglob("*.php")):
        assert "No syntax errors" in php(tmp_path, "-l", str(file.relative_to(tmp_path)))
    for row in told["territories"]:
        assert 0 <= row["mapX"] < 1600
        assert abs(row["mapX"] / 2 - row["smallMapX"]) <= 3
        assert abs(row["mapY"] / 2 - row["smallMapY"]) <= 3


@needs_php
@pytest.mark.parametrize("seed", range(8))
def test_generated_variants_keep_their_graph(seed, tmp_path):
    variant = generated(seed, Wanted(islands=True))
    assert ENGINE.problems(variant) == []
    check_graph(variant, graph(variant, tmp_path))


@needs_php
def test_the_standard_board_has_its_numbers(drawn, tmp_path):
    told = graph(*[drawn("standard")[0], tmp_path, drawn("standard")[1]])
    assert sum(len(row["army"]) for row in told["territories"]) == 2 * 111
    assert sum(len(row["fleet"]) for row in told["territories"]) == 2 * 141
    assert told["turns"][:4] == ["Pre-game", "Spring, 1901", "Fall, 1901", "Spring, 1902"]
    assert [row["name"] for row in told["territories"] if row["coast"] == "Child"] == [
        "Bulgaria (East Coast)",
        "Bulgaria (South Coast)",
        "Spain (North Coast)",
        "Spain (South Coast)",
        "St Petersburg (North Coast)",
        "St Petersburg (South Coast)",
    ]


def test_a_passage_by_consent_stays_closed(drawn):
    borders = Plan(drawn("stockholm")[0]).borders
    assert not {frozenset(pair) for pair in borders.army | borders.fleet} & {frozenset(("kla", "str"))}


# ---- verdicts


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("standard", set()),
        ("stockholm", {"permission-passage"}),
        ("zeus", {"island-sea-convoy", "standing-unit", "secret-opening"}),
        ("yubani", {"automatic-builds", "one-phase-year"}),
        ("philadelphia", {"capacity", "secret-opening", "joint-opening"}),
    ],
)
def test_exactly_these_rules_are_lost(name, lost, drawn):
    variant, _ = drawn(name)
    assert ENGINE.problems(variant) == []
    assert {item.rule for item in refused(ENGINE.verdicts(variant))} == lost
    assert ENGINE.verdicts(variant) == ENGINE.verdicts(variant)


def test_the_standard_board_is_the_sites_own_game(drawn):
    plan = Plan(drawn("standard")[0])
    assert plan.classes == ("adjudicatorPreGame", "drawMap")
    assert set(handled(drawn("standard")[0]).values()) == {Handling.NATIVE}


@pytest.mark.parametrize(
    ("variant", "rule", "handling"),
    [
        (changed(small(), options={"disband_distance": "home"}), "option:disband_distance", Handling.NATIVE),
        (changed(small(), options={"disband_distance": "nearest"}), "option:disband_distance", Handling.DROPPED),
        (changed(small(), options={"convoy_adjacent": "explicit"}), "option:convoy_adjacent", Handling.NATIVE),
        (changed(small(), options={"convoy_adjacent": "fallback"}), "option:convoy_adjacent", Handling.DROPPED),
        (changed(small(), options={"paradox": "all-hold"}), "option:paradox", Handling.DROPPED),
        (changed(small(), end=End(agreed_draw="none")), "agreed-draw", Handling.DROPPED),
        (changed(small(), end=End(1910)), "last-year", Handling.EMULATED),
        (changed(small(), end=End(1910), calendar=Calendar(STANDARD_TURNS, 1901, "spring", -1)), "last-year", Handling.DROPPED),
        (changed(small(), calendar=Calendar(STANDARD_TURNS, 1901, "spring", 5)), "year-step", Handling.NATIVE),
        (changed(small(), retreats="none"), "no-retreats", Handling.EMULATED),
        (changed(small(), victory=Victory(at_least=1)), "victory-below-majority", Handling.EMULATED),
        (changed(small(), victory=Victory(at_least=1, sole=False, tie="most")), "victory-below-majority", Handling.DROPPED),
        (changed(small(), victory=Victory("points", 4)), "points-victory", Handling.EMULATED),
        (changed(small(), victory=Victory("points", 4, sole=False, tie="most")), "points-victory", Handling.DROPPED),
        (changed(small(), builds=Builds(units=(UnitType.ARMY,))), "unit-types", Handling.EMULATED),
        (changed(small(), builds=Builds("any-home")), "build-any-home", Handling.EMULATED),
        (province(small(), "cay", convoys=True), "convoyable-coast", Handling.DROPPED),
        (province(small(), "sea", convoys=False), "sea-without-convoy", Handling.DROPPED),
        (province(small(), "cay", owner="red"), "owned-at-start", Handling.EMULATED),
        (province(small(), "cay", aliases=("Caye",)), "aliases", Handling.DROPPED),
        (province(small(), "cay", name="O'Cay"), "names", Handling.EMULATED),
        (changed(small(), id="x-y"), "ids", Handling.EMULATED),
        (changed(small(), adjacency=(*small().adjacency[1:], Adjacency("bay", "ash", Units.ARMY, oneway=True))), "oneway", Handling.DROPPED),
        (changed(small(), adjacency=(*small().adjacency[1:], Adjacency("bay", "ash", Units.ARMY, oneway=True),
                                     Adjacency("ash", "bay", Units.ARMY, oneway=True))), "oneway", Handling.NATIVE),
    ],
)  # fmt: skip
def test_answers_follow_from_the_variants_own_facts(variant, rule, handling):
    found = {item.rule: item for item in ENGINE.verdicts(variant)}[rule]
    assert found.handling is handling
    assert found.why


def turns(*words):
    """Turns by letters: m is a movement with retreats, M one without, o ownership, A adjustment."""
    return tuple(
        Turn(
            f"t{number}", f"Turn {number}",
            (("movement", "retreat") if "m" in word else ("movement",) if "M" in word else ())
            + (("adjustment",) if "A" in word else ()),
            ownership="o" in word, victory="o" in word,
        )
        for number, word in enumerate(words)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("calendar", "first", "fits", "rule"),
    [
        (("m", "moA"), "t0", True, "calendar"),
        (("m", "mo", "A", "m", "moA"), "t3", True, "calendar"),
        (("m", "moA", "m", "mo"), "t0", False, "calendar"),
        (("m", "moA"), "t1", False, "calendar"),
        (("moA",), "t0", False, "one-phase-year"),
    ],
)
def test_only_pairs_of_movements_fit(calendar, first, fits, rule):
    variant = changed(small(), calendar=Calendar(turns(*calendar), 1901, first))
    assert Plan(variant).fits is fits
    lost = {item.rule for item in refused(ENGINE.verdicts(variant))}
    assert (rule in lost) is not fits
    assert "first-turn" not in lost


def test_a_usual_year_that_begins_in_fall_is_a_loss():
    variant = changed(small(), calendar=Calendar(STANDARD_TURNS, 1901, "fall"))
    assert [item.rule for item in refused(ENGINE.verdicts(variant))] == ["first-turn"]
    assert [Plan(variant).date(turn) for turn in range(3)] == [("Fall", 1901), ("Spring", 1902), ("Fall", 1902)]


def test_retreats_after_some_movements_are_a_loss():
    variant = changed(small(), calendar=Calendar(turns("M", "moA"), 1901, "t0"))
    assert "no-retreats" in {item.rule for item in refused(ENGINE.verdicts(variant))}
    assert "processGame" not in Plan(variant).classes


def test_a_coast_for_fleets_alone_is_a_sea():
    variant = province(changed(small(), adjacency=small().adjacency[:2]), "cay", armies=False, centre=False)
    assert "fleets-only" in {item.rule for item in refused(ENGINE.verdicts(variant))}
    assert "new InstallTerritory('Cayland', 'Sea'" in text(variant, "install.php")


# ---- problems


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        (changed(small(), powers=small().powers[:1]), "takes 2 to 63 countries; there are 1 powers"),
        (changed(small(), powers=tuple(replace(small().powers[0], id=f"p{i}", homes=()) for i in range(64))), "there are 64"),
        (changed(small(), adjacency=()), "without a border"),
        (changed(small(), adjacency=(Adjacency("ash", "zzz", Units.ARMY),)), "zzz is no place of the map"),
        (changed(small(), adjacency=(Adjacency("ash", "bay", Units.BOTH),)), "needs a coast for fleets in Bayland"),
        (changed(small(), start=Start((Unit("red", UnitType.FLEET, "bay"),))), "cannot start with a fleet at bay"),
        (changed(small(), start=Start((Unit("red", UnitType.ARMY, "bay/nc"),))), "cannot start with a army at bay/nc"),
        (changed(small(), start=Start((Unit("red", UnitType.ARMY, "sea"),))), "cannot start with a army at sea"),
        (changed(small(), start=Start((Unit("red", UnitType.ARMY, "xxx"),))), "cannot start with a army at xxx"),
        (changed(small(), standing_units=(Unit(None, UnitType.ARMY, "ash"),)), "two start in Ashland"),
        (changed(small(), start=Start((Unit("green", UnitType.ARMY, "cay"),))), "names green"),
        (changed(small(), calendar=Calendar((Turn("w", "Winter", ("adjustment",)),), 1901, "w")), "turn with movement"),
        (province(province(small(), "ash", owner=None), "bay", owner=None), "no country holds a centre"),
        (province(small(), "cay", impassable=True), "no centre that nobody may enter; Cayland"),
        (province(small(), "bay", armies=False), "no army may enter Bayland"),
        (changed(small(), powers=(replace(small().powers[0], homes=("ash", "qqq")), small().powers[1])), "qqq is no province"),
        (changed(small(), provinces=(*small().provinces, *(Province(f"z{i}", f"Z {i}", Terrain.LAND) for i in range(230)))),
         "room for 230; there are 234"),
    ],
)  # fmt: skip
def test_what_could_not_be_installed_is_said(variant, message):
    found = ENGINE.problems(variant)
    assert any(message in finding.message for finding in found), [finding.message for finding in found]
    assert all(finding.hint and not finding.message.endswith(".") for finding in found)
    with pytest.raises(ValueError, match="webDiplomacy"):
        ENGINE.write(variant, Material(boxes(variant)))
    assert isinstance(ENGINE.verdicts(variant), list)


def test_it_needs_the_drawing():
    with pytest.raises(ValueError, match="webDiplomacy needs the map of the package"):
        ENGINE.write(small())


# ---- names


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Land's End", "Lands End"),
        ("Ålesund & Ærø", "Alesund and AEro"),
        ("Łódź\n(old)", "Lodz (old)"),
        ("<b>x</b>;--", "bx/b--"),
        ("東京", ""),
    ],
)
def test_names_are_plain_letters(name, wanted):
    assert plain(name).lower() == wanted.lower()


def test_names_are_told_apart_and_listed():
    variant = province(
        province(province(small(), "ash", name="東京"), "bay", name="Ash (Old Coast)"), "cay", name="ASH OLD COAST"
    )
    variant = province(variant, "sea", name="x" * 200)
    names = Names(variant)
    assert list(names.territories.values()) == [
        "ASH", "Ash Old Coast", "Ash Old Coast (North Coast)", "Ash Old Coast (South Coast)", "ASH OLD COAST CAY", "x" * 100,
    ]  # fmt: skip
    why = {item.rule: item.why for item in ENGINE.verdicts(variant)}["names"]
    assert "東京 is ASH" in why
    assert "ASH OLD COAST is ASH OLD COAST CAY" in why
    twins = changed(variant, powers=tuple(replace(power, name="Same") for power in variant.powers))
    assert list(Names(twins).countries.values()) == ["Same", "Same BLUE"]


def test_coasts_keep_the_form_that_the_site_knows():
    variant = province(
        small(), "bay", coasts=(Coast("nc", "North (upper)"), Coast("sc", "north upper"), Coast("x", "coast"))
    )
    variant = changed(variant, start=Start(), adjacency=small().adjacency[2:4])
    assert list(Names(variant).territories.values())[1:5] == [
        "Bayland", "Bayland (North Upper Coast)", "Bayland (North Upper 2 Coast)", "Bayland (X Coast)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("identity", "place"),
    [("standard", "Standard"), ("x-y_2", "XY2"), ("1900", "Map1900"), ("wd", "MapWd"), ("Lib", "MapLib"),
     ("myvariantmap", "Mymap"), ("variant", "Map"), ("???", "Map")],
)  # fmt: skip
def test_class_names_are_of_letters_and_digits(identity, place):
    variant = changed(small(), id=identity)
    assert Names(variant).place == place
    assert 128 <= Names(variant).number <= 254


def test_literals_hold_what_strangers_write():
    assert quoted("a'b\\c\nd") == "'a\\'b\\\\c d'"
    assert comment("x ?> y\nz") == "// x ? > y z"
    assert [code_version(changed(small(), version=v)) for v in ("1.2.3", "", "99999999.1", "x")] == [
        10203,
        1,
        9990100,
        1,
    ]


@needs_php
def test_hostile_texts_do_no_harm(tmp_path):
    evil = '\'); DROP TABLE x; ?><script>alert("1")</script>\\'
    variant = province(province(small(), "ash", name=f"A{evil}"), "sea", name="12")
    variant = changed(
        variant, name=evil, designers=(evil,), description=evil, version=evil, licence=evil,
        calendar=Calendar((Turn("t0", f"Spring{evil}", ("movement", "retreat")), *STANDARD_TURNS[1:]), 1901, "t0"),
        powers=(replace(variant.powers[0], name=f"Red{evil}", colour="red"), variant.powers[1]),
    )  # fmt: skip
    files = written(variant)
    told = graph(variant, tmp_path)
    assert all("'" not in row["name"] and "<" not in row["name"] for row in told["territories"])
    assert all("<" not in told[field] for field in ("fullName", "description", "author", "version"))
    assert told["turns"][1].startswith("Spring'); DROP")
    assert "<script>" not in told["turnsJS"]
    page = next(data for path, data in files.items() if path.endswith("rules.html")).decode()
    assert "<script>" not in page
    css = next(data for path, data in files.items() if path.endswith("style.css")).decode()
    assert re.fullmatch(r"(\.variantSmall \.\w+ \{ [a-z-]+: #[0-9a-f]{6}( !important)?; \}\n)+", css)
    for file in sorted(tmp_path.rglob("*.php")):
        php(tmp_path, "-l", str(file.relative_to(tmp_path)))


# ---- turns


@needs_php
def test_turns_have_the_variants_names(drawn, tmp_path):
    variant, drawing = drawn("philadelphia")
    told = graph(variant, tmp_path, drawing)["turns"]
    assert told[1:10] == [
        "January, 2007", "February, 2007", "April, 2007", "May, 2007", "July, 2007", "August, 2007", "October, 2007",
        "November, 2007", "January, 2008",
    ]  # fmt: skip
    assert told[1:] == [", ".join(map(str, Plan(variant).date(turn))) for turn in range(40)]


@needs_node
@pytest.mark.parametrize("first", ["spring", "fall"])
def test_the_page_names_turns_as_the_server_does(first):
    variant = changed(small(), calendar=Calendar(STANDARD_TURNS, 1901, first, 5))
    source = re.search(r"return '(function\(turn\) \{.*?\});';", text(variant, "variant.php"), re.DOTALL)[1]
    code = f"const f = {source}; console.log(JSON.stringify([...Array(9).keys()].map(f)))"
    told = json.loads(subprocess.run([NODE, "-e", code], capture_output=True, text=True, check=True).stdout)
    assert told == [", ".join(map(str, Plan(variant).date(turn))) for turn in range(9)]


# ---- the flow of a game

MEMBERS = "$game->Members->fill(array(new Member(1, {red}), new Member(2, {blue})));\n"
GAME = "$game = $variant->processGame($variant);\n"
FIVE = "for( $i = 0; $i < {times}; $i++ ) $game->process();\nprint json_encode(array($game->log, $DB->puts, $game->Members->counted));"


def flow(variant, folder, times, red="1, 1", blue="1, 1"):
    return play(variant, folder, GAME + MEMBERS.format(red=red, blue=blue) + FIVE.format(times=times))


@needs_php
def test_a_game_may_begin_with_builds(tmp_path):
    variant = changed(small(), start=Start((), Opening()))
    log, _, _ = flow(variant, tmp_path, 5)
    assert log == ["Builds 0", "archived", "Diplomacy 0", "archived", "Diplomacy 1", "Diplomacy 2", "Diplomacy 3"]
    assert "protected function assignUnits() { }" in text(variant, "adjudicatorPreGame.php")
    usual, _, _ = flow(changed(variant, start=small().start, end=End(1990)), tmp_path / "x", 3)
    assert usual == ["Diplomacy 0", "Diplomacy 1", "Diplomacy 2"]


@needs_php
def test_nobody_is_asked_where_dislodged_units_retreat(tmp_path):
    log, puts, counted = flow(changed(small(), retreats="none"), tmp_path, 2)
    assert log == ["Diplomacy 0", "Diplomacy 1"]
    assert [put.split()[0] for put in puts] == ["DELETE", "UPDATE"]
    assert all("gameID = 7" in put for put in puts)
    assert counted == 1


@needs_php
@pytest.mark.parametrize(
    ("result", "red", "end"),
    [("draw", "2, 1", ["drawn", "Finished 3 Drawn"]), ("most-wins", "2, 1", ["won by 1", "Finished 3 Won"]),
     ("most-wins", "1, 1", ["drawn", "Finished 3 Drawn"])],
)  # fmt: skip
def test_the_last_year_ends_the_game_after_its_builds(result, red, end, tmp_path):
    variant = changed(small(), end=End(1902, result), victory=Victory(at_least=3))
    log, _, _ = flow(variant, tmp_path, 7 if red == "2, 1" else 5, red)
    builds = ["Builds 1"] if red == "2, 1" else []
    later = ["Builds 3"] if red == "2, 1" else []
    assert log == ["Diplomacy 0", "Diplomacy 1", *builds, "Diplomacy 2", "Diplomacy 3", *later, *end]


@pytest.mark.parametrize(
    ("first", "last", "turn"), [("spring", 1901, 1), ("spring", 1905, 9), ("fall", 1902, 2), ("spring", 1800, 0)]
)
def test_the_last_turn_is_that_of_the_last_year(first, last, turn):
    variant = changed(small(), calendar=Calendar(STANDARD_TURNS, 1901, first), end=End(last))
    plan = Plan(variant)
    assert plan.last_turn == turn
    assert plan.date(turn + 1)[1] > last


# ---- victory


def winner(variant, folder, members, answers, call="checkForWinner"):
    filled = ", ".join(f"new Member({number}, {rest})" for number, rest in enumerate(members, 1))
    return play(
        variant,
        folder,
        GAME + f"$game->phase = 'Builds'; $game->Members->fill(array({filled}));\n"
        f"$DB->answers = json_decode('{json.dumps(answers)}', true);\n$found = $game->Members->{call}();\n"
        "print json_encode($found === false ? 0 : $found->countryID);",
    )


@needs_php
@pytest.mark.parametrize(
    ("centres", "victory", "found"),
    [
        ((6, 3), Victory(at_least=5, tie="most"), 1),
        ((6, 5), Victory(at_least=5, tie="most"), 1),
        ((6, 5), Victory(at_least=5), 0),
        ((5, 5), Victory(at_least=5, tie="most"), 0),
        ((4, 3), Victory(at_least=5, tie="most"), 0),
    ],
)
def test_who_alone_leads_wins_where_the_number_is_no_majority(centres, victory, found, tmp_path):
    extra = tuple(Province(f"x{i}", f"X {i}", Terrain.LAND, centre=True) for i in range(8))
    variant = changed(small(), provinces=(*small().provinces, *extra), victory=victory)
    assert winner(variant, tmp_path, [f"{count}, 1" for count in centres], []) == found


@needs_php
def test_only_a_player_wins_and_the_last_one_at_once(tmp_path):
    variant = changed(small(), victory=Victory(at_least=1, tie="most"))
    assert (
        winner(
            variant,
            tmp_path / "a",
            [
                "3, 1, 'Left'",
                "1, 1",
            ],
            [],
        )
        == 2
    )  # alone, by the site's own count
    variant = changed(variant, powers=(*variant.powers, replace(variant.powers[0], id="green", name="Green", homes=())))
    assert winner(variant, tmp_path / "b", ["3, 1, 'Left'", "1, 1", "1, 1"], []) == 0
    code = GAME + "$game->phase = 'Diplomacy'; $game->Members->fill(array(new Member(1, 3, 1), new Member(2, 0, 1)));\n"
    for retreating in (0, 1):
        told = play(
            variant,
            tmp_path / f"c{retreating}",
            code
            + f"$DB->answers = array(array(array({retreating})));\nprint json_encode($game->Members->checkForWinner());",
        )
        assert bool(told) is not bool(retreating)


POINTS = Victory("points", 4, tie="most", points=Points(1, 2, {"blue": 3}))


@needs_php
@pytest.mark.parametrize(
    ("owned", "found"),
    [
        ([(1, "ash"), (1, "cay")], 0),
        ([(1, "ash"), (2, "bay"), (2, "cay")], 2),
        ([(1, "ash"), (1, "bay"), (1, "cay")], 1),
    ],
)
def test_points_are_counted(owned, found, tmp_path):
    variant = changed(small(), victory=POINTS)
    number = Names(variant).numbers
    rows = [[country, number[place]] for country, place in owned]
    assert winner(variant, tmp_path, ["1, 1", "1, 1"], [rows]) == found
    assert "supplyCenterTarget = 4" in text(variant, "variant.php")


@needs_php
def test_points_come_from_centres_of_the_game(tmp_path):
    variant = changed(small(), victory=POINTS)
    asked = play(
        variant,
        tmp_path,
        GAME + "$game->phase = 'Builds'; $game->Members->fill(array(new Member(1, 1, 1), new Member(2, 1, 1)));\n"
        "$game->Members->checkForWinner(); print json_encode($DB->asked);",
    )
    assert rows_of(variant, asked[0], [(1, "ash", None), (2, "sea", 9), (0, "cay", None)]) == [(1, 1)]


@needs_php
def test_when_time_is_up_the_dead_do_not_lead(tmp_path):
    variant = changed(small(), end=End(1902, "most-wins"))
    assert winner(variant, tmp_path / "a", ["0, 0", "0, 1"], [], "leader") == 2
    assert winner(variant, tmp_path / "b", ["1, 1", "1, 1"], [], "leader") == 0


# ---- builds


def rows_of(variant, sql, owned):
    """What a question of the emitted PHP finds in a game where places are owned and held: (country, place, unit)."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE wD_Territories (id, mapID, supply, type, countryID)")
    base.execute("CREATE TABLE wD_TerrStatus (gameID, terrID, countryID, occupyingUnitID)")
    names = Names(variant)
    for place, number in names.numbers.items():
        item = variant.by_id[province_of(place)]
        kind = "Sea" if not item.armies else "Coast" if item.fleets else "Land"
        supply = "Yes" if item.centre and "/" not in place else "No"
        for map_number in (names.number, 1):  # another map has the same numbers
            row = (number, map_number, supply, kind, names.country_numbers.get(item.owner, 0))
            base.execute("INSERT INTO wD_Territories VALUES (?, ?, ?, ?, ?)", row)
    for game in (7, 8):
        for country, place, unit in owned if game == 7 else [(1, "ash", None)]:
            base.execute("INSERT INTO wD_TerrStatus VALUES (?, ?, ?, ?)", (game, names.numbers[place], country, unit))
    return base.execute(sql).fetchall()


CREATE = """
$Game->Members = new Members();
$Game->Members->fill(array(%s));
$Game->turn = %d;
$DB->answers = array_fill(0, 9, array(array(%d)));
$variant->processOrderBuilds()->create();
print json_encode(array($DB->puts, $DB->asked));
"""


def created(variant, folder, members, turn=1, room=9):
    filled = ", ".join(f"new Member({number}, {rest})" for number, rest in enumerate(members, 1))
    puts, asked = play(variant, folder, CREATE % (filled, turn, room))
    assert len(puts) <= 1
    return re.findall(r"\(7, (\d+), '([A-Z][a-z ]+(?:[A-Z][a-z]+)?)'\)", puts[0]) if puts else [], asked


@needs_php
def test_builds_are_as_many_as_there_is_room(tmp_path):
    variant = changed(small(), builds=Builds("owned"))
    orders, asked = created(variant, tmp_path / "a", ["3, 1", "1, 3"])
    assert orders == [("1", "Build Army")] * 2 + [("2", "Destroy")] * 2
    assert rows_of(variant, asked[0], [(1, "ash", None), (1, "cay", None), (1, "bay", 5), (2, "bay", None)]) == [(2,)]
    assert created(variant, tmp_path / "b", ["3, 0", "1, 1"], room=1)[0] == [("1", "Build Army")]
    assert created(variant, tmp_path / "c", ["1, 1", "1, 1"])[0] == []
    fleets = changed(variant, builds=Builds("owned", units=(UnitType.FLEET,)))
    assert created(fleets, tmp_path / "d", ["2, 1", "1, 1"])[0] == [("1", "Build Fleet")]


@needs_php
def test_the_opening_has_numbers_of_its_own(tmp_path):
    variant = changed(small(), start=Start((), Opening({"red": 2, "blue": 0})))
    assert created(variant, tmp_path / "a", ["1, 0", "1, 0"], turn=0)[0] == [("1", "Build Army")] * 2
    assert created(variant, tmp_path / "b", ["1, 0", "1, 0"], turn=1)[0] == [("1", "Build Army"), ("2", "Build Army")]


SITED = [
    (Builds("owned"), None),
    (Builds("any-home"), {1: ("ash", "bay"), 2: ("ash", "bay")}),
    (Builds(extra=(BuildSite("red", "cay"),)), {1: ("ash", "cay"), 2: ("bay",)}),
]


@needs_php
@pytest.mark.parametrize(("builds", "sites"), SITED)
def test_build_sites_are_the_variants(builds, sites, tmp_path):
    variant = changed(small(), builds=builds)
    number = Names(variant).numbers
    assert Plan(variant).sites == (
        None if sites is None else {c: tuple(number[p] for p in s) for c, s in sites.items()}
    )
    looks = [(c, t, p) for c in (1, 2) for t in ("Build Army", "Build Fleet") for p in number]
    calls = "".join(
        f"$order = $variant->userOrderBuilds(1, 7, {country}); $told[] = $order->look('{kind}', '{number[place]}');\n"
        for country, kind, place in looks
    )
    told = play(variant, tmp_path, f"$told = array();\n{calls}print json_encode($told);")
    for (country, kind, place), (answer, asked) in zip(looks, told, strict=True):
        centre = province_of(place)
        coast = variant.by_id[centre].coasts
        allowed = sites is None or centre in sites[country]
        shore = not coast or (kind == "Build Army") is ("/" not in place)
        assert answer is (allowed and shore)
        if answer:
            found = [
                rows_of(variant, asked[0], [(owner, centre, unit)])
                for owner, unit in ((country, None), (country, 4), (3, None))
            ]
            kept = variant.by_id[centre].centre and (kind == "Build Fleet" or variant.by_id[centre].armies)
            assert found == [[(number[centre],)] if kept else [], [], []]


@needs_php
def test_other_orders_are_checked_by_the_site(tmp_path):
    variant = changed(small(), builds=Builds("owned", units=(UnitType.ARMY,)))
    told = play(
        variant,
        tmp_path,
        "$order = $variant->userOrderBuilds(1, 7, 1);\n"
        "print json_encode(array($order->look('Destroy', 1), $order->look('Build Fleet', 1), $order->look('Build Army', 1)[0]));",
    )
    assert told == [["the site's own", []], ["no such type", []], True]
    assert "toTerrIDCheck" not in text(changed(small(), builds=Builds(units=(UnitType.ARMY,))), "userOrderBuilds.php")


@needs_php
def test_the_order_form_gets_a_script(tmp_path):
    variant = changed(small(), builds=Builds("owned"))
    code = "$form = $variant->OrderInterface('%s'); $form->html(); print json_encode(array(libHTML::$footerIncludes, libHTML::$footerScript));"
    includes, script = play(variant, tmp_path / "a", code % "Builds")
    assert includes == ["board/load.js", "../variants/Small/resources/buildSites.js"]
    assert script == ["loadBoard();SmallBuildSites();", "loadOrdersPhase();"]
    assert play(variant, tmp_path / "b", code % "Retreats") == [
        ["board/load.js"],
        ["loadBoard();", "loadOrdersPhase();"],
    ]


@needs_node
@pytest.mark.parametrize(("builds", "sites"), SITED)
def test_the_script_offers_free_centres_of_the_country(builds, sites):
    variant = changed(small(), builds=builds)
    board = []
    for place, number in Names(variant).numbers.items():
        centre = Names(variant).numbers[province_of(place)]
        supply = variant.by_id[province_of(place)].centre
        board.append(
            {
                "id": str(number),
                "place": place,
                "parent": str(centre),
                "supply": supply,
                "country": 0,
                "unit": place == "ash",
            }
        )
    code = f"""
    {text(variant, "buildSites.js")}
    var SupplyCenters, context = {{countryID: 1}}, rows = {json.dumps(board)};
    Object.isUndefined = function(value) {{ return value === undefined; }};
    rows.forEach(function(row) {{
        row.ownerCountryID = row.place == "sea" ? "2" : "1";
        if( row.unit ) row.Unit = {{}};
    }});
    rows.forEach(function(row) {{ row.coastParent = rows.find(function(other) {{ return other.id == row.parent; }}); }});
    var Territories = {{each: function(look) {{ rows.forEach(function(row) {{ look([row.id, row]); }}); }}}};
    SmallBuildSites();
    console.log(JSON.stringify(SupplyCenters.map(function(row) {{ return [row.place, row.countryID]; }})));
    """
    told = json.loads(subprocess.run([NODE, "-e", code], capture_output=True, text=True, check=True).stdout)
    free = [place for place in Names(variant).numbers if province_of(place) in ("bay", "cay")]
    assert told == [[place, 1] for place in free if sites is None or province_of(place) in sites[1]]


LIMITED = """
$Game->turn = %d;
$DB->answers = array(array(array(11), array(12), array(13)), array(array(11), array(12), array(13)));
$variant->adjudicatorBuilds()->adjudicate();
print json_encode(array($DB->puts, $DB->asked));
"""


@needs_php
def test_builds_beyond_a_limit_fail(tmp_path):
    variant = changed(
        small(),
        builds=Builds("owned", limits=(BuildLimit("red", ("ash", "cay"), 2),)),
        start=Start((), Opening(exclusive=(("ash", "bay"),))),
    )
    number = Names(variant).numbers
    puts, asked = play(variant, tmp_path / "a", LIMITED % 3)
    assert puts[0] == "adjudicated"
    assert [re.findall(r"id IN \((.*?)\)", put) for put in puts[1:]] == [["13"]]
    assert len(asked) == 1
    puts, asked = play(variant, tmp_path / "b", LIMITED % 0)
    assert [re.findall(r"id IN \((.*?)\)", put) for put in puts[1:]] == [["13"], ["12,13"]]
    assert len(asked) == 3
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE wD_Moves (id, gameID, orderID, countryID, success, moveType, toTerrID)")
    for row in [(1, 7, 9, 1, "Yes", "Build Army", number["ash"]), (2, 7, 8, 1, "Yes", "Build Fleet", number["cay"]),
                (3, 7, 7, 2, "Yes", "Build Army", number["ash"]), (4, 8, 1, 1, "Yes", "Build Army", number["ash"]),
                (5, 7, 1, 1, "No", "Build Army", number["ash"]), (6, 7, 1, 1, "Yes", "Destroy", number["ash"]),
                (7, 7, 1, 1, "Yes", "Build Army", number["bay"])]:  # fmt: skip
        base.execute("INSERT INTO wD_Moves VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    assert base.execute(asked[0]).fetchall() == [(2,), (1,)]


def test_alternatives_bind_who_could_use_two():
    variant = changed(small(), start=Start((), Opening(exclusive=(("ash", "bay"),))))
    assert Plan(variant).limits == ()
    variant = changed(variant, builds=Builds(extra=(BuildSite("red", "bay"),)))
    assert [(limit.country, limit.most, limit.opening) for limit in Plan(variant).limits] == [(1, 1, True)]


@needs_php
def test_civil_disorder_counts_from_homes(tmp_path):
    moved = province(province(small(), "ash", owner="blue"), "bay", owner="red")
    told = graph(moved, tmp_path / "a")
    number, map_number = Names(moved).numbers, Names(moved).number
    made = [put for put in told["statements"] if "UnitDestroyIndex" in put]
    homes = [(1, "ash"), (2, "bay"), (2, "bay/nc"), (2, "bay/sc")]
    rows = ",".join(f"({map_number},{country},{number[place]})" for country, place in homes)
    assert made[1:] == [
        f"DELETE FROM wD_UnitDestroyIndex WHERE mapID = {map_number}",
        f"INSERT INTO wD_UnitDestroyIndex VALUES {rows}",
    ]
    assert "userOrderBuilds" in told["classes"]
    homeless = changed(
        small(), powers=tuple(replace(power, homes=()) for power in small().powers), builds=Builds("owned")
    )
    assert len([put for put in graph(homeless, tmp_path / "b")["statements"] if "UnitDestroyIndex" in put]) == 1


# ---- pictures


def read_png(data):
    """Entries and palette of a PNG, whose chunks are no more than a picture needs."""
    names, place = [], 8
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        names.append(data[place + 4 : place + 8].decode())
        place += 12 + length
    assert names == ["IHDR", "PLTE", "IDAT", "IEND"]
    image = Image.open(io.BytesIO(data))
    assert image.mode == "P"
    palette = image.getpalette("RGB")
    return np.asarray(image), [tuple(palette[i : i + 3]) for i in range(0, len(palette), 3)]


def flooded(entries, x, y):
    """How many dots a fill from a point reaches, and a mask of them: row by row, in runs of one entry."""
    value = entries[y, x]
    edge = np.zeros((entries.shape[0], 1), np.int8)
    turns = np.diff(np.hstack([edge, (entries == value).astype(np.int8), edge]), axis=1)
    rows, begins = np.nonzero(turns == 1)
    _, ends = np.nonzero(turns == -1)
    first = np.searchsorted(rows, np.arange(entries.shape[0] + 1))
    start = next(i for i in range(first[y], first[y + 1]) if begins[i] <= x < ends[i])
    seen, queue = {start}, [start]
    while queue:
        run = queue.pop()
        for row in (rows[run] - 1, rows[run] + 1):
            if 0 <= row < entries.shape[0]:
                for other in range(first[row], first[row + 1]):
                    if other not in seen and begins[other] < ends[run] and ends[other] > begins[run]:
                        seen.add(other)
                        queue.append(other)
    return int(sum(ends[run] - begins[run] for run in seen))


@pytest.mark.parametrize("name", NAMES)
def test_each_territory_is_one_entry_that_fills(name, drawn):
    variant, drawing = drawn(name)
    files = written(variant, drawing)
    rows = re.findall(
        r"new InstallTerritory\('([^']+)'.*?(\d+), (\d+), (\d+), (\d+)\);", files[ENGINE.files(variant)[2]].decode()
    )
    assert len(rows) == len(Names(variant).territories)
    location = {territory: place for place, territory in Names(variant).territories.items()}
    for kind, places in (("map", (1, 2)), ("smallmap", (3, 4))):
        entries, palette = read_png(next(data for path, data in files.items() if path.endswith(f"/{kind}.png")))
        assert max(entries.shape) == (1600 if kind == "map" else 800)
        assert len(palette) <= 250
        assert len(set(palette[12:])) == len(palette[12:])
        assert not set(palette[12:]) & set(palette[:12])
        found = {}
        for row in rows:
            x, y = int(row[places[0]]), int(row[places[1]])
            assert y < entries.shape[0]
            assert x < entries.shape[1]
            if "/" not in location[row[0]]:
                found[row[0]] = entries[y, x]
                all_dots = int((entries == entries[y, x]).sum())
                reached = flooded(entries, x, y)
                assert reached >= 25, f"{row[0]} has {reached} dots"
                assert reached >= 0.4 * all_dots, f"{row[0]}: a fill reaches {reached} of {all_dots}"
        assert len(set(found.values())) == len(found)
        assert min(found.values()) >= 12
        # a dot of one territory is never next to one of another: a border is between
        for one, other in ((entries[:, 1:], entries[:, :-1]), (entries[1:], entries[:-1])):
            assert not ((one != other) & (one >= 12) & (other >= 12)).any()


@pytest.mark.parametrize("name", NAMES)
def test_names_are_laid_over_without_half_tones(name, drawn):
    variant, drawing = drawn(name)
    files = written(variant, drawing)
    for kind in ("mapNames", "smallmapNames"):
        entries, palette = read_png(next(data for path, data in files.items() if path.endswith(f"/{kind}.png")))
        assert palette[0] == (255, 255, 255)
        assert (255, 255, 255) not in palette[1:]
        assert (entries == 0).mean() > 0.85
    for wide in (True, False):
        overlay = Overlay(Chart(variant, drawing, wide=wide))
        full = sum(" ".join(label.lines) == plain(variant.by_id[place].name) for place, label in overlay.labels.items())
        assert full >= (1.0 if wide else 0.85) * len(overlay.labels)
        assert sum(label.score > 0.8 for label in overlay.labels.values()) >= 0.9 * len(overlay.labels)


@pytest.mark.skipif(not has_gd(), reason="PHP has no GD: apt-get install php-gd")
def test_the_site_paints_each_territory_apart(drawn, tmp_path):
    variant, drawing = drawn("standard")
    site(tmp_path, written(variant, drawing))
    (tmp_path / "paint.php").write_text(
        """<?php require 'site.php'; installed('Standard');
        $told = array();
        foreach( array(false, true) as $small ) {
            $map = libVariant::$Variant->drawMap($small);
            $x = $small ? 'smallMapX' : 'mapX'; $y = $small ? 'smallMapY' : 'mapY';
            $before = array(); $after = array(); $over = array();
            foreach( InstallTerritory::$Territories as $t ) $before[$t->name] = $map->colour($t->$x, $t->$y);
            foreach( InstallTerritory::$Territories as $t )
                if( $t->coast != 'Child' && $t->type != 'Sea' ) $map->colorTerritory($t->$x, $t->$y, $t->countryID);
            foreach( InstallTerritory::$Territories as $t ) $after[$t->name] = $map->colour($t->$x, $t->$y);
            $map->addTerritoryNames();
            foreach( InstallTerritory::$Territories as $t ) $over[$t->name] = $map->colour($t->$x, $t->$y);
            $told[] = array($before, $after, $over, $map->told()['colours']);
        }
        print json_encode($told);""",
        encoding="utf-8",
    )
    name = Names(variant).territories
    for before, after, over, colours in json.loads(php(tmp_path, "paint.php")):
        for item in variant.provinces:
            if item.impassable:
                continue
            place = name[item.id]
            if item.armies:
                owner = Names(variant).country_numbers.get(item.owner, 0)
                assert after[place] == (colours[owner] if isinstance(colours, list) else colours[str(owner)])
            else:
                assert after[place] == before[place]
            # no name stands where a unit does, and white lets the map through
            assert over[place] == after[place]


def test_a_province_without_a_shape_gets_a_square():
    variant = small()
    drawing = boxes(changed(variant, provinces=variant.provinces[:2]))
    chart = Chart(variant, drawing, wide=True)
    assert set(chart.points) == set(Names(variant).territories)
    for item in variant.provinces:
        x, y = chart.points[item.id]
        assert chart.picture[y, x] == chart.entries[item.id]


def test_a_speck_keeps_a_dot_of_its_own():
    variant = small()
    svg = boxes(variant).svg.replace(b'id="cay" d="M200 0h100v100h-100z"', b'id="cay" d="M200 0h0.4v0.4h-0.4z"')
    assert b"0.4" in svg
    chart = Chart(province(variant, "cay", centre=False), PackageMap(svg), wide=True)
    x, y = chart.points["cay"]
    assert chart.picture[y, x] == chart.entries["cay"]


@pytest.mark.parametrize("far", [1e300, -1e300, float("inf"), float("nan"), 5000.0])
def test_anchors_far_off_the_map_are_brought_back(far):
    place = dict.fromkeys(("unit", "centre", "label", "dislodged"), (far, far))
    variant = changed(small(), anchors=dict.fromkeys(("ash", "bay", "bay/nc"), place))
    variant = province(variant, "cay", name="Verylongname " * 40)
    entries, _ = read_png(next(data for path, data in written(variant).items() if path.endswith("/map.png")))
    for location, (x, y) in Chart(variant, boxes(variant), wide=True).points.items():
        assert 0 <= y < entries.shape[0]
        assert 0 <= x < entries.shape[1]
        assert "/" in location or entries[y, x] >= 12


def test_centres_are_marked_where_there_is_room():
    variant = changed(small(), anchors={"ash": {"centre": (50, 50), "unit": (50, 50)}, "bay": {"centre": (500, 500)}})
    chart = Chart(variant, boxes(variant), wide=True)
    x, y = (round(value) for value in chart.dot((50, 50)))
    assert chart.picture[y, x] == 2
    assert chart.picture[chart.points["ash"][1], chart.points["ash"][0]] == chart.entries["ash"]
    assert int((chart.picture == 2).sum()) < 60


def test_art_of_the_ground_is_painted_and_passages_are_drawn():
    variant = small()
    ground = (
        '<g inkscape:label="background"><rect x="0" y="0" width="1000" height="1000" fill="#ff8800"/>'
        '<g fill="#00ff00"><path d="M0 90h20v20h-20z"/><path transform="scale(2)" d="M0 0h9v9z"/><rect width="x"/></g>'
        '<path d="M0 0h500v500z" fill="url(#x)"/><circle r="9" fill="#123456"/></g>'
        '<g inkscape:label="passages"><g data-kind="direct"><path d="M10 10L90 90"/></g>'
        '<g data-kind="permission"><path d="M110 10L190 90"/></g><g transform="scale(3)"><path d="M1 1L9 9"/></g></g>'
    )
    svg = boxes(changed(variant, provinces=variant.provinces[:1])).svg.replace(
        b'<g inkscape:label="provinces"', ground.encode() + b'<g inkscape:label="provinces"'
    )
    chart = Chart(variant, PackageMap(svg), wide=True)
    held, colours = chart.ground
    assert colours[held[10, 1500]] == pale((255, 136, 0))
    assert colours[held[-5, 5]] == pale((0, 255, 0))
    assert len(colours) == 8
    picture = Overlay(chart).picture
    across = round(50 * chart.scale)
    assert picture[across, across] == 4
    assert (picture[:, round(105 * chart.scale) :] == 4).sum() == 0


def test_fills_are_by_even_and_odd_or_by_turns():
    square = np.array([[1.0, 1.0], [9.0, 1.0], [9.0, 9.0], [1.0, 9.0]])
    inner = np.array([[3.0, 3.0], [7.0, 3.0], [7.0, 7.0], [3.0, 7.0]])
    held = np.zeros((10, 10), np.uint8)
    fill(held, [square, inner], 1)
    assert int(held.sum()) == 64 - 16
    fill(held, [square, inner], 1, evenodd=False)
    assert int(held.sum()) == 64
    fill(held, [square - 5], 2)
    assert int((held == 2).sum()) == 16
    for odd in ([], [np.zeros((0, 2))], [square[:, ::-1] * np.nan], [square + 1e300], [np.ones((4, 2))]):
        before = held.copy()
        fill(held, odd, 3)
        assert (held == before).all()


# ---- texts, and the same bytes again


def test_an_admin_is_told_how_to_install_it(drawn):
    variant, drawing = drawn("zeus")
    files = written(variant, drawing)
    told = files["README.txt"].decode()
    number = Names(variant).number
    assert f"{number} => 'Zeus'," in told
    assert f"public $id = {number};" in files["variants/Zeus/variant.php"].decode()
    for rule in ("island-sea-convoy", "standing-unit", "secret-opening"):
        assert f"- {rule} (changes play): " in told
        assert f"// - {rule} (changes play): " in files["variants/Zeus/variant.php"].decode()
        assert f"<li>{rule}: " in files["variants/Zeus/rules.html"].decode()
    assert [line[:2] for line in told.splitlines() if re.match(r"\d\.", line)] == ["1.", "2.", "3."]
    assert all(f"- {limit}" in told for limit in ENGINE.limits)


def test_pages_name_the_short_names_and_the_changed_ones():
    page = text(province(small(), "cay", name="O'Cay"), "rules.html")
    assert "CAY O&#39;Cay (in orders OCay)" in page
    assert "ASH Ashland,\n" in page


def test_the_same_variant_makes_the_same_bytes(tmp_path):
    code = (
        "import hashlib, test_engine_webdiplomacy as t\n"
        "v = t.generated(5)\n"
        "print(hashlib.sha256(b''.join(t.written(v).values())).hexdigest())"
    )
    paths = [str(Path(__file__).parent), *sys.path]
    found = {
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}\n{code}"],
            env={"PYTHONHASHSEED": seed, "PATH": ""}, cwd=tmp_path, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1


@pytest.mark.parametrize("name", NAMES)
def test_variants_from_facts_have_the_same_graph_as_the_sources(name, drawn):
    facts = standard_variant() if name == "standard" else facts_variant(name)
    one, other = Plan(facts).borders, Plan(drawn(name)[0]).borders
    assert {frozenset(pair) for pair in one.army} == {frozenset(pair) for pair in other.army}
    assert {frozenset(pair) for pair in one.fleet} == {frozenset(pair) for pair in other.fleet}
