"""What the classes of a variant have to do beyond the site's own: turns, build sites, limits, the count of victory.

The site's game has two movements a year; centres change hands after the second, builds follow, and whoever has enough
centres wins. Everything else here is a class of the variant's own, made only where the variant needs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from dipmap.engines._mapfile.text import stands
from dipmap.engines._rules import beats
from dipmap.engines._webdiplomacy.names import Names
from dipmap.model import Kind, UnitType, Variant, province_of


@dataclass(frozen=True)
class Limit:
    """At most `most` builds of a country (its number) in one adjustment among territories (their numbers)."""

    country: int
    sites: tuple[int, ...]
    most: int
    opening: bool


@dataclass(frozen=True)
class Borders:
    """Pairs of locations that an army or a fleet passes, either way; `opened` are one-way steps (from, to) among them."""

    army: frozenset[tuple[str, str]]
    fleet: frozenset[tuple[str, str]]
    opened: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Plan:
    """The variant as the site plays it."""

    variant: Variant

    @cached_property
    def names(self) -> Names:
        """Its words."""
        return Names(self.variant)

    # ---- the graph

    @cached_property
    def borders(self) -> Borders:
        """What is written of the graph: no passage by consent, no step where a unit cannot stand."""
        steps: dict[UnitType, set[tuple[str, str]]] = {unit: set() for unit in UnitType}
        for edge in self.variant.adjacency:
            if edge.kind is Kind.PERMISSION:
                continue
            for unit in UnitType:
                wanted = edge.units.army if unit is UnitType.ARMY else edge.units.fleet
                a, b = (province_of(edge.a), province_of(edge.b)) if unit is UnitType.ARMY else (edge.a, edge.b)
                if not wanted or not all(self._stands(end, unit) for end in (a, b)):
                    continue
                steps[unit].add((a, b))
                if not edge.oneway:
                    steps[unit].add((b, a))
        opened = sorted({(a, b) for found in steps.values() for a, b in found if (b, a) not in found})
        number = self.names.numbers
        pairs = {
            unit: frozenset((a, b) if number[a] < number[b] else (b, a) for a, b in found)
            for unit, found in steps.items()
        }
        return Borders(pairs[UnitType.ARMY], pairs[UnitType.FLEET], tuple(opened))

    def _stands(self, location: str, unit: UnitType) -> bool:
        return location in self.names.numbers and stands(self.variant.by_id[province_of(location)], unit)

    # ---- turns

    @cached_property
    def movements(self) -> tuple[tuple[str, int], ...]:
        """The turns with a movement from the first of the game on: name and years after the first year, one round."""
        calendar = self.variant.calendar
        turns = [turn for turn in calendar.turns if "movement" in turn.phases]
        ids = [turn.id for turn in calendar.turns]
        start = ids.index(calendar.first_turn) if calendar.first_turn in ids else 0
        later = [turn for turn in turns if ids.index(turn.id) >= start]
        earlier = [turn for turn in turns if ids.index(turn.id) < start]
        found = [(turn.name, 0) for turn in later] + [(turn.name, calendar.years) for turn in earlier]
        return tuple(found) or (("Turn", 0),)

    @cached_property
    def fits(self) -> bool:
        """Whether the turns are pairs of movements, the second with ownership and builds, beginning with the first turn."""
        calendar = self.variant.calendar
        ids = [turn.id for turn in calendar.turns]
        start = ids.index(calendar.first_turn) if calendar.first_turn in ids else 0
        rolled = replace(calendar, turns=calendar.turns[start:] + calendar.turns[:start])
        return re.fullmatch("(MMOA)+", beats(rolled)) is not None

    def date(self, turn: int) -> tuple[str, int]:
        """Name and year of a turn of the site's, which counts movements from 0."""
        rounds, place = divmod(turn, len(self.movements))
        name, after = self.movements[place]
        return name, self.variant.calendar.first_year + after + rounds * self.variant.calendar.years

    @cached_property
    def last_turn(self) -> int | None:
        """The last turn of the game; None where it has no last year."""
        last = self.variant.end.last_year
        if last is None or self.variant.calendar.years < 1:
            return None
        first, years = self.variant.calendar.first_year, self.variant.calendar.years
        turn = max(0, ((last - first) // years + 1) * len(self.movements) - 1)
        while turn > 0 and self.date(turn)[1] > last:
            turn -= 1
        return turn

    @cached_property
    def retreats(self) -> str:
        """`all` turns with a movement have retreats, or `none`, or only `some`."""
        found = {"retreat" in turn.phases for turn in self.variant.calendar.turns if "movement" in turn.phases}
        if self.variant.retreats != "normal" or found == {False}:
            return "none"
        return "some" if False in found else "all"

    # ---- builds

    @cached_property
    def owners(self) -> Mapping[str, int]:
        """The number of the country that holds each centre at the start; 0 for nobody."""
        country = self.names.country_numbers
        return {
            item.id: country.get(item.owner or "", 0) for item in self.variant.centres if item.id in self.names.numbers
        }

    @cached_property
    def sites(self) -> Mapping[int, tuple[int, ...]] | None:
        """The numbers of the centres where each country may build while it holds them; None where it is any."""
        variant, number = self.variant, self.names.numbers
        if variant.builds.sites == "owned":
            return None
        centres = [item.id for item in variant.centres if item.id in number]
        homes = {home for power in variant.powers for home in power.homes}
        extra = {(entry.power, entry.site) for entry in variant.builds.extra}
        shared = variant.builds.sites == "any-home"
        return {
            self.names.country_numbers[power.id]: tuple(
                number[site]
                for site in centres
                if site in power.homes or (power.id, site) in extra or (shared and site in homes)
            )
            for power in variant.powers
        }

    @cached_property
    def sited(self) -> bool:
        """Whether the site's own build sites, the centres a country starts with, are other than the variant's."""
        number = self.names.numbers
        usual = {
            country: tuple(number[site] for site, owner in self.owners.items() if owner == country)
            for country in self.names.country_numbers.values()
        }
        wet = {number[site] for site in self.owners if not self._stands(site, UnitType.ARMY)}
        return self.sites != usual or any(wet & set(sites) for sites in usual.values())

    @cached_property
    def moved_homes(self) -> bool:
        """Whether homes are other than what is held at the start, so that civil disorder counts from other places."""
        homes = {
            power.id: {home for home in power.homes if self.variant.by_id[home].centre} for power in self.variant.powers
        }
        held = {
            power.id: {item.id for item in self.variant.centres if item.owner == power.id}
            for power in self.variant.powers
        }
        return any(homes.values()) and homes != held

    @cached_property
    def caps(self) -> Mapping[int, int]:
        """How many units a country builds in the opening, by its number, where that is told."""
        opening = self.variant.start.opening
        told = opening.builds if opening else {}
        return {
            self.names.country_numbers[power]: most for power, most in told.items() if power in self.names.countries
        }

    @cached_property
    def limits(self) -> tuple[Limit, ...]:
        """Numbers of builds among some sites."""
        number, country = self.names.numbers, self.names.country_numbers
        found = [
            Limit(
                country[item.power], tuple(number[site] for site in item.sites if site in number), item.at_most, False
            )
            for item in self.variant.builds.limits
            if item.power in country
        ]
        opening = self.variant.start.opening
        for group in opening.exclusive if opening else ():
            inside = tuple(number[site] for site in group if site in number)
            for each in country.values():
                open_to = set(inside) if self.sites is None else set(inside) & set(self.sites[each])
                if len(open_to) > 1:
                    found.append(Limit(each, inside, 1, True))
        return tuple(found)

    # ---- victory

    @cached_property
    def counted(self) -> bool:
        """Whether the winner is found by a class of our own: points, or a number that two can reach."""
        victory = self.variant.victory
        if victory.at_least <= 0:
            return False
        return victory.by == "points" or victory.at_least * 2 <= len(self.variant.centres)

    @cached_property
    def target(self) -> int:
        """The number of centres that wins by the site's own count: out of reach where a class of ours counts."""
        if self.counted or self.variant.victory.at_least <= 0:
            return len(self.variant.centres) + 1
        return self.variant.victory.at_least

    @cached_property
    def worth(self) -> Mapping[int, Mapping[int, int]]:
        """What a centre counts for a country where it is not the usual, by country and territory."""
        points = self.variant.victory.points
        found: dict[int, dict[int, int]] = {}
        for power in self.variant.powers:
            weight = points.own_home_of.get(power.id, points.own_home)
            homes = [home for home in power.homes if self.variant.by_id[home].centre]
            if weight != points.centre and homes:
                numbers = {self.names.numbers[home]: weight for home in homes}
                found[self.names.country_numbers[power.id]] = numbers
        return found

    # ---- classes

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The classes of the site that the variant has its own of."""
        variant = self.variant
        one_type = set(variant.builds.units) != set(UnitType)
        most_wins = self.last_turn is not None and variant.end.result == "most-wins"
        needed = {
            "OrderInterface": self.sited,
            "adjudicatorBuilds": bool(self.limits),
            "adjudicatorPreGame": True,
            "drawMap": True,
            "processGame": bool(variant.start.opening) or self.retreats == "none" or self.last_turn is not None,
            "processMembers": self.counted or most_wins,
            "processOrderBuilds": self.sited or bool(self.caps) or one_type,
            "userOrderBuilds": self.sited or one_type,
        }
        return tuple(name for name, wanted in needed.items() if wanted)
