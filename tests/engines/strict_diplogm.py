"""A strict reader of DiploGM folders, written from the description of the format: what breaks a rule raises.

The bot needs Discord and is no package, so this is the judge of what the writer says. It shares nothing with dipmap: paths
are cut at spaces and commas, touching pairs are measured one by one, and rings of provinces are found with networkx.
"""

import itertools
import json
import re
from dataclasses import dataclass, field

import networkx as nx
import shapely
from lxml import etree

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
SODIPODI = "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}"
LAYERS = {
    "land": "Region Colors",
    "islands": "Island Adjacencies",
    "island fills": "Island Fills",
    "island rings": "Island Rings",
    "seas": "Sea Adjacencies",
    "centres": "SC Markers",
    "army": "Army Locations",
    "army retreats": "Army Locations (Retreats)",
    "fleet": "Fleet Locations",
    "fleet retreats": "Fleet Locations (Retreats)",
    "units": "Units",
    "unit output": "Unit Output Layer",
    "order output": "Orders Output Layer",
    "background": "Background",
    "season": "Season Title",
    "banners": "Power Banners",
}
_NEEDED = "name file year build_options victory_conditions victory_count players abbreviations"
NEEDED = (*_NEEDED.split(), "svg config", "overrides")
_DRAWN = """
detect_starting_units unit_type_labeled unit_labels province_labels center_labels border_margin_hint default_sea_color
map_width unit_radius neutral neutral_sc impassable delete_layer scoreboard season_format order_stroke_width
"""
DRAWN = tuple(_DRAWN.split())
ARGUMENTS = {"a": 7, "c": 6, "h": 1, "l": 2, "m": 2, "q": 4, "s": 4, "t": 2, "v": 1}
WORD = re.compile(r"(?![AF]$)[A-Za-z0-9._‘’`´′‛'-]+", re.IGNORECASE)
SAID = re.compile(r"(.*?) \(?([neswc]+c)\)?", re.IGNORECASE)
COLOUR = re.compile("[0-9a-f]{6}")


class BrokenFolderError(ValueError):
    """What keeps the bot from loading a folder, or players from ordering."""


def need(good, message):
    if not good:
        raise BrokenFolderError(message)


@dataclass
class Game:
    """What the bot would play: places are (label, coast or None)."""

    config: dict
    kinds: dict = field(default_factory=dict)
    shapes: dict = field(default_factory=dict)
    shut: set = field(default_factory=set)
    owner: dict = field(default_factory=dict)
    core: dict = field(default_factory=dict)
    units: dict = field(default_factory=dict)
    players: dict = field(default_factory=dict)
    touching: set = field(default_factory=set)
    army: set = field(default_factory=set)
    fleet: set = field(default_factory=set)
    convoys: set = field(default_factory=set)


def load(config, svg, *, playable=True):
    """The game of a config and its map; `playable` asks for names that orders can say as well."""
    document = json.loads(config)
    for key in NEEDED:
        need(key in document, f"the config has no {key}")
    for key in DRAWN:
        need(key in document["svg config"], f"the svg config has no {key}")
    game = Game(document)
    root = etree.fromstring(svg)
    layers = {}
    for key, label in LAYERS.items():
        found = [child for child in root if child.get(LABEL) == label]
        need(len(found) == 1, f"{len(found)} layers are called {label}")
        need("transform" not in found[0].attrib, f"the layer {label} is moved")
        layers[key] = found[0]
    read_players(game)
    read_tiles(game, layers)
    read_marks(game, layers)
    read_panel(game, layers)
    if playable:
        check_names(game)
    play(game)
    return game


def colour(element):
    for part in (element.get("style") or "").split(";"):
        if part.startswith("fill:"):
            return part[5:].removeprefix("#")
    return None


def read_players(game):
    drawn = game.config["svg config"]
    for key in ("neutral", "neutral_sc", "impassable", "default_sea_color"):
        need(COLOUR.fullmatch(drawn[key]), f"{key} is no colour")
    for name, data in game.config["players"].items():
        need(COLOUR.fullmatch(data["color"]), f"{name} has no colour")
        need(data["color"] not in game.players, f"{name} has the colour of another")
        need(data["color"] not in (drawn["neutral"], drawn["neutral_sc"], drawn["impassable"]), f"{name} is neutral")
        need(data.get("active", "true") in ("true", "false"), f"{name} is neither active nor not")
        game.players[data["color"]] = name
    simple = [re.sub("['.]", "", name.lower()).replace("-", " ") for name in game.players.values()]
    need(len(simple) == len(set(simple)), "two players are alike")
    need("none" not in simple, "a player is called none")


def player(game, shade, label):
    """The player of a colour; one that nobody has gets a player called like the province."""
    drawn = game.config["svg config"]
    if shade in (None, "none", drawn["neutral"], drawn["neutral_sc"]):
        return None
    if shade not in game.players:
        need(all(label.lower() != name.lower() for name in game.players.values()), f"{label} is a player already")
        game.players[shade] = label
    return game.players[shade]


def polygon(d):
    """What the bot makes of a path: points where commands end, in tokens between spaces and commas."""
    tokens = re.split("[ ,]+", d.strip())
    parts, at, start, command, index = [[]], 0j, None, None, 0
    while index < len(tokens):
        if tokens[index][0].isalpha():
            if len(tokens[index]) > 1:
                tokens[index : index + 1] = [tokens[index][0], tokens[index][1:]]
            command = tokens[index]
            index += 1
            if command in "zZ":
                parts[-1].append(start)
                start = None
                if index < len(tokens):
                    parts.append([])
                continue
        count = ARGUMENTS[command.lower()]
        values = [float(token) for token in tokens[index : index + count]]
        need(len(values) == count, "a path ends in a command")
        index += count
        origin = at if command.islower() else 0j
        if command in "hH":
            at = complex(origin.real + values[0], at.imag)
        elif command in "vV":
            at = complex(at.real, origin.imag + values[0])
        else:
            at = origin + complex(values[-2], values[-1])
        start = at if start is None else start
        parts[-1].append(at)
    rings = [shapely.Polygon([(point.real, point.imag) for point in part]) for part in parts]
    return rings[0] if len(rings) == 1 else shapely.MultiPolygon(rings).buffer(0.1)


def read_tiles(game, layers):
    for kind, layer in (("land", "land"), ("island", "islands"), ("sea", "seas")):
        for element in layers[layer]:
            label = element.get(LABEL)
            need(element.tag == f"{SVG}path" and "transform" not in element.attrib, f"{label} is no plain path")
            need(label, "a province has no label")
            need(label not in game.kinds, f"{label} stands twice")
            game.kinds[label] = kind
            game.shapes[label] = polygon(element.get("d"))
            need(not game.shapes[label].is_empty, f"{label} is empty")
            if colour(element) == game.config["svg config"]["impassable"]:
                game.shut.add(label)
            elif kind == "land":
                game.owner[label] = player(game, colour(element), label)
    for layer in ("island fills", "island rings"):
        labels = [element.get(LABEL) for element in layers[layer]]
        need(
            sorted(labels) == sorted(label for label, kind in game.kinds.items() if kind == "island"), f"{layer} differ"
        )
    for element in layers["island fills"]:
        game.owner[element.get(LABEL)] = player(game, colour(element), element.get(LABEL))
    for a, b in itertools.combinations(sorted(game.shapes), 2):
        if shapely.dwithin(game.shapes[a], game.shapes[b], game.config["svg config"]["border_margin_hint"]):
            game.touching.add((a, b))


def place(game, label):
    found = SAID.fullmatch(label)
    name, coast = (found[1], found[2].lower()) if found else (label, None)
    need(name in game.kinds, f"{name} is no province")
    return name, coast


def read_marks(game, layers):
    radius = game.config["svg config"]["unit_radius"]
    for element in layers["centres"]:
        label = element.get(LABEL)
        need(label in game.kinds and label not in game.core, f"{label} is no province, or has two centres")
        circles = element.findall(f".//{SVG}circle")
        point = shapely.Point(float(circles[0].get("cx")), float(circles[0].get("cy")))
        need(shapely.dwithin(point, game.shapes[label], radius), f"the centre of {label} lies outside")
        shown = [each for each in map(colour, circles) if each not in (None, "none", "000000")]
        need(len(shown) == 1, f"the centre of {label} has no colour, or several")
        game.core[label] = player(game, shown[0], label)
    for key, sides in (("army", "6"), ("army retreats", "6"), ("fleet", "3"), ("fleet retreats", "3")):
        labels = [element.get(LABEL) for element in layers[key]]
        needed = any(kind != ("land" if sides == "3" else "sea") for kind in game.kinds.values())
        need(labels or not needed, f"the layer {key} has no pattern of a unit")
        need(len(labels) == len(set(labels)), f"a place stands twice in {key}")
        for element in layers[key]:
            place(game, element.get(LABEL))
            for path in element:
                need(path.get(f"{SODIPODI}sides") == sides, f"{key} has a unit of another type")
                float(path.get(f"{SODIPODI}cx")), float(path.get(f"{SODIPODI}cy"))
    for element in layers["units"]:
        name, coast = place(game, element.get(LABEL))
        sides = element.findall(f".//{SVG}path")[-1].get(f"{SODIPODI}sides")
        need(name not in game.units, f"two units start in {name}")
        game.units[name] = ({"3": "fleet", "6": "army"}[sides], coast, game.owner.get(name))
    for key in ("unit output", "order output"):
        need(len(layers[key]) == 0, f"{key} is not empty")


def read_panel(game, layers):
    drawn = game.config["svg config"]
    for key in drawn["season_format"]:
        need(layers["season"][int(key)][0].tag == f"{SVG}tspan", "the season has no text")
    shades = [colour(banner[0]) for banner in layers["banners"]]
    need(shades == [data["color"] for data in game.config["players"].values()], "banners are not those of the players")
    for banner in layers["banners"]:
        float(banner[0].get("x")), float(banner[0].get("y"))
        need(all(int(key) < len(banner) for key in drawn["scoreboard"]["indexes"]), "a banner lacks a text")


def check_names(game):
    """Every place has to be orderable, alike to no other, and abbreviations lead to places."""
    coasts = {label: list(given.get("coasts", {})) for label, given in game.config["overrides"]["provinces"].items()}
    need(len({label.lower() for label in game.kinds}) == len(game.kinds), "two provinces are alike")
    for label in game.kinds:
        need(not SAID.fullmatch(label), f"{label} ends like a coast")
        need(label[-1] not in "23456789", f"{label} is a part of the high seas")
        words = label.split(" ")
        need(len(words) + bool(coasts.get(label)) <= 4, f"{label} has too many words")
        need(all(WORD.fullmatch(word) for word in words), f"{label} cannot be ordered")
        need(not set(coasts.get(label, ())) - {"nc", "sc", "ec", "wc"}, f"{label} has odd coasts")
    for short, full in game.config["abbreviations"].items():
        need(short == short.lower(), f"{short} is never found")
        need(short not in {label.lower() for label in game.kinds}, f"{short} hides a province")
        name, coast = place(game, full)
        need(coast is None or coast in coasts[name], f"{full} is no coast")


def shore(ways, kinds, a, b):
    """Whether the bot guesses that two lands share a shore."""
    common = set(ways[a]) & set(ways[b])
    for water in (each for each in common if kinds[each] != "land"):
        three = (a, b, water)
        if min(len(ways[each]) for each in three) == 2 or len(common) == 1:
            return True
        around = set().union(*(ways[each] for each in three)) - set(three)
        net = nx.Graph()
        net.add_nodes_from(around)
        net.add_edges_from((one, other) for one in around for other in ways[one] if other in around)
        rings = [part for part in nx.connected_components(net)
                 if all(any(each in ways[label] for label in part) for each in three)]  # fmt: skip
        if len(rings) == 1:
            return True
    return False


def play(game):
    """The graph: what touches, then overrides, then what the layers say of the ground, then what overrides take away."""
    kinds = game.kinds
    ways = {label: {} for label in kinds}
    for a, b in game.touching:
        ways[a][b] = (set(), set())
        ways[b][a] = (set(), set())
    overrides = game.config["overrides"]["provinces"]
    for label, given in overrides.items():
        need(label in kinds, f"overrides for {label}, which is no province")
        for key, value in given.items():
            for other in value if isinstance(value, list) and key != "unit_loc" else ():
                need(other in kinds, f"{label}: {key} names {other}, which is no province")
        mine = ways[label]
        for other in given.get("adjacencies", ()):
            mine.setdefault(other, (set(), set()))
        for other in given.get("coastal_adjacencies", ()):
            mine.setdefault(other, (set(), set()))[0].add("coast")
        for other in given.get("remove_adjacencies", ()):
            mine.pop(other, None)
        for coast, names in given.get("coasts", {}).items():
            for name in names:
                other, theirs = place(game, name)
                way = mine.setdefault(other, (set(), set()))
                way[0].add("coast")
                way[1].add((coast, theirs))
    for label, mine in ways.items():
        for other, (ground, _) in mine.items():
            pair = {kinds[label], kinds[other]}
            ground.update({"sea"} if "land" not in pair else ())
            ground.update({"coast"} if pair not in ({"land"}, {"sea"}) else ())
            ground.update({"land"} if "sea" not in pair else ())
    for label, mine in ways.items():
        for other, (ground, coasts) in mine.items():
            if kinds[label] == kinds[other] == "land" and shore(ways, kinds, label, other):
                ground.add("coast")
            if not coasts and label in ways[other]:
                coasts.update((theirs, coast) for coast, theirs in ways[other][label][1])
                ground.update({"coast"} if coasts else ())
    shores = {
        label: {coast: {other for other, (_, pairs) in mine.items() if coast in {one for one, _ in pairs}}
                for _, pairs in mine.values() for coast, _ in pairs if coast}
        for label, mine in ways.items()
    }  # fmt: skip
    for label, given in overrides.items():
        for other in given.get("remove_adjacent_coasts", ()):
            if other in ways[label]:
                ways[label][other][0].discard("coast")
                for reached in shores[label].values():
                    reached.discard(other)
        for other in given.get("remove_adjacent_land", ()):
            if other in ways[label]:
                ways[label][other][0].discard("land")
    walk(game, ways, shores)


def walk(game, ways, shores):
    islands = game.config["convoyable_islands"] == "enabled"
    game.convoys = {label for label, kind in game.kinds.items() if kind == "sea" or (islands and kind == "island")}
    for label, mine in ways.items():
        for other, (ground, pairs) in mine.items():
            if {label, other} & game.shut:
                continue
            if "land" in ground:
                need("sea" not in (game.kinds[label], game.kinds[other]), f"armies go to sea from {label} to {other}")
                game.army.add((label, other))
            for coast in shores[label] or (None,):
                if "coast" not in ground:
                    ends = {None} if "sea" in ground else set()
                elif coast and other not in shores[label][coast]:
                    ends = set()
                else:
                    ends = {theirs for one, theirs in pairs if one == coast or coast is None} - {None} or {None}
                need(not (None in ends and shores[other]), f"fleets get to {other} without a coast from {label}")
                need(not ends - {None} - set(shores[other]), f"fleets get to a coast of {other} that lists nothing")
                game.fleet |= {((label, coast), (other, end)) for end in ends}
