"""A variant installed in the stub of a webDiplomacy site, and what PHP makes of it there."""

import json
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from generated import steps

from dipmap.engines import Material, PackageMap
from dipmap.engines._webdiplomacy.names import Names, plain
from dipmap.engines._webdiplomacy.plan import Plan
from dipmap.engines.webdiplomacy import ENGINE
from dipmap.model import (
    Adjacency,
    Coast,
    Kind,
    Power,
    Province,
    Start,
    Terrain,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
    province_of,
)

STUB = Path(__file__).with_name("webdiplomacy_stub")
PHP, NODE = shutil.which("php"), shutil.which("node")
needs_php = pytest.mark.skipif(not PHP, reason="PHP is not installed: apt-get install php-cli")
needs_node = pytest.mark.skipif(not NODE, reason="Node.js is not installed: apt-get install nodejs")


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


def graph(variant, folder, files=None):
    """What a variant's files make of themselves, by the driver."""
    site(folder, files or written(variant))
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
