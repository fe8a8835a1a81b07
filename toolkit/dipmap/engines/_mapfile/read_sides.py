"""Powers, centres and units of a `.map`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dipmap.engines._mapfile.names import NOBODY
from dipmap.engines._mapfile.read_graph import Ground
from dipmap.engines._mapfile.read_lines import Line
from dipmap.engines._mapfile.read_names import Names
from dipmap.engines._mapfile.read_state import Loaded, Side, province_code
from dipmap.engines._reading import STRAY, colours
from dipmap.model import BuildLimit, BuildSite, Power, Province, Terrain, Unit, UnitType

_NOBODY = re.compile(f"{NOBODY}[A-Z]{{0,3}}")
_TERRAINS = {"WATER": Terrain.SEA, "LAND": Terrain.LAND, "COAST": Terrain.COAST, "SHUT": Terrain.LAND}


@dataclass(frozen=True, eq=False)
class Sides:
    """The powers of a file with what they have.

    A dummy of the writers' own, NOBODY, is no power: its units are standing units, its centres nobody's. A home that its
    power does not own at the start, while it owns others, is an extra site: it builds there once it has it.
    """

    found: Loaded
    ground: Ground
    names: Names

    @cached_property
    def nobody(self) -> frozenset[str]:
        """The keys of the writers' own dummies."""
        return frozenset(
            key for key, side in self.found.sides.items() if side.dummy and not side.homes and _NOBODY.fullmatch(key)
        )

    @cached_property
    def players(self) -> dict[str, Side]:
        """The powers by key, in the order of the file."""
        return {key: side for key, side in self.found.sides.items() if key not in self.nobody}

    # ---- centres

    @cached_property
    def sites(self) -> dict[str, list[str]]:
        """The build sites of each power that are centres, by code; places that do not exist are left out."""
        found = {}
        for key, side in self.players.items():
            plain = [code for code, home in side.homes.items() if not set(home.marks) & set("*+")]
            found[key] = [code for code in plain if self._exists(code, side.homes[code].line, f"a home of {key}")]
        return found

    def _exists(self, code: str, line: Line, what: str) -> bool:
        if code in self.ground.coasts:
            return True
        self.found.wrong(
            f"{code}, {what}, is no place of the map", line, "correct the code, or take it out", name=STRAY
        )
        return False

    @cached_property
    def owned(self) -> dict[str, str]:
        """The key of the power that owns a centre at the start, by code."""
        found: dict[str, str] = {}
        for key, side in self.found.sides.items():
            if side.owns is None:
                places = [(code, side.homes[code].line) for code in self.sites.get(key, ())]
            else:
                places = [(code, line) for code, line in side.owns.items() if code not in ("SC!", "SC?")]
            for code, line in places:
                if side.owns is not None and not self._exists(code, line, f"a centre of {key}"):
                    continue
                if found.setdefault(code, key) != key:
                    self.found.wrong(
                        f"{code} belongs to {found[code]} and to {key} at the start; {found[code]} has it",
                        line,
                        "write OWNS after the power that has only some of its homes",
                    )
        return found

    @cached_property
    def centres(self) -> frozenset[str]:
        """The codes of all supply centres."""
        free = [code for code, line in self.found.unowned.items() if self._exists(code, line, "an unowned centre")]
        homes = [code for sites in self.sites.values() for code in sites]
        return frozenset((*free, *homes, *self.owned))

    @cached_property
    def _extra_codes(self) -> dict[str, list[str]]:
        if {"BUILD_ANY", "HOME_BUILDS"} & set(self.found.rules):
            return {}
        found = {}
        for key, sites in self.sites.items():
            away = [code for code in sites if self.owned.get(code) != key]
            if len(away) < len(sites):
                found[key] = away
        for key, side in self.players.items():
            factories = [code for code, home in side.homes.items() if "+" in home.marks and code in self.centres]
            found[key] = [*found.get(key, ()), *factories]
        return found

    @cached_property
    def extra(self) -> tuple[BuildSite, ...]:
        """Centres that a power builds in once it owns them."""
        return tuple(
            BuildSite(self.names.power[key], self.names.province[code])
            for key, codes in self._extra_codes.items()
            for code in codes
        )

    @cached_property
    def homes(self) -> dict[str, list[str]]:
        """The homes of each power by code, then its build sites that are no centres (`+`)."""
        found = {}
        for key, side in self.players.items():
            extra = self._extra_codes.get(key, ())
            factories = [
                code
                for code, home in side.homes.items()
                if "+" in home.marks
                and "*" not in home.marks
                and code not in self.centres
                and self._exists(code, home.line, f"a factory of {key}")
            ]
            found[key] = [*(code for code in self.sites[key] if code not in extra), *factories]
        return found

    @cached_property
    def limits(self) -> tuple[BuildLimit, ...]:
        """Homes that stand for others (`@ONE(OTHER)`, or `@ONE` for any): so many at once, and no more."""
        found = []
        for key, side in self.players.items():
            sites, power = self.sites[key], self.names.power[key]
            any_home = [code for code in sites if "@" in side.homes[code].marks and not side.homes[code].limits]
            if any_home:
                found.append(BuildLimit(power, self._ids(sites), len(sites) - len(any_home)))
            for code in sites:
                others = side.homes[code].limits
                if "@" in side.homes[code].marks and others and set(others) <= set(sites):
                    found.append(BuildLimit(power, self._ids((*others, code)), len(others)))
        return tuple(found)

    def _ids(self, codes: Iterable[str]) -> tuple[str, ...]:
        return tuple(self.names.province[code] for code in codes)

    # ---- the parts of the variant

    def powers(self) -> tuple[Power, ...]:
        """The powers, in the order of the file."""
        shades = colours(len(self.players))
        found = []
        for (key, side), colour in zip(self.players.items(), shades, strict=True):
            name, people = self.names.side(side)
            homes = self._ids(self.homes[key])
            found.append(Power(self.names.power[key], name, people, name[:3], colour, homes, playable=not side.dummy))
        return tuple(found)

    def provinces(self) -> tuple[Province, ...]:
        """The provinces, in order of their ids."""
        found = [self._province(code) for code in self.ground.coasts]
        return tuple(sorted(found, key=lambda province: province.id))

    def _province(self, code: str) -> Province:
        ground, kind = self.ground, self.ground.kind(code)
        coasts = () if kind == "SHUT" else self.names.coasts(code)
        armies = ground.ashore(code)
        fleets = ground.afloat(code) or any(ground.afloat(coast) for coast in ground.coasts[code])
        terrain = _TERRAINS.get(kind, Terrain.COAST if coasts else Terrain.SEA)
        if kind == "COAST" and not fleets and not self._ashore_of_sea(code):
            terrain = Terrain.LAND
        homes = [key for key, sites in self.homes.items() if code in sites]
        owner = self.owned.get(code)
        centre = code in self.centres
        return Province(
            self.names.province[code],
            self.names.full(code),
            terrain,
            self.names.aliases(code),
            armies=armies,
            fleets=fleets,
            convoys=kind in ("WATER", "PORT") and fleets,
            centre=centre,
            home=self.names.power[homes[0]] if homes and centre else None,
            owner=self.names.power[owner] if owner in self.players else None,
            coasts=coasts,
            impassable=kind == "SHUT",
        )

    def _ashore_of_sea(self, code: str) -> bool:
        spot = self.ground.spot(code)
        return any(self.found.type_of(word) == "WATER" for word in (spot.near if spot else None) or ())

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units of the powers, power by power."""
        found = [(key, unit) for key, unit in self._placed if key in self.players]
        order = list(self.players)
        return tuple(unit for _, unit in sorted(found, key=lambda item: order.index(item[0])))

    @cached_property
    def standing(self) -> tuple[Unit, ...]:
        """The units of nobody."""
        return tuple(Unit(None, unit.type, unit.location) for key, unit in self._placed if key in self.nobody)

    @cached_property
    def _placed(self) -> tuple[tuple[str, Unit], ...]:
        found = []
        for key, letter, code, line in self.found.units.values():
            kind = UnitType.ARMY if letter == "A" else UnitType.FLEET
            place = province_code(code)
            if not self._exists(place, line, f"where {key} has {'an army' if letter == 'A' else 'a fleet'}"):
                continue
            fits = self.ground.ashore(code) and "/" not in code if letter == "A" else self.ground.afloat(code)
            if not fits or code not in self.names.location:
                self.found.wrong(
                    f"{'an army' if letter == 'A' else 'a fleet'} of {key} may not stand in {code}; it is left out",
                    line,
                    "put it where one of its kind may stand, a fleet on a coast of its own",
                    1,
                )
                continue
            found.append((key, Unit(self.names.power[key], kind, self.names.location[code])))
        return tuple(found)
