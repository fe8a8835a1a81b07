"""njudge's map and seed: what is written, what is named as lost, and what a strict reader of the formats makes of it."""

from dataclasses import replace

import pytest
import strict_njudge as strict
from any_variant import any_variants
from effort import OURS, some
from facts_model import RULES, facts_variant, standard_variant
from small_boards import board, coast, edge, land, power, sea

from dipmap.engines import Handling, engine, refused
from dipmap.engines._njudge.names import LETTERS, ascii_text, codes, judge_names
from dipmap.engines._rules import rule_ids
from dipmap.model import Builds, Coast, Kind, Opening, Start, Unit, Units, UnitType, province_of

ENGINE = engine("njudge")


def written(variant):
    """A variant as the strict reader reads it back."""
    files = ENGINE.write(variant)
    assert sorted(files) == sorted(ENGINE.files(variant))
    return strict.read(files[f"map.{variant.id}"], files[f"seed.{variant.id}"])


def lines(variant, part="map"):
    return [line for line in ENGINE.write(variant)[f"{part}.{variant.id}"].decode().splitlines() if line[:1] != "#"]


def verdict(variant, rule):
    return {item.rule: item for item in ENGINE.verdicts(variant)}[rule]


def steps_of(variant, *, gated, opened=False):
    """The variant's own steps: unit, location, location; with both ways of one-way edges where asked."""
    found = set()
    for item in variant.adjacency:
        if item.kind is Kind.PERMISSION and not gated:
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
    assert set(found.ids) == {place for item in variant.provinces for place in item.locations}
    assert len(places) == len(found.ids)
    assert len(found.places) == len(variant.provinces) + len(found.gates)
    steps = {(unit, places[a], places[b]) for unit, a, b in found.steps()}
    gated = bool(found.gates)
    if any(item.oneway for item in variant.adjacency):
        assert steps_of(variant, gated=gated) <= steps <= steps_of(variant, gated=gated, opened=True)
    else:
        assert steps == steps_of(variant, gated=gated)
    letters = judge_names(variant).letter
    for item in variant.provinces:
        place = found.places[found.ids[item.id]]
        assert (place.kind == "x" or place.kind in LETTERS) is item.centre
        homes = [letters[power.id] for power in variant.powers if item.id in power.homes]
        if item.centre:
            assert place.kind == (homes[0] if homes else "x")
        open_to = {unit for unit, able in (("A", item.armies), ("F", item.fleets)) if able and not item.impassable}
        stands = {unit for unit in "AF" for where in item.locations if found.stands(unit, found.ids[where])}
        assert stands == (open_to or {"A"})
        water = item.fleets and not item.armies and not item.impassable
        assert place.water is (water or (item.convoys and "F" in open_to))
        if found.owners is not None:
            owner = letters[item.owner] if item.owner and item.centre else "."
            assert found.owners[found.ids[item.id]] == owner
    units = [unit for unit in variant.start.units if unit.power]
    wanted = {(letters[unit.power], unit.type.value[0].upper(), _place(found, unit)) for unit in units}
    assert set(found.units) <= wanted
    assert {unit[2].partition("/")[0] for unit in found.units} == {unit[2].partition("/")[0] for unit in wanted}
    return found


def _place(found, unit):
    return found.ids[province_of(unit.location) if unit.type is UnitType.ARMY else unit.location]


# ---- our five variants


@pytest.mark.parametrize("name", OURS)
def test_our_variants_read_back_edge_by_edge_with_their_losses(drawn, name):
    variant, _ = drawn(name)
    said = " ".join(same(variant).comments)
    for item in refused(ENGINE.verdicts(variant)):
        assert f"{item.rule} (changes play): {item.why}" in said
        assert f"{item.rule} (changes play)" in ENGINE.write(variant)[f"info.{name}"].decode()
    assert ENGINE.write(variant) == ENGINE.write(variant)


@pytest.mark.parametrize("name", ["standard", *RULES])
def test_facts_read_back_edge_by_edge(name):
    same(standard_variant() if name == "standard" else facts_variant(name))


def test_stockholm_keeps_its_lock_by_a_gateway(drawn):
    found = written(drawn("stockholm")[0])
    assert found.gates == {"gsl": ("slu", "kla", "str")}
    assert found.places["gsl"].name == "Gate of Slussen"
    across = {step for step in found.steps() if set(step[1:]) == {"kla", "str"}}
    assert across == {("F", "kla", "str"), ("F", "str", "kla")}
    answer = verdict(drawn("stockholm")[0], "permission-passage")
    assert answer.handling is Handling.NATIVE
    assert "GSL S F kla M str" in answer.why
    assert "    GSL S F kla M str" in lines(drawn("stockholm")[0], "info")
    assert "Flags: GATEWAYS" in lines(drawn("stockholm")[0], "install")
    assert found.phase == "S2101M"
    assert found.owners is None


def test_standard_is_as_the_judge_has_it(drawn):
    found = written(drawn("standard")[0])
    assert found.phase == "S1901M"
    assert sorted({place.kind for place in found.places.values()} & set(LETTERS)) == ["A", "E", "F", "G", "I", "R", "T"]
    assert found.places["bul"].moves["ec"] == ["bla", "con", "rum"]
    assert ("R", "F", "stp/sc") in found.units
    assert len(found.order) == 34
    assert "swi-mv: swi" in lines(drawn("standard")[0])


def test_zeus_has_islands_that_are_land_and_begins_with_builds(drawn):
    found = written(drawn("zeus")[0])
    assert found.phase == "F1939B"
    assert found.units == []
    islands = sorted(code for code, place in found.places.items() if place.water and place.kind != "w")
    assert islands == ["haw", "mid", "oki", "sol"]
    assert "Flags: PROV_DUALITY" in lines(drawn("zeus")[0], "install")
    assert verdict(drawn("zeus")[0], "island-sea-convoy").handling is Handling.NATIVE
    assert found.owners["ind"] == "."
    assert found.owners["cal"] == found.owners["nyo"] != "."


# ---- gateways


def _locked(**fields):
    provinces = (coast("aaa"), coast("bbb"), coast("ccc"), sea("ddd"), sea("eee"))
    fields = {"keeper": "aaa", **fields}
    edges = [edge("aaa", place, Units.FLEET) for place in ("ddd", "eee")]
    return board(provinces, (*edges, edge("ddd", "eee", Units.FLEET, Kind.PERMISSION, **fields)))


def test_a_passage_by_consent_is_a_gateway():
    assert same(_locked()).gates == {"gaa": ("aaa", "ddd", "eee")}


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        (_locked(oneway=True), "both ways"),
        (_locked(keeper=None), "one keeper"),
        (replace(_locked(), adjacency=(*_locked().adjacency, edge("ddd", "eee", Units.FLEET))), "others go there too"),
    ],
)
def test_passages_that_no_gateway_holds_are_closed_and_named(variant, why):
    answer = verdict(variant, "permission-passage")
    assert answer.refuses
    assert why in answer.why
    assert same(variant).gates == {}


def test_the_judge_has_five_gateways():
    provinces = [coast("key"), *(sea(f"s{letter}{side}") for letter in "abcdef" for side in "xy")]
    edges = [edge(f"s{letter}x", f"s{letter}y", Units.FLEET, Kind.PERMISSION, keeper="key") for letter in "abcdef"]
    assert len(same(board(provinces, edges[:5])).gates) == 5
    six = board(provinces, edges)
    assert "5 gateways" in verdict(six, "permission-passage").why
    assert same(six).steps() == set()


# ---- places, powers, phases


def test_units_that_never_move_still_stand():
    coasts = (Coast("nc", "north"), Coast("sc", "south"))
    variant = board((coast("aaa"), coast("bbb", coasts=coasts), sea("ccc"), land("ddd", impassable=True)))
    assert "aaa-mv: aaa" in lines(variant)
    assert "bbb-nc: bbb/nc" in lines(variant)
    assert "ccc-xc: ccc" in lines(variant)
    same(variant)


def test_a_centre_at_sea_is_named_as_lost():
    variant = board((sea("aaa", centre=True), coast("bbb")), (edge("aaa", "bbb", Units.FLEET),))
    assert verdict(variant, "sea-centre").refuses
    assert "Aaa, xw aaa" in lines(variant)


def test_owners_at_the_start_stand_in_the_seed():
    provinces = (land("aaa", centre=True, owner="blueland"), land("bbb", centre=True, owner="redland"), land("ccc"))
    variant = board(provinces, (), (power("redland", homes=("aaa", "bbb")), power("blueland")))
    assert written(variant).owners == {"aaa": "B", "bbb": "R", "ccc": "."}


def test_moves_that_go_one_way_are_opened_and_named():
    edges = (edge("bbb", "aaa", Units.ARMY, oneway=True), edge("aaa", "bbb", Units.FLEET))
    variant = board((coast("aaa"), coast("bbb")), edges)
    assert "bbb > aaa" in verdict(variant, "oneway").why
    assert same(variant).steps() == {(unit, *pair) for unit in "AF" for pair in (("aaa", "bbb"), ("bbb", "aaa"))}


def test_phases():
    plain = board((land("aaa"),))
    assert written(plain).phase == "S1901M"
    assert written(replace(plain, start=Start((), Opening()))).phase == "F1900B"
    assert written(replace(plain, calendar=replace(plain.calendar, first_year=-50))).phase == "S0001M"
    late = replace(plain, calendar=replace(plain.calendar, first_turn="fall"), start=Start((), Opening()))
    assert verdict(late, "opening-adjustment").refuses
    none = replace(plain, retreats="none")
    assert verdict(none, "no-retreats").refuses
    assert "Flags: AUTODISBAND" in lines(none, "install")
    assert "Flags: BUILD_ANYCENTRES" in lines(replace(plain, builds=Builds("owned")), "install")


def test_units_of_nobody_need_a_master():
    variant = replace(board((land("aaa", centre=True),)), standing_units=(Unit(None, UnitType.ARMY, "aaa"),))
    assert verdict(variant, "standing-unit").refuses
    assert same(variant).units == []


# ---- names


@pytest.mark.parametrize(
    ("id_", "name", "code", "full"),
    [
        ("lon", "London", "lon", "London"),
        ("r1", "Flat Rock", "r1", "Flat Rock"),
        ("nc", "Östra sjön", "ost", "Ostra sjon"),
        ("x", "A Coruña", None, "Province A Coruna"),
        ("via", "Army Camp", None, "Province Army Camp"),
        ("7", "カイロ", "aaa", "Province AAA"),
        ("stp", "St. Petersburg, North (old)", "stp", "St. Petersburg North old"),
        ("hyp", "-Isle", "hyp", "Province -Isle"),
    ],
)
def test_names_are_ascii_and_begin_no_order(id_, name, code, full):
    variant = board((land(id_, name), land("zzz")), (edge(id_, "zzz", Units.ARMY),))
    names = judge_names(variant)
    assert names.full[id_] == full
    assert len(names.code[id_]) >= 2
    assert code in (None, names.code[id_])
    same(variant)


def test_names_that_differ_by_dots_and_spaces_are_told_apart():
    variant = board((land("aaa", "St. Ives"), land("bbb", "Stives"), land("ccc", "AAA")))
    assert len(set(judge_names(variant).full.values())) == 3
    same(variant)


def test_abbreviations_do_not_hang_on_the_order_of_provinces():
    provinces = (land("london"), land("lon"), land("nc", "Lond"), land("a", "Lonx"))
    assert codes(provinces) == codes(provinces[::-1])
    assert len(set(codes(provinces).values())) == 4


def test_powers_have_letters_of_their_own_and_short_names():
    powers = [power(f"p{index}", f"{'Mo' * 15} {index}") for index in range(len(LETTERS))]
    names = judge_names(board((land("aaa"),), (), powers))
    assert sorted(names.letter.values()) == sorted(LETTERS)
    assert all(len(word) <= 23 and " " not in word for word in names.power.values())
    assert len(set(names.power.values())) == len(powers)


def test_further_names_are_abbreviations_where_they_are_one_word():
    variant = board((land("cai", "Cairo", aliases=("カイロ", "Kairo", "Le Caire")), land("bbb")))
    assert "Cairo, l cai kairo" in lines(variant)
    assert "カイロ and Le Caire" in verdict(variant, "aliases").why


def test_ascii():
    assert ascii_text("Łódź Åre") == "Lodz Are"
    assert ascii_text("日本") == ""


# ---- limits and verdicts


def test_limits_are_findings():
    crowd = board((land("aaa"),), (), [power(f"p{index}") for index in range(35)])
    (finding,) = ENGINE.problems(crowd)
    assert "34 powers" in finding.message
    wide = board([land(f"p{index}") for index in range(201)])
    (finding,) = ENGINE.problems(wide)
    assert "200 provinces" in finding.message
    long = board(
        [land(f"p{index}", f"{chr(97 + index % 26)}{chr(97 + index // 26)}".ljust(100, "x")) for index in range(150)]
    )
    (finding,) = ENGINE.problems(long)
    assert "10000 bytes" in finding.message
    with pytest.raises(ValueError, match="10000 bytes"):
        ENGINE.write(long)


def test_every_rule_has_an_answer_and_no_answer_is_idle():
    answered = set(ENGINE.capabilities)
    assert set(rule_ids()) - answered == {"build-sites"}
    assert {name.partition(":")[0] for name in answered} <= set(rule_ids())


# ---- the reader itself, and any small variant


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("bbb-mv: aaa", "bbb-mv: bbb", "can't get back to aaa"),
        ("bbb-mv: aaa\n", "", "no movement table"),
        ("Bbb, l bbb", "Bbb, l aaa", "two provinces are called aaa"),
        ("Bbb, l bbb", "Bbb, l b", "bad province"),
        ("Bbb, l bbb", "Bbb,l bbb", "bad province"),
        ("Bbb, l bbb", "Bbb, M bbb", "bad type"),
        ("#End", " End", "no province"),
    ],
)
def test_the_strict_reader_is_strict(old, new, message):
    files = ENGINE.write(board((land("aaa"), land("bbb")), (edge("aaa", "bbb", Units.ARMY),)))
    good = files["map.probe"].decode()
    assert old in good
    with pytest.raises(strict.BrokenMapError, match=message):
        strict.read(good.replace(old, new, 1).encode(), files["seed.probe"])


@pytest.mark.parametrize("count", some([30, 300], 1))
def test_any_variant_is_refused_or_reads_back_as_it_is(count):
    read = 0
    for variant in any_variants(count):
        if ENGINE.problems(variant):
            with pytest.raises(ValueError, match="njudge"):
                ENGINE.write(variant)
            continue
        same(variant)
        read += 1
    assert read > count * 2 / 3
