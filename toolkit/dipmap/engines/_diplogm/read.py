"""A variant out of a DiploGM folder: the graph that the bot would play on its map, and what only the bot understands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dipmap.diagnostics import Notice, Place, notice
from dipmap.engines._diplogm.config import Config
from dipmap.engines._diplogm.files import BUILDS, OURS, OURS_DRAWN, OURS_OVERRIDE
from dipmap.engines._diplogm.graph import Ground, Played, names_in, played, split_label
from dipmap.engines._diplogm.graph import Place as Stand
from dipmap.engines._diplogm.map import LAYERS, Map, Tile
from dipmap.engines._diplogm.shape import MARGIN, touching
from dipmap.engines._reading import (
    KEPT,
    ONEWAY,
    RENAMED,
    STRAY,
    UNREADABLE,
    Drawn,
    Files,
    Imported,
    UnreadableError,
    derived,
    plain,
    unreadable,
)
from dipmap.engines._rules import listed
from dipmap.model import (
    Adjacency,
    Builds,
    Calendar,
    Coast,
    Opening,
    Power,
    Province,
    Start,
    Terrain,
    Unit,
    Units,
    UnitType,
    Variant,
    Victory,
)
from dipmap.model.rules import STANDARD_TURNS
from dipmap.svg.drawing import read_drawing
from dipmap.svg.shapes import extent, read_shape
from dipmap.svg.xml import read_document

_SIDES = {"n": "north", "e": "east", "s": "south", "w": "west"}
_PLAIN_COLOUR = "888888"
_QUIET = frozenset(("disabled", "classic", "false"))
"""Values of settings that change nothing."""
_WORDS = frozenset(("description", "designers", "author", "version"))
_WIDEST = 100.0


def read_folder(files: Files, config: Config) -> Imported:
    """The variant of one folder. Raises `UnreadableError` where there is no map, or no province on it."""
    name = config.text("", "file")
    hint = "give the folder whole: its config names the SVG beside it"
    if not name:
        unreadable(f"{config.path} names no map", config.place(), hint)
    path = f"{config.folder}/{name}" if config.folder else name
    if path not in files:
        unreadable(f"{path[:120]} is missing, which {config.path} names as its map", config.place("file"), hint)
    document, told = read_document(path, files[path])
    if document is None:
        raise UnreadableError(told)
    drawing, more = read_drawing(document)
    ids = {key: value for key in LAYERS if isinstance(value := config.table("svg config").get(key), str) and value}
    reader = _Reader(config, Map(drawing, ids), files[path], path)
    if not reader.map.tiles:
        hint = "put the provinces into layers with the labels of DiploGM: Region Colors, Sea Adjacencies"
        raise UnreadableError(
            [
                notice(UNREADABLE, f"{path} has no province", document.place(document.root), hint=hint),
                *reader.map.notices,
            ]
        )
    imported = reader.imported()
    notices = (*told, *more, *config.notices, *reader.map.notices, *reader.notices)
    return Imported(imported.variant, imported.drawing, imported.kept, notices, imported.renamed, imported.positions)


@dataclass
class _Reader:
    config: Config
    map: Map
    data: bytes
    path: str
    notices: list[Notice] = field(default_factory=list)

    def say(self, name: str, message: str, place: Place, hint: str) -> None:
        self.notices.append(notice(name, message, place, hint=hint, key=message[:80]))

    def imported(self) -> Imported:
        variant = self.variant()
        named = {**self.ids, **self.power_ids}
        renamed = {name: identity for name, identity in named.items() if identity != name.lower()}
        given = self.given_ids[0]
        odd = [name for name, identity in renamed.items() if identity not in (plain(name), given.get(name))]
        if odd:
            message = f"ids are made of letters and digits: {listed(f'{name} is {renamed[name]}' for name in odd)}"
            self.say(RENAMED, message, self.config.place(), "rename them in variant.yaml where you like others better")
        drawn = Drawn(self.path, self.data, "diplogm")
        return Imported(variant, drawn, self.kept(), (), renamed)

    def variant(self) -> Variant:
        config = self.config
        fallback = (config.folder.rpartition("/")[2] or self.path.rpartition("/")[2]).partition(".")[0] or "variant"
        name = config.text(fallback, "name")
        identity = plain(config.folder.rpartition("/")[2].partition(".")[0]) or plain(name) or "variant"
        winter = config.text("Spring", "first_season").strip().lower() == "winter"
        provinces = tuple(sorted((self.province(tile) for tile in self.map.tiles.values()), key=lambda item: item.id))
        centres = sum(province.centre for province in provinces)
        units, standing = self.units()
        return Variant(
            id=identity if identity[0].isalpha() else f"v{identity}",
            name=name,
            version="1.0.0",
            provinces=provinces,
            adjacency=tuple(self.edges()),
            powers=tuple(self.powers()),
            standing_units=tuple(standing),
            calendar=Calendar(STANDARD_TURNS, int(config.number(1901, "year", least=-9999, most=99_999)), "spring"),
            start=Start(tuple(units), Opening() if winter else None),
            builds=Builds("owned" if config.text("classic", "build_options").lower() == BUILDS["owned"] else "homes"),
            victory=Victory(at_least=int(config.number((centres + 1) // 2, "victory_count", least=1, most=10_000))),
            anchors=self.anchors(),
        )

    # ---- names

    @cached_property
    def given_ids(self) -> tuple[dict[str, str], dict[str, list[str]]]:
        """For each label its first abbreviation that can be an id, and its other abbreviations."""
        labels = {label.lower(): label for label in self.map.tiles}
        first: dict[str, str] = {}
        rest: dict[str, list[str]] = {}
        for short, full in self.config.table("abbreviations").items():
            label = labels.get(full.strip().lower()) if isinstance(full, str) else None
            if label is None:
                if not isinstance(full, str) or self.map.place_of(full.strip())[0].lower() not in labels:
                    message = f"the abbreviation {short[:40]} stands for no province of the map"
                    self.say(STRAY, message, self.config.place("abbreviations", short), "correct it in the config")
            elif short.isascii() and plain(short) == short and short not in first.values() and label not in first:
                first[label] = short
            else:
                rest.setdefault(label, []).append(short)
        return first, rest

    @cached_property
    def ids(self) -> dict[str, str]:
        """The id of each province by its label."""
        first, _ = self.given_ids
        rest = derived((label for label in self.map.tiles if label not in first), first.values())
        return {label: first.get(label) or rest[label] for label in self.map.tiles}

    @cached_property
    def players(self) -> dict[str, dict[str, Any]]:
        """The players that the config has, without those that a version takes away."""
        value = self.config.data.get("players")
        if isinstance(value, str):
            message = f"there is a player for each centre ({value[:40]}); dipmap reads none"
            self.say(KEPT, message, self.config.place("players"), "declare the powers in variant.yaml")
            return {}
        found = {}
        for name, given in self.config.table("players").items():
            if not isinstance(given, dict):
                self.config.say(f"the player {name[:60]} has to be a table of settings", "players", name)
            elif str(given.get("disabled", "")).lower() != "true":
                found[name] = given
        return found

    @cached_property
    def power_ids(self) -> dict[str, str]:
        return derived(self.players)

    @cached_property
    def colours(self) -> dict[str, str]:
        """The player of each colour; of two with the same colour the later counts, as for the bot."""
        found: dict[str, str] = {}
        for name in self.players:
            colour = self.colour(name)
            if colour in found:
                message = f"{found[colour]} and {name[:60]} have the same colour, and land of it is the second's"
                self.say(UNREADABLE, message, self.config.place("players", name), "give one of them another colour")
            found[colour] = name
        return found

    def colour(self, name: str) -> str:
        given = self.players[name].get("color")
        given = given.get("standard") if isinstance(given, dict) else given
        text = given.strip().lstrip("#").lower() if isinstance(given, str) else ""
        if len(text) == 6 and all(digit in "0123456789abcdef" for digit in text):
            return text
        self.config.say(f"the player {name[:60]} needs a colour of six hex digits", "players", name)
        return _PLAIN_COLOUR

    @cached_property
    def shut(self) -> str:
        return self.shade("impassable", "000000")

    def shade(self, key: str, default: str) -> str:
        value = self.config.table("svg config").get(key, default)
        value = value.get("standard", default) if isinstance(value, dict) else value
        return value.strip().lstrip("#").lower() if isinstance(value, str) else default

    def power(self, colour: str | None) -> str | None:
        """The power of a colour; None for that of nobody, and for one of a player that only the map makes."""
        return self.power_ids.get(self.colours.get(colour or "", ""))

    # ---- the board

    @cached_property
    def graph(self) -> Played:
        margin = self.config.number(MARGIN, "svg config", "border_margin_hint", least=0, most=_WIDEST)
        areas = {label: tile.area for label, tile in self.map.tiles.items()}
        grounds = {label: tile.ground for label, tile in self.map.tiles.items()}
        shut = {label for label, tile in self.map.tiles.items() if self.is_shut(tile)}
        found = played(grounds, sorted(touching(areas, margin)), self.overrides, shut)
        if found.tired:
            message = "too much of the map touches; which lands share a shore is guessed for some of them only"
            place = self.config.place("svg config", "border_margin_hint")
            self.say(UNREADABLE, message, place, "make the margin smaller, or draw the shapes apart")
        return found

    @cached_property
    def overrides(self) -> dict[str, dict[str, Any]]:
        found = {}
        for label, given in self.config.table("overrides", "provinces").items():
            keys = ("overrides", "provinces", label)
            if not isinstance(given, dict):
                self.config.say(f"the overrides of {label[:60]} have to be a table of lists", *keys)
                continue
            if label not in self.map.tiles:
                message = f"there are overrides for {label[:60]}, which is no province of the map"
                self.say(STRAY, message, self.config.place(*keys), "correct the name, which is the label of the shape")
                continue
            found[label] = given
            said = given.get("coasts")
            coasts: Mapping[str, Any] = said if isinstance(said, dict) else {}
            lists = {key: names_in(given, key) for key in OURS_OVERRIDE if key != "coasts"}
            lists |= {key: names_in(coasts, key) for key in coasts}
            for key, names in lists.items():
                for name in names:
                    if split_label(name)[0] not in self.map.tiles and name not in self.map.tiles:
                        message = f"the overrides of {label} name {name[:60]}, which is no province of the map"
                        place = self.config.place(*keys, *(("coasts", key) if key in (coasts or ()) else (key,)))
                        self.say(STRAY, message, place, "correct the name, which is the label of the shape")
        return found

    def is_shut(self, tile: Tile) -> bool:
        return tile.fill == self.shut

    @cached_property
    def afloat(self) -> frozenset[str]:
        """Labels of provinces from or to which fleets go."""
        return frozenset(label for step in self.graph.fleet for label, _ in step)

    def province(self, tile: Tile) -> Province:
        shut = self.is_shut(tile)
        sea, island = tile.ground is Ground.SEA, tile.ground is Ground.ISLAND
        convoys = sea or (island and self.config.text("disabled", "convoyable_islands").lower() == "enabled")
        fleets = sea or island or tile.label in self.afloat
        terrain = Terrain.SEA if sea or (island and convoys) else Terrain.COAST if fleets else Terrain.LAND
        colour, _ = self.map.centres.get(tile.label, (None, None))
        centre = tile.label in self.map.centres
        return Province(
            id=self.ids[tile.label],
            name=tile.label,
            terrain=terrain,
            aliases=tuple(self.given_ids[1].get(tile.label, ())),
            armies=not sea and not shut,
            fleets=fleets and not shut,
            convoys=convoys and not shut,
            centre=centre,
            home=self.power(colour),
            owner=self.power(self.map.fills.get(tile.label)) if centre else None,
            coasts=() if shut else tuple(self.coasts(tile.label)),
            impassable=shut,
        )

    def coasts(self, label: str) -> Iterator[Coast]:
        names = self.graph.coasts.get(label, ())
        for coast, identity in derived(names).items():
            sides = "-".join(_SIDES[side] for side in coast[:-1] if side in _SIDES)
            yield Coast(identity, f"{sides} coast" if sides and len(sides.split("-")) == len(coast) - 1 else coast)

    def location(self, place: Stand) -> str:
        """The location of a place of the file."""
        label, coast = place
        return f"{self.ids[label]}/{derived(self.graph.coasts[label])[coast]}" if coast else self.ids[label]

    def edges(self) -> Iterator[Adjacency]:
        """Every pair of locations once, for both units where both go the same ways, sorted."""
        steps: dict[tuple[str, str], set[tuple[UnitType, bool]]] = {}
        army = [(self.ids[a], self.ids[b]) for a, b in self.graph.army]
        fleet = [(self.location(a), self.location(b)) for a, b in sorted(self.graph.fleet) if self.sails(a, b)]
        for unit, found in ((UnitType.ARMY, army), (UnitType.FLEET, fleet)):
            for a, b in found:
                steps.setdefault((min(a, b), max(a, b)), set()).add((unit, a < b))
        edges = (edge for (a, b), ways in sorted(steps.items()) for edge in self.edge(a, b, ways))
        yield from sorted(edges, key=lambda edge: (edge.a, edge.b, edge.units.value))

    def edge(self, a: str, b: str, ways: set[tuple[UnitType, bool]]) -> Iterator[Adjacency]:
        def both(forward: bool | None) -> Units | None:
            wanted = {True, False} if forward is None else {forward}
            has = {unit: {there for each, there in ways if each is unit} == wanted for unit in UnitType}
            return Units.of(army=has[UnitType.ARMY], fleet=has[UnitType.FLEET])

        for forward in (None, True, False):
            units = both(forward)
            if not units:
                continue
            if forward is None:
                yield Adjacency(a, b, units)
                continue
            one, other = (a, b) if forward else (b, a)
            message = f"{one} > {other} goes one way only; it is kept so"
            self.say(ONEWAY, message, self.config.place("overrides"), "give the way back in the overrides, or leave it")
            yield Adjacency(one, other, units, oneway=True)

    def sails(self, one: Stand, other: Stand) -> bool:
        """Whether both ends of a step of fleets are places; told where a province of several coasts has none named."""
        for label, coast in (one, other):
            if not coast and self.graph.coasts.get(label):
                message = f"fleets get to {label} without a coast, from {one[0] if other[0] == label else other[0]}"
                hint = "list it under a coast of the province, or remove the adjacency"
                self.say(UNREADABLE, message, self.config.place("overrides", "provinces", label, "coasts"), hint)
                return False
        return True

    # ---- powers and units

    def powers(self) -> Iterator[Power]:
        homes: dict[str | None, list[str]] = {}
        for label, (colour, _) in self.map.centres.items():
            homes.setdefault(self.power(colour), []).append(self.ids[label])
        for name, identity in self.power_ids.items():
            playable = str(self.players[name].get("active", "true")).lower() == "true"
            colour = f"#{self.colour(name)}"
            yield Power(identity, name, name, name, colour, tuple(sorted(homes.get(identity, ()))), playable)

    def units(self) -> tuple[list[Unit], list[Unit]]:
        """Units of powers at the start, and units of nobody."""
        drawn = self.config.table("svg config")
        if drawn.get("detect_starting_units") is False:
            return [], []
        labelled, by_names = (drawn.get(key) is True for key in ("unit_type_labeled", "unit_type_from_names"))
        powers: list[Unit] = []
        nobodys: list[Unit] = []
        taken: set[str] = set()
        for mark in self.map.units(labelled=labelled, by_names=by_names):
            label, coast = mark.place
            if label in taken:
                message = f"two units start in {label}; the first counts"
                self.say(UNREADABLE, message, mark.item.place(), "remove one of the two")
                continue
            taken.add(label)
            place = label, coast if mark.type is UnitType.FLEET else ""
            coasts = self.graph.coasts.get(label, ())
            tile = self.map.tiles[label]
            wrong = (
                bool(coasts) and place[1] not in coasts if mark.type is UnitType.FLEET else tile.ground is Ground.SEA
            )
            if wrong or self.is_shut(tile):
                message = f"the {mark.type.value} in {label} stands where it could not be"
                self.say(UNREADABLE, message, mark.item.place(), "give it a place of its own, a fleet with its coast")
                continue
            location = self.location(place) if coasts else self.ids[label]
            owner = self.power(self.map.fills.get(label))
            (powers if owner else nobodys).append(Unit(owner, mark.type, location))
        return powers, nobodys

    def anchors(self) -> dict[str, dict[str, tuple[float, float]]]:
        """Points of units and centres; a fleet's counts where there is none of an army, and on coasts."""
        found: dict[str, dict[str, tuple[float, float]]] = {}
        for key, purpose in (
            ("army", "unit"),
            ("fleet", "unit"),
            ("retreat_army", "dislodged"),
            ("retreat_fleet", "dislodged"),
        ):
            for (label, coast), point in self.map.places[key].items():
                if coast and coast not in self.graph.coasts.get(label, ()):
                    continue
                found.setdefault(self.location((label, coast)), {}).setdefault(purpose, point)
        for label, (_, middle) in self.map.centres.items():
            if middle:
                found.setdefault(self.ids[label], {})["centre"] = middle
        return dict(sorted(found.items()))

    # ---- what is kept

    def kept(self) -> Mapping[str, Any]:
        """What the writer gives back to the bot, by its keys; ids stand for provinces and powers."""
        config = self.config
        own = {"svg config", "overrides", "players"}
        parts: dict[str, Any] = {
            "config": {key: value for key, value in config.data.items() if key not in OURS and key not in own},
            "svg": {key: value for key, value in config.table("svg config").items() if key not in OURS_DRAWN},
            "players": dict(self.kept_players()),
            "overrides": dict(self.kept_overrides()),
            "more_overrides": {key: value for key, value in config.table("overrides").items() if key != "provinces"},
            "owners": dict(self.owners()),
        }
        if "strip" in self.map.layers:
            box = extent(read_shape(shape)[0] for shape in self.map.layers["strip"].shapes())
            parts["strip"] = round(float(box[3] - box[1]), 2) if box else 0
        self.tell_kept(parts)
        return {key: value for key, value in parts.items() if value}

    def kept_players(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, given in self.players.items():
            left = {key: value for key, value in given.items() if key not in ("active", "disabled")}
            if not isinstance(left.get("color"), dict):
                left.pop("color", None)
            if left:
                yield self.power_ids[name], left

    def kept_overrides(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for label, given in self.overrides.items():
            entry = {key: value for key, value in given.items() if key not in OURS_OVERRIDE}
            if isinstance(entry.get("difficult_adjacency"), list):
                names = names_in(entry, "difficult_adjacency")
                entry["difficult_adjacency"] = [self.ids[name] for name in names if name in self.ids]
            if entry:
                yield self.ids[label], entry

    def owners(self) -> Iterator[tuple[str, str]]:
        """Who holds land without a centre: the bot shows it, and nothing follows from it."""
        for label, colour in self.map.fills.items():
            power = self.power(colour)
            if power and label not in self.map.centres:
                yield self.ids[label], power

    def tell_kept(self, parts: Mapping[str, Mapping[str, Any]]) -> None:
        """What changes play, and that dipmap does not know."""
        config = self.config
        for key, value in parts["config"].items():
            if not isinstance(value, str) or key in _WORDS:
                continue
            if value.lower() not in _QUIET and (key, value.lower()) != ("build_options", BUILDS["owned"]):
                message = f"{key} is {value[:60]}; dipmap keeps that for DiploGM and knows nothing like it"
                self.say(KEPT, message, config.place(key), "expect the bot alone to play by it")
        hard = [identity for identity, entry in parts["overrides"].items() if entry.get("difficult_adjacency")]
        if hard:
            message = (
                f"some ways are difficult, so that no support goes there: {listed(hard)}; dipmap knows nothing like it"
            )
            self.say(KEPT, message, config.place("overrides"), "expect the bot alone to play by it")
