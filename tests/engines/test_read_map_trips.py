"""Round trips of `.map` files: generated variants, our five, and the maps the engines come with."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest
from effort import OURS, seeds, some
from generated import Wanted, generated, steps
from map_texts import JUDGE, PLAIN, again, both, steady, told
from test_engine_diplomacy import needs_engine, run

from dipmap.engines import Material
from dipmap.engines._mapfile.names import DPJUDGE, PYPI, map_names
from dipmap.engines._mapfile.ways import ways
from dipmap.engines._reading import colours
from dipmap.model import BuildSite, Terrain, Unit, UnitType

DIALECTS = {"diplomacy": PYPI, "dpjudge": DPJUDGE}

# ---- round trips


def held(variant):
    """A generated variant as a `.map` holds it: no colours, the name of the file, units power by power."""
    order = [each.id for each in variant.powers]
    powers = tuple(replace(each, colour=new) for each, new in zip(variant.powers, colours(len(order)), strict=True))
    units = tuple(sorted(variant.start.units, key=lambda unit: order.index(unit.power)))
    return replace(variant, name=variant.id.capitalize(), powers=powers, start=replace(variant.start, units=units))


@both
@pytest.mark.parametrize("seed", seeds(10, 60))
def test_what_is_written_is_read_again(reader, seed):
    variant = generated(seed, Wanted(islands=True))
    files = reader.write(variant)
    assert reader.recognises(files)
    (found,) = reader.read(files)
    assert found.variant == held(variant)
    assert (found.notices, found.kept, dict(found.renamed)) == ((), {}, {})


@both
@pytest.mark.parametrize("seed", seeds(5, 20))
def test_oneway_edges_are_written_as_far_as_the_loaders_take_them(reader, seed):
    """A way without any way back is opened by the writer; the others come back as they are."""
    variant = generated(seed, Wanted(islands=True, oneway=True))
    (found,) = reader.read(reader.write(variant))
    graph = ways(variant)
    assert steps(found.variant) == {
        *((a, b, "army") for a, ends in graph.army.items() for b in ends),
        *((a, b, "fleet") for a, ends in graph.fleet.items() for b in ends),
    }
    assert steps(variant) <= steps(found.variant)


def through(variant, table):
    """The steps of one of ours in the codes of the file; permission passages are closed there."""
    graph = ways(variant)
    return {
        *((table.code[a], table.code[b], "army") for a, ends in graph.army.items() for b in ends),
        *((table.code[a], table.code[b], "fleet") for a, ends in graph.fleet.items() for b in ends),
    }


@both
@pytest.mark.parametrize("name", OURS)
def test_our_five_come_back_edge_by_edge(reader, name, drawn):
    variant, _ = drawn(name)
    table = map_names(variant, DIALECTS[reader.name])
    (found,) = reader.read({f"{name}.map": reader.write(variant)[f"{name}.map"]})
    assert {(a.upper(), b.upper(), unit) for a, b, unit in steps(found.variant)} == through(variant, table)
    places = {each.id.upper(): each for each in found.variant.provinces}
    for province in variant.provinces:
        read_back = places[table.code[province.id]]
        assert (read_back.centre, read_back.impassable) == (province.centre, province.impassable)
        assert (read_back.armies, read_back.fleets) == (province.armies, province.fleets)
    assert [each.id.upper() for each in found.variant.powers] == [table.power[each.id] for each in variant.powers]
    assert told(found, "import-unreadable") == told(found, "import-stray") == []
    steady(found, reader)


def test_zeus_comes_back_from_the_judge_with_its_opening(drawn):
    variant, _ = drawn("zeus")
    (found,) = JUDGE.read(JUDGE.write(variant))
    opening = found.variant.start.opening
    assert opening.exclusive == (("nyo", "cal"),)
    assert (opening.secret_sites, opening.turn, opening.year) == (("cal", "nyo"), "winter", 1939)
    assert found.variant.standing_units == (Unit(None, UnitType.ARMY, "ind"),)
    assert found.variant.builds.extra == variant.builds.extra == (BuildSite("germany", "rom"),)
    assert found.variant.calendar == variant.calendar
    assert {each.id for each in found.variant.provinces if each.terrain is Terrain.SEA and each.armies} == {
        *("haw", "mid", "oki", "sol")
    }


# ---- the engines' own maps

MAPS = {  # provinces, edges, centres, powers, units, first year
    "ancmed": (79, 222, 34, 5, 15, 1),
    "ancmed_age_of_empires": (79, 222, 34, 5, 5, 1),
    "colonial": (119, 338, 58, 7, 29, 1870),
    "empire": (161, 493, 58, 10, 30, 1999),
    "known_world_901": (269, 815, 109, 16, 109, 901),
    "modern": (141, 405, 64, 10, 38, 1994),
    "pure": (7, 21, 7, 7, 7, 1901),
    "standard": (76, 218, 34, 7, 22, 1901),
    "standard_age_of_empires": (76, 218, 34, 7, 7, 1901),
    "standard_age_of_empires_2": (76, 218, 34, 7, 7, 1901),
    "standard_fleet_rome": (76, 218, 34, 7, 22, 1901),
    "standard_france_austria": (76, 218, 34, 2, 6, 1901),
    "standard_germany_italy": (76, 218, 34, 2, 6, 1901),
    "world": (192, 610, 86, 17, 51, 2000),
}
JUDGE_MAPS = {  # provinces, edges, centres, powers, units, first year, what is kept
    "canton": (82, 236, 36, 7, 23, 1901, []),
    "chromatic": (56, 155, 21, 5, 15, 1901, []),
    "loeb9": (87, 243, 38, 9, 28, 1901, ["rules", "lines", "gates", "blocks"]),
    "sailho": (60, 168, 16, 4, 8, 1901, ["rules", "lines"]),
    "zeus": (99, 307, 43, 8, 1, 1940, ["rules", "marks"]),
}


def counts(found):
    variant = found.variant
    parts = (variant.provinces, variant.adjacency, variant.centres, variant.powers, variant.start.units)
    return (*map(len, parts), variant.calendar.first_year)


def folder():
    """The maps inside PyPI diplomacy; the package itself is not imported here."""
    return Path(importlib.util.find_spec("diplomacy").origin).parent / "maps"


def installed(name):
    """A map of PyPI diplomacy with the one it stands on."""
    files = {f"{name}.map": (folder() / f"{name}.map").read_bytes()}
    for base in ("standard", "ancmed"):
        if f"MAP {base}.map".encode() in files[f"{name}.map"]:
            files[f"{base}.map"] = (folder() / f"{base}.map").read_bytes()
    return files


def settled(found, reader):
    """Written and read, only names change; written and read once more, nothing does."""
    table = map_names(found.variant, DIALECTS[reader.name])
    first = again(found, reader)
    assert {(a.upper(), b.upper(), unit) for a, b, unit in steps(first.variant)} == through(found.variant, table)
    assert counts(first) == counts(found)
    assert [each.playable for each in first.variant.powers] == [each.playable for each in found.variant.powers]
    assert list(first.kept) == list(found.kept)
    for name in ("calendar", "victory", "retreats"):
        assert getattr(first.variant, name) == getattr(found.variant, name)
    steady(first, reader)


@needs_engine
@pytest.mark.parametrize("name", some(MAPS, 3))
def test_the_maps_of_pypi_diplomacy(name):
    files = installed(name)
    assert PLAIN.recognises(files)
    (found,) = PLAIN.read(files)
    assert counts(found) == MAPS[name]
    assert {each.name for each in found.notices} <= {"import-kept", "import-renamed"}
    settled(found, PLAIN)


@needs_engine
def test_all_maps_of_pypi_diplomacy_together():
    files = {path.name: path.read_bytes() for path in sorted(folder().glob("*.map"))}
    assert sorted(name.removesuffix(".map") for name in files) == sorted(MAPS)
    assert PLAIN.recognises(files)
    found = PLAIN.read(files)
    assert [each.variant.id for each in found] == [
        name.replace("_", "") for name in MAPS if name not in ("standard", "ancmed")
    ]


@needs_engine
@pytest.mark.engine
@pytest.mark.slow
def test_the_graph_is_what_pypi_diplomacy_itself_makes_of_it():
    """Slow: the real engine is asked for every step and support on fourteen maps, one of 269 provinces."""
    reports = run(*(folder() / f"{name}.map" for name in MAPS), "--phases", 0, "--no-convoys")
    for name, report in zip(MAPS, reports, strict=True):
        (found,) = PLAIN.read(installed(name))
        variant = found.variant
        letters = {"army": "A", "fleet": "F"}
        mine = {(letters[unit], a.upper(), b.upper()) for a, b, unit in steps(variant)}
        assert mine == {tuple(step) for step in report["moves"]}, name
        assert {each.id.upper() for each in variant.centres} == set(report["scs"])
        word = {power_.replace("-", ""): power_ for power_ in report["powers"]}
        assert sorted(each.id.upper() for each in variant.powers) == sorted(word)
        for each in variant.powers:
            theirs = word[each.id.upper()]
            assert sorted(home.upper() for home in each.homes) == report["homes"][theirs]
            owned = sorted(place.id.upper() for place in variant.centres if place.owner == each.id)
            assert owned == report["owned"][theirs]
            units = {(unit.type.value[0].upper(), unit.location.upper()) for unit in variant.start.units
                     if unit.power == each.id}  # fmt: skip
            assert units == {tuple(unit.split()) for unit in report["units"][theirs]}
        assert sorted(each.id.upper() for each in variant.powers if not each.playable) == sorted(
            dummy.replace("-", "") for dummy in report["dummies"]
        )


@pytest.mark.shared
@pytest.mark.parametrize("name", JUDGE_MAPS)
def test_the_maps_of_the_judge(shared, name):
    files = {f"{name}.map": (shared / "engines" / "dpjudge" / f"{name}.map").read_bytes()}
    if name == "loeb9":
        if importlib.util.find_spec("diplomacy") is None:
            pytest.skip("loeb9 stands on the standard map, which PyPI diplomacy brings along")
        files |= installed("standard")
    reader = JUDGE if JUDGE.recognises(files) else PLAIN
    assert reader.recognises(files)
    assert (reader is PLAIN) == (name in ("canton", "chromatic"))
    (found,) = reader.read(files)
    assert (*counts(found), list(found.kept)) == JUDGE_MAPS[name]
    strange = told(found, "import-stray") + told(found, "import-unreadable") + told(found, "import-oneway")
    assert strange == (
        ["zeus.map:62 Libya is also called ben, which is the code of Bay of Bengal"] if name == "zeus" else []
    )
    settled(found, reader)


@pytest.mark.shared
def test_the_judges_zeus_has_the_opening_of_ours(shared, drawn):
    (found,) = JUDGE.read({"zeus.map": (shared / "engines" / "dpjudge" / "zeus.map").read_bytes()})
    theirs, ours = found.variant, drawn("zeus")[0]
    assert theirs.start.opening.exclusive == ours.start.opening.exclusive
    assert set(theirs.start.opening.secret_sites) == set(ours.start.opening.secret_sites)
    assert theirs.builds.extra == ours.builds.extra
    (limit,), (wanted,) = theirs.builds.limits, ours.builds.limits
    assert (limit.power, set(limit.sites), limit.at_most) == (wanted.power, set(wanted.sites), wanted.at_most)
    assert theirs.calendar == ours.calendar
    assert theirs.victory == ours.victory
    assert [each.id for each in theirs.powers if not each.playable] == ["india"]
    text = JUDGE.write(theirs, Material(kept=found.kept))["zeus.map"].decode("latin-1")
    assert "HOMES ~@CAL(NYO) HAW ~NYO WAS" in text
    assert "THEUSA (AMERICAN:T) @CAL HAW NYO WAS" in text
