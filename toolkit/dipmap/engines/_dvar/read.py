"""The reader of a DVAR and its dSVG: provinces, edges, nations and the position at the start, as the document has them.

A part that is not what the format says is left out with a finding; what only Diplicity understands is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from dipmap.engines._dvar import names
from dipmap.engines._dvar.board import ID_LENGTH, Board, line
from dipmap.engines._dvar.flow import YEAR, read_flow
from dipmap.engines._dvar.map import Placed, read_map
from dipmap.engines._dvar.names import COLOUR, KNOWN
from dipmap.engines._dvar.told import LENGTH, MOST_NATIONS, Told
from dipmap.engines._json import Node
from dipmap.engines._reading import RENAMED, Imported, colours, derived, plain, unreadable
from dipmap.engines._rules import listed
from dipmap.model import (
    Builds,
    End,
    Power,
    Province,
    Start,
    Unit,
    UnitType,
    Variant,
    Victory,
    province_of,
)
from dipmap.source import Source

_RESULTS = {"most-supply-centers": "most-wins", "shared-draw": "draw"}
_MADE = re.compile(r"^(?:.*), version (\S+)\. Made by dipmap\.(?:\nLicence: (.*)\.$)?", re.MULTILINE)
_VERSION = re.compile(r"[0-9]+(\.[0-9]+){0,2}([-+.][0-9A-Za-z.]+)?")


@dataclass(frozen=True)
class _Nation:
    """A nation by its name in the file."""

    name: str
    colour: str
    playable: bool
    node: Node


def read_variant(source: Source, top: Node, picture: tuple[str, bytes] | None) -> Imported:
    """The variant of a document, with the map beside it. Raises `UnreadableError` where there is no province in it."""
    told = Told(source)
    if not isinstance(top.value, dict):
        unreadable(
            f"{source.name} is no DVAR: it is not an object", told.place(top), "give the variant document itself"
        )
    board = Board(told, top)
    board.read()
    if not board.provinces:
        unreadable(
            f"{source.name} is no DVAR with a map: it has no province that can be read",
            told.place(top),
            "give the variant document itself",
        )
    return _Reader(told, top, board).imported(picture)


# ---- nations, start, ends


@dataclass
class _Reader:
    told: Told
    top: Node
    board: Board
    kept: dict[str, Any] = field(default_factory=dict)

    def imported(self, picture: tuple[str, bytes] | None) -> Imported:
        told, top = self.told, self.top
        version = told.get(top, "schemaVersion", int, "the document")
        if version and version.value != 1:
            told.wrong(
                f"the document is of schema {version.value}; dipmap knows 1", version, "look whether it was read well"
            )
        variant = self._variant()
        placed = Placed()
        if picture:
            placed, notices = read_map(*picture, self.board.ids, variant)
            told.notices += notices
        renamed = self._renamed()
        told.tell_others()
        if told.extra:
            self.kept["extra"] = told.extra
        anchors = {place: {"unit": point} for place, point in sorted(placed.points.items())}
        kept = {name: self.kept[name] for name in sorted(self.kept)}
        return Imported(replace(variant, anchors=anchors), placed.drawn, kept, tuple(told.notices), renamed)

    def _variant(self) -> Variant:
        told, top = self.told, self.top
        flow = read_flow(told, top, self._state)
        self.kept |= flow.kept
        name = line(told.text(top, "name", "the document"))
        identity = self._identity(name)
        name = name or identity
        rules = self._rules()
        description = names.plain(told.text(top, "description", "the document"))
        author = names.plain(told.text(top, "author", "the document"))
        units, standing = self._units()
        options = {"standing_rebuilt": "true"} if self._rebuilds and standing and self._all_play else {}
        self._modifiers(options)
        victory, end = self._ends()
        provinces = self._provinces()
        return Variant(
            id=identity,
            name=name,
            version=rules[0],
            licence=rules[1],
            provinces=provinces,
            adjacency=tuple(sorted(self.board.edges, key=lambda edge: (edge.a, edge.b, edge.oneway, edge.units.value))),
            powers=self._powers(provinces),
            designers=() if author == "unknown" else tuple(filter(None, (line(each) for each in author.split(", ")))),
            description="" if description == names.no_description(name) else description,
            standing_units=standing,
            calendar=flow.calendar,
            start=Start(units, flow.opening),
            builds=Builds("owned") if names.BUILD_ANYWHERE in self._words else Builds(),
            retreats=flow.retreats,
            victory=victory,
            end=end,
            options=options,
        )

    def _identity(self, name: str) -> str:
        given = self.told.text(self.top, "id", "the document")
        file = self.told.source.name.rpartition("/")[2].partition(".")[0]
        found = next(filter(None, (plain(each)[:ID_LENGTH] for each in (given, name, file))), "variant")
        found = found if found[0].isalpha() else f"v{found}"
        if given and given != found:
            self.kept.setdefault("ids", {})["variant"] = {found: given}
        return found

    def _rules(self) -> tuple[str, str]:
        """Version and licence, where dipmap wrote them; every other text of rules is kept."""
        node = self.told.get(self.top, "rules", str, "the document", needed=False)
        text = node.value if node else ""
        made = _MADE.search(text)
        own = (text[: made.start()] if made else text).strip()
        if own and node:
            self.kept["rules"] = own
            self.told.kept("the text of rules is no data", node)
        version = made.group(1) if made and _VERSION.fullmatch(made.group(1)) else "1.0.0"
        return version, line(made.group(2) or "") if made else ""

    # ---- nations

    @cached_property
    def _state(self) -> Node | None:
        found = self.told.part(self.top, "initialState", "the document")
        if found:
            self.told.others(found, KNOWN["initialState"], "initialState", "state")
        return found

    @cached_property
    def _nations(self) -> dict[str, _Nation]:
        """The nations by their ids in the file, in its order."""
        told = self.told
        found: dict[str, _Nation] = {}
        nodes = list(told.parts(self.top, "nations", "the document", most=MOST_NATIONS))
        for node, colour in zip(nodes, colours(len(nodes)), strict=True):
            identity = told.text(node, "id", "a nation")
            what = f"the nation {identity[:LENGTH]}"
            if identity in found:
                told.wrong(
                    f"two nations are called {identity[:LENGTH]}; the second is left out", node, "give it another id"
                )
                continue
            given = told.text(node, "color", what)
            if given and not COLOUR.fullmatch(given):
                told.wrong(
                    f"the colour of {what} is not like #1f4e9c", node.value["color"], "write six hexadecimal digits"
                )
            elif given:
                colour = given.lower()  # noqa: PLW2901  the file's own comes first
            idle = told.get(node, "non_playable", bool, what, needed=False)
            if identity:
                name = line(told.text(node, "name", what)) or identity[:LENGTH]
                found[identity] = _Nation(name, colour, not (idle and idle.value), node)
        return found

    @cached_property
    def _ids(self) -> dict[str, str]:
        """Our ids of the nations that are powers."""
        theirs = [name for name in self._nations if name not in self._neutral]
        found = derived(theirs, ("neutral", "nobody"), length=ID_LENGTH)
        for name, identity in found.items():
            self.told.others(self._nations[name].node, KNOWN["nations"], "nations", identity)
        return found

    @cached_property
    def _homes(self) -> dict[str, str]:
        """The nation whose home a centre is, by province. A home that is no centre has no use in the engine; it is kept."""
        found: dict[str, str] = {}
        for identity, province in self.board.provinces.items():
            node = self.board.nodes[identity]
            nation = self.told.text(node, "homeNation", province.name, needed=False)
            if not nation:
                continue
            here = node.value["homeNation"]
            if nation not in self._nations:
                self.told.stray(
                    f"{province.name} is a home of {nation[:LENGTH]}, which is no nation", here, "name a nation"
                )
            elif province.centre:
                found[identity] = nation
            else:
                self.kept.setdefault("homes", {})[identity] = nation
                self.told.kept(f"{province.name} is a home and no centre, which Diplicity never builds in", here)
        return found

    @cached_property
    def _owners(self) -> dict[str, str]:
        """The nation that holds a centre at the start, by province."""
        told = self.told
        found: dict[str, str] = {}
        for node in told.parts(self._state, "supplyCenters", "initialState") if self._state else ():
            nation, name = (told.text(node, key, "an owned centre") for key in ("nation", "province"))
            place = self.board.ids.get(name, "")
            if nation and nation not in self._nations:
                told.stray(f"a centre is held by {nation[:LENGTH]}, which is no nation", node, "name a nation")
            elif name and (place not in self.board.provinces or not self.board.provinces[place].centre):
                told.stray(f"{name[:LENGTH]} is held and is no centre", node, "name a province with a supply centre")
            elif place in found:
                told.wrong(f"{name[:LENGTH]} is held twice; the first counts", node, "remove one of the two")
            elif nation and name:
                found[place] = nation
                told.others(node, KNOWN["supplyCenters"], "supplyCenters", place)
        return found

    @cached_property
    def _standing(self) -> dict[str, tuple[str, UnitType, str]]:
        """The units by their provinces: nation, type, location."""
        told, board = self.told, self.board
        found: dict[str, tuple[str, UnitType, str]] = {}
        for node in told.parts(self._state, "units", "initialState") if self._state else ():
            nation, word, name = (told.text(node, key, "a unit") for key in ("nation", "type", "location"))
            place = board.ids.get(name)
            kinds = {kind.value.capitalize(): kind for kind in UnitType}
            if not nation or not word or not name:
                continue
            if word not in kinds:
                told.wrong(
                    f"a unit is of the type {word[:40]!r}", node.value["type"], f"write one of {', '.join(kinds)}"
                )
            elif nation not in self._nations:
                told.stray(f"a unit is of {nation[:LENGTH]}, which is no nation", node, "name a nation")
            elif place is None:
                told.stray(f"a unit stands in {name[:LENGTH]}, which is no place of the document", node, "name a place")
            elif not board.stands(place, kinds[word]):
                told.wrong(
                    f"no {kinds[word].value} can start in {board.name(place)}", node, "name another place or coast"
                )
            elif province_of(place) in found:
                told.wrong(f"two units start in {board.name(province_of(place))}", node, "remove one of the two")
            else:
                found[province_of(place)] = nation, kinds[word], place
                told.others(node, KNOWN["units"], "units", province_of(place))
        return found

    @cached_property
    def _neutral(self) -> dict[str, tuple[str, ...]]:
        """Nations that nobody plays and that only hold: each has one unit in each of its centres; with their provinces.

        They have no homes, or these very centres where their units come back by the engine's own rule.
        """
        found: dict[str, tuple[str, ...]] = {}
        for name, nation in self._nations.items():
            owned = {place for place, owner in self._owners.items() if owner == name}
            units = {place for place, unit in self._standing.items() if unit[0] == name}
            homes = {place for place, home in self._homes.items() if home == name}
            if not nation.playable and units and units == owned and homes == (owned if self._rebuilds else set()):
                found[name] = tuple(sorted(units))
        return found

    @cached_property
    def _all_play(self) -> bool:
        return all(nation.playable or name in self._neutral for name, nation in self._nations.items())

    def _powers(self, provinces: tuple[Province, ...]) -> tuple[Power, ...]:
        found = []
        for name, identity in self._ids.items():
            nation = self._nations[name]
            homes = tuple(province.id for province in provinces if province.home == identity)
            short = nation.name[:3].strip()
            found.append(Power(identity, nation.name, nation.name, short, nation.colour, homes, nation.playable))
        if not found:
            self.told.wrong("the document has no nation that can be read", self.top, "write its nations")
        odd = []
        for name, places in self._neutral.items():
            nation = self._nations[name]
            if (name, nation.name, nation.colour) != (names.NOBODY, names.NOBODY.capitalize(), names.GREY):
                odd.append({"id": name, "name": nation.name, "color": nation.colour, "places": list(places)})
                self.told.kept(f"{nation.name} is a nation only in Diplicity: its units are nobody's", nation.node)
        if odd:
            self.kept["neutral"] = odd
        return tuple(found)

    def _provinces(self) -> tuple[Province, ...]:
        def power(nation: str | None) -> str | None:
            return self._ids.get(nation or "")

        return tuple(
            replace(province, home=power(self._homes.get(identity)), owner=power(self._owners.get(identity)))
            for identity, province in sorted(self.board.provinces.items())
        )

    def _units(self) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        units = tuple(Unit(self._ids[n], kind, at) for n, kind, at in self._standing.values() if n not in self._neutral)
        standing = tuple(Unit(None, kind, at) for n, kind, at in self._standing.values() if n in self._neutral)
        return units, standing

    # ---- rules

    @cached_property
    def _words(self) -> dict[str, Node]:
        """The modifiers of adjudication."""
        found = self.told.get(self.top, "adjudicationModifiers", list, "the document", needed=False)
        words: dict[str, Node] = {}
        for node in found.value if found else ():
            if isinstance(node.value, str) and node.value:
                words.setdefault(node.value, node)
            else:
                self.told.wrong("a modifier of adjudication is no text", node, "write its name")
        return words

    @property
    def _rebuilds(self) -> bool:
        return names.REBUILD in self._words

    def _modifiers(self, options: Mapping[str, str]) -> None:
        own = {names.BUILD_ANYWHERE, *([names.REBUILD] if options else ())}
        other = [word for word in self._words if word not in own]
        for word in other:
            self.told.kept(f"dipmap has no rule for the modifier {word[:LENGTH]}", self._words[word])
        if other:
            self.kept["modifiers"] = other

    def _ends(self) -> tuple[Victory, End]:
        """The number of centres that wins and the last year; every other end is kept."""
        told = self.told
        centres = sum(province.centre for province in self.board.provinces.values())
        victory, end = None, None
        other = []
        for node in told.parts(self.top, "victoryConditions", "the document"):
            kind = told.text(node, "type", "a victory condition")
            if kind == "supply-center-majority" and victory is None:
                victory = _victory(told.whole(node, "supplyCenters", "the victory", 0, YEAR), centres)
                told.others(node, KNOWN["victoryConditions"], "victoryConditions", kind)
            elif kind == "timed-resolution" and end is None:
                end = self._last_year(node)
                told.others(node, KNOWN["victoryConditions"], "victoryConditions", kind)
            elif kind:
                other.append(node.plain())
                told.kept(f"dipmap has no end of a game like {kind[:LENGTH]}, or has it already", node)
        if other:
            self.kept["victory"] = other
        return victory or Victory(), end or End()

    def _last_year(self, node: Node) -> End | None:
        year = self.told.whole(node, "year", "the last year", -YEAR, YEAR)
        word = self.told.text(node, "resolution", "the last year")
        if word and word not in _RESULTS:
            options = ", ".join(_RESULTS)
            self.told.wrong(
                f"the last year ends with {word[:40]!r}", node.value["resolution"], f"write one of {options}"
            )
        return None if year is None else End(year, _RESULTS.get(word, "draw"))

    # ---- ids

    def _renamed(self) -> dict[str, str]:
        """Names of the file that are no ids here; those that differ at all are kept."""
        for section, ids in (("nations", self._ids), ("places", self.board.ids)):
            other = {ours: theirs for theirs, ours in ids.items() if theirs != ours}
            if other:
                self.kept.setdefault("ids", {})[section] = other
        both = {**self.board.ids, **self._ids}
        found = {theirs: ours for theirs, ours in both.items() if theirs.lower() != ours}
        if found:
            told = listed(f"{theirs[:LENGTH]} is {ours}" for theirs, ours in found.items())
            message = f"ids are made of letters and digits: {told}"
            hint = "rename them in variant.yaml where you like others better"
            self.told.say(RENAMED, message, self.top, hint)
        return found


def _victory(number: int | None, centres: int) -> Victory | None:
    """The engine looks who alone has most, where that is enough; a number out of reach is none."""
    if number is None:
        return None
    if number > centres:
        return Victory()
    return Victory(at_least=number, tie="most" if number * 2 <= centres else "continue")
