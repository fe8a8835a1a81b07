"""DPjudge: a `.map` in its own dialect, and the line for the list of maps that its loader asks for.

Facts from its map loader and its game (research on engine formats); it runs on Python 2 only, so the tests read the
file back with a strict reader of their own. No code of it is used here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._dpjudge.file import DpjudgeFile, Sites
from dipmap.engines._dpjudge.flow import Flow
from dipmap.engines._engine import Answer, Capability, Engine, Handling, Verdict, dropped, emulated, native
from dipmap.engines._mapfile.names import DPJUDGE
from dipmap.engines._mapfile.read_kept import Kept, kept_of
from dipmap.engines._mapfile.reader import dialect, read_maps
from dipmap.engines._mapfile.text import name_verdicts, problems, standing_units, terrain, ways
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._reading import Files, Imported
from dipmap.engines._rules import Use, listed, names_of
from dipmap.model import UnitType, Variant, province_of


def _convoyable_coast(variant: Variant, use: Use) -> Answer:
    lost = [variant.by_id[place] for place in use.where if terrain(variant.by_id[place]) != "PORT"]
    if lost:
        return dropped(f"a fleet on a coast of several does not convoy: {listed(item.name for item in lost)}")
    return native("it is a port: fleets there convoy, alone or in a chain")


def _oneway(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    opened = ways(variant).opened
    if not opened:
        return native("the way back is closed to that unit by the letter case of the neighbour")
    pairs = listed(f"{edge.a} > {edge.b}" for edge in opened)
    return dropped(f"its loader refuses an edge without a way back, so the file opens both ways: {pairs}")


def _standing_unit(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    places = [variant.by_id[province_of(unit.location)] for unit in standing_units(variant)]
    lost = [place for place in places if not place.centre or place.owner]
    if lost:
        return dropped(
            "a dummy power has the unit, but without a centre of its own it is removed at the first adjustment: "
            f"{listed(place.name for place in lost)}",
        )
    return emulated(
        "a dummy power owns the centre and the unit, which may not move, is destroyed when dislodged and not rebuilt"
    )


def _home_without_centre(variant: Variant, use: Use) -> Answer:
    homes = [home for power in variant.powers for home in power.homes]
    shared = [variant.by_id[place].name for place in use.where if homes.count(place) > 1]
    if shared:
        return dropped(f"a build site that is no centre serves one power only: {listed(shared)}")
    return emulated("it is a factory: its power builds there whenever no unit stands in it")


_NO_OPENING = "the game has no adjustment right before its first movement, so it begins without an opening"


def _opens(variant: Variant) -> bool:
    return Flow(variant).opening is not None


def _opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if not _opens(variant):
        return dropped(_NO_OPENING)
    season, year, _ = Flow(variant).begin
    return native(f"the game begins with the adjustments of {season.lower()} {year}")


def _opening_caps(variant: Variant, use: Use) -> Answer:
    opening, sites = variant.start.opening, Sites(variant)
    if not _opens(variant) or not opening:
        return dropped(_NO_OPENING)
    powers = [variant.powers_by_id[place] for place in use.where]
    lost = [power for power in powers if sites.most(power) != opening.builds[power.id]]
    if lost:
        counts = listed(f"{power.name} {sites.most(power)}" for power in lost)
        return dropped(f"in the opening a power builds in all its free homes, as far as it has centres: {counts}")
    return emulated("homes that exclude each other leave each power the number of builds it may have")


def _secret_opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if not _opens(variant):
        return dropped(_NO_OPENING)
    shown = Sites(variant).shows()
    if shown:
        names = listed(variant.by_id[site].name for site in shown)
        return dropped(f"builds are hidden in homes only, and {names} is none")
    return native("hidden homes (~): what is built there shows with the results of the first moves")


def _joint_opening(variant: Variant, use: Use) -> Answer:
    answer = _secret_opening(variant, use)
    if answer.handling is Handling.DROPPED:
        return answer
    return emulated("the builds come first but stay hidden until the first moves are shown, so nobody moves by them")


def _opening_alternatives(variant: Variant, use: Use) -> Answer:
    if not _opens(variant):
        return dropped(_NO_OPENING)
    if use.where not in Sites(variant).pairs:
        return dropped("it keeps apart two free homes of one power, each in one pair only")
    return native("one is an alternative home of the other (@) in the opening")


def _extra_build_sites(variant: Variant, use: Use) -> Answer:
    if variant.builds.sites == "any-home":
        odd = [place for place in use.where if variant.by_id[place].home is None]
        if odd:
            return dropped("with builds in every home, a home of one power more would be one for all")
        return native("the rule HOME_BUILDS allows builds there too")
    centreless = [place for place in use.where if not variant.by_id[place].centre]
    if centreless:
        return dropped(f"only what can be owned can be a site of that kind, and {listed(centreless)} cannot")
    return native("it is listed as a home that the power does not own at the start: it builds there while it owns it")


def _build_limits(variant: Variant, use: Use) -> Answer:
    limits = [limit for limit in variant.builds.limits if limit.sites == use.where]
    if all(limit.at_most >= len(set(limit.sites)) for limit in limits):
        return native("there are no more sites than may be used")
    powers = listed(dict.fromkeys(variant.powers_by_id[limit.power].name for limit in limits))
    sites = listed(names_of(variant, use.where))
    return dropped(f"after the opening {powers} may build in all of {sites} at once where it has the builds")


def _unit_types(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if UnitType.FLEET not in variant.builds.units:
        sites, anywhere = Sites(variant), variant.builds.sites != "homes"
        places = {place for power in variant.powers for place in (*sites.homes(power), *sites.factories(power))}
        found = (item for item in variant.provinces if item.id in places or (anywhere and item.centre))
        coastal = [item for item in found if terrain(item) in ("COAST", "PORT")]
        if not coastal:
            return native("no build site has a coast")
        return dropped(f"a power may build a fleet wherever there is a coast: {listed(item.name for item in coastal)}")
    return dropped("a power may build an army in every home")


def _no_retreats(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if not Flow(variant).retreats:
        return native("the rule NO_RETREAT, and no retreats in the flow of phases")
    return dropped("retreats are for all turns or for none; the file has them")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    flow = Flow(variant)
    if not flow.fits:
        return dropped("centres change hands just before each adjustment, and at no other time")
    odd = [
        f"{turn.name} is {flow.words[turn.id]}"
        for turn in variant.calendar.turns
        if turn.id in flow.words and flow.words[turn.id] != turn.name.upper()
    ]
    if odd:
        return emulated(f"seasons are words of different initials: {listed(odd)}")
    return native("the flow of phases is the variant's")


def _start_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    season, year, _ = Flow(variant).begin
    first = variant.calendar.first_year
    if year in (first, first - variant.calendar.years):
        return native(f"the file begins in {season.lower()} {year}")
    return emulated(f"years have four digits and no sign: the file begins in {season.lower()} {year}")


def _below_majority(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if not variant.victory.most and not variant.victory.sole:
        return native("the rule SHARED_VICTORY")
    number = variant.victory.at_least
    return dropped(
        f"a power wins only when it gains: one that already has {number} centres and gets ahead by another's loss "
        "plays on",
    )


def _last_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped("nothing ends a game but victory, an agreed draw or its master, who has to stop it")


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return native("players vote for a draw of all survivors")
    return dropped("players may always vote for a draw")


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no such choice; the variant says {use.what}")


def _convoy_adjacent(variant: Variant, use: Use) -> Answer:
    return native("a convoy is ordered by its path") if "explicit" in use.where else _option(variant, use)


class Dpjudge(Engine):
    """DPjudge."""

    name: ClassVar[str] = "dpjudge"
    title: ClassVar[str] = "DPjudge"
    limits: ClassVar[tuple[str, ...]] = (
        "abbreviations have exactly three letters, coasts are nc, sc, ec and wc",
        "files are in Latin-1; in comments other letters stand as numbers",
        "a province holds one unit",
        "a convoy is ordered by its path; civil disorder removes units by kind and place, not by distance",
        "no public server runs maps of one's own; the map has no picture",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("it is a port: armies and fleets may stand there"),
        "island-sea-convoy": native("it is a port: fleets there convoy, alone or in a chain"),
        "convoyable-coast": _convoyable_coast,
        "sea-without-convoy": dropped("a fleet in any sea may convoy"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast has its own fleet neighbours"),
        "impassable": native("the province is shut"),
        "direct-passage": native("an edge like any other"),
        "strait": native("an edge for fleets"),
        "narrow-strait": native("an edge like any other"),
        "sea-lane": native("an edge for armies"),
        "permission-passage": dropped("passages open by ownership, not by consent; the file leaves it closed"),
        "link": native("an edge like any other"),
        "oneway": _oneway,
        "barrier": native("no edge is written"),
        "standing-unit": _standing_unit,
        "unplayed-power": native("the power is a dummy in civil disorder: its units hold"),
        "shared-home": native("several powers may list a home"),
        "home-without-centre": _home_without_centre,
        "owned-at-start": native("owners at the start have a list of their own"),
        "opening-adjustment": _opening,
        "opening-caps": _opening_caps,
        "secret-opening": _secret_opening,
        "opening-alternatives": _opening_alternatives,
        "joint-opening": _joint_opening,
        "build-anywhere": native("the rule BUILD_ANY"),
        "build-any-home": native("the rule HOME_BUILDS"),
        "extra-build-sites": _extra_build_sites,
        "build-limits": _build_limits,
        "one-power-spaces": dropped("no province holds more than one unit"),
        "automatic-builds": dropped(
            "a power that orders no builds gets them when the deadline has passed (CD_BUILDS), but it may order fewer",
        ),
        "unit-types": _unit_types,
        "no-retreats": _no_retreats,
        "calendar": _calendar,
        "one-phase-year": _calendar,
        "year-step": native("NEWYEAR in the flow of phases counts them"),
        "start-year": _start_year,
        "victory-timing": dropped("victory is checked whenever centres change hands, and at no other time"),
        "victory-centres": native("the number of centres is the file's VICTORY"),
        "victory-below-majority": _below_majority,
        "points-victory": dropped("there are no points; the file puts victory out of reach, and its master counts"),
        "last-year": _last_year,
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines belong to the game, not to a map"),
        "option:convoy_adjacent": _convoy_adjacent,
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Ids, coasts and names that had to change."""
        return () if self.problems(variant) else name_verdicts(variant, DPJUDGE)

    def problems(self, variant: Variant) -> list[Finding]:
        """Why the map could not load."""
        return problems(variant, self.title)

    def files(self, variant: Variant) -> list[str]:
        """The map, named after the variant, and the line for the judge's list of maps."""
        return [f"{variant.id}.map", f"psinfo.{variant.id}"]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """Both in Latin-1."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        verdicts = tuple(self.verdicts(variant))
        kept = kept_of(material.kept)
        rules = tuple(_rules(variant, kept))
        text = DpjudgeFile(variant, self.title, verdicts, rules, self.limits, DPJUDGE, kept).text()
        index = f"# Append this line to maps/psinfo of the judge; {variant.id}.map goes beside it.\n{variant.id}\n"
        files = dict(zip(self.files(variant), (text, index), strict=True))
        return {name: data.encode("latin-1", "backslashreplace") for name, data in files.items()}

    def recognises(self, files: Files) -> bool:
        """Whether they are `.map` files that use what only DPjudge has, or are in Latin-1."""
        return dialect(files) == self.name

    def read(self, files: Files) -> tuple[Imported, ...]:
        """A variant for each map that is not merely included by another."""
        return read_maps(files, judge=True, title=self.title)


def _rules(variant: Variant, kept: Kept) -> Iterable[str]:
    if variant.builds.sites == "owned":
        yield "BUILD_ANY"
    if variant.builds.sites == "any-home":
        yield "HOME_BUILDS"
    if not Flow(variant).retreats:
        yield "NO_RETREAT"
    if not variant.victory.most and not variant.victory.sole:
        yield "SHARED_VICTORY"
    if kept.dummies is not None:
        yield from kept.dummies
    elif standing_units(variant) or not all(power.playable for power in variant.powers):
        yield "CD_DUMMIES"
        yield "IMMOBILE_DUMMIES"
    if variant.builds.method == "automatic":
        yield "CIVIL_DISORDER"
        yield "CD_BUILDS"


ENGINE = Dpjudge()
