"""Reading `.map` files in both dialects: every directive, findings with their place, and which files are whose."""

import time
from dataclasses import replace

import pytest
from generated import generated, steps
from map_texts import EDGES, GROUND, JUDGE, NAMES, PLAIN, POWERS, again, both, game, group, read, steady, told

from dipmap.engines import Material, UnreadableError, engine
from dipmap.engines._reading import colours
from dipmap.model import (
    BuildLimit,
    BuildSite,
    Calendar,
    Coast,
    Opening,
    Terrain,
    Turn,
    Unit,
    Units,
    UnitType,
    Victory,
)
from dipmap.model.rules import STANDARD_TURNS

# ---- the small board


@both
def test_a_board_with_its_ways(reader):
    found = game(reader=reader)
    assert told(found) == []
    assert [(each.a, each.b, each.units) for each in found.variant.adjacency] == EDGES
    provinces = found.variant.by_id
    assert provinces["aaa"].aliases == ("alf", "first letter")
    assert provinces["ggg"].coasts == (Coast("nc", "north coast"), Coast("sc", "south coast"))
    shown = {key: (each.terrain, each.armies, each.fleets, each.convoys) for key, each in provinces.items()}
    assert shown == {
        "aaa": (Terrain.LAND, True, False, False),
        "bbb": (Terrain.COAST, True, True, False),
        "ddd": (Terrain.COAST, True, True, False),
        "ggg": (Terrain.COAST, True, True, False),
        "isl": (Terrain.SEA, True, True, True),
        "nse": (Terrain.SEA, False, True, True),
        "rrr": (Terrain.LAND, False, False, False),
        "sse": (Terrain.SEA, False, True, True),
    }
    assert provinces["rrr"].impassable
    assert found.kept == {}
    steady(found, reader)


@both
def test_powers_centres_units_and_settings(reader):
    found = game("VICTORY 4", "BEGIN FALL 1648 MOVEMENT", reader=reader)
    variant = found.variant
    assert [(each.id, each.name, each.adjective, each.homes) for each in variant.powers] == [
        ("redland", "Redland", "Red", ("aaa", "ddd")),
        ("blueland", "Blueland", "Blue", ("bbb",)),
    ]
    assert [each.colour for each in variant.powers] == colours(2)
    assert {each.id: (each.home, each.owner) for each in variant.centres} == {
        "aaa": ("redland", "redland"),
        "ddd": ("redland", "redland"),
        "bbb": ("blueland", "blueland"),
        "ggg": (None, None),
        "isl": (None, None),
    }
    assert variant.start.units == (
        Unit("redland", UnitType.ARMY, "aaa"),
        Unit("blueland", UnitType.FLEET, "bbb"),
    )
    assert variant.victory == Victory(at_least=4)
    assert variant.calendar == Calendar(STANDARD_TURNS, 1648, "fall")
    assert (variant.id, variant.name, variant.version) == ("probe", "Probe", "1.0.0")
    steady(found, reader)


def test_without_a_number_more_than_half_of_the_centres_win():
    assert game().variant.victory.at_least == 3


@pytest.mark.parametrize(
    ("name", "identity", "title"),
    [
        ("1898.map", "map1898", "1898"),
        ("deep/in/standard_fleet_rome.map", "standardfleetrome", "Standard Fleet Rome"),
        ("ZEUS.MAP", "zeus", "ZEUS"),
        ("日本.map", "map", "日本"),
    ],
)
def test_ids_and_names_come_from_the_file(name, identity, title):
    variant = read(NAMES, GROUND, POWERS, name=name).variant
    assert (variant.id, variant.name) == (identity, title)


# ---- powers


def test_owners_homes_and_sites_to_be_won():
    found = game("REDLAND", "OWNS AAA", "BLUELAND", "HOMES BBB GGG", "CENTERS BBB").variant
    assert {each.id: each.owner for each in found.centres if each.owner} == {"aaa": "redland", "bbb": "blueland"}
    assert found.powers_by_id["redland"].homes == ("aaa",)
    assert found.builds.extra == (BuildSite("redland", "ddd"), BuildSite("blueland", "ggg"))
    nothing = game("REDLAND", "CENTERS").variant
    assert nothing.powers_by_id["redland"].homes == ("aaa", "ddd")
    assert nothing.builds.extra == ()
    assert not nothing.by_id["aaa"].owner


@both
def test_sites_to_be_won_come_back(reader):
    steady(game("REDLAND", "OWNS AAA", reader=reader), reader)


def test_homes_are_overruled_added_and_taken_away():
    overruled = game("REDLAND", "INHABITS DDD", "INHABITS GGG").variant
    assert overruled.powers_by_id["redland"].homes == ("ddd", "ggg")
    assert not overruled.by_id["aaa"].centre
    assert game("REDLAND", "HOMES DDD", reader=PLAIN).variant.by_id["aaa"].centre
    less = game("REDLAND -DDD", "UNOWNED -DDD").variant
    assert less.powers_by_id["redland"].homes == ("aaa",)
    assert not less.by_id["ddd"].centre
    more = game("REDLAND GGG").variant
    assert more.powers_by_id["redland"].homes == ("aaa", "ddd", "ggg")


@both
def test_dummies_and_units_of_nobody(reader):
    lines = ("BLUELAND", "DUMMY", "NOBODY (NOBODY:N)", "OWNS GGG", "A GGG", "DUMMY")
    rules = ("RULE CD_DUMMIES", "RULE IMMOBILE_DUMMIES") if reader is JUDGE else ()
    found = game(*lines, *rules, reader=reader)
    variant = found.variant
    assert [(each.id, each.playable) for each in variant.powers] == [("redland", True), ("blueland", False)]
    assert variant.standing_units == (Unit(None, UnitType.ARMY, "ggg"),)
    assert (variant.by_id["ggg"].centre, variant.by_id["ggg"].owner) == (True, None)
    assert found.kept == {}
    steady(found, reader)


def test_dummies_without_the_usual_rules_stay_without():
    found = game("BLUELAND", "DUMMY", "RULE CD_DUMMIES")
    assert found.kept == {"dummies": ["CD_DUMMIES"]}
    text = JUDGE.write(found.variant, Material(kept=found.kept))["probe.map"].decode()
    assert "RULE CD_DUMMIES" in text
    assert "IMMOBILE" not in text
    steady(found, JUDGE)


@pytest.mark.parametrize(
    ("line", "dummies"),
    [
        ("DUMMY ALL", ["redland", "blueland"]),
        ("DUMMIES ALL EXCEPT redland", ["blueland"]),
        ("DUMMY Redland, BLUELAND", ["redland", "blueland"]),
        ("DUMMIES ALL BUT redland", []),
        ("DUMMY GREENLAND", []),
    ],
)
def test_lists_of_dummies(line, dummies):
    found = game(line)
    assert [each.id for each in found.variant.powers if not each.playable] == dummies
    assert (told(found) != []) == (dummies == [])


def test_powers_leave_the_game():
    left = game("UNPLAYED BLUELAND")
    assert [each.id for each in left.variant.powers] == ["redland"]
    assert [each.power for each in left.variant.start.units] == ["redland"]
    assert not left.variant.by_id["bbb"].centre
    assert game("UNPLAYED BLUELAND", reader=PLAIN).variant.by_id["bbb"].centre
    assert game("UNPLAYED ALL EXCEPT BLUELAND").variant.powers[0].id == "blueland"
    assert [each.id for each in game("REDLAND", "UNPLAYED").variant.powers] == ["blueland"]
    assert "stands before any power" in told(game("UNPLAYED"))[0]


def test_units_are_cleared_and_take_the_place_of_others():
    found = game("REDLAND", "UNITS", "F DDD", "F BBB").variant
    assert found.start.units == (
        Unit("redland", UnitType.FLEET, "ddd"),
        Unit("redland", UnitType.FLEET, "bbb"),
    )


def test_names_of_powers():
    found = read(NAMES, GROUND, "_NEW+YORK (YAN+KEE:Y) AAA", "A AAA", "NEAR-EAST BBB", "9TH DDD").variant
    assert [(each.id, each.name, each.adjective) for each in found.powers] == [
        ("newyork", "NewYork", "Yan Kee"),
        ("neareast", "Near-East", "Near-East"),
        ("p9th", "9th", "9th"),
    ]


def test_renamed_words_are_listed():
    found = read(NAMES, GROUND, "U+S+A AAA", "NEAR-EAST BBB")
    assert found.renamed == {"U+S+A": "usa", "NEAR-EAST": "neareast"}
    assert "U+S+A is usa and NEAR-EAST is neareast" in told(found, "import-renamed")[0]


def test_renaming_powers_and_places():
    found = game(
        "REDLAND -> Roseland (ROSE) GGG",
        "AAA -> New Alpha = nal",
        "GGG -> Gimel = gim",
        "GGG/NC -> Gimel (nc) = gim/nc",
        "GGG/SC -> Gimel (sc) = gim/sc",
        "ISL -> Isola = isl",
    )
    variant = found.variant
    assert told(found) == []
    assert [(each.id, each.adjective, each.homes) for each in variant.powers] == [
        ("blueland", "Blue", ("bbb",)),
        ("roseland", "Rose", ("ddd", "nal", "gim")),
    ]
    assert variant.by_id["nal"].name == "New Alpha"
    assert variant.by_id["isl"].name == "Isola"
    assert Unit("roseland", UnitType.ARMY, "nal") in variant.start.units
    assert ("bbb", "nal", Units.ARMY) in [(each.a, each.b, each.units) for each in variant.adjacency]
    assert "there is no such power" in told(game("GREEN -> WHITE"))[0]
    assert "there is no such place" in told(game("XXX -> Elsewhere = yyy"))[0]


# ---- places that change


def test_places_are_amended_dropped_and_replaced():
    found = game(
        "AMEND BBB ABUTS -NSE -ggg",
        "AMEND NSE ABUTS -BBB",
        "AMEND ggg ABUTS -BBB",
        "DROP ISL",
        "COAST GGG ABUTS AAA DDD NSE SSE",
        "Island = isl",
        "PORT ISL ABUTS SSE",
        "AMEND SSE ABUTS ISL GGG",
        "AMEND NSE ABUTS GGG",
        "AMEND DDD ABUTS GGG",
        "Gamma = ggg",
        "UNOWNED GGG",
    )
    assert told(found) == []
    variant = found.variant
    assert variant.by_id["ggg"].coasts == ()
    assert variant.by_id["isl"].name == "Island"
    assert not variant.by_id["isl"].centre
    assert {("A", "bbb", "nse"), ("bbb", "ggg", "army")} & steps(variant) == set()
    assert ("ddd", "ggg", "fleet") in steps(variant)
    assert ("isl", "sse", "fleet") in steps(variant)


def test_other_files_are_included():
    files = {
        "geo/base.map": f"{NAMES}{GROUND}".encode(),
        "geo/standard.politics": POWERS.encode(),
        "geo/one.map": b"USE base\nUSES standard.politics\nVICTORY 5\n",
        "geo/two.map": b"MAP base.map\nREDLAND AAA\nA AAA\nBLUELAND BBB\nBEGIN SPRING 1800 MOVEMENT\n",
    }
    assert PLAIN.recognises(files)
    one, two = PLAIN.read(files)
    assert (one.variant.id, one.variant.victory.at_least, len(one.variant.centres)) == ("one", 5, 5)
    assert (two.variant.id, two.variant.calendar.first_year, len(two.variant.centres)) == ("two", 1800, 2)
    assert one.variant.adjacency == two.variant.adjacency


def test_a_finding_in_an_included_file_names_it():
    files = {"a.map": b"USE b.map\n", "b.map": f"{NAMES}{GROUND}AMEND AAA ABUTS XXX\n{POWERS}".encode()}
    (found,) = PLAIN.read(files)
    assert told(found) == ["b.map:21 AAA lists XXX among its neighbours, and there is no such place"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.map": b"USE standard\nLAND AAA ABUTS"}, "a.map includes standard.map, which is not among the files given"),
        ({"a.map": b"MAP b\n", "b.map": b"MAP a\n"}, "a.map includes b.map once more|b.map includes a.map once more"),
        ({"a.map": b"USE a\n"}, "once more"),
        ({"x/a.map": b"USE c\n", "y/c.map": b"", "z/c.map": b""}, "not among the files given"),
        ({"a.map": b"# nothing\n"}, "has no province"),
        ({"a.map": b"LAND A\0B"}, "is no text"),
        ({"a.map": b"LAND AAA\n" + b"x" * 1_000_000}, "line 2 of a.map is 1000000 characters long"),
        ({"a.map": b"# " + b"\xff" * 1_000_000}, "line 1 of a.map is 1000002 characters long"),
        ({"a.map": b"\n" * 30_000}, "30001 lines"),
        ({"a.map": "".join(f"LAND {n:04d} ABUTS\n" for n in range(4000)).encode()}, "more than 3000 provinces"),
        ({"a.map": "".join(f"HELLO{n}\n" for n in range(200)).encode()}, "more than 100 powers"),
        ({"a.map": f"LAND AAA ABUTS {'BBB CCC ' * 600}\n".encode() * 80}, "more than 60000 neighbours"),
        ({"a.map": b"LAND AAA ABUTS\nDROP AAA\n" * 500}, "more than 300 renamings and removals"),
        ({"a.map": f"RED {'AAA BBB ' * 600}\n".encode() * 40}, "more than 20000 homes"),
        ({}, "there is no .map file"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(files, message):
    started = time.process_time()
    with pytest.raises(UnreadableError, match=message) as caught:
        JUDGE.read(files)
    assert time.process_time() - started < 5
    assert all(each.finding.hint for each in caught.value.notices)


def test_one_bad_map_does_not_keep_others_back():
    found = PLAIN.read({**group(NAMES, GROUND, POWERS), "bad.map": b"USE nowhere\n"})
    assert [each.variant.id for each in found] == ["probe"]
    assert told(found[0]) == ["bad.map:1 bad.map includes nowhere.map, which is not among the files given"]


# ---- what is wrong in a map


@pytest.mark.parametrize(
    ("lines", "name", "message"),
    [
        ("AMEND NSE ABUTS DDD", "import-oneway", "21 a fleet goes from NSE to DDD and not back"),
        ("AMEND BBB ABUTS -AAA", "import-oneway", "11 an army goes from AAA to BBB and not back"),
        ("AMEND AAA ABUTS XYZ", "import-stray", "21 AAA lists XYZ among its neighbours, and there is no such place"),
        ("AMEND AAA ABUTS AAA", "import-stray", "21 AAA lists itself among its neighbours"),
        ("AMEND AAA ABUTS bbb", "import-unreadable", "21 AAA lists BBB twice among its neighbours; the first counts"),
        ("AMEND AAA ABUTS B!B", "import-unreadable", "21 B!B among the neighbours of AAA is no abbreviation"),
        ("AMEND AAA ABUT", "import-unreadable", "21 ABUTS is missing in the line about AAA"),
        ("AMEND XXX ABUTS AAA", "import-unreadable", "21 XXX is amended, and there is no such place"),
        ("LAND XXX ABUTS", "import-unreadable", "21 XXX has no full name"),
        ("Xi = xxx\nLAND XXX", "import-unreadable", "22 XXX has no neighbours: ABUTS is missing"),
        ("Xi = xxxx\nLAND XXXX ABUTS", "import-unreadable", "22 XXXX has not exactly three letters, and no engine starts"),
        ("LAND", "import-unreadable", "21 LAND names no place"),
        ("LAND Aaa ABUTS BBB", "import-unreadable", "21 the place Aaa is in capitals and small letters; it is read as AAA"),
        ("Xi = xxx", "import-stray", "21 Xi (XXX) has a name and no terrain; it is left out"),
        ("Beta = ccc", "import-unreadable", "21 two places are called Beta: BBB and CCC"),
        ("Delta Two = ddd", "import-unreadable", "21 DDD has two names, Delta and Delta Two"),
        ("= xxx", "import-unreadable", "21 a line with = names no place"),
        ("Xi =", "import-unreadable", "21 a line with = names no place"),
        ("Xi = x-x", "import-unreadable", "21 x-x is no abbreviation of Xi"),
        ("DROP XXX", "import-stray", "21 XXX is dropped, and there is no such place"),
        ("REDLAND XXX", "import-stray", "21 XXX, a home of REDLAND, is no place of the map"),
        ("REDLAND +XXX", "import-stray", "21 XXX, a factory of REDLAND, is no place of the map"),
        ("REDLAND\nOWNS XXX", "import-stray", "22 XXX, a centre of REDLAND, is no place of the map"),
        ("UNOWNED XXX", "import-stray", "21 XXX, an unowned centre, is no place of the map"),
        ("REDLAND\nOWNS BBB", "import-unreadable", "25 BBB belongs to REDLAND and to BLUELAND at the start"),
        ("REDLAND\nA XXX", "import-stray", "22 XXX, where REDLAND has an army, is no place of the map"),
        ("REDLAND\nA NSE", "import-unreadable", "22 an army of REDLAND may not stand in NSE; it is left out"),
        ("REDLAND\nF GGG", "import-unreadable", "22 a fleet of REDLAND may not stand in GGG; it is left out"),
        ("REDLAND\nA GGG/NC", "import-unreadable", "22 an army of REDLAND may not stand in GGG/NC; it is left out"),
        ("REDLAND\nF GGG/EC", "import-unreadable", "22 a fleet of REDLAND may not stand in GGG/EC; it is left out"),
        ("REDLAND\nA AAA BBB", "import-unreadable", "22 A AAA BBB is no unit"),
        ("A AAA", "import-unreadable", "21 the line A AAA stands before any power"),
        ("OWNS AAA", "import-unreadable", "21 the line OWNS AAA stands before any power"),
        ("HOMES AAA", "import-unreadable", "21 the line HOMES AAA stands before any power"),
        ("UNITS", "import-unreadable", "21 the line UNITS stands before any power"),
        ("CENTERS AAA", "import-unreadable", "21 CENTERS stands before any power; it is read as UNOWNED"),
        ("VICTORY many", "import-unreadable", "21 VICTORY has no numbers of centres"),
        ("BEGIN SUMMER 1901 MOVEMENT", "import-unreadable", "21 BEGIN SUMMER 1901 MOVEMENT is no phase of the game"),
        ("BEGIN SPRING -5 MOVEMENT", "import-unreadable", "21 BEGIN SPRING -5 MOVEMENT is no phase of the game"),
        ("BEGIN", "import-unreadable", "21 BEGIN  is no phase of the game"),
        ("BEGIN SPRING 1901 ADJUSTMENTS", "import-unreadable", "21 SPRING has no adjustments to begin with"),
        ("--- ---", "import-stray", "21 the line --- says nothing"),
        ("COAST bbb ABUTS AAA\nCOAST BBB/EC ABUTS NSE", "import-unreadable", "21 a coast of BBB touches NSE, and the line"),
        ("COAST GGG ABUTS AAA\nCOAST GGG/NC ABUTS NSE", "import-unreadable", "21 GGG has coasts of its own and is written"),
        ("Xi (nc) = xxx/nc\nCOAST XXX/NC ABUTS NSE", "import-unreadable", "22 XXX has coasts and no line of its own"),
        ("WATER nse ABUTS BBB", "import-unreadable", "21 the sea NSE is in small letters, so no fleet may stand in it"),
        ("Libya = lib ddd", "import-stray", "21 Libya is also called ddd, which is the code of Delta"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_told_with_its_place(lines, name, message):
    """The board has twenty lines; the powers come after."""
    found = read(f"{NAMES}{GROUND}{lines}\n{POWERS}")
    assert any(line.startswith(f"probe.map:{message}") for line in told(found, name)), told(found)
    assert all(each.finding.hint for each in found.notices)


def test_a_place_is_the_very_word_in_either_encoding():
    text = f"{NAMES}{GROUND}{POWERS}# Größe\nÖland = öla ~ß\nAMEND AAA ABUTS XYZ".replace("Alpha", "Älpha")
    for data in (text.encode(), text.encode("latin-1")):
        (found,) = JUDGE.read({"a.map": data})
        spans = [each.finding.place.span for each in found.notices if "XYZ" in each.finding.message]
        assert [(span.text, span.begin) for span in spans] == [("XYZ", (28, 17))]


def test_ways_are_as_the_letters_say_even_where_they_surprise():
    found = read(
        "Aleph = a01\nBeth = b01\nGimel = ccc\nCOAST A01 ABUTS B01 CCC\nCOAST B01 ABUTS A01\nCOAST CCC ABUTS A01\n"
    ).variant
    assert steps(found) == {
        ("a01", "b01", "fleet"),
        ("b01", "a01", "fleet"),
        ("a01", "ccc", "army"),
        ("a01", "ccc", "fleet"),
        ("ccc", "a01", "fleet"),
    }


def test_a_coast_without_fleets():
    text = "Aleph = aaa\nBeth = bbb\nSea = sea\nCOAST aaa ABUTS bbb {}\nCOAST bbb ABUTS aaa\nWATER SEA ABUTS aaa\n"
    by_sea = read(text.format("SEA")).variant.by_id
    inland = read(text.format("")).variant.by_id
    assert (by_sea["aaa"].terrain, by_sea["aaa"].fleets) == (Terrain.COAST, False)
    assert inland["bbb"].terrain is Terrain.LAND


# ---- what only one of the engines holds


def test_names_that_may_mean_several_places_are_kept():
    found = read(NAMES.replace("bbb", "bbb Isl? Rock?"), GROUND, POWERS, reader=PLAIN)
    assert found.kept == {"unclear": {"bbb": ["Isl", "Rock"]}}
    assert "Isl and Rock may mean Beta or another place" in told(found, "import-kept")[0]
    assert "Beta = BBB Isl? Rock?" in PLAIN.write(found.variant, Material(kept=found.kept))["probe.map"].decode()
    steady(found, PLAIN)


@both
def test_victory_by_years_and_rules_are_kept(reader):
    found = game("VICTORY 5 4 3", "RULES HOLD_WIN !NO_CHECK", "RULE BUILD_ANY SHARED_VICTORY", reader=reader)
    assert found.kept == {"rules": ["HOLD_WIN", "!NO_CHECK"], "victory": [5, 4, 3]}
    assert found.variant.victory == Victory(at_least=3, most=False, sole=False)
    assert found.variant.builds.sites == "owned"
    assert len(told(found, "import-kept")) == 3
    steady(found, reader)
    other = replace(found.variant, victory=Victory(at_least=4))
    assert "VICTORY 4\n" in reader.write(other, Material(kept=found.kept))["probe.map"].decode()


def test_a_rule_that_is_turned_off_is_off():
    assert game("RULE BUILD_ANY", "RULE !BUILD_ANY").variant.builds.sites == "homes"


@pytest.mark.parametrize(
    ("rule", "field", "value"),
    [
        ("HOME_BUILDS", "builds.sites", "any-home"),
        ("NO_RETREAT", "retreats", "none"),
        ("BUILD_ANY", "builds.sites", "owned"),
    ],
)
def test_rules_that_a_variant_holds(rule, field, value):
    found = game(f"RULE {rule}")
    assert found.kept == {}
    item = found.variant
    for part in field.split("."):
        item = getattr(item, part)
    assert item == value
    steady(found, JUDGE)


def test_lines_about_the_game_and_about_powers_are_kept():
    lines = ["FLAGS standard", "NOTIFY nobody@example.org", "ROTATE 3", "NEWHOMES 1905 1910", "TEAM REDLAND-BLUELAND"]
    found = game(*lines, "REDLAND", "RESERVES 2", "MILITIA", "LEAGUE NORTH BENIGN", "FLAG rose", "CONTROL BLUELAND")
    assert found.kept == {
        "lines": lines,
        "powers": {"redland": ["RESERVES 2", "MILITIA", "LEAGUE NORTH BENIGN", "FLAG rose", "CONTROL BLUELAND"]},
    }
    assert len(told(found, "import-kept")) == 10
    steady(found, JUDGE)


def test_build_sites_of_the_judge():
    lines = ("REDLAND +RRR +ISL *BBB @GGG(AAA) ~DDD &SC", "BLUELAND @BBB", "OWNS SC?", "LAND RRR ABUTS AAA")
    found = game(*lines)
    variant = found.variant
    assert variant.powers_by_id["redland"].homes == ("aaa", "ggg", "ddd", "rrr")
    assert variant.builds.extra == (BuildSite("redland", "isl"),)
    assert not variant.by_id["rrr"].centre
    assert variant.builds.limits == (BuildLimit("redland", ("aaa", "ggg"), 1), BuildLimit("blueland", ("bbb",), 0))
    assert found.kept == {
        "marks": {
            "redland": [["*", "bbb", []], ["@", "ggg", ["aaa"]], ["~", "ddd", []]],
            "blueland": [["@", "bbb", []]],
        },
        "more": {"redland": ["&SC"]},
        "owns": {"blueland": ["SC?"]},
    }


def test_build_sites_of_the_judge_come_back():
    lines = ("REDLAND", "HOMES @AAA ~DDD @GGG(DDD) +RRR *NSE &SC", "OWNS AAA DDD GGG SC!", "LAND RRR ABUTS AAA")
    found = game(*lines, "AMEND AAA ABUTS RRR")
    assert found.variant.builds.limits == (
        BuildLimit("redland", ("aaa", "ddd", "ggg"), 2),
        BuildLimit("redland", ("ddd", "ggg"), 1),
    )
    text = JUDGE.write(found.variant, Material(kept=found.kept))["probe.map"].decode()
    assert "REDLAND (RED:R) @AAA ~DDD @GGG(DDD) +RRR *NSE &SC\nOWNS AAA DDD GGG SC!\n" in text
    steady(found, JUDGE)


def test_conditions_of_ways_are_kept():
    found = game("COAST BBB ABUTS R:AAA ddd~ *ggg NSE(GGG)", "AMEND NSE ABUTS -SSE :SSE", "AMEND SSE ABUTS -NSE B:NSE~")
    assert [(each.a, each.b, each.units) for each in found.variant.adjacency] == EDGES
    assert found.kept["gates"] == [
        ["bbb", "aaa", "redland:", ""],
        ["bbb", "ddd", "", "~"],
        ["bbb", "ggg", "*", ""],
        ["bbb", "nse", "", "(ggg)"],
        ["nse", "sse", ":", ""],
        ["sse", "nse", "blueland:", "~"],
    ]
    text = JUDGE.write(found.variant, Material(kept=found.kept))["probe.map"].decode()
    assert "COAST BBB    ABUTS R:AAA ddd~ *ggg NSE(GGG)" in text
    steady(found, JUDGE)


def test_conditions_about_nothing_are_strays():
    found = game("AMEND BBB ABUTS -AAA Z:AAA", "AMEND AAA ABUTS -BBB BBB(XXX)")
    assert found.kept == {}
    assert len(told(found, "import-stray")) == 2


def test_blocks_of_phases_and_of_kinds_of_games_are_kept():
    found = game(
        "PAYOLA DIRECTIVES",
        "RULE ZERO_SUM",
        "END DIRECTIVES",
        "IN SPRING: WATER RRR",
        "FROM S1650M: LAND RRR",
        "IN FALL",
        "SHUT AAA",
        "FROM START",
        "VICTORY 5",
        "FROM W1660A",
        "DROP BBB",
    )
    assert found.variant.victory.at_least == 5
    assert found.kept["blocks"] == [
        ["PAYOLA DIRECTIVES", "RULE ZERO_SUM", "END DIRECTIVES"],
        ["IN SPRING: WATER RRR"],
        ["FROM S1650M: LAND RRR"],
        ["IN FALL", "SHUT AAA"],
        ["FROM W1660A", "DROP BBB"],
    ]
    assert len(told(found, "import-kept")) == 5
    steady(found, JUDGE)


def test_a_stanza_nobody_closed_is_closed_by_the_writer():
    found = game("PAYOLA DIRECTIVES", "RULE ZERO_SUM")
    result = again(found, JUDGE)
    assert result.kept["blocks"] == [["PAYOLA DIRECTIVES", "RULE ZERO_SUM", "END DIRECTIVES"]]


def test_words_of_the_judge_are_names_in_the_other_dialect():
    found = read(NAMES.replace("Rock", "Flag Island"), GROUND, POWERS, reader=PLAIN)
    assert found.variant.by_id["rrr"].name == "Flag Island"
    assert PLAIN.recognises(group(NAMES.replace("Rock", "Flag Island"), GROUND, POWERS))


# ---- calendars and openings


def test_flow_is_a_calendar():
    found = game("FLOW NEWYEAR:5 MAY:MOVEMENT JUNE:MOVEMENT,RETREATS,ADJUSTMENTS", "BEGIN JUNE 1400 MOVEMENT")
    assert found.variant.calendar == Calendar(
        (
            Turn("may", "May", ("movement",)),
            Turn("june", "June", ("movement", "retreat", "adjustment"), ownership=True, victory=True),
        ),
        1400,
        "june",
        5,
    )
    assert found.kept == {}


def test_flow_without_retreats_is_without_retreats():
    found = game("FLOW YEAR:MOVEMENT,ADJUSTMENTS", "BEGIN YEAR 2021 MOVEMENT")
    assert found.variant.retreats == "none"
    assert found.variant.calendar == Calendar(
        (Turn("year", "Year", ("movement", "adjustment"), ownership=True, victory=True),), 2021, "year"
    )
    steady(found, JUDGE)


def test_a_round_begins_with_the_new_year():
    found = game(
        "FLOW", "FLOW SPRING:MOVEMENT,RETREATS NEWYEAR FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS", "FLOW",
        "FLOW FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS NEWYEAR", "FLOW SPRING:MOVEMENT SPRING:RETREATS",
    )  # fmt: skip
    turns = found.variant.calendar.turns
    assert [(each.id, each.phases, each.ownership) for each in turns] == [
        ("spring", ("movement", "retreat"), False),
        ("fall", ("movement", "retreat"), True),
        ("winter", ("adjustment",), False),
    ]
    assert found.variant.calendar == Calendar(STANDARD_TURNS, 1901, "spring")


def test_years_that_pass_in_a_way_of_their_own_are_kept():
    line = "NEWYEAR:-1 SPRING:MOVEMENT,RETREATS IFYEARDIV:2=1 FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS"
    found = game(f"FLOW {line}")
    assert found.kept == {"flow": line.split()}
    assert f"FLOW {line}\n" in JUDGE.write(found.variant, Material(kept=found.kept))["probe.map"].decode()
    steady(found, JUDGE)
    other = replace(found.variant, retreats="none")
    assert "IFYEARDIV" not in JUDGE.write(other, Material(kept=found.kept))["probe.map"].decode()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("FLOW SPRING:MOVEMENT,FEAST", "FEAST in FLOW is no phase"),
        ("FLOW SPRING", "SPRING in FLOW is no turn"),
        ("FLOW NEWYEAR:0 A:MOVEMENT", "NEWYEAR:0 is no number of years"),
        ("FLOW NEWYEAR:9999999999 A:MOVEMENT", "NEWYEAR:9999999999 is no number of years"),
        ("FLOW " + " ".join(f"T{n}:MOVEMENT" for n in range(70)), "FLOW has more than 60 turns"),
    ],
)
def test_a_wrong_flow_is_told(line, message):
    assert message in told(game(line), "import-unreadable")[0]


@both
def test_a_game_may_begin_with_builds(reader):
    found = game("BEGIN WINTER 1647 ADJUSTMENTS", reader=reader).variant
    assert found.start.opening == Opening(turn="winter", year=1647)
    assert found.calendar == Calendar(STANDARD_TURNS, 1648, "spring")
    steady(game("BEGIN WINTER 1647 ADJUSTMENTS", reader=reader), reader)


def test_a_blank_board_begins_with_builds():
    ruled = game("RULE BLANK_BOARD", "BEGIN FALL 1648 MOVEMENT").variant
    assert (ruled.start.units, ruled.start.opening) == ((), Opening(turn="winter", year=1647))
    assert ruled.calendar.first_year == 1648
    bare = game("REDLAND", "UNITS", "BLUELAND", "UNITS", "BEGIN SPRING 1648 MOVEMENT").variant
    assert (bare.start.units, bare.start.opening) == ((), Opening(turn="winter", year=1648))
    assert bare.calendar.first_year == 1649
    assert read(NAMES, GROUND).variant.start.opening is None


OPENING = "BEGIN WINTER 1939 ADJUSTMENTS\nIN W1939A\nREDLAND\nHOMES {}"


def test_the_opening_hides_builds_and_keeps_sites_apart():
    found = game("REDLAND", "UNITS", "BLUELAND", "UNITS", OPENING.format("~AAA ~@DDD(AAA)"))
    opening = found.variant.start.opening
    assert (opening.secret_sites, opening.exclusive, opening.secret) == (("aaa", "ddd"), (("aaa", "ddd"),), False)
    assert found.kept == {}
    steady(found, JUDGE)


def test_an_opening_that_hides_every_build_is_secret():
    found = game("REDLAND", "UNITS", "BLUELAND", "UNITS", OPENING.format("~AAA ~DDD"), "BLUELAND", "HOMES ~BBB")
    opening = found.variant.start.opening
    assert (opening.secret, opening.secret_sites) == (True, ())
    steady(found, JUDGE)


def test_sites_hidden_always_are_hidden_in_the_opening_too():
    found = game("REDLAND", "UNITS", "HOMES ~AAA DDD", "BEGIN WINTER 1939 ADJUSTMENTS")
    assert found.variant.start.opening.secret_sites == ("aaa",)
    assert found.kept["marks"] == {"redland": [["~", "aaa", []]]}
    steady(found, JUDGE)


@pytest.mark.parametrize(
    "sites", ["AAA", "AAA DDD GGG", "@AAA DDD", "AAA *DDD", "AAA DDD\nVICTORY 4", "AAA @DDD(BBB)", "AAA DDD\nGREENLAND"]
)
def test_an_opening_of_another_kind_is_kept_as_it_is(sites):
    found = game(OPENING.format(sites))
    assert found.variant.start.opening == Opening(turn="winter", year=1939)
    assert found.kept["blocks"] == [["IN W1939A", "REDLAND", *f"HOMES {sites}".split("\n")]]
    steady(found, JUDGE)


# ---- which files are whose


@pytest.mark.parametrize(
    ("files", "name"),
    [
        (group(NAMES, GROUND, POWERS), "diplomacy"),
        (group(NAMES, GROUND, POWERS, "FLOW YEAR:MOVEMENT"), "dpjudge"),
        (group(NAMES, GROUND, POWERS, "# FLOW YEAR:MOVEMENT"), "diplomacy"),
        (group(NAMES, GROUND, POWERS, "REDLAND ~BBB"), "dpjudge"),
        (group(NAMES, GROUND, POWERS, "REDLAND (RED:~) -BBB"), "diplomacy"),
        (group(NAMES, GROUND, POWERS, "HOMES +BBB"), "dpjudge"),
        (group(NAMES, GROUND, POWERS, "OWNS SC?"), "dpjudge"),
        (group(NAMES, GROUND, POWERS, "AMEND AAA ABUTS R:BBB"), "dpjudge"),
        (group(NAMES, GROUND, POWERS, "AAA -> Omega = ooo"), "dpjudge"),
        (group(NAMES, GROUND, POWERS, "RULE FTF_PRESS"), "dpjudge"),
        (group(NAMES, GROUND, POWERS, "RULE BUILD_ANY"), "diplomacy"),
        (group(NAMES, GROUND, POWERS, "ALL DIRECTIVES"), "dpjudge"),
        ({"a.map": f"Café = caf\n{GROUND}".encode("latin-1")}, "dpjudge"),
        ({"a.map": f"Café = caf\n{GROUND}".encode()}, "diplomacy"),
        ({"a.map": f"{GROUND}Rosé = caf é".encode("latin-1")}, "dpjudge"),
        ({"a.map": f"{GROUND}{'# x' * 3 + chr(10)}{'# é' * 300_000}".encode()}, "diplomacy"),
        ({"a.map": GROUND.encode(), "psinfo": b"a\n"}, "dpjudge"),
        ({"a.map": b"USE b.politics\n", "b.politics": b"RED AAA\n"}, "diplomacy"),
        ({"a.map": b"MAP standard\n"}, "diplomacy"),
        ({"a.map": b"Alpha, l aaa\n-1\naaa-mv: bbb\n-1\n"}, ""),
        ({"a.map": GROUND.encode() + b"-1\n"}, ""),
        ({"a.map": GROUND.encode(), "map.svg": b"<svg/>"}, ""),
        ({"a.map": GROUND.encode(), "b.map": b"\x89PNG\r\n"}, ""),
        ({"variants.xml": b"<VARIANTS/>"}, ""),
        ({"a.txt": GROUND.encode()}, ""),
        ({"a.map": b""}, ""),
        ({}, ""),
    ],
)
def test_files_are_known_by_what_they_hold(files, name):
    assert [each.name for each in (PLAIN, JUDGE) if each.recognises(files)] == ([name] if name else [])


def test_an_njudge_map_is_neither():
    variant = generated(1)
    files = {f"{variant.id}.map": data for name, data in engine("njudge").write(variant).items() if "map" in name}
    assert files
    assert not PLAIN.recognises(files)
    assert not JUDGE.recognises(files)
