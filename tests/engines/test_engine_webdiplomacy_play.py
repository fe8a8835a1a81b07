"""webDiplomacy: the emitted classes at play in PHP, the script of the order form in Node.js."""

import json
import re
import sqlite3
import subprocess
from dataclasses import replace

import pytest
from webdiplomacy_site import NODE, changed, graph, needs_node, needs_php, play, province, small, text

from dipmap.engines._webdiplomacy.names import Names
from dipmap.engines._webdiplomacy.plan import Plan
from dipmap.model import (
    BuildLimit,
    Builds,
    BuildSite,
    Calendar,
    End,
    Opening,
    Points,
    Province,
    Start,
    Terrain,
    UnitType,
    Victory,
    province_of,
)
from dipmap.model.rules import STANDARD_TURNS

# ---- turns


@needs_php
def test_turns_have_the_variants_names(exported, tmp_path):
    variant, files = exported("philadelphia", "webdiplomacy")
    told = graph(variant, tmp_path, files)["turns"]
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
