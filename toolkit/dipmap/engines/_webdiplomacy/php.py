"""The files of PHP that every variant of webDiplomacy has: variant, install, pre-game, map; and its style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from dipmap.engines._webdiplomacy.classes import class_text
from dipmap.engines._webdiplomacy.names import Names, comment, html, listing, quoted
from dipmap.engines._webdiplomacy.plan import Plan
from dipmap.engines._webdiplomacy.raster import Colour, pale
from dipmap.model import Power, Province, UnitType, Variant, province_of

GREY = (140, 136, 128)
NEUTRAL = (242, 232, 208)
"""Land that nobody holds."""

Points = Mapping[str, tuple[tuple[int, int], tuple[int, int]]]
"""Where the unit of each location stands, in pixels: on the large map and on the small one."""


def rgb(power: Power) -> Colour:
    """The colour of a power; grey where it names none."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", power.colour):
        return GREY
    red, green, blue = (int(power.colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue


def ground(power: Power) -> Colour:
    """The colour of a power's land: light enough for black names and units, never quite white."""
    red, green, blue = ((value * 11 + 245 * 9) // 20 for value in rgb(power))
    return pale((red, green, blue), 160.0)


def ink(power: Power) -> Colour:
    """The colour of a power's name on a white page."""
    colour = rgb(power)
    light = max(1.0, sum(value * share for value, share in zip(colour, (0.3, 0.59, 0.11), strict=True)) / 120)
    red, green, blue = (int(value / light) for value in colour)
    return red, green, blue


def head(lines: Iterable[str]) -> Iterator[str]:
    """The first lines of a file of PHP: what it is, as comments, and the site's guard."""
    yield "<?php"
    yield from map(comment, lines)
    yield ""
    yield "defined('IN_CODE') or die('This script can not be run by itself.');"
    yield ""


def variant_php(plan: Plan, lines: Iterable[str]) -> Iterator[str]:
    """`variant.php`: who and what the variant is, its turns, the number that wins."""
    variant, names = plan.variant, plan.names
    yield from head(lines)
    yield f"class {names.place}Variant extends WDVariant {{"
    described = variant.description or f"{variant.name}, {len(variant.centres)} supply centres."
    for field, value in (
        ("id", names.number),
        ("mapID", names.number),
        ("name", quoted(names.place)),
        ("fullName", quoted(html(variant.name))),
        ("description", quoted(html(described))),
        ("author", quoted(html(", ".join(variant.designers)))),
        ("version", quoted(html(variant.version))),
        ("codeVersion", code_version(variant)),
    ):
        yield f"\tpublic ${field} = {value};"
    yield ""
    yield f"\tpublic $countries = {listing(quoted(name) for name in names.countries.values())};"
    yield ""
    yield "\tpublic function __construct() {"
    yield "\t\tparent::__construct();"
    yield ""
    for name in plan.classes:
        yield f"\t\t$this->variantClasses['{name}'] = '{names.place}';"
    yield "\t}"
    yield ""
    yield "\tpublic function initialize() {"
    yield "\t\tparent::initialize();"
    if plan.counted:
        yield "\t\t// out of reach: processMembers finds the winner"
    yield f"\t\t$this->supplyCenterTarget = {plan.target};"
    yield "\t}"
    yield ""
    yield from _dates(plan)
    yield "}"


def code_version(variant: Variant) -> int:
    """The version as a number that grows with it; the site installs the map anew when it does."""
    parts = [int(part[:4]) for part in re.findall(r"\d+", variant.version)[:3]]
    major, minor, patch = [*parts, 0, 0, 0][:3]
    return max(1, min(major, 999) * 10_000 + min(minor, 99) * 100 + min(patch, 99))


def _dates(plan: Plan) -> Iterator[str]:
    calendar, turns = plan.variant.calendar, plan.movements
    size, first, step = len(turns), calendar.first_year, calendar.years
    words = listing(quoted(name) for name, _ in turns)
    after = listing(more for _, more in turns)
    yield "\tpublic function turnAsDate($turn) {"
    yield "\t\tif( $turn == -1 ) return 'Pre-game';"
    yield f"\t\t$names = {words};"
    yield f"\t\t$after = {after};"
    yield f"\t\t$year = {first} + $after[$turn % {size}] + {step} * (int)floor($turn / {size});"
    yield f"\t\treturn $names[$turn % {size}].', '.$year;"
    yield "\t}"
    yield ""
    yield "\tpublic function turnAsDateJS() {"
    yield "\t\treturn 'function(turn) {"
    yield '\t\t\tif( turn == -1 ) return "Pre-game";'
    yield f"\t\t\tvar names = [{', '.join(_js(name) for name, _ in turns)}];"
    yield f"\t\t\tvar after = [{', '.join(str(more) for _, more in turns)}];"
    yield (
        f'\t\t\treturn names[turn % {size}] + ", " + '
        f"({first} + after[turn % {size}] + {step} * Math.floor(turn / {size}));"
    )
    yield "\t\t};';"
    yield "\t}"


def _js(text: str) -> str:
    """A text as a string of JavaScript inside of a string of PHP and, as it may be, of a page."""
    kept = "".join(character for character in text if character.isprintable() and character not in "\\\"'<>&")
    return f'"{kept}"'


def install_php(plan: Plan, points: Points, lines: Iterable[str]) -> Iterator[str]:
    """`install.php`: territories in the order of their numbers, parents before coasts, then borders."""
    names = plan.names
    yield from head(lines)
    yield "require_once('variants/install.php');"
    yield ""
    yield "InstallTerritory::$Territories = array();"
    yield "// name, type, supply centre, countryID of its holder, place on the large map, place on the small map"
    for location, name in names.territories.items():
        province = plan.variant.by_id[province_of(location)]
        child = "/" in location
        supply = "Yes" if province.centre and not child else "No"
        (x, y), (small_x, small_y) = points[location]
        words = (quoted(name), quoted(territory_type(province)), quoted(supply), _holder(plan, province))
        yield f"new InstallTerritory({', '.join(map(str, words))}, {x}, {y}, {small_x}, {small_y});"
    yield ""
    yield "$place = InstallTerritory::$Territories;"
    yield "// fleets pass, armies pass; a border is stored both ways"
    borders = plan.borders
    for a, b in sorted(borders.army | borders.fleet, key=lambda pair: (names.numbers[pair[0]], names.numbers[pair[1]])):
        fleet, army = ("Yes" if (a, b) in found else "No" for found in (borders.fleet, borders.army))
        one, other = quoted(names.territories[a]), quoted(names.territories[b])
        yield f"$place[{one}]->addBorder($place[{other}], '{fleet}', '{army}');"
    yield ""
    yield "InstallTerritory::runSQL($this->mapID);"
    yield "InstallCache::terrJSON($this->territoriesJSONFile(), $this->mapID);"
    if plan.moved_homes:
        yield from _homes(plan)


def _holder(plan: Plan, province: Province) -> int:
    return plan.names.country_numbers.get(province.owner or "", 0)


def _homes(plan: Plan) -> Iterator[str]:
    """Civil disorder counts from homes; the table was made from what countries hold at the start."""
    names = plan.names
    yield ""
    yield "// units that nobody orders away go by the distance from their homes, which are other than the first holdings"
    yield "foreach( $place as $territory ) $territory->countryID = 0;"
    for power in plan.variant.powers:
        for home in power.homes:
            for location in plan.variant.by_id[home].locations:
                if location in names.territories:
                    number = names.country_numbers[power.id]
                    yield f"$place[{quoted(names.territories[location])}]->countryID = {number};"
    yield "$GLOBALS['DB']->sql_put(\"DELETE FROM wD_UnitDestroyIndex WHERE mapID = \".$this->mapID);"
    yield "$GLOBALS['DB']->sql_put(InstallTerritory::unitDestroyIndexSQL($this->mapID));"


def territory_type(province: Province) -> str:
    """Sea, Land or Coast: who may stand there, since fleets convoy from a Sea and armies land on a Coast."""
    if not province.armies:
        return "Sea"
    return "Coast" if province.fleets else "Land"


def pregame_php(plan: Plan, lines: Iterable[str]) -> Iterator[str]:
    """`adjudicatorPreGame.php`: the units of each country at the start."""
    variant, names = plan.variant, plan.names
    words = {UnitType.ARMY: "'Army'", UnitType.FLEET: "'Fleet'"}
    yield from head(lines)
    yield f"class {names.place}Variant_adjudicatorPreGame extends adjudicatorPreGame {{"
    yield "\tprotected $countryUnits = array("
    for power, country in names.countries.items():
        units = [
            f"{quoted(names.territories[unit.location])} => {words[unit.type]}"
            for unit in variant.start.units
            if unit.power == power
        ]
        yield f"\t\t{quoted(country)} => {listing(units)},"
    yield "\t);"
    if not any(unit.power for unit in variant.start.units):
        yield ""
        yield "\t// nobody has a unit yet, and there is nothing to insert"
        yield "\tprotected function assignUnits() { }"
        yield ""
        yield "\tprotected function assignUnitOccupations() { }"
    yield "}"


def map_php(plan: Plan, lines: Iterable[str]) -> Iterator[str]:
    """`drawMap.php`: the colours of land by country, and the pictures."""
    place = plan.names.place
    yield from head(lines)
    yield f"class {place}Variant_drawMap extends drawMap {{"
    yield "\tprotected $countryColors = array("
    yield f"\t\t0 => {listing(NEUTRAL)},"
    for number, power in enumerate(plan.variant.powers, 1):
        yield f"\t\t{number} => {listing(ground(power))},"
    yield "\t);"
    yield ""
    yield "\tprotected function resources() {"
    yield "\t\t$small = $this->smallmap ? 'small' : '';"
    yield "\t\treturn array("
    yield f"\t\t\t'map' => 'variants/{place}/resources/'.$small.'map.png',"
    yield "\t\t\t'army' => 'contrib/'.$small.'army.png',"
    yield "\t\t\t'fleet' => 'contrib/'.$small.'fleet.png',"
    yield f"\t\t\t'names' => 'variants/{place}/resources/'.$small.'mapNames.png',"
    yield "\t\t\t'standoff' => 'images/icons/cross.png'"
    yield "\t\t);"
    yield "\t}"
    yield "}"


def class_php(plan: Plan, name: str, lines: Iterable[str]) -> Iterator[str]:
    """One of the variant's own classes by the name of the site's."""
    if name == "adjudicatorPreGame":
        return pregame_php(plan, lines)
    return map_php(plan, lines) if name == "drawMap" else rule_php(plan, name, lines)


def rule_php(plan: Plan, name: str, lines: Iterable[str]) -> Iterator[str]:
    """A class of the variant's own for a rule."""
    yield from head(lines)
    yield f"class {plan.names.place}Variant_{name} extends {name} {{"
    yield from class_text(plan, name)
    yield "}"


def style_css(plan: Plan) -> Iterator[str]:
    """`style.css`: the colours of countries on the page, all of them inside of the variant's own class."""
    names: Names = plan.names
    yield f".variant{names.place} .country0 {{ color: #6b5b3a !important; }}"
    for number, power in enumerate(plan.variant.powers, 1):
        dark, light = ("#" + "".join(f"{value:02x}" for value in colour) for colour in (ink(power), ground(power)))
        yield f".variant{names.place} .country{number} {{ color: {dark} !important; }}"
        yield f".variant{names.place} .occupationBar{number} {{ background-color: {light}; }}"
