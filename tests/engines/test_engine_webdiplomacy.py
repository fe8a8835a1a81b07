"""webDiplomacy folders: the graph as PHP builds it, verdicts, problems, names, and the texts for who installs them."""

import re
from dataclasses import replace

import pytest
from effort import OURS, seeds, some
from facts_model import facts_variant, standard_variant
from generated import Wanted, generated
from webdiplomacy_site import (
    boxes,
    changed,
    check_graph,
    graph,
    handled,
    needs_php,
    php,
    province,
    small,
    text,
    written,
)

from dipmap.engines import Handling, Material, refused
from dipmap.engines._webdiplomacy.names import Names, comment, plain, quoted
from dipmap.engines._webdiplomacy.php import code_version
from dipmap.engines._webdiplomacy.plan import Plan
from dipmap.engines.webdiplomacy import ENGINE
from dipmap.model import (
    Adjacency,
    Builds,
    Calendar,
    Coast,
    End,
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

# ---- the graph


@needs_php
@pytest.mark.parametrize("name", some(OURS, 2))
def test_graphs_are_equal_edge_by_edge(name, exported, tmp_path):
    """The rest of ours is slow: PHP checks the syntax of a dozen files, one after the other."""
    variant, files = exported(name, "webdiplomacy")
    told = graph(variant, tmp_path, files)
    check_graph(variant, told)
    assert told["target"] == (len(variant.centres) + 1 if Plan(variant).counted else variant.victory.at_least)
    for file in sorted(tmp_path.rglob("*.php")):
        assert "No syntax errors" in php(tmp_path, "-l", str(file.relative_to(tmp_path)))
    for row in told["territories"]:
        assert 0 <= row["mapX"] < 1600
        assert abs(row["mapX"] / 2 - row["smallMapX"]) <= 3
        assert abs(row["mapY"] / 2 - row["smallMapY"]) <= 3


@needs_php
@pytest.mark.parametrize("seed", seeds(3, 20))
def test_generated_variants_keep_their_graph(seed, tmp_path):
    variant = generated(seed, Wanted(islands=True))
    assert ENGINE.problems(variant) == []
    check_graph(variant, graph(variant, tmp_path))


@needs_php
def test_the_standard_board_has_its_numbers(exported, tmp_path):
    variant, files = exported("standard", "webdiplomacy")
    told = graph(variant, tmp_path, files)
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
        (changed(small(), start=Start((Unit("red", UnitType.ARMY, "bay/nc"),))), "cannot start with an army at bay/nc"),
        (changed(small(), start=Start((Unit("red", UnitType.ARMY, "sea"),))), "cannot start with an army at sea"),
        (changed(small(), start=Start((Unit("red", UnitType.ARMY, "xxx"),))), "cannot start with an army at xxx"),
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


# ---- texts, and the same bytes again


def test_an_admin_is_told_how_to_install_it(exported):
    variant, files = exported("zeus", "webdiplomacy")
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


@pytest.mark.parametrize("name", OURS)
def test_variants_from_facts_have_the_same_graph_as_the_sources(name, drawn):
    facts = standard_variant() if name == "standard" else facts_variant(name)
    one, other = Plan(facts).borders, Plan(drawn(name)[0]).borders
    assert {frozenset(pair) for pair in one.army} == {frozenset(pair) for pair in other.army}
    assert {frozenset(pair) for pair in one.fleet} == {frozenset(pair) for pair in other.fleet}
