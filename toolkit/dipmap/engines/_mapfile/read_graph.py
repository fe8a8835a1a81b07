"""The ways of units on a `.map`, from neighbours and their letter case, as the engines read them.

A unit looks for the first neighbour of the place it goes to. An army takes it unless it is written `Abc`, a fleet unless
it begins with a small letter; fleets stand where the place is written in capitals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dipmap.diagnostics import Notice, Place, notice
from dipmap.engines._mapfile.read_state import Loaded, Near, Spot, province_code
from dipmap.engines._reading import ONEWAY, STRAY, UNREADABLE
from dipmap.model import Adjacency, Units, UnitType

_FOR_ARMIES = frozenset(("LAND", "COAST", "PORT"))
_FOR_FLEETS = frozenset(("WATER", "COAST", "PORT"))
Step = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Ground:
    """Places and ways: codes of provinces in the order of the file, their coasts, and how a code becomes an id."""

    found: Loaded

    @cached_property
    def coasts(self) -> Mapping[str, tuple[str, ...]]:
        """The codes of the coasts of each province, in the order of the file; every province is a key."""
        coasts: dict[str, list[str]] = {}
        for key in self.found.spots:
            code = key.upper()
            listed = coasts.setdefault(province_code(code), [])
            if "/" in code:
                listed.append(code)
        return {code: tuple(places) for code, places in coasts.items()}

    def kind(self, code: str) -> str:
        """The terrain of a province; that of its coasts where it has no line of its own."""
        return self.found.type_of(code) or next((self.found.type_of(coast) for coast in self.coasts[code]), "")

    def spot(self, code: str) -> Spot | None:
        """What stands about a location, in whichever case; None for a province that has lines for its coasts only."""
        return self.found.spots.get(code) or self.found.spots.get(code.lower())

    def first_spot(self, code: str) -> Spot:
        """What stands about a province, or else about its first coast."""
        return self.spot(code) or next(spot for coast in self.coasts[code] if (spot := self.spot(coast)))

    def afloat(self, code: str) -> bool:
        """Whether a fleet may stand at a location."""
        own = code in self.found.spots and code.lower() not in self.found.spots
        return own and not ("/" not in code and self.coasts[code]) and self.found.type_of(code) in _FOR_FLEETS

    def ashore(self, code: str) -> bool:
        """Whether an army may stand in a province."""
        return self.found.type_of(code) in _FOR_ARMIES

    @cached_property
    def armies(self) -> dict[Step, Near]:
        """Every way of an army from province to province."""
        found: dict[Step, Near] = {}
        for code in self.coasts:
            if not self.ashore(code):
                continue
            seen: set[str] = set()
            for near in self._near(code):
                target = province_code(near.word.upper())
                if target in seen or target == code:
                    continue
                seen.add(target)
                if target in self.coasts and self.ashore(target) and near.word != near.word.title():
                    found[code, target] = near
        return found

    @cached_property
    def fleets(self) -> dict[Step, Near]:
        """Every way of a fleet from location to location."""
        found: dict[Step, Near] = {}
        for code in (key for key in self.found.spots if key == key.upper() and self.afloat(key)):
            seen: set[str] = set()
            for near in self._near(code):
                target = near.word.upper()
                first = province_code(target) not in seen
                seen.add(province_code(target))
                if province_code(target) == province_code(code) or not (first or "/" in target):
                    continue
                if target in self.found.spots and self.afloat(target) and near.word[0] == target[0]:
                    found[code, target] = near
        return found

    def _near(self, code: str) -> Iterator[Near]:
        spot = self.spot(code)
        yield from (spot.near or {}).values() if spot else ()

    def edges(self, ids: Mapping[str, str]) -> tuple[Adjacency, ...]:
        """The adjacencies by ids of locations, each way that has no way back a oneway of its own."""
        found: list[Adjacency] = []
        steps = {
            UnitType.ARMY: {(ids[a], ids[b]) for a, b in self.armies},
            UnitType.FLEET: {(ids[a], ids[b]) for a, b in self.fleets},
        }
        pairs = {(min(pair), max(pair)) for ways in steps.values() for pair in ways}
        for a, b in sorted(pairs):
            there = {unit for unit, ways in steps.items() if (a, b) in ways}
            back = {unit for unit, ways in steps.items() if (b, a) in ways}
            for one, other, units, oneway in (
                (a, b, there & back, False),
                (a, b, there - back, True),
                (b, a, back - there, True),
            ):
                kind = Units.of(army=UnitType.ARMY in units, fleet=UnitType.FLEET in units)
                if kind:
                    found.append(Adjacency(one, other, kind, oneway=oneway))
        return tuple(sorted(found, key=lambda edge: (edge.a, edge.b, edge.units.value)))

    # ---- what is wrong

    def notices(self) -> Iterator[Notice]:
        """Lines about places that do not fit together."""
        yield from self._unnamed()
        yield from self._unbounded()
        yield from self._strangers()
        yield from self._seas_of_coasts()
        yield from self._oneways()

    def _unnamed(self) -> Iterator[Notice]:
        titles = self.found.titles
        for key, spot in self.found.spots.items():
            if key.upper() not in titles:
                yield _told(
                    UNREADABLE,
                    f"{key.upper()} has no full name",
                    spot.line.at(1),
                    f"add a line: its name = {key.upper()}",
                    key,
                )
        for code, title in titles.items():
            if not self.found.type_of(code):
                yield _told(
                    STRAY,
                    f"{title.full} ({code}) has a name and no terrain; it is left out",
                    title.line.at(),
                    f"add a line such as LAND {code} ABUTS and its neighbours, or take the name out",
                    code,
                )
        for code in self.coasts:
            if len(code) != 3:
                spot = self.first_spot(code)
                yield _told(
                    UNREADABLE,
                    f"{code} has not exactly three letters, and no engine starts a game with it",
                    spot.line.at(1),
                    "choose a code of three letters",
                    code,
                )

    def _unbounded(self) -> Iterator[Notice]:
        for code, coasts in self.coasts.items():
            spot = self.spot(code)
            if spot is None:
                place = self.first_spot(code).line.at(1)
                message = f"{code} has coasts and no line of its own, so no army may stand in it"
                yield _told(
                    UNREADABLE, message, place, f"add a line COAST {code.lower()} ABUTS and its neighbours", code
                )
            elif spot.kind == "WATER" and not self.afloat(code) and not coasts:
                message = f"the sea {code} is in small letters, so no fleet may stand in it"
                yield _told(UNREADABLE, message, spot.line.at(1), f"write {code} in capitals", code)
            elif spot.near is None:
                message = f"{code} has no neighbours: ABUTS is missing"
                yield _told(UNREADABLE, message, spot.line.at(), "add ABUTS and the neighbours", code)
            elif coasts and code in self.found.spots:
                message = f"{code} has coasts of its own and is written in capitals; it is read as {code.lower()}"
                yield _told(UNREADABLE, message, spot.line.at(1), "write it in small letters", code)

    def _strangers(self) -> Iterator[Notice]:
        for key, spot in self.found.spots.items():
            for near in (spot.near or {}).values():
                target = near.word.upper()
                if not self.found.type_of(target):
                    message = f"{key.upper()} lists {target} among its neighbours, and there is no such place"
                elif province_code(target) == province_code(key.upper()):
                    message = f"{key.upper()} lists itself among its neighbours"
                else:
                    continue
                yield _told(
                    STRAY, message, near.line.at(near.index), "correct the code, or take it out", f"{key} {target}"
                )

    def _seas_of_coasts(self) -> Iterator[Notice]:
        for code, coasts in self.coasts.items():
            spot = self.found.spots.get(code.lower())
            if spot is None or not coasts:
                continue
            seas = {near.word.upper() for coast in coasts for near in self._near(coast) if self._water(near.word)}
            for sea in sorted(seas - set(spot.near or ())):
                message = f"a coast of {code} touches {sea}, and the line of {code.lower()} does not list it"
                hint = f"add {sea} there, so that fleets in it may support into {code}"
                yield _told(UNREADABLE, message, spot.line.at(), hint, f"{code} {sea}")

    def _water(self, code: str) -> bool:
        return self.found.type_of(code) == "WATER"

    def _oneways(self) -> Iterator[Notice]:
        for unit, steps in (("an army", self.armies), ("a fleet", self.fleets)):
            for (a, b), near in steps.items():
                if (b, a) not in steps:
                    yield _told(
                        ONEWAY,
                        f"{unit} goes from {a} to {b} and not back",
                        near.line.at(near.index),
                        f"list {a} among the neighbours of {b} too, or leave it if it is meant",
                        f"{unit} {a} {b}",
                    )


def _told(name: str, message: str, place: Place, hint: str, key: str) -> Notice:
    return notice(name, message, place, hint=hint, key=key)
