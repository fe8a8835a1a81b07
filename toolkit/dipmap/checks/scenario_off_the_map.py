"""D627: a scenario of another board."""

from collections.abc import Iterator
from typing import Any

from dipmap.checking import Facts, check
from dipmap.checks._board import listed
from dipmap.checks._near import slip
from dipmap.diagnostics import Finding
from dipmap.model import Variant
from dipmap.resolve.scenario_files import Scenario
from dipmap.resolve.yaml_file import Pointer

NEUTRAL = "neutral"
Fault = tuple[Pointer, str, str, bool]


@check("D627", "scenario-off-the-map", needs=("variant",))
def scenario_off_the_map(facts: Facts) -> Iterator[Finding]:
    """A scenario names a power or a place that the variant does not have, or a unit where none of its kind can stand.

    ## Why
    Such a position cannot arise in the game, so nothing can be proved by it. Units, owners, orders and what is expected of them
    are looked at; units of nobody are written with `neutral` for the power.

    ## Fix
    Correct the id, or move the unit. A fleet in a province with several coasts names its coast.

    ## Example
    ```yaml
    units: [england A lon, england F stp/nc, neutral A ind]
    owners: {england: [lon, edi]}
    ```
    """
    assert facts.variant is not None
    board = _Board(facts.variant, facts.broken)
    for scenario in facts.scenarios:
        for pointer, message, hint, key in board.faults(scenario):
            name = scenario.file.source.name.rpartition("/")[2]
            at = ".".join(str(step) for step in pointer)
            yield Finding(
                f"{scenario.name}: {message}", scenario.place(*pointer, key=key), hint, f"{name} {at} {message}"
            )


class _Board:
    def __init__(self, variant: Variant, broken: frozenset[str]) -> None:
        self.variant = variant
        self.broken = broken
        self.locations = {each.lower(): each for province in variant.provinces for each in province.locations}
        self.centres = {province.id for province in variant.centres}
        self.powers = {power.lower() for power in variant.powers_by_id}
        self.changed: dict[str, dict[str, Any]] = {}

    def faults(self, scenario: Scenario) -> Iterator[Fault]:
        """Where a fault stands, what it is, what to do, and whether it is in a key."""
        changed = scenario.data.get("provinces", {})
        ids = {province.id.lower() for province in self.variant.provinces} | self.broken
        for name in changed:
            if name.lower() not in ids:
                near = slip(name.lower(), ids)
                hint = f"write {near}" if near else "correct the province"
                yield ("provinces", name), f"{name[:60]} is not on the map", hint, True
        self.changed = {name.lower(): fields for name, fields in changed.items()}
        for pointer, step in scenario.steps():
            expect = step["expect"]
            for name in ("units", "dislodged"):
                yield from self.units((*pointer, name), step.get(name))
            for name in ("positions", "dislodged", "built", "removed"):
                yield from self.units((*pointer, "expect", name), expect.get(name))
            yield from self.owners((*pointer, "owners"), step.get("owners"))
            yield from self.owners((*pointer, "expect", "owners"), expect.get("owners"))
            for index, place in enumerate(step.get("bounced") or ()):
                yield from self.location((*pointer, "bounced", index), place)
            for where, table in (("orders", step), ("view", expect)):
                inner = pointer if table is step else (*pointer, "expect")
                for power in table.get(where) or ():
                    yield from self.power((*inner, where, power), power, key=True)
            for index, power in enumerate(expect.get("draw") or ()):
                yield from self.power((*pointer, "expect", "draw", index), power)
            if expect.get("winner") is not None:
                yield from self.power((*pointer, "expect", "winner"), expect["winner"])

    def units(self, pointer: Pointer, units: Any) -> Iterator[Fault]:
        for index, text in enumerate(units or ()):
            here = (*pointer, index)
            power, kind, place = text.split(" ")[:3]
            if power.lower() != NEUTRAL:
                yield from self.power(here, power)
            name = place.partition("#")[0]
            yield from self.location(here, name)
            location = self.locations.get(name.lower())
            why = self.why(kind == "A", location) if location else ""
            if why:
                yield here, f"{text} cannot stand there: {why}", "correct the place or the type of the unit", False

    def owners(self, pointer: Pointer, owners: Any) -> Iterator[Fault]:
        for power, centres in (owners or {}).items():
            yield from self.power((*pointer, power), power, key=True)
            for index, centre in enumerate(centres):
                yield from self.location((*pointer, power, index), centre)
                location = self.locations.get(centre.lower())
                if location and location not in self.broken and location not in self.centres:
                    hint = "name a supply centre, or take it out"
                    yield (*pointer, power, index), f"{power} is to own {centre}, which is no centre", hint, False

    def power(self, pointer: Pointer, power: str, *, key: bool = False) -> Iterator[Fault]:
        if power.lower() not in self.powers:
            near = slip(power.lower(), self.powers)
            yield pointer, f"{power[:60]} is no power", f"write {near}" if near else "correct the power", key

    def location(self, pointer: Pointer, place: str) -> Iterator[Fault]:
        if place.lower() not in self.locations and place.lower().partition("/")[0] not in self.broken:
            near = slip(place.lower(), self.locations)
            yield pointer, f"{place[:60]} is not on the map", f"write {near}" if near else "correct the place", False

    def why(self, army: bool, location: str) -> str:
        """Why a unit cannot stand somewhere; empty where it can."""
        province = self.variant.by_id[location.partition("/")[0]]
        if province.id in self.broken:
            return ""
        if province.impassable:
            return f"{province.id} is impassable"
        may_stand = province.armies if army else province.fleets
        if not self.changed.get(province.id, {}).get("armies" if army else "fleets", may_stand):
            return f"{province.id} is {province.terrain} and takes no {'armies' if army else 'fleets'}"
        if army and location != province.id:
            return "armies stand on no coast"
        if not army and location == province.id and province.coasts:
            return f"{province.id} has several coasts, {listed(province.locations[1:], 'and')}"
        return ""
