"""The `.map` of PyPI diplomacy: what is written, what is named as lost, and what the engine itself makes of it."""

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from any_variant import any_variants
from effort import some
from facts_model import facts, facts_variant, standard_variant
from hypothesis import given
from hypothesis import strategies as st
from small_boards import board, coast, edge, land, power, sea

from dipmap.engines import Handling, engine, refused
from dipmap.engines._mapfile.names import KEYWORDS, abbreviations, clean, letters, map_names, normed
from dipmap.model import (
    Builds,
    BuildSite,
    Coast,
    Kind,
    Opening,
    Start,
    Unit,
    Units,
    UnitType,
    Victory,
    province_of,
)

ENGINE = engine("diplomacy")
PLAYER = Path(__file__).with_name("play_diplomacy.py")
needs_engine = pytest.mark.skipif(
    importlib.util.find_spec("diplomacy") is None,
    reason="PyPI diplomacy is not installed: pip install 'dipmap[engines]'",
)


def run(*arguments, limit=300):
    """The answer of the real engine, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(PLAYER), *map(str, arguments)],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={key: value for key, value in os.environ.items() if key not in ("PYTHONWARNINGS", "PYTHONPATH")},
        timeout=limit,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def play(folder, variant, *arguments, script=None):
    """A variant written, loaded and played."""
    assert not ENGINE.problems(variant)
    (name, data), *rest = ENGINE.write(variant).items()
    assert not rest
    path = folder / name
    path.write_bytes(data)
    if script is not None:
        orders = folder / "script.json"
        orders.write_text(json.dumps(script), encoding="utf-8")
        arguments = (*arguments, "--script", orders)
    return run(path, *arguments)


def text(variant):
    return ENGINE.write(variant)["probe.map"].decode()


def lines(variant):
    return [line for line in text(variant).splitlines() if line and not line.startswith("#")]


def verdict(variant, rule):
    return {item.rule: item for item in ENGINE.verdicts(variant)}[rule]


# ---- what is written


def test_neighbours_tell_units_by_letter_case():
    variant = board(
        (coast("aaa"), coast("bbb"), coast("ccc"), coast("ddd"), land("eee"), sea("fff")),
        (
            edge("aaa", "bbb"),
            edge("aaa", "ccc", Units.ARMY),
            edge("aaa", "ddd", Units.FLEET),
            edge("aaa", "eee", Units.ARMY),
            edge("aaa", "fff", Units.FLEET),
        ),
    )
    assert "COAST AAA    ABUTS BBB ccc Ddd EEE FFF" in lines(variant)
    assert "WATER FFF    ABUTS AAA" in lines(variant)
    assert "LAND  EEE    ABUTS AAA" in lines(variant)


def test_split_coasts_have_lines_of_their_own_and_a_parent():
    coasts = (Coast("nc", "north coast"), Coast("sc", "south coast"))
    variant = board(
        (coast("gam", "Gamma", coasts=coasts), coast("bbb"), land("ccc"), coast("ddd"), sea("nse"), sea("sse")),
        (
            edge("gam/nc", "nse", Units.FLEET),
            edge("gam/sc", "sse", Units.FLEET),
            edge("gam/sc", "bbb", Units.FLEET),
            edge("gam/nc", "ddd", Units.FLEET),
            edge("gam", "bbb", Units.ARMY),
            edge("gam", "ccc", Units.ARMY),
        ),
    )
    found = lines(variant)
    assert "Gamma (north coast) = GAM/NC GAM(nc)" in found
    assert "Gamma = GAM" in found
    assert "COAST GAM/NC ABUTS DDD NSE" in found
    assert "COAST GAM/SC ABUTS BBB SSE" in found
    assert "COAST gam    ABUTS BBB CCC NSE SSE" in found
    assert "COAST BBB    ABUTS GAM/SC" in found
    assert "LAND  CCC    ABUTS gam" in found
    assert "COAST DDD    ABUTS Gam/Nc" in found


def test_settings_powers_and_centres():
    variant = board(
        (
            land("aaa", centre=True, home="mob", owner="mob"),
            land("bbb", centre=True),
            land("ccc", centre=True, owner="hood"),
        ),
        (),
        (power("mob", "The Mob", ("aaa",), adjective="Mobbish"), power("hood", "The 'Hood")),
        start=Start((Unit("mob", UnitType.ARMY, "aaa"),)),
        builds=Builds("owned"),
        victory=Victory(at_least=2),
    )
    assert lines(variant)[:8] == [
        "VICTORY 2",
        "BEGIN SPRING 1901 MOVEMENT",
        "RULE BUILD_ANY",
        "THEMOB (MOBBISH:T) AAA",
        "A AAA",
        "HOOD (HOOD:H)",
        "OWNS CCC",
        "UNOWNED BBB",
    ]


def test_an_opening_begins_the_winter_before():
    variant = board((land("aaa"),), start=Start((), Opening()))
    assert "BEGIN WINTER 1900 ADJUSTMENTS" in lines(variant)
    assert verdict(variant, "opening-adjustment").handling is Handling.NATIVE


def test_years_without_four_digits_begin_with_one():
    variant = board((land("aaa"),))
    variant = replace(variant, calendar=replace(variant.calendar, first_year=-50))
    assert "BEGIN SPRING 1 MOVEMENT" in lines(variant)
    assert verdict(variant, "start-year").handling is Handling.EMULATED


def test_header_names_the_variant_and_its_losses_and_has_no_date():
    variant = replace(
        facts_variant("yubani"),
        designers=("Yu Bani",),
        licence="CC BY 4.0",
    )
    header = ENGINE.write(variant)["yubani.map"].decode().partition("\nVICTORY")[0]
    assert "# Designed by Yu Bani" in header
    assert "# Licence: CC BY 4.0" in header
    assert "#   a province holds one unit" in header
    assert "#   no-retreats (changes play): dislodged units retreat" in header
    assert ENGINE.write(variant) == ENGINE.write(variant)


# ---- names


@pytest.mark.parametrize(
    ("id_", "name", "code"),
    [
        ("lon", "London", "LON"),
        ("the", "Thessaly", "THS"),
        ("nc", "North", "NOR"),
        ("via", "Via", "VIB"),
        ("r1", "Flat Rock", "FLA"),
        ("london", "London", "LON"),
        ("7", "カイロ", "AAA"),
    ],
)
def test_abbreviations_have_three_letters(id_, name, code):
    assert abbreviations((land(id_, name),)) == {id_: code}


def test_abbreviations_do_not_hang_on_the_order_of_provinces():
    provinces = (land("london"), land("lon"), land("lond1"), land("lond2"))
    assert abbreviations(provinces) == abbreviations(provinces[::-1])
    assert abbreviations(provinces)["lon"] == "LON"
    assert len(set(abbreviations(provinces).values())) == 4


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("Victory Point", "Province Victory Point"),
        ("Map", "Province Map"),
        ("Hold", "Province Hold"),
        ("The", "Province AAA"),
        ("A Coruña", "Province A Coruña"),
        ("St. Petersburg", "St. Petersburg"),
        ("The 'Hood", "'Hood"),
        ("Aaa = Bbb #1 (x)", "Aaa Bbb 1 x"),
        ("カイロ", "カイロ"),
        ("BBB", "Province BBB"),
        ("Isle in the Sun", "Isle Sun"),
        ("Redland", "Province Redland"),
        ("~", "Province AAA"),
    ],
)
def test_names_the_parser_would_misread_are_changed(name, full):
    names = map_names(board((land("aaa", name), land("bbb", "Somewhere"))))
    assert names.full["aaa"] == full


def test_power_names_are_one_word_and_letters_are_unique():
    powers = (
        power("usa", "USA"),
        power("ia", "Israel-America"),
        power("m", "M"),
        power("x1", "日本"),
        power("y", "Mmm"),
        power("mob", "The Mob"),
    )
    names = map_names(board((land("aaa"),), (), powers))
    assert names.power["usa"] == "THEUSA"
    assert names.power["ia"] == "ISRAELAMERICA"
    assert names.power["mob"] == "THEMOB"
    assert all(len(word) not in (1, 3) and word.isalpha() for word in names.power.values())
    assert len(set(names.letter.values())) == len(powers)
    assert "M" not in names.letter.values()


def test_other_coasts_are_mapped_and_said_so():
    coasts = (Coast("north", "Northern shore"), Coast("isle", "Isle"))
    variant = board((coast("gam", "Gamma", coasts=coasts),))
    assert "Gamma (Northern shore) = GAM/NC GAM(nc) GAM(north)" in lines(variant)
    assert "Gamma (Isle) = GAM/SC GAM(sc) GAM(isle)" in lines(variant)
    assert verdict(variant, "coast-names").handling is Handling.EMULATED
    assert "# gam/north GAM/NC Gamma (Northern shore)" in text(variant)


def test_names_in_other_scripts_stay_in_comments():
    variant = board((land("cai", "Cairo", aliases=("カイロ", "Le Caire")),))
    assert "Cairo = CAI Le+Caire" in lines(variant)
    assert "# cai CAI Cairo | カイロ" in text(variant)
    assert not verdict(variant, "aliases").refuses


# ---- verdicts and refusals


@pytest.mark.parametrize(
    ("name", "losses"),
    [
        ("yubani", ["automatic-builds", "no-retreats", "one-phase-year", "points-victory", "last-year"]),
        ("zeus", ["island-sea-convoy", "opening-caps", "secret-opening"]),
        ("stockholm", ["permission-passage"]),
        ("philadelphia", ["capacity", "secret-opening", "joint-opening", "victory-below-majority"]),
    ],
)
def test_losses_of_the_four_variants(name, losses):
    verdicts = ENGINE.verdicts(facts_variant(name))
    assert [item.rule for item in refused(verdicts)] == losses
    assert refused(verdicts, losses) == []


def test_every_rule_has_an_answer_and_no_answer_is_idle():
    from dipmap.engines._rules import rule_ids

    answered = set(ENGINE.capabilities)
    assert set(rule_ids()) - answered == {"build-sites"}
    assert {name.partition(":")[0] for name in answered} <= set(rule_ids())


def test_a_oneway_edge_is_native_where_the_other_unit_comes_back():
    provinces = (coast("aaa"), coast("bbb"), coast("ccc"))
    native = board(provinces, (edge("bbb", "aaa", Units.ARMY, oneway=True), edge("aaa", "bbb", Units.FLEET)))
    assert verdict(native, "oneway").handling is Handling.NATIVE
    assert "COAST BBB    ABUTS AAA" in lines(native)
    assert "COAST AAA    ABUTS Bbb" in lines(native)
    opened = board(provinces, (edge("bbb", "aaa", Units.ARMY, oneway=True),))
    assert verdict(opened, "oneway").refuses
    assert "COAST AAA    ABUTS bbb" in lines(opened)


def test_a_standing_unit_without_a_centre_is_lost():
    standing = (Unit(None, UnitType.ARMY, "aaa"),)
    assert verdict(board((land("aaa"),), standing_units=standing), "standing-unit").refuses
    held = board((land("aaa", centre=True),), standing_units=standing)
    assert verdict(held, "standing-unit").handling is Handling.EMULATED


def test_options_are_judged_by_name():
    variant = board((land("aaa"),), options={"convoy_adjacent": "fallback", "paradox": "all-hold", "illegal": "hold"})
    found = {item.rule: item.handling for item in ENGINE.verdicts(variant) if item.rule.startswith("option:")}
    assert found == {"option:convoy_adjacent": Handling.NATIVE, "option:paradox": Handling.DROPPED}


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        (board((land("aaa"),), (), (power("redland"),)), "fewer than two powers"),
        (board((coast("aaa", coasts=tuple(Coast(c, c) for c in ("nc", "sc", "ec", "wc", "x"))),)), "four coasts"),
        (board((coast("aaa"), sea("bbb")), start=Start((Unit("redland", UnitType.ARMY, "bbb"),))), "army at bbb"),
        (board((land("aaa", centre=True, impassable=True),)), "nobody may enter"),
        (board((land("aaa"),), (edge("aaa", "zzz"),)), "zzz, which is no place"),
        (board((land("aaa"),), start=Start((Unit("green", UnitType.ARMY, "aaa"),))), "names green"),
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
    with pytest.raises(ValueError, match="PyPI diplomacy"):
        ENGINE.write(variant)


def _with_extra_site(**fields):
    """Redland may build in ccc too, once it has it."""
    places = (
        land("aaa", centre=True, home="redland", owner="redland"),
        land("bbb", centre=True),
        land("ccc", centre=True),
        land("ddd", centre=True, home="blueland", owner="blueland"),
        land("eee"),
    )
    edges = (edge("aaa", "ccc", Units.ARMY), edge("bbb", "ccc", Units.ARMY), edge("ddd", "eee", Units.ARMY))
    variant = board(
        places,
        edges,
        (power("redland", homes=("aaa",)), power("blueland", homes=("ddd",))),
        start=Start((Unit("redland", UnitType.ARMY, "aaa"), Unit("blueland", UnitType.ARMY, "ddd"))),
        builds=Builds(extra=(BuildSite("redland", "ccc"),)),
        victory=Victory(at_least=4),
    )
    return replace(variant, **fields)


def test_an_extra_build_site_is_a_home_to_be_won():
    found = lines(_with_extra_site())
    assert found[2:5] == ["REDLAND (REDLAND:R) AAA CCC", "OWNS AAA", "A AAA"]
    assert "UNOWNED BBB" in found
    answer = verdict(_with_extra_site(), "extra-build-sites")
    assert answer.handling is Handling.EMULATED
    assert not answer.refuses


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"builds": Builds("any-home", extra=(BuildSite("redland", "ccc"),))}, "one's own homes or for every"),
        ({"builds": Builds(extra=(BuildSite("redland", "eee"),))}, "Eee is none"),
        (
            {"provinces": tuple(replace(each, owner=None) for each in _with_extra_site().provinces)},
            "every power gets its homes in the first winter",
        ),
    ],
)
def test_other_extra_build_sites_are_lost(fields, words):
    answer = verdict(_with_extra_site(**fields), "extra-build-sites")
    assert answer.refuses
    assert words in answer.why


# ---- the engine itself


def expected_steps(variant):
    """The variant's own steps in the words of the file: what the engine must allow, and nothing else."""
    names = map_names(variant)
    found = set()
    for item in variant.adjacency:
        if item.kind is Kind.PERMISSION:
            continue
        for unit, passes in ((UnitType.ARMY, item.units.army), (UnitType.FLEET, item.units.fleet)):
            ends = [item.a, item.b] if unit is UnitType.FLEET else [province_of(item.a), province_of(item.b)]
            homes = [variant.by_id[province_of(place)] for place in ends]
            able = all(
                not home.impassable and (home.armies if unit is UnitType.ARMY else home.fleets) for home in homes
            )
            if passes and able:
                letter = "A" if unit is UnitType.ARMY else "F"
                found.add((letter, names.code[ends[0]], names.code[ends[1]]))
                if not item.oneway:
                    found.add((letter, names.code[ends[1]], names.code[ends[0]]))
    return found


def agrees(report, variant):
    """The report has no errors, reads every order as written, and allows the variant's steps alone."""
    assert report["errors"] == []
    assert report["game_errors"] == []
    assert report["misread"] == []
    steps = {tuple(step) for step in report["moves"]}
    wanted = expected_steps(variant)
    opened = [item for item in variant.adjacency if item.oneway and item.kind is not Kind.PERMISSION]
    if not opened:
        assert steps == wanted
    else:
        assert wanted <= steps
        back = {(unit, b, a) for unit, a, b in wanted}
        assert steps - wanted <= back
        if verdict(variant, "oneway").handling is Handling.NATIVE:
            assert steps == wanted
    supports = {tuple(step) for step in report["supports"] if "/" not in step[2]}
    assert supports == {(unit, a, b.partition("/")[0]) for unit, a, b in steps}


@needs_engine
@pytest.mark.engine
def test_keywords_are_those_of_the_engine():
    answer = run("--words")
    assert answer["keywords"] == KEYWORDS


@needs_engine
@pytest.mark.engine
def test_standard_board_has_its_edges_and_plays(tmp_path):
    variant = standard_variant()
    report = play(tmp_path, variant, "--phases", 30)
    agrees(report, variant)
    assert report["phases"] == 30
    document = facts("standard")
    pairs = {"A": document["army_edges"], "F": document["fleet_edges"]}
    for unit, edges in pairs.items():
        steps = {(a, b) for kind, a, b in report["moves"] if kind == unit}
        assert steps == {pair for a, b in edges for pair in ((a, b), (b, a))}
    assert (len(document["army_edges"]), len(document["fleet_edges"])) == (111, 141)
    assert report["homes"] == {item["id"]: sorted(item["home"]) for item in document["powers"]}
    assert len(report["scs"]) == 34
    assert report["victory"] == [18]


@needs_engine
@pytest.mark.engine
@pytest.mark.parametrize("name", some(["yubani", "stockholm", "zeus", "philadelphia"], 1))
def test_variants_load_without_errors_and_play(tmp_path, name):
    variant = facts_variant(name)
    report = play(tmp_path, variant, "--phases", 30)
    if name == "zeus":
        # Convoys from ports go one way, and the engine lists supports for the way back that it then refuses.
        quirk = "SUPPORTED UNIT CANNOT REACH DESTINATION"
        report["game_errors"] = [error for error in report["game_errors"] if quirk not in error]
    agrees(report, variant)
    assert report["phases"] == 30 or report["outcome"]
    assert ("BUILD_ANY" in report["rules"]) == (variant.builds.sites == "owned")
    assert len(report["scs"]) == len(variant.centres)


@needs_engine
@pytest.mark.engine
def test_a_standing_unit_holds_until_dislodged_and_is_not_rebuilt(tmp_path):
    variant = board(
        (
            land("aaa", centre=True, owner="redland"),
            land("bbb", centre=True, owner="redland"),
            land("ccc", centre=True),
        ),
        (edge("aaa", "ccc", Units.ARMY), edge("bbb", "ccc", Units.ARMY), edge("aaa", "bbb", Units.ARMY)),
        (power("redland", homes=("aaa", "bbb")), power("blueland")),
        start=Start((Unit("redland", UnitType.ARMY, "aaa"), Unit("redland", UnitType.ARMY, "bbb"))),
        standing_units=(Unit(None, UnitType.ARMY, "ccc"),),
        victory=Victory(at_least=4),
    )
    alone = {"REDLAND": ["A AAA - CCC"]}
    both = {"REDLAND": ["A AAA - CCC", "A BBB S A AAA - CCC"]}
    report = play(tmp_path, variant, script=[alone, {}, both, {}, {}, {}])
    assert report["dummies"] == ["NOBODY"]
    assert report["log"][0] == {"BLUELAND": [], "NOBODY": ["A CCC"], "REDLAND": ["A AAA", "A BBB"]}
    assert report["log"][1]["NOBODY"] == ["A CCC"]
    assert report["log"][2]["REDLAND"] == ["A BBB", "A CCC"]
    assert report["final"]["NOBODY"] == []
    assert report["centres"]["REDLAND"] == ["AAA", "BBB", "CCC"]


@needs_engine
@pytest.mark.engine
@pytest.mark.parametrize("extra", [True, False])
def test_a_power_builds_in_an_extra_site_once_it_owns_it(tmp_path, extra):
    """Home is full and ccc is free: only who may build in ccc gets its third army; nobody has ccc before it is won."""
    variant = _with_extra_site() if extra else _with_extra_site(builds=Builds())
    script = [
        {"REDLAND": ["A AAA - CCC"]},
        {},
        {"REDLAND": ["A AAA B"]},
        {"REDLAND": ["A CCC - BBB"]},
        {},
        {"REDLAND": ["A CCC B"]},
        {},
    ]
    report = play(tmp_path, variant, script=script)
    assert report["errors"] == []
    assert report["owned"]["REDLAND"] == ["AAA"]
    assert report["homes"]["REDLAND"] == (["AAA", "CCC"] if extra else ["AAA"])
    assert report["log"][1]["REDLAND"] == ["A CCC"]
    assert report["log"][2]["REDLAND"] == ["A AAA", "A CCC"]
    assert report["log"][5]["REDLAND"] == (["A AAA", "A BBB", "A CCC"] if extra else ["A AAA", "A BBB"])
    assert report["centres"]["REDLAND"] == ["AAA", "BBB", "CCC"]


@needs_engine
@pytest.mark.engine
def test_players_may_write_names_and_ids_of_the_variant(tmp_path):
    variant = board(
        (land("r1", "Hold"), land("london", "Karlberg Õ", aliases=("The Old Town",))),
        (edge("r1", "london", Units.ARMY),),
        (power("redland", "Karlberg"), power("blueland", "Victory")),
        start=Start((Unit("redland", UnitType.ARMY, "r1"), Unit("blueland", UnitType.ARMY, "london"))),
    )
    script = [{"KARLBERG": ["A R1 S A Old Town"]}, {"KARLBERG": ["A Province Hold S A london"]}]
    report = play(tmp_path, variant, script=script)
    assert report["errors"] == report["game_errors"] == []
    assert report["powers"] == ["KARLBERG", "THEVICTORY"]


@needs_engine
@pytest.mark.engine
def test_islands_take_armies_and_fleets_as_ports(tmp_path):
    isle = sea("isl", "Isle", armies=True)
    variant = board(
        (coast("aaa"), coast("bbb"), isle, sea("sss", "Sound")),
        (
            edge("aaa", "isl"),
            edge("isl", "sss", Units.FLEET),
            edge("bbb", "sss", Units.FLEET),
            edge("aaa", "sss", Units.FLEET),
        ),
        start=Start((Unit("redland", UnitType.ARMY, "aaa"), Unit("blueland", UnitType.FLEET, "sss"))),
    )
    assert verdict(variant, "island-sea-convoy").refuses
    report = play(
        tmp_path,
        variant,
        script=[{"REDLAND": ["A AAA - ISL"]}, {"BLUELAND": ["F SSS C A ISL - BBB"], "REDLAND": ["A ISL - BBB VIA"]}],
    )
    assert report["log"][0]["REDLAND"] == ["A ISL"]
    assert report["log"][1]["REDLAND"] == ["A BBB"]


# ---- any small variant


@needs_engine
@pytest.mark.engine
@pytest.mark.parametrize("count", some([20, 300], 1))
def test_any_variant_is_refused_or_loads_as_it_is(count, tmp_path):
    """Three hundred are slow: the real engine tries every step and support on every board."""
    written = []
    for index, variant in enumerate(any_variants(count)):
        if ENGINE.problems(variant):
            with pytest.raises(ValueError, match="PyPI diplomacy"):
                ENGINE.write(variant)
            continue
        (data,) = ENGINE.write(variant).values()
        path = tmp_path / f"probe{index}.map"
        path.write_bytes(data)
        written.append((path, variant))
    assert len(written) > count * 2 / 3
    reports = run(*(path for path, _ in written), "--phases", 2, "--no-convoys")
    for report, (path, variant) in zip(reports, written, strict=True):
        assert report["errors"] == [], path.read_text(encoding="utf-8")
        agrees(report, variant)


@given(st.text(max_size=12))
def test_cleaned_names_are_stable_and_normalised_alike(name):
    assert clean(clean(name)) == clean(name)
    assert normed(clean(name)) == normed(clean(name).upper())
    assert letters(name).isascii()
