"""Diplicity's upload (diplicity-react): a variant document, DVAR, and its map, dSVG.

Facts of the two formats only; the tests hold the document against a JSON Schema of our own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._dvar import data
from dipmap.engines._dvar.kept import Kept
from dipmap.engines._dvar.names import BUILD_ANYWHERE, LOCATION, changed_ids, variant_id
from dipmap.engines._dvar.read import read_variant
from dipmap.engines._dvar.svg import dsvg
from dipmap.engines._engine import Answer, Capability, Engine, Handling, Verdict, dropped, emulated, native
from dipmap.engines._json import read_json
from dipmap.engines._mapfile.text import standing_units, stands
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._problems import loose_edges, misplaced_starts, unknown_powers
from dipmap.engines._reading import Files, Imported, unreadable, whole
from dipmap.engines._rules import Use, beats, listed
from dipmap.model import UnitType, Variant, province_of


def _oneway(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    opened = data.graph(variant).opened
    if not opened:
        return native("the way back is an edge of its own")
    pairs = listed(f"{edge.a} > {edge.b}" for edge in opened)
    return dropped(f"an edge has to stand at both its ends, so the file opens both ways: {pairs}")


def _standing_unit(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    places = [variant.by_id[province_of(unit.location)] for unit in standing_units(variant)]
    lost = [place for place in places if not place.centre or place.owner]
    if lost:
        return dropped(
            "a nation nobody plays has the unit, but it needs as many centres as units, and none is free here: "
            f"{listed(place.name for place in lost)}"
        )
    return emulated("a nation nobody plays owns the centre and the unit; it holds, and disbands when dislodged")


def _unplayed(variant: Variant, use: Use) -> Answer:
    units = [unit.power for unit in variant.start.units]
    owned = [province.owner for province in variant.centres]
    odd = [power for power in use.where if units.count(power) != owned.count(power)]
    if odd:
        names = listed(variant.powers_by_id[power].name for power in odd)
        return dropped(f"a nation nobody plays has to start with as many units as centres: {names}")
    return emulated("the nation is not playable: its units hold, and disband when dislodged")


def _extra_build_sites(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.builds.sites == "owned":
        return native("every owned centre is a build site")
    given = data.homes(variant)
    lost = [entry for entry in variant.builds.extra if given.get(entry.site) != entry.power]
    if lost:
        return dropped(f"a site is one nation's home: {listed(f'{entry.power} in {entry.site}' for entry in lost)}")
    return emulated("the site is written as a home of the nation, whoever owns it at the start")


def _unit_types(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    given = data.homes(variant)
    sites = [item for item in variant.centres if variant.builds.sites == "owned" or item.id in given]
    other = [unit for unit in UnitType if unit not in variant.builds.units]
    lost = [item.name for item in sites if any(stands(item, unit) for unit in other)]
    if not lost:
        return native("no build site takes units of the other type")
    return dropped(f"a nation may build either type of unit where it can stand: {listed(lost)}")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if not re.fullmatch("(M+OA)+", beats(variant.calendar)):
        return dropped("centres change hands before adjustments and at no other time")
    return native(f"seasons and phases are written out: {listed(data.Phases(variant).seasons.values(), 12)}")


def _year_step(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.calendar.years < 0:
        return dropped("years go on and never back; the file counts none")
    return native("the last phase of a round goes on as many years")


def _opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    start = data.Phases(variant).start()
    return native(f"the game begins with the adjustment of {start['season']} {start['year']}")


def _below_majority(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    victory = variant.victory
    if victory.sole and victory.tie == "most":
        return native("who alone has most wins, where that is enough")
    if victory.sole:
        return dropped("who alone has most wins at once, though another has enough as well")
    return dropped("only who alone has most wins; nations that have as many play on")


def _last_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(
        f"the file says that {variant.end.last_year} is the last year, but nothing ends the game there; players have to "
        "stop it"
    )


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return native("the server lets the survivors agree on a draw")
    return dropped("the server always lets players agree on a draw")


def _rebuilt(variant: Variant, use: Use) -> Answer:
    if data.rebuilt(variant):
        return emulated("nations that nobody plays build anew in their free centres")
    return _option(variant, use)


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no choices of its own; the variant says {use.what}")


class Dvar(Engine):
    """Diplicity's DVAR and dSVG."""

    name: ClassVar[str] = "dvar"
    title: ClassVar[str] = "Diplicity (DVAR)"
    limits: ClassVar[tuple[str, ...]] = (
        "a variant is uploaded as a draft, and whoever runs the server publishes it",
        "a province holds one unit, and a fleet convoys from a sea alone",
        "centres change hands, and a winner is looked for, before adjustments",
        "of the ends of a game only the number of centres is watched; a last year is written down and nothing more",
        "the server keeps draws and deadlines",
        "unit markers have a radius of ten units of the map, whatever its size",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("it is a coastal province: armies and fleets may stand there"),
        "island-sea-convoy": dropped("a province for armies and fleets is coastal, and fleets convoy from a sea alone"),
        "convoyable-coast": dropped("fleets convoy from a sea alone"),
        "sea-without-convoy": dropped("a fleet in any sea may convoy"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast has its own fleet neighbours"),
        "impassable": native("the province is on the map and not in the document"),
        "direct-passage": native("an edge like any other"),
        "strait": native("an edge for fleets"),
        "narrow-strait": native("an edge like any other"),
        "sea-lane": native("an edge for armies"),
        "permission-passage": dropped("there is no passage by consent; the document leaves it closed"),
        "link": native("an edge like any other"),
        "oneway": _oneway,
        "barrier": native("no edge is written"),
        "standing-unit": _standing_unit,
        "unplayed-power": _unplayed,
        "shared-home": dropped("a centre is the home of one nation"),
        "home-without-centre": dropped("builds are for supply centres"),
        "owned-at-start": native("owners at the start have a list of their own"),
        "opening-adjustment": _opening,
        "opening-caps": dropped("in the opening every nation builds until its units are as many as its centres"),
        "secret-opening": dropped("builds are shown before the first moves"),
        "opening-alternatives": dropped("all homes are build sites at once"),
        "joint-opening": dropped("the opening's builds come before the first moves"),
        "build-anywhere": native(f"the modifier {BUILD_ANYWHERE}"),
        "build-any-home": dropped("builds are for one's own homes or for every owned centre; the document says homes"),
        "extra-build-sites": _extra_build_sites,
        "build-limits": dropped("a nation builds in as many homes as it has builds"),
        "one-power-spaces": dropped("no province holds more than one unit"),
        "automatic-builds": dropped("builds and disbands need orders"),
        "unit-types": _unit_types,
        "no-retreats": native("there is no retreat phase, and dislodged units vanish"),
        "calendar": _calendar,
        "one-phase-year": _calendar,
        "year-step": _year_step,
        "start-year": native("the game begins in any year"),
        "victory-timing": dropped("a winner is looked for before adjustments, when centres have changed hands"),
        "victory-centres": native("the number of centres is part of the document"),
        "victory-below-majority": _below_majority,
        "points-victory": dropped("there are no points; the file puts victory out of reach, and a referee counts"),
        "last-year": _last_year,
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines belong to the server, not to a variant"),
        "option:standing_rebuilt": _rebuilt,
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Ids that had to change, and names there is no room for."""
        if self.problems(variant):
            return
        changed = changed_ids(variant)
        if changed:
            yield Verdict("ids", Handling.EMULATED, f"ids have small letters, digits and hyphens: {changed}")
        lost = [alias for province in data.entered(variant) for alias in province.aliases]
        if lost:
            yield Verdict("aliases", Handling.DROPPED, f"a province has one name; these are left out: {listed(lost)}")

    def problems(self, variant: Variant) -> list[Finding]:
        """Why the pair could not be uploaded or played."""
        return [
            *self._places(variant),
            *loose_edges(variant, self.title),
            *misplaced_starts(variant, self.title),
            *self._rest(variant),
        ]

    def _places(self, variant: Variant) -> Iterator[Finding]:
        home = {place for power in variant.powers for place in power.homes}
        shut = {province.id for province in variant.provinces} - {item.id for item in data.entered(variant)}
        for province in variant.provinces:
            for place in province.locations:
                if not LOCATION.fullmatch(place):
                    yield Finding(
                        f"{self.title} takes ids of small letters, digits and hyphens; {province.name} has {place!r}",
                        hint="change the id",
                        key=f"id {place}",
                        provinces=(province.id,),
                    )
            if province.id in shut and (province.centre or province.id in home):
                yield Finding(
                    f"{self.title} has no centre that nobody may enter; {province.name} is one",
                    hint="open the province to armies or fleets, or take its centre away",
                    key=f"shut {province.id}",
                    provinces=(province.id,),
                )
            if province.id not in shut and province.coasts and not stands(province, UnitType.ARMY):
                yield Finding(
                    f"{self.title} takes several coasts of land alone; no army may enter {province.name}",
                    hint="make each part a province of its own, or let armies in",
                    key=f"coasts {province.id}",
                    provinces=(province.id,),
                )
        if len(shut) == len(variant.provinces):
            yield Finding(f"{self.title} needs a province; there is none to enter", hint="draw the provinces")

    def _rest(self, variant: Variant) -> Iterator[Finding]:
        if not any(power.playable for power in variant.powers):
            yield Finding(f"{self.title} needs a power that a player has; there is none", hint="declare the powers")
        yield from unknown_powers(variant, self.title)
        found = data.Phases(variant).round
        if not any(kind == "Movement" for _, kind in found):
            yield Finding(
                f"{self.title} needs a turn with movement; there is none", hint="give a turn a movement phase"
            )
        if len(found) != len(set(found)):
            yield Finding(
                f"{self.title} tells phases apart by turn and kind; a turn has two of one kind",
                hint="make two turns of it",
            )

    def files(self, variant: Variant) -> list[str]:
        """The document and its map."""
        name = variant_id(variant)
        return [f"{name}.dvar", f"{name}.dsvg.svg"]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """The pair; without a drawing the map is a table of boxes, and the document's rules say so."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        drawing, kept = material.drawing, Kept(variant, material.kept)
        told = data.document(variant, kept, self.verdicts(variant), self.limits, drawn=drawing is not None)
        text = json.dumps(told, ensure_ascii=False, indent=2)
        document, picture = self.files(variant)
        return {document: (text + "\n").encode("utf-8", "replace"), picture: dsvg(variant, drawing, kept.places)}

    def recognises(self, files: Files) -> bool:
        """A document that is called `.dvar`, or JSON with the keys of one, and a picture at most."""
        document, _ = _pair(files)
        if not document:
            return False
        data = files[document]
        return document.lower().endswith(".dvar") or sum(word in data for word in _SIGNS) >= _ENOUGH

    def read(self, files: Files) -> tuple[Imported, ...]:
        """The one variant; its drawing is the SVG beside the document, where there is one that can be read."""
        document, picture = _pair(files)
        if not document:
            name = next(iter(files), "nothing")
            hint = "give one .dvar or .json and its .svg, and nothing else"
            unreadable("a DVAR is one document with one map at most", whole(name, b""), hint)
        source, top = read_json(document, files[document])
        return (read_variant(source, top, (picture, files[picture]) if picture else None),)


_SIGNS = (b'"nations"', b'"provinces"', b'"phaseProgression"', b'"initialState"', b'"namedCoasts"')
_ENOUGH = 3


def _pair(files: Files) -> tuple[str, str]:
    """The document and the picture, empty where there is none; both empty where there are others, or several."""
    documents = [name for name in files if name.lower().endswith((".dvar", ".json"))]
    pictures = [name for name in files if name.lower().endswith(".svg")]
    if len(documents) != 1 or len(pictures) > 1 or len(files) > len(documents) + len(pictures):
        return "", ""
    return documents[0], "".join(pictures)


ENGINE = Dvar()
