"""DiploGM folders: loaded by a strict checker of our own and compared edge by edge, verdicts, names, and the map."""

import json
from dataclasses import replace
from functools import cache

import pytest
import strict_diplogm
from effort import OURS, seeds, some
from facts_model import facts_variant, standard_variant
from generated import Wanted, generated, steps
from lxml import etree

from dipmap.engines import Handling, Material, PackageMap, refused
from dipmap.engines._diplogm.names import names_of, orderable
from dipmap.engines._diplogm.shape import rings, spelt
from dipmap.engines.diplogm import ENGINE
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

SVG, LABEL = strict_diplogm.SVG, strict_diplogm.LABEL


@cache
def variant_of(name):
    return standard_variant() if name == "standard" else facts_variant(name)


def verdict(variant, rule):
    return {item.rule: item for item in ENGINE.verdicts(variant)}.get(rule)


def lost(variant):
    return {item.rule for item in refused(ENGINE.verdicts(variant))}


def board(variant, step=40.0, fills=()):
    """A package's map of squares in a row-wise grid; with a step of 20 neighbours touch, with 40 nothing does."""
    colours = dict(fills)
    count = max(1, len(variant.provinces))
    wide = int(count**0.5) + 1
    paths = []
    for index, province in enumerate(variant.provinces):
        x, y = 10 + index % wide * step, 10 + index // wide * step
        fill = f' fill="{colours[province.id]}"' if province.id in colours else ""
        paths.append(f'<path id="{province.id}" d="M{x} {y}h20v20h-20z"{fill}/>')
    side = 40 + wide * step
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'viewBox="0 0 {side} {side}"><g inkscape:label="provinces">{"".join(paths)}</g></svg>'
    )
    return PackageMap(text.encode())


def folder(variant, drawing=None, kept=None):
    """Config, map and readme of a variant."""
    written = ENGINE.write(variant, Material(drawing or board(variant), kept or {}))
    assert list(written) == ENGINE.files(variant)
    config, picture, readme = written.values()
    return json.loads(config), picture, readme.decode()


def loaded(variant, drawing=None, kept=None):
    config, picture, _ = folder(variant, drawing, kept)
    return strict_diplogm.load(json.dumps(config), picture)


def told(variant, game):
    """The steps of a game in the ids of a variant."""
    names = names_of(variant)
    ids = {label: identity for identity, label in names.label.items()}
    coasts = {(province_of(place), suffix): place for place, suffix in names.coast.items()}

    def place(end):
        return coasts[ids[end[0]], end[1]] if end[1] else ids[end[0]]

    army = {(ids[a], ids[b], "army") for a, b in game.army}
    return army | {(place(a), place(b), "fleet") for a, b in game.fleet}


def wanted(variant):
    """The steps of a variant without passages by consent."""
    open_edges = tuple(edge for edge in variant.adjacency if edge.kind is not Kind.PERMISSION)
    return steps(replace(variant, adjacency=open_edges))


# ---- the graph


@pytest.fixture(scope="session")
def ours(exported):
    """A variant of our own and the game that its folder makes, by name."""

    @cache
    def make(name):
        variant, files = exported(name, "diplogm")
        config, picture, _ = files.values()
        return variant, strict_diplogm.load(config.decode(), picture)

    return make


@pytest.mark.parametrize("name", some(OURS, 2))
def test_overrides_force_the_graph_on_our_own_maps(name, ours):
    """The rest of ours is slow: the checker measures every pair of shapes, as the bot does."""
    variant, game = ours(name)
    assert told(variant, game) == wanted(variant)
    assert game.touching


@pytest.mark.parametrize("step", [20.0, 40.0])
@pytest.mark.parametrize("seed", seeds(5, 60))
def test_overrides_force_any_graph_whatever_touches(seed, step):
    variant = generated(seed, Wanted(islands=True, oneway=True))
    if not verdict(variant, "edges"):
        assert told(variant, loaded(variant, board(variant, step))) == wanted(variant)


def test_most_one_way_graphs_can_be_forced():
    edged = [seed for seed in range(60) if verdict(generated(seed, Wanted(islands=True, oneway=True)), "edges")]
    assert len(edged) < 12
    assert not any(verdict(generated(seed), "edges") for seed in range(60))


def test_what_no_override_can_say_is_lost():
    isles = tuple(
        Province(f"is{index}", f"Isle {letter}", Terrain.SEA, fleets=True, convoys=True)
        for index, letter in enumerate(("One", "Other"))
    )
    variant = replace(
        generated(1),
        provinces=(*generated(1).provinces, *isles),
        adjacency=(*generated(1).adjacency, Adjacency("is0", "is1", Units.ARMY)),
    )
    found = verdict(variant, "edges")
    assert found.refuses
    assert "F Isle One - Isle Other is open" in found.why


def test_a_passage_by_consent_stays_closed(ours):
    variant, game = ours("stockholm")
    closed = {
        (edge.a, edge.b, unit.value) for edge in variant.adjacency if edge.kind is Kind.PERMISSION for unit in UnitType
    }
    assert closed
    assert not closed & told(variant, game)


def test_a_coast_without_an_edge_is_lost():
    odd = Province("odd", "Odd Spot", Terrain.COAST, fleets=True, coasts=(Coast("nc", "n"), Coast("sc", "s")))
    edges = (*CLASSIC.adjacency, Adjacency("nth", "odd/nc", Units.FLEET))
    variant = replace(CLASSIC, provinces=(*CLASSIC.provinces, odd), adjacency=edges)
    assert not verdict(variant, "bare-coasts").refuses
    assert verdict(variant, "bare-coasts").why.endswith("is none: Odd Spot sc")
    held = replace(variant, start=Start((Unit("france", UnitType.FLEET, "odd/sc"),)))
    assert verdict(held, "bare-coasts").refuses


# ---- verdicts


@pytest.mark.parametrize("name", OURS)
def test_losses_are_written_into_the_folder(name, exported):
    variant, files = exported(name, "diplogm")
    readme = files[f"{variant.id}/README.md"].decode()
    for item in ENGINE.verdicts(variant):
        assert (f"`{item.rule}`: {item.why}" in readme) == (item.handling is not Handling.NATIVE)


CLASSIC = standard_variant()
NOBODY = Unit(None, UnitType.ARMY, "gre")
YEAR = CLASSIC.calendar


@pytest.mark.parametrize(
    ("fields", "rule", "handling"),
    [
        ({"standing_units": (NOBODY,)}, "standing-unit", Handling.EMULATED),
        ({"standing_units": (replace(NOBODY, location="ukr"),)}, "standing-unit", Handling.DROPPED),
        ({"builds": Builds("owned")}, "build-anywhere", Handling.NATIVE),
        ({"builds": Builds("any-home")}, "build-any-home", Handling.DROPPED),
        ({"builds": Builds("owned", extra=(BuildSite("france", "bel"),))}, "extra-build-sites", Handling.NATIVE),
        ({"builds": Builds(extra=(BuildSite("france", "bel"),))}, "extra-build-sites", Handling.EMULATED),
        ({"builds": Builds(extra=(BuildSite("france", "lon"),))}, "extra-build-sites", Handling.DROPPED),
        ({"builds": Builds(limits=(BuildLimit("france", ("par",), 1),))}, "build-limits", Handling.DROPPED),
        ({"builds": Builds(units=(UnitType.ARMY,))}, "unit-types", Handling.DROPPED),
        ({"start": Start((), Opening())}, "opening-adjustment", Handling.NATIVE),
        ({"start": Start((), Opening()), "calendar": replace(YEAR, first_turn="fall")}, "opening-adjustment",
         Handling.DROPPED),
        ({"calendar": replace(YEAR, first_turn="fall")}, "first-turn", Handling.DROPPED),
        ({"calendar": replace(YEAR, first_year=1648)}, "start-year", Handling.NATIVE),
        ({"calendar": replace(YEAR, years=5)}, "year-step", Handling.DROPPED),
        ({"calendar": Calendar((*YEAR.turns[:2], replace(YEAR.turns[2], name="Yule")), 1901, "spring")}, "calendar",
         Handling.EMULATED),
        ({"calendar": Calendar((*YEAR.turns[:1], *YEAR.turns), 1901, "spring")}, "calendar", Handling.DROPPED),
        ({"end": End(1910)}, "last-year", Handling.DROPPED),
        ({"end": End(agreed_draw="none")}, "agreed-draw", Handling.EMULATED),
        ({"retreats": "none"}, "no-retreats", Handling.DROPPED),
        ({"options": {"paradox": "all-hold"}}, "option:paradox", Handling.DROPPED),
        ({"victory": Victory(at_least=10)}, "victory-below-majority", Handling.DROPPED),
        ({"start": Start((Unit("france", UnitType.FLEET, "nth"),))}, "start-units", Handling.DROPPED),
        ({"start": Start((Unit("france", UnitType.ARMY, "lon"),))}, "start-units", Handling.DROPPED),
    ],
)  # fmt: skip
def test_rules_of_a_changed_game(fields, rule, handling):
    found = verdict(replace(CLASSIC, **fields), rule)
    assert found.handling is handling
    assert found.why
    if handling is Handling.DROPPED and rule != "year-step":
        assert found.refuses


def with_province(**fields):
    odd = Province("odd", "Odd Spot", Terrain.COAST, **fields)
    edge = Adjacency("nth", "odd", Units.FLEET)
    return replace(CLASSIC, provinces=(*CLASSIC.provinces, odd), adjacency=(*CLASSIC.adjacency, edge))


def test_a_coast_that_convoys_is_an_island_of_the_map():
    variant = with_province(fleets=True, convoys=True)
    assert verdict(variant, "convoyable-coast").handling is Handling.EMULATED
    game = loaded(variant)
    assert game.kinds["Odd Spot"] == "island"
    assert "Odd Spot" in game.convoys
    assert verdict(with_province(convoys=True), "convoyable-coast").refuses


def test_seas_convoy_whether_they_should_or_not():
    seas = tuple(replace(each, convoys=each.convoys and each.id != "nth") for each in CLASSIC.provinces)
    assert verdict(replace(CLASSIC, provinces=seas), "sea-without-convoy").refuses


def test_islands_convoy(ours):
    _, game = ours("zeus")
    islands = {label for label, kind in game.kinds.items() if kind == "island"}
    assert {"Hawaii", "Okinawa"} <= islands <= game.convoys


def test_only_armies_where_no_site_takes_fleets():
    inland = tuple(
        replace(each, centre=each.centre and not each.fleets, home=None, owner=None) for each in CLASSIC.provinces
    )
    powers = tuple(replace(power, homes=()) for power in CLASSIC.powers)
    variant = replace(CLASSIC, provinces=inland, powers=powers, builds=Builds("owned", units=(UnitType.ARMY,)))
    assert verdict(variant, "unit-types").handling is Handling.NATIVE


# ---- who has what


@pytest.mark.parametrize("name", some(OURS, 2))
def test_homes_owners_and_units_are_on_the_map(name, ours):
    variant, game = ours(name)
    names = names_of(variant)
    standing = {province_of(unit.location) for unit in variant.standing_units}
    extra = {entry.site: entry.power for entry in variant.builds.extra}
    assert set(game.core) == {names.label[province.id] for province in variant.centres}
    for province in variant.centres:
        label = names.label[province.id]
        if province.id not in standing:
            homes = [power.id for power in variant.powers if province.id in power.homes] or [extra.get(province.id)]
            assert game.core[label] == names.player.get(homes[0])
            assert game.owner.get(label) == names.player.get(province.owner)
    units = {names.label[province_of(unit.location)]: unit for unit in (*variant.start.units, *variant.standing_units)}
    assert {label: kind for label, (kind, _, _) in game.units.items()} == {
        label: unit.type.value for label, unit in units.items()
    }
    for label, (_, coast, owner) in game.units.items():
        unit = units[label]
        assert coast == names.coast.get(unit.location)
        assert owner == (names.player[unit.power] if unit.power else label)


def test_a_unit_of_nobody_has_a_player_of_its_own():
    game = loaded(replace(CLASSIC, standing_units=(NOBODY,)))
    assert game.owner["Greece"] == game.core["Greece"] == game.units["Greece"][2] == "Greece"
    assert "Greece" not in game.config["players"]


def test_a_power_called_like_the_place_of_a_unit_of_nobody_is_another():
    powers = (*CLASSIC.powers, Power("gg", "Greece", "Greek", "Gr", "#123456"))
    variant = replace(CLASSIC, powers=powers, standing_units=(NOBODY,))
    assert names_of(variant).label["gre"] == "Greece-GRE."
    assert loaded(variant).units["Greece-GRE."][2] == "Greece-GRE."


def test_units_that_the_map_cannot_say_are_left_out():
    units = (
        Unit("france", UnitType.FLEET, "nth"),
        Unit("france", UnitType.ARMY, "bur"),
        Unit("turkey", UnitType.ARMY, "lon"),
    )
    game = loaded(replace(CLASSIC, start=Start(units), standing_units=(replace(NOBODY, location="ukr"),)))
    assert game.units == {"Burgundy": ("army", None, "France")}


def test_colours_are_the_drawings_where_each_power_has_its_own():
    homes = {home: power.id for power in CLASSIC.powers for home in power.homes}
    shades = {power.id: f"#{40 + 20 * index:02x}4080" for index, power in enumerate(CLASSIC.powers)}
    fills = {home: shades[power] for home, power in homes.items()} | {"wal": shades["england"], "swi": "#777777"}
    game = loaded(CLASSIC, board(CLASSIC, fills=fills))
    assert {f"#{data['color']}" for data in game.config["players"].values()} == set(shades.values())
    assert game.owner["Wales"] == "England"
    assert game.owner["Gascony"] is None
    assert game.config["svg config"]["impassable"] == "777777"
    assert game.shut == {"Switzerland"}


def test_powers_of_one_colour_become_two():
    game = loaded(CLASSIC)
    assert {data["color"] for data in game.config["players"].values()} > {"888887", "888888", "888889"}
    assert len(game.players) == len(CLASSIC.powers)


def test_the_config_says_the_games_rules():
    blank = replace(
        CLASSIC, start=Start((), Opening()), builds=Builds("owned"), calendar=replace(YEAR, first_year=1648)
    )
    powers = (replace(CLASSIC.powers[0], playable=False), *CLASSIC.powers[1:])
    config = folder(replace(blank, powers=powers))[0]
    assert (config["year"], config["first_season"], config["build_options"]) == (1648, "Winter", "anywhere")
    assert (config["victory_count"], config["victory_conditions"]) == (18, "classic")
    assert config["convoyable_islands"] == "disabled"
    assert config["players"]["Austria"]["active"] == "false"
    assert "active" not in config["players"]["England"]
    assert config["players"]["England"]["iscc"] == 3
    winter = replace(YEAR, first_turn="winter", first_year=-1)
    assert folder(replace(CLASSIC, calendar=winter))[0]["year"] == 0
    assert b"Winter Builds 2 BC" in folder(replace(CLASSIC, calendar=winter))[1]


def test_points_are_out_of_reach(drawn):
    variant, drawing = drawn("yubani")
    assert folder(variant, drawing)[0]["victory_count"] == len(variant.centres) + 1


# ---- names


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("St. Petersburg", "St. Petersburg"),
        ("Södermalm", "Sodermalm"),
        ("Łódź/Øst", "Lodz-Ost"),
        ("Mid–Atlantic", "Mid-Atlantic"),
        ("Spain nc", "Spain-nc"),
        ("Bay of Sec", "Bay of-Sec"),
        ("Sec", "Sec"),
        ("Area 7", "Area 7."),
        ("Area 1", "Area 1"),
        ("Gate to Hell", "Gate-to Hell"),
        ("A Land", "A-Land"),
        ("Hold", "Hold."),
        ("The Isle of the Great Bear", "The Isle of the-Great-Bear"),
        ("Camp (old)", "Camp old"),
        ("東京", ""),
        ("- -", ""),
    ],
)
def test_names_can_be_ordered(name, label):
    assert orderable(name) == label


def named(*names, coasts=()):
    provinces = tuple(
        Province(f"p{chr(97 + index)}a", name, Terrain.COAST, fleets=True, coasts=tuple(Coast(c, c) for c in coasts))
        for index, name in enumerate(names)
    )
    powers = tuple(
        Power(f"u{letter}", name, name, name, f"#{letter}00000") for letter, name in (("a", "X-ia"), ("b", "X ia"))
    )
    return replace(
        generated(3), provinces=provinces, adjacency=(), powers=powers, start=Start(()), victory=Victory(at_least=1)
    )


def test_clashing_names_are_told_apart_and_listed():
    variant = named("Föö", "Foo", "東京", "foo")
    names = names_of(variant)
    assert list(names.label.values()) == ["Foo", "Foo-PBA.", "PCA.", "foo-PDA."]
    assert list(names.player.values()) == ["X-ia", "X ia ub"]
    assert names == names_of(variant)
    assert list(names_of(named("PCA.", "Foo", "東京")).label.values()) == ["PCA.", "Foo", "PCA.2."]
    found = verdict(variant, "names")
    assert found.handling is Handling.EMULATED
    assert "Föö is Foo" in found.why
    assert loaded(variant).kinds.keys() == set(names.label.values())


def test_odd_names_of_powers():
    powers = tuple(
        Power(f"q{n}", name, name, name, "#00ff00") for n, name in enumerate(("None", "日本", "None", "q0 q0"))
    )
    players = names_of(replace(named("Foo"), powers=powers)).player
    assert players == {"q0": "None q0", "q1": "q1", "q2": "None q2", "q3": "q0 q0"}
    powers = tuple(Power(i, n, n, n, "#00ff00") for i, n in (("a", "b"), ("c", "b b"), ("b", "b"), ("d", "b2.")))
    assert names_of(replace(named("Foo"), powers=powers)).player == {"a": "b", "c": "b b", "b": "b2.", "d": "b2. d"}


def test_coasts_are_four():
    variant = named("Foo", coasts=("north", "nc", "x"))
    assert names_of(variant).coast == {
        "paa/north": "sc", "paa/nc": "nc", "paa/x": "ec",
    }  # fmt: skip
    assert "paa/north is sc" in verdict(variant, "coasts").why
    assert any("knows four coasts" in found.message for found in ENGINE.problems(named("Foo", coasts="abcde")))


def test_abbreviations_are_ids_coasts_and_aliases():
    spain = {"spa": "Spain", "spa nc": "Spain nc", "spa sc": "Spain sc"}
    assert spain.items() <= folder(CLASSIC)[0]["abbreviations"].items()
    variant = replace(named("Foo", "Bar"), provinces=(
        replace(named("Foo").provinces[0], aliases=("Phoo Land", "foo", "Bar", "日本")), named("Foo", "Bar").provinces[1],
    ))  # fmt: skip
    short = names_of(variant).short
    assert short == {"paa": "Foo", "pba": "Bar", "phoo land": "Foo"}
    assert verdict(variant, "aliases").why.endswith("Bar and 日本")


# ---- the map


def labels(root):
    return [child.get(LABEL) for child in root if child.get(LABEL)]


def test_art_of_the_drawing_is_kept_in_layers_the_bot_leaves_alone(drawn):
    root = etree.fromstring(folder(*drawn("zeus"))[1])
    found = labels(root)
    assert found[0] == "Background"
    assert found.index("Region Colors") < found.index("Passages") < found.index("SC Markers") < found.index("Titles")
    assert found.index("Foreground") < found.index("Units") < found.index("Unit Output Layer")
    art = next(child for child in root if child.get(LABEL) == "Passages")
    assert len(art) == 7
    assert not any(
        name.startswith(("data-", LABEL[:8])) for each in art.iter() if each is not art for name in each.attrib
    )


def test_hidden_art_is_left_out():
    drawing = board(CLASSIC)
    hidden = drawing.svg.replace(
        b"</svg>", b'<g inkscape:label="labels" display="none"><text>no</text></g><defs><g id="x"/></defs></svg>'
    )
    picture = folder(CLASSIC, PackageMap(hidden))[1]
    assert b">no<" not in picture
    assert b'id="x"' in picture


def test_a_strip_with_season_and_players_stands_below_the_map():
    variant, drawing = CLASSIC, board(CLASSIC)
    _, top, _, height = drawing.box
    root = etree.fromstring(folder(variant, drawing)[1])
    page = [float(word) for word in root.get("viewBox").split()]
    (paper,) = next(child for child in root if child.get(LABEL) == "Strip")
    assert float(paper.get("y")) == pytest.approx(top + height)
    assert page[3] == pytest.approx(height + float(paper.get("height")))
    again = etree.fromstring(folder(variant, drawing, {"strip": 20.0})[1])
    assert [float(word) for word in again.get("viewBox").split()] == list(drawing.box)
    (paper,) = next(child for child in again if child.get(LABEL) == "Strip")
    assert float(paper.get("y")) == pytest.approx(top + height - 20)


def test_many_players_need_two_rows():
    powers = tuple(Power(f"p{index}", f"Power {index} of", "P", "P", f"#0000{index + 16:02x}") for index in range(11))
    root = etree.fromstring(folder(replace(named("Foo"), powers=powers))[1])
    rows = {banner[0].get("y") for banner in next(child for child in root if child.get(LABEL) == "Power Banners")}
    assert len(rows) == 2


def test_shapes_are_spelt_as_the_bot_reads_them():
    curved = spelt("M10,10c0 20 20 20 20,0A5 5 0 01 40 10zm50 0h5v5z")
    assert len(strict_diplogm.polygon(curved).geoms) == 2
    assert rings(curved) == [[*ring] for ring in rings(curved)]
    assert rings("M 0,0 A 5 5 0 0 1 9,0 L 5,5 Z m 1,1 l 2,0 0,2") == [
        [(0, 0), (9, 0), (5, 5), (0, 0)], [(6, 6), (8, 6), (8, 8)],
    ]  # fmt: skip
    assert spelt("M0 0L1 1") == spelt("M0 0L0 0 0 0z") == spelt("") == ""


def test_a_province_without_a_shape_gets_a_square():
    empty = PackageMap(board(CLASSIC).svg.replace(b'id="par" d="M', b'id="par" d="M0 0z" x="'))
    assert loaded(CLASSIC, empty).shapes["Paris"].area > 0
    nothing = PackageMap(board(CLASSIC).svg.replace(b'id="par"', b'id="nowhere"'))
    anchored = replace(CLASSIC, anchors={"par": {"unit": (50.0, 60.0)}})
    assert loaded(anchored, nothing).shapes["Paris"].centroid.coords[0] == pytest.approx((50.0, 60.0))


def test_the_same_variant_makes_the_same_bytes(drawn):
    variant, drawing = drawn("standard")
    assert ENGINE.write(variant, Material(drawing)) == ENGINE.write(variant, Material(PackageMap(drawing.svg)))


# ---- what is kept, and what is refused


def test_what_an_import_kept_is_given_back():
    kept = {
        "config": {
            "dp": "enabled",
            "build_options": "cores",
            "name": "no",
            "players": "no",
            "core_options": {"turns": "2"},
        },
        "svg": {"loc_x_offset": 3, "border_margin_hint": 4, "neutral": "no"},
        "players": {"france": {"vscc": 14, "color": {"dark": "000001"}, "active": "false"}, "nobody": {"vscc": 1}},
        "overrides": {
            "par": {"difficult_adjacency": ["bur", "nowhere"], "unit_loc": [[1, 2]], "adjacencies": ["no"]},
            "nowhere": {"unit_loc": []},
        },
        "more_overrides": {"high provinces": {}, "provinces": {}},
        "owners": {"bur": "france", "gas": "nobody"},
    }
    config = folder(CLASSIC, kept=kept)[0]
    assert (config["dp"], config["build_options"], config["name"]) == ("enabled", "cores", CLASSIC.name)
    assert config["core_options"] == {"turns": "2"}
    assert config["svg config"]["loc_x_offset"] == 3
    assert config["svg config"]["border_margin_hint"] == 4
    france = config["players"]["France"]
    assert (france["vscc"], france["color"]["dark"], len(france["color"]["standard"])) == (14, "000001", 6)
    assert "active" not in france
    paris = config["overrides"]["provinces"]["Paris"]
    assert (paris["difficult_adjacency"], paris["unit_loc"]) == (["Burgundy"], [[1, 2]])
    assert "no" not in paris["adjacencies"]
    assert config["overrides"]["high provinces"] == {}
    kept["players"].pop("france")
    assert loaded(CLASSIC, kept=kept).owner["Burgundy"] == "France"


@pytest.mark.parametrize("odd", [None, 7, "x", [], [1], {"1": None}, {"par": [], "svg": 3, "bur": {"a": 1}}])
def test_a_sidecar_of_another_shape_is_passed_over(odd):
    keys = ("config", "svg", "players", "overrides", "more_overrides", "owners", "strip")
    config = folder(CLASSIC, kept=dict.fromkeys(keys, odd))[0]
    assert config["players"] == folder(CLASSIC)[0]["players"]


def test_problems_are_found_before_anything_is_written():
    assert ENGINE.problems(CLASSIC) == []
    broken = replace(CLASSIC, start=Start((Unit("france", UnitType.ARMY, "nth"),)))
    assert len(ENGINE.problems(broken)) == 1
    assert verdict(broken, "names") is None
    with pytest.raises(ValueError, match="army at nth"):
        ENGINE.write(broken, Material(board(broken)))
    with pytest.raises(ValueError, match="DiploGM needs the map"):
        ENGINE.write(CLASSIC)


def test_a_board_without_provinces_is_written():
    powers = tuple(replace(power, homes=()) for power in CLASSIC.powers)
    empty = replace(CLASSIC, provinces=(), adjacency=(), start=Start(()), powers=powers)
    assert folder(empty)[0]["overrides"] == {"provinces": {}}


def test_turns_of_another_kind_are_refused():
    monthly = Calendar((Turn("may", "May", ("movement",), ownership=True, victory=True),), 1901, "may")
    assert {"one-phase-year", "no-retreats"} <= lost(replace(CLASSIC, calendar=monthly))
