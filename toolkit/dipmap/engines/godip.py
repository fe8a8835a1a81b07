"""godip (Go): a package of a variant with its map, made as source text since godip has no loader for data.

Facts of its types and builders only; the tests check the text with `gofmt` and `go vet` against a stub of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._engine import Answer, Capability, Engine, Handling, Verdict, dropped, emulated, native
from dipmap.engines._godip import names
from dipmap.engines._godip.flow import Flow
from dipmap.engines._godip.graph import graph_text
from dipmap.engines._godip.phase import phase_text
from dipmap.engines._godip.svg import svg_text
from dipmap.engines._godip.text import header, variant_text
from dipmap.engines._mapfile.text import stands
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._problems import loose_edges, misplaced_starts, unknown_powers
from dipmap.engines._rules import Use, listed
from dipmap.model import UnitType, Variant


def _convoyable_coast(variant: Variant, use: Use) -> Answer:
    found = [variant.by_id[place] for place in use.where]
    lost = [item for item in found if item.coasts or not (item.armies and item.fleets)]
    if not lost:
        return native("the province has the flag of an archipelago")
    return dropped(f"a fleet convoys from one coast of a province only: {listed(item.name for item in lost)}")


def _unit_types(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.builds.method == "automatic":
        return emulated("the generated phase builds the variant's units alone")
    homes = {home for power in variant.powers for home in power.homes}
    extra = {site.site for site in variant.builds.extra}
    anywhere = variant.builds.sites == "owned"
    sites = [item for item in variant.centres if anywhere or item.id in homes | extra]
    other = [unit for unit in UnitType if unit not in variant.builds.units]
    lost = [item.name for item in sites if any(stands(item, unit) for unit in other)]
    if not lost:
        return native("no build site takes units of the other type")
    return dropped(f"a power may build either type of unit where it can stand: {listed(lost)}")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return emulated(f"generated phases follow the turns: {listed(Flow(variant).seasons, 12)}")


def _last_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    last = variant.end.last_year
    if variant.end.result == "most-wins":
        return emulated(
            f"after {last} whoever alone has most wins; where several have as many, the generated phases take no more "
            "orders, and the survivors record the draw"
        )
    return emulated(f"after {last} the generated phases take no more orders, and the survivors record the draw")


def _below_majority(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.victory.sole or variant.victory.tie != "most":
        return emulated("generated code finds the winner")
    return dropped("a game has one winner; powers that reach the number together do not share the victory")


def _points(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.victory.sole or variant.victory.tie != "most":
        return emulated("generated code counts the points")
    return dropped("generated code counts the points, but powers that have as many do not share the victory")


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return native("the server lets the survivors agree on a draw")
    return dropped("the server always lets players agree on a draw")


def _opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    flow = Flow(variant)
    if flow.classical:
        return native(f"the game begins with the adjustment of fall {flow.opening_year}")
    return emulated(f"the game begins with an adjustment of its own, {flow.opening} {flow.opening_year}")


def _no_retreats(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return emulated("the generated phases have no retreat and disband what is dislodged")


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no choices of its own; the variant says {use.what}")


def _home_distance(variant: Variant, use: Use) -> Answer:
    return native("it is the engine's own choice") if "home" in use.where else _option(variant, use)


class Godip(Engine):
    """godip, the adjudicator of Diplicity."""

    name: ClassVar[str] = "godip"
    title: ClassVar[str] = "godip"
    limits: ClassVar[tuple[str, ...]] = (
        "a variant is code: copy the folder into variants/, add the package to variants/variants.go and compile",
        "the map is embedded, which takes Go 1.16 or later",
        "a province holds one unit",
        "civil disorder counts the way from home",
        "one power wins, and the server keeps draws and deadlines",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("armies and fleets may both stand there"),
        "island-sea-convoy": native("the province has the flag of an archipelago"),
        "convoyable-coast": _convoyable_coast,
        "sea-without-convoy": dropped("a fleet in any sea may convoy"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast is a node with its own fleet neighbours"),
        "impassable": native("the province is not on the graph"),
        "direct-passage": native("an edge like any other"),
        "strait": native("an edge for fleets"),
        "narrow-strait": native("an edge like any other"),
        "sea-lane": native("an edge for armies"),
        "permission-passage": dropped("there is no passage by consent; the graph leaves it closed"),
        "link": native("an edge like any other"),
        "oneway": native("edges have a direction"),
        "barrier": native("no edge is written"),
        "standing-unit": emulated("the neutral nation has the unit; it holds, and disbands when dislodged"),
        "unplayed-power": emulated("the nation has units and no player; they hold"),
        "shared-home": emulated("generated code says who may build where"),
        "home-without-centre": dropped("builds are for supply centres"),
        "owned-at-start": native("owners at the start have a list of their own"),
        "opening-adjustment": _opening,
        "opening-caps": emulated("the generated phase takes no more builds in the opening than the rules allow"),
        "secret-opening": dropped("builds are shown before the first moves"),
        "opening-alternatives": emulated("the generated phase takes one build among the alternatives"),
        "joint-opening": dropped("the opening's builds come before the first moves"),
        "build-anywhere": native("the flag Anywhere and its build order"),
        "build-any-home": native("the flag AnyHomeCenter and its build order"),
        "extra-build-sites": emulated("generated code says who may build where"),
        "build-limits": emulated("the generated phase takes no more builds than the rules allow"),
        "one-power-spaces": dropped("no province holds more than one unit"),
        "automatic-builds": emulated("the generated phase builds and removes when centres have changed hands"),
        "unit-types": _unit_types,
        "no-retreats": _no_retreats,
        "calendar": _calendar,
        "one-phase-year": _calendar,
        "year-step": emulated("the generated phases count the years"),
        "start-year": native("the game begins in any year"),
        "victory-timing": emulated("generated code looks for a winner when the variant does"),
        "victory-centres": native("the number of centres is part of the variant"),
        "victory-below-majority": _below_majority,
        "points-victory": _points,
        "last-year": _last_year,
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines belong to the server, not to a variant"),
        "option:disband_distance": _home_distance,
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Names that had to change."""
        if self.problems(variant):
            return
        called = names.nations(variant)
        odd = [f"{power.name} is {called[power.id]}" for power in variant.powers if called[power.id] != power.name]
        if odd:
            yield Verdict("power-names", Handling.EMULATED, f"no two nations have one name: {listed(odd)}")
        if names.package_name(variant) != variant.id:
            why = f"a package is a word of small letters and digits: {variant.id} is {names.package_name(variant)}"
            yield Verdict("ids", Handling.EMULATED, why)
        lost = [alias for province in variant.provinces for alias in province.aliases]
        if lost:
            yield Verdict("aliases", Handling.DROPPED, f"a province has one name; these are left out: {listed(lost)}")

    def problems(self, variant: Variant) -> list[Finding]:
        """Why the package could not compile or play."""
        found = [*self._places(variant), *loose_edges(variant, self.title), *self._powers(variant)]
        steps = Flow(variant).steps
        if not any(step.type == "Movement" for step in steps):
            found.append(
                Finding(f"{self.title} needs a turn with movement; there is none", hint="give a turn a movement phase")
            )
        pairs = [(step.season, step.type) for step in steps]
        if len(pairs) != len(set(pairs)):
            found.append(
                Finding(
                    f"{self.title} tells phases apart by turn and kind; a turn has two of one kind",
                    hint="make two turns of it",
                )
            )
        return found

    def _places(self, variant: Variant) -> Iterator[Finding]:
        for province in variant.provinces:
            for place in province.locations:
                if not names.is_location(place):
                    yield Finding(
                        f"{self.title} takes ids of small letters and digits; {province.name} has {place!r}",
                        hint="change the id",
                        key=f"id {place}",
                        provinces=(province.id,),
                    )
            homes = {home for power in variant.powers for home in power.homes}
            if province.impassable and (province.centre or province.id in homes):
                yield Finding(
                    f"{self.title} has no centre that nobody may enter; {province.name} is one",
                    hint="open the province to armies or fleets, or take its centre away",
                    key=f"shut {province.id}",
                    provinces=(province.id,),
                )
        yield from misplaced_starts(variant, self.title)

    def _powers(self, variant: Variant) -> Iterator[Finding]:
        if not any(power.playable for power in variant.powers):
            yield Finding(f"{self.title} needs a power that a player has; there is none", hint="declare the powers")
        yield from unknown_powers(variant, self.title)

    def files(self, variant: Variant) -> list[str]:
        """The package's files, under the folder that goes into godip's `variants`."""
        name = names.package_name(variant)
        phases = [] if Flow(variant).classical else [f"{name}/phase.go"]
        return [f"{name}/{name}.go", f"{name}/graph.go", *phases, f"{name}/svg/{name}map.svg"]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """The package; without a drawing its map is blank, and its header says so."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        name = names.package_name(variant)
        flow = Flow(variant)
        top = header(variant, self.verdicts(variant), self.limits, drawn=material.drawing is not None)
        texts = {
            f"{name}/{name}.go": [*top, "", *variant_text(flow, f"svg/{name}map.svg")],
            f"{name}/graph.go": list(graph_text(variant)),
        }
        if not flow.classical:
            texts[f"{name}/phase.go"] = list(phase_text(flow))
        texts[f"{name}/svg/{name}map.svg"] = list(svg_text(variant, material.drawing))
        return {path: ("\n".join(lines) + "\n").encode("utf-8", "replace") for path, lines in texts.items()}


ENGINE = Godip()
