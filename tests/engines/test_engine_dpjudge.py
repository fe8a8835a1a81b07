"""The `.map` of DPjudge: what is written, what is named as lost, and what a strict reader of the format makes of it."""

from dataclasses import replace

import pytest
import strict_dpjudge as strict
from any_variant import any_variants
from effort import OURS, some
from facts_model import RULES, facts_variant, standard_variant
from small_boards import board, coast, edge, land, power, sea
from test_engine_diplomacy import needs_engine, run

from dipmap.engines import Handling, engine, refused
from dipmap.engines._dpjudge.flow import Flow
from dipmap.engines._mapfile.names import DPJUDGE, encodable, map_names, normed, western
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
    Victory,
    province_of,
)
from dipmap.model.rules import STANDARD_TURNS, BuildLimit

ENGINE = engine("dpjudge")


def written(variant):
    """A variant as the strict reader reads it back."""
    files = ENGINE.write(variant)
    assert sorted(files) == sorted(ENGINE.files(variant))
    return strict.read(files[f"{variant.id}.map"])


def text(variant):
    return ENGINE.write(variant)[f"{variant.id}.map"].decode("latin-1")


def lines(variant):
    return [line for line in text(variant).splitlines() if line and not line.startswith("#")]


def verdict(variant, rule):
    return {item.rule: item for item in ENGINE.verdicts(variant)}[rule]


def handling(variant, rule):
    return verdict(variant, rule).handling


def steps_of(variant, *, opened=False):
    """The variant's own steps: unit, location, location; with both ways of one-way edges where asked."""
    found = set()
    for item in variant.adjacency:
        if item.kind is Kind.PERMISSION:
            continue
        for letter, passes in (("A", item.units.army), ("F", item.units.fleet)):
            ends = [item.a, item.b] if letter == "F" else [province_of(item.a), province_of(item.b)]
            homes = [variant.by_id[province_of(end)] for end in ends]
            able = [home.armies if letter == "A" else home.fleets for home in homes]
            if passes and all(able) and not any(home.impassable for home in homes):
                found.add((letter, *ends))
                if opened or not item.oneway:
                    found.add((letter, *ends[::-1]))
    return found


def same(variant):
    """What was read back is the variant, edge by edge, place by place, power by power."""
    found = written(variant)
    places = {code: place for place, code in found.ids.items()}
    assert len(places) == len(found.ids)
    assert set(found.ids) == {place for item in variant.provinces for place in item.locations}
    steps = {(unit, places[a], places[b]) for unit, a, b in found.steps()}
    if any(item.oneway for item in variant.adjacency):
        assert steps_of(variant) <= steps <= steps_of(variant, opened=True)
    else:
        assert steps == steps_of(variant)
    for name, code in found.names.items():
        assert found.reads(f"A {name} H") == ["A", code, "H"], name
    codes = {item.id: found.ids[item.id] for item in variant.provinces}
    centres = {code for side in found.powers.values() for code in (*side.homes, *(side.owns or ()))}
    assert centres | set(found.unowned) == {codes[item.id] for item in variant.centres}
    words = map_names(variant, DPJUDGE).power
    for item in variant.powers:
        side = found.powers[words[item.id]]
        owned = {codes[place.id] for place in variant.centres if place.owner == item.id}
        assert set(side.homes if side.owns is None else side.owns) == owned
        assert {codes[home] for home in item.homes} <= {*side.homes, *side.factories, *_other_factories(found, side)}
        units = [unit for unit in variant.start.units if unit.power == item.id]
        assert set(side.units) <= {_unit(found, unit) for unit in units}
        assert side.dummy is not item.playable
    return found


def _other_factories(found, side):
    return [site for other in found.powers.values() if other is not side for site in other.factories]


def _unit(found, unit):
    army = unit.type is UnitType.ARMY
    return f"{'A' if army else 'F'} {found.ids[province_of(unit.location) if army else unit.location]}"


# ---- our five variants


@pytest.mark.parametrize("name", OURS)
def test_our_variants_read_back_edge_by_edge_with_their_losses(drawn, name):
    variant, _ = drawn(name)
    said = " ".join(same(variant).comments)
    for item in refused(ENGINE.verdicts(variant)):
        assert f"{item.rule} (changes play): {item.why}" in said
    assert ENGINE.write(variant) == ENGINE.write(variant)


@pytest.mark.parametrize("name", ["standard", *RULES])
def test_facts_read_back_edge_by_edge(name):
    same(standard_variant() if name == "standard" else facts_variant(name))


def test_standard_has_its_edges(drawn):
    steps = written(drawn("standard")[0]).steps()
    assert (sum(step[0] == "A" for step in steps), sum(step[0] == "F" for step in steps)) == (222, 282)


def test_zeus_opens_in_secret_with_california_or_new_york(drawn):
    found = written(drawn("zeus")[0])
    assert found.begin == ("WINTER", "1939", "ADJUSTMENTS")
    assert found.opens == "W1939A"
    (side,) = found.opening.values()
    assert (side.homes, side.alternatives, side.hidden) == (
        ["CAL", "HAW", "NYO", "WAS"],
        {"CAL": "NYO"},
        {"CAL", "NYO"},
    )
    assert "HOMES ~@CAL(NYO) HAW ~NYO WAS" in lines(drawn("zeus")[0])
    assert found.powers["GERMANY"].homes == ["BER", "HAM", "MUN", "ROM"]
    assert found.powers["GERMANY"].owns == ["BER", "HAM", "MUN"]
    assert "ROM" not in found.unowned
    nobody = found.powers["NOBODY"]
    assert (nobody.units, nobody.owns, nobody.homes, nobody.dummy) == (["A IND"], ["IND"], [], True)
    assert found.rules == ["CD_DUMMIES", "IMMOBILE_DUMMIES"]
    assert {place for place, kind in found.terrain.items() if kind == "PORT"} == {"HAW", "MID", "OKI", "SOL"}


def test_zeus_keeps_its_extra_site_and_loses_one_limit(drawn):
    zeus = drawn("zeus")[0]
    assert handling(zeus, "extra-build-sites") is Handling.NATIVE
    assert handling(zeus, "opening-caps") is Handling.EMULATED
    assert "USA may build in all of Washington, Hawaii, New York and California" in verdict(zeus, "build-limits").why
    assert handling(zeus, "island-sea-convoy") is Handling.NATIVE


def test_yubani_has_one_movement_a_year_and_no_retreats(drawn):
    found = written(drawn("yubani")[0])
    assert found.flow == ["YEAR:MOVEMENT,ADJUSTMENTS"]
    assert found.begin == ("YEAR", "2021", "MOVEMENT")
    assert found.rules == ["BUILD_ANY", "NO_RETREAT", "CIVIL_DISORDER", "CD_BUILDS"]
    assert found.victory == [len(drawn("yubani")[0].centres) + 1]
    assert set(found.terrain.values()) == {"LAND"}


def test_philadelphia_has_twelve_months_and_a_hidden_december(drawn):
    found = written(drawn("philadelphia")[0])
    assert len(found.flow) == 12
    assert found.begin == ("DECEMBER", "2006", "ADJUSTMENTS")
    assert all(side.hidden == set(side.homes) for side in found.opening.values())
    assert len(found.opening) == 7
    assert any(line.split() == ["BJULY", "July"] for line in found.comments)


@needs_engine
@pytest.mark.engine
@pytest.mark.parametrize("name", some(["standard", "stockholm", "zeus"], 1))
def test_pypi_diplomacy_loads_the_common_part(drawn, name, tmp_path):
    """The same names, powers and edges, once the lines of this dialect alone are out."""
    variant = drawn(name)[0]
    found = written(variant)
    kept = []
    for line in text(variant).splitlines():
        if line.startswith("IN "):
            break
        if line != "TEXTONLY" and not line.startswith(("FLOW ", "RULE ")):
            kept.append(line)
    path = tmp_path / f"{name}.map"
    path.write_text("\n".join(kept), encoding="utf-8")
    report = run(path, "--phases", 0, "--no-convoys")
    assert report["errors"] == report["misread"] == []
    assert {tuple(step) for step in report["moves"]} == found.steps()
    assert report["powers"] == sorted(found.powers)
    assert report["dummies"] == sorted(name for name, side in found.powers.items() if side.dummy)
    assert report["homes"] == {name: sorted(side.homes) for name, side in found.powers.items()}
    assert {name: sorted(units) for name, units in report["units"].items() if units} == {
        name: sorted(side.units) for name, side in found.powers.items() if side.units
    }
    assert report["begin"] == " ".join(found.begin)


# ---- sites, openings, calendars


def test_a_home_without_a_centre_is_a_factory():
    variant = board(
        (land("aaa", centre=True, owner="redland"), land("bbb"), land("ccc", centre=True)),
        (edge("aaa", "bbb", Units.ARMY), edge("bbb", "ccc", Units.ARMY)),
        (power("redland", homes=("aaa", "bbb")), power("blueland")),
    )
    found = same(variant)
    assert (found.powers["REDLAND"].homes, found.powers["REDLAND"].factories) == (["AAA"], ["BBB"])
    assert handling(variant, "home-without-centre") is Handling.EMULATED
    both = replace(variant, powers=(variant.powers[0], power("blueland", homes=("bbb",))))
    assert verdict(both, "home-without-centre").refuses
    assert same(both).powers["BLUELAND"].factories == []


def _opened(**fields):
    provinces = tuple(land(id_, centre=True, owner="redland") for id_ in ("aaa", "bbb", "ccc"))
    neutral = (land("ddd", centre=True), land("eee"))
    edges = [edge("aaa", other, Units.ARMY) for other in ("bbb", "ccc", "ddd", "eee")]
    variant = board((*provinces, *neutral), edges, (power("redland", homes=("aaa", "bbb", "ccc")), power("blueland")))
    return replace(variant, start=Start((), Opening(**fields)))


def test_a_pair_of_sites_that_exclude_each_other_is_an_alternative():
    variant = _opened(exclusive=(("aaa", "bbb"),), builds={"redland": 2})
    assert handling(variant, "opening-alternatives") is Handling.NATIVE
    assert handling(variant, "opening-caps") is Handling.EMULATED
    assert same(variant).opening["REDLAND"].alternatives == {"BBB": "AAA"}
    assert "HOMES AAA @BBB(AAA) CCC" in lines(variant)


@pytest.mark.parametrize(
    "fields",
    [
        {"exclusive": (("aaa", "bbb", "ccc"),)},
        {"exclusive": (("aaa", "bbb"), ("bbb", "ccc"))},
        {"exclusive": (("aaa", "ddd"),)},
    ],
)
def test_other_groups_are_lost_and_leave_no_mark(fields):
    variant = _opened(**fields)
    assert verdict(variant, "opening-alternatives").refuses
    assert same(variant).opening == {}


def test_a_cap_that_no_pair_makes_is_lost():
    assert "Redland 3" in verdict(_opened(builds={"redland": 2}), "opening-caps").why
    assert verdict(_opened(builds={"redland": 2}), "opening-caps").refuses


@pytest.mark.parametrize(
    ("fields", "hidden"),
    [
        ({"secret": True}, {"AAA", "BBB", "CCC"}),
        ({"joint": True}, {"AAA", "BBB", "CCC"}),
        ({"secret_sites": ("bbb",)}, {"BBB"}),
    ],
)
def test_hidden_homes_keep_an_opening_secret(fields, hidden):
    variant = _opened(**fields)
    assert same(variant).opening["REDLAND"].hidden == hidden
    assert refused(ENGINE.verdicts(variant)) == []


def test_only_homes_are_hidden():
    variant = _opened(secret=True)
    given = tuple(replace(item, owner="redland") if item.id == "ddd" else item for item in variant.provinces)
    variant = replace(variant, provinces=given, builds=Builds("owned"))
    assert "Ddd is none" in verdict(variant, "secret-opening").why


def test_an_opening_comes_right_before_the_first_movement():
    late = replace(_opened(secret=True), calendar=Calendar(STANDARD_TURNS, 1901, "fall"))
    for rule in ("opening-adjustment", "secret-opening"):
        assert verdict(late, rule).refuses
    assert same(late).begin == ("FALL", "1901", "MOVEMENT")
    assert same(late).opening == {}


def test_builds_in_every_home_and_extra_sites():
    variant = _opened()
    anyhome = replace(variant, builds=Builds("any-home", extra=(BuildSite("redland", "ddd"),)))
    assert same(anyhome).rules == ["HOME_BUILDS"]
    assert verdict(anyhome, "extra-build-sites").refuses
    for site, lost in (("ddd", False), ("eee", True)):
        extra = replace(variant, builds=Builds(extra=(BuildSite("redland", site),)))
        assert verdict(extra, "extra-build-sites").refuses is lost
        assert ("DDD" in same(extra).powers["REDLAND"].homes) is not lost


def test_limits_that_limit_nothing_are_kept():
    for most, lost in ((2, False), (1, True)):
        variant = replace(_opened(), builds=Builds(limits=(BuildLimit("redland", ("aaa", "bbb"), most),)))
        assert verdict(variant, "build-limits").refuses is lost


def _years(*turns, **fields):
    calendar = Calendar(tuple(turns), fields.pop("first_year", 1901), fields.pop("first_turn", turns[0].id), **fields)
    return replace(board((land("aaa"), land("bbb")), (edge("aaa", "bbb", Units.ARMY),)), calendar=calendar)


def test_turns_have_seasons_of_different_initials():
    move, builds = ("movement", "retreat"), ("adjustment",)
    variant = _years(
        Turn("a", "May", move),
        Turn("b", "March", move, ownership=True, victory=True),
        Turn("c", "Mid-winter", builds),
        Turn("d", "七月", move),
        Turn("e", "Newyear", move, ownership=True, victory=True),
        Turn("f", "May", builds),
        years=5,
    )
    assert written(variant).flow == [
        "NEWYEAR:5",
        *("MAY:MOVEMENT,RETREATS", "AMARCH:MOVEMENT,RETREATS", "MIDWINTER:ADJUSTMENTS"),
        *("D:MOVEMENT,RETREATS", "BNEWYEAR:MOVEMENT,RETREATS", "AMAY:ADJUSTMENTS"),
    ]
    assert handling(variant, "calendar") is Handling.EMULATED
    assert handling(variant, "year-step") is Handling.NATIVE
    assert len(Flow(variant).words) == 6


def test_centres_change_hands_before_adjustments_only():
    variant = _years(
        Turn("spring", "Spring", ("movement", "retreat"), ownership=True, victory=True),
        Turn("fall", "Fall", ("movement", "retreat"), ownership=True, victory=True),
        Turn("winter", "Winter", ("adjustment",)),
    )
    assert verdict(variant, "calendar").refuses
    written(variant)


def test_retreats_are_for_all_turns_or_for_none():
    plain = board((land("aaa"), land("bbb")), (edge("aaa", "bbb", Units.ARMY),))
    assert handling(replace(plain, retreats="none"), "no-retreats") is Handling.NATIVE
    assert "FLOW SPRING:MOVEMENT FALL:MOVEMENT WINTER:ADJUSTMENTS" in lines(replace(plain, retreats="none"))
    assert "RULE NO_RETREAT" in lines(replace(plain, retreats="none"))
    turns = (Turn("spring", "Spring", ("movement",)), *STANDARD_TURNS[1:])
    assert verdict(replace(plain, calendar=Calendar(turns, 1901, "spring")), "no-retreats").refuses


def test_victory_that_is_shared_is_kept():
    variant = replace(_opened(), victory=Victory(at_least=1, most=False, sole=False))
    assert handling(variant, "victory-below-majority") is Handling.NATIVE
    assert "RULE SHARED_VICTORY" in lines(variant)
    assert verdict(replace(variant, victory=Victory(at_least=1)), "victory-below-majority").refuses


def test_dummies_and_standing_units():
    idle = board(
        (land("aaa", centre=True, owner="redland"),), (), (power("redland", playable=False), power("blueland"))
    )
    assert same(idle).powers["REDLAND"].dummy
    assert same(idle).rules == ["CD_DUMMIES", "IMMOBILE_DUMMIES"]
    lost = replace(idle, standing_units=(Unit(None, UnitType.ARMY, "aaa"),))
    assert verdict(lost, "standing-unit").refuses


def test_ports_and_coasts_that_convoy():
    coasts = (Coast("nc", "north"), Coast("sc", "south"))
    port, split = coast("aaa", convoys=True), coast("bbb", convoys=True, coasts=coasts)
    seas = (sea("ccc"), sea("ddd", armies=True))
    edges = (edge("aaa", "ccc", Units.FLEET), edge("ccc", "ddd", Units.FLEET))
    more = (edge("bbb/nc", "ccc", Units.FLEET), edge("bbb/sc", "ddd", Units.FLEET))
    variant = board((port, split, *seas), (*edges, *more))
    found = same(variant)
    assert (found.type_of("AAA"), found.type_of("BBB"), found.type_of("DDD")) == ("PORT", "COAST", "PORT")
    assert "Bbb" in verdict(variant, "convoyable-coast").why
    assert handling(board((port, *seas), edges), "convoyable-coast") is Handling.NATIVE


# ---- names


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("Östermalm", "Östermalm"),
        ("Ōsaka", "Osaka"),
        ("カイロ", "Province AAA"),
        ("In the Woods", "Woods"),
        ("Flow", "Province Flow"),
        ("From Here", "Province From Here"),
        ("Rotate", "Province Rotate"),
        ("Notify Bay", "Province Notify Bay"),
        ("Land and Sea", "Land Sea"),
        ("U.S. Border", "U.S. Border"),
        ("Directive", "Province Directive"),
        ("ÿ", "Province y"),
    ],
)
def test_names_are_in_latin_1_and_are_no_directives(name, full):
    variant = board((land("aaa", name), land("bbb")), (edge("aaa", "bbb", Units.ARMY),))
    assert map_names(variant, DPJUDGE).full["aaa"] == full
    same(variant)


def test_names_that_only_this_judge_takes_for_one_are_kept_apart():
    places = (land("aaa", "U.S. A"), land("bbb", "US A"), land("ccc", "Red R"))
    found = same(board(places, (), (power("redr", "Red"), power("b2"))))
    assert len(set(found.names.values())) == 3
    assert normed("U.S.A", DPJUDGE) == "USA"


def test_other_scripts_stay_in_comments_as_numbers():
    variant = board((land("cai", "Cairo", aliases=("カイロ",)), land("bbb")), (edge("bbb", "cai", Units.ARMY),))
    assert "# cai CAI Cairo | \\u30ab\\u30a4\\u30ed" in text(variant)
    assert not verdict(variant, "aliases").refuses


def test_latin_1_is_either_kept_or_folded():
    assert encodable("Ørsted")
    assert not encodable("µ")
    assert western("Łódź") == "Lódz"
    assert western("日本") == ""


def test_the_line_for_the_list_of_maps():
    variant = board((land("aaa"), land("bbb")), (edge("aaa", "bbb", Units.ARMY),))
    assert ENGINE.files(variant) == ["probe.map", "psinfo.probe"]
    assert ENGINE.write(variant)["psinfo.probe"].decode().splitlines()[-1] == "probe"
    assert "TEXTONLY" in lines(variant)


# ---- verdicts


def test_every_rule_has_an_answer_and_no_answer_is_idle():
    answered = set(ENGINE.capabilities)
    assert set(rule_ids()) - answered == {"build-sites"}
    assert {name.partition(":")[0] for name in answered} <= set(rule_ids())


def test_options_are_judged_by_name():
    variant = board((land("aaa"),), options={"convoy_adjacent": "explicit", "paradox": "all-hold"})
    found = {item.rule: item.handling for item in ENGINE.verdicts(variant) if item.rule.startswith("option:")}
    assert found == {"option:convoy_adjacent": Handling.NATIVE, "option:paradox": Handling.DROPPED}


def test_ends_and_votes():
    variant = replace(board((land("aaa"),)), end=End(1910, agreed_draw="none"))
    assert verdict(variant, "last-year").refuses
    assert verdict(variant, "agreed-draw").refuses


def test_what_could_not_load_is_refused():
    variant = board((land("aaa", centre=True, impassable=True),))
    (finding,) = ENGINE.problems(variant)
    assert "DPjudge" in finding.message
    with pytest.raises(ValueError, match="DPjudge"):
        ENGINE.write(variant)


# ---- the reader itself, and any small variant


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("LAND  BBB    ABUTS AAA", "LAND  BBB    ABUTS", "one way"),
        ("LAND  BBB    ABUTS AAA", "LAND  BBB    ABUTS AAA AAA", "twice"),
        ("LAND  BBB    ABUTS AAA", "LAND  BBB    ABUTS AAA CCC", "nowhere"),
        ("Bbb = BBB", "Aaa = BBB", "two names"),
        ("Bbb = BBB", "Bbb = BBBB", "bad abbreviation"),
        ("BEGIN SPRING", "BEGIN SUMMER", "off the flow"),
        ("TEXTONLY", "FLAGS standard", "not expected"),
        ("VICTORY", "RULE NONSENSE\nVICTORY", "unknown rules"),
    ],
)
def test_the_strict_reader_is_strict(old, new, message):
    good = text(board((land("aaa"), land("bbb")), (edge("aaa", "bbb", Units.ARMY),)))
    assert old in good
    with pytest.raises(strict.BrokenMapError, match=message):
        strict.read(good.replace(old, new, 1).encode("latin-1"))


@pytest.mark.parametrize("count", some([30, 300], 1))
def test_any_variant_is_refused_or_reads_back_as_it_is(count):
    read = 0
    for variant in any_variants(count):
        if ENGINE.problems(variant):
            with pytest.raises(ValueError, match="DPjudge"):
                ENGINE.write(variant)
            continue
        same(variant)
        read += 1
    assert read > count * 2 / 3


@pytest.mark.shared
def test_the_judges_own_zeus_opens_as_ours_does(shared):
    published = (shared / "engines" / "dpjudge" / "zeus.map").read_text(encoding="latin-1")
    assert "HOMES ~@CAL(NYO) HAW ~NYO WAS" in published
    assert "IN W1939A" in published
