"""PyPI `diplomacy` (1.1.2): one `.map` file, loaded by `Game(map_name=PATH)`.

Facts from its loader and game, checked by the tests against the package itself; no code of it is used here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._engine import Answer, Capability, Engine, Verdict, dropped, emulated, native
from dipmap.engines._mapfile.read_kept import kept_of
from dipmap.engines._mapfile.reader import dialect, read_maps
from dipmap.engines._mapfile.text import (
    MapFile,
    begin,
    first_season,
    name_verdicts,
    problems,
    standing_units,
    terrain,
    ways,
)
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._reading import Files, Imported
from dipmap.engines._rules import Use, listed, years_in_round
from dipmap.model import Province, UnitType, Variant, province_of


def _island_sea_convoy(variant: Variant, use: Use) -> Answer:
    found = [variant.by_id[place] for place in use.where]
    chained = [province for province in found if _joins_convoys(variant, province)]
    if not chained:
        return native("no fleet there is ever more than a whole convoy, and ports convoy")
    return dropped(
        f"a fleet in {listed(province.name for province in chained)} convoys only as the first of a chain: the engine "
        "ends a chain where an army could land",
    )


def _joins_convoys(variant: Variant, province: Province) -> bool:
    near = (variant.by_id[place] for place in variant.neighbours(province.id))
    return any(other.convoys and other.fleets and not other.impassable for other in near)


def _convoyable_coast(variant: Variant, use: Use) -> Answer:
    found = [variant.by_id[place] for place in use.where]
    lost = [item for item in found if terrain(item) != "PORT" or _joins_convoys(variant, item)]
    if not lost:
        return native("it is a port")
    return dropped(
        f"{listed(item.name for item in lost)}: a fleet in a port convoys only as the first of a chain, and one on a "
        "coast of several not at all",
    )


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
            f"a power nobody plays has the unit, but without a centre of its own the engine disbands it in the first "
            f"winter: {listed(place.name for place in lost)}",
        )
    return emulated("a power nobody plays owns the centre and the unit; it holds, and disbands when dislodged")


def _extra_build_sites(variant: Variant, use: Use) -> Answer:
    if variant.builds.sites == "any-home":
        return dropped("builds are for one's own homes or for every owned centre")
    centreless = [variant.by_id[place].name for place in use.where if not variant.by_id[place].centre]
    if centreless:
        return dropped(f"a home is a centre and has to be owned, and {listed(centreless)} is none")
    if not any(province.owner for province in variant.centres):
        return dropped("where nobody owns a centre at the start, every power gets its homes in the first winter")
    return emulated(
        "it is listed as a home that the power does not own at the start: it builds there while it owns it, and civil "
        "disorder counts the way from it too"
    )


def _opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if first_season(variant) == "SPRING":
        return native(f"the game begins with the adjustments of winter {begin(variant)[1]}")
    return dropped("adjustments come before a spring only, and this game does not begin with one")


def _unit_types(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if UnitType.FLEET not in variant.builds.units:
        anywhere = variant.builds.sites != "homes"
        homes = {home for power in variant.powers for home in power.homes}
        sites = (item for item in variant.provinces if item.id in homes or (anywhere and item.centre))
        coastal = [item for item in sites if terrain(item) in ("COAST", "PORT")]
        if not coastal:
            return native("no build site has a coast")
        return dropped(f"a power may build a fleet wherever there is a coast: {listed(item.name for item in coastal)}")
    return dropped("a power may build an army in every home")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    years = years_in_round(variant.calendar)
    if years == 1:
        return emulated("the turns have the engine's names: spring, fall, winter")
    if years:
        return emulated(f"a round of turns is {years} years of the engine, each spring, fall and winter")
    return dropped("a year has spring, fall and winter, and centres change hands after fall only")


def _one_phase_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(
        "there are two movements before centres change hands; the file begins in fall, and a referee has to pass each "
        "spring without orders",
    )


def _start_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    season, year = begin(variant)
    first = variant.calendar.first_year
    if year in (first, first - 1):
        return native(f"the file begins in {season.lower()} {year}")
    return emulated(f"years have four digits and no sign: the file begins in {season.lower()} {year}")


def _below_majority(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    number = variant.victory.at_least
    return dropped(
        f"a power wins only in a year in which it gains: one that already has {number} centres and gets ahead by "
        "another's loss plays on",
    )


def _last_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped("nothing ends a game but victory, an agreed draw or a hundred years; a referee has to stop it")


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return native("players vote for a draw of all survivors")
    return dropped("players may always vote for a draw")


def _owned(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if any(province.owner for province in variant.centres) or standing_units(variant):
        return native("owners at the start have a list of their own")
    return dropped("where nobody owns a centre at the start, every power gets its homes in the first winter")


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no choices of its own; the variant says {use.what}")


def _fixed(value: str) -> Capability:
    def answer(variant: Variant, use: Use) -> Answer:
        return native("it is the engine's own choice") if value in use.where else _option(variant, use)

    return answer


class Diplomacy(Engine):
    """PyPI diplomacy."""

    name: ClassVar[str] = "diplomacy"
    title: ClassVar[str] = "PyPI diplomacy"
    limits: ClassVar[tuple[str, ...]] = (
        "abbreviations have exactly three letters, coasts are nc, sc, ec and wc",
        "a year is spring, fall and winter, and a game is drawn after a hundred",
        "a province holds one unit",
        "an army ordered by a convoy that is not there takes the land route, and civil disorder counts the way from home",
        "the first load of a map with more than about thirty-five joined seas takes minutes",
        "a map of one's own has no picture",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("it is a port: armies and fleets may stand there"),
        "island-sea-convoy": _island_sea_convoy,
        "convoyable-coast": _convoyable_coast,
        "sea-without-convoy": dropped("a fleet in any sea may convoy"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast has its own fleet neighbours"),
        "impassable": native("the province is shut"),
        "direct-passage": native("an edge like any other"),
        "strait": native("an edge for fleets"),
        "narrow-strait": native("an edge like any other"),
        "sea-lane": native("an edge for armies"),
        "permission-passage": dropped("there is no passage by consent; the file leaves it closed"),
        "link": native("an edge like any other"),
        "oneway": _oneway,
        "barrier": native("no edge is written"),
        "standing-unit": _standing_unit,
        "unplayed-power": emulated("the power is marked as a dummy; its units hold where nobody orders them"),
        "shared-home": native("several powers may list a home"),
        "home-without-centre": dropped("every home is a supply centre"),
        "owned-at-start": _owned,
        "opening-adjustment": _opening,
        "opening-caps": dropped("in the opening every power builds until its units are as many as its centres"),
        "secret-opening": dropped("builds are shown before the first moves"),
        "opening-alternatives": dropped("all homes are build sites at once"),
        "extra-build-sites": _extra_build_sites,
        "build-limits": dropped("a power builds in as many homes as it has builds"),
        "one-power-spaces": dropped("no province holds more than one unit"),
        "joint-opening": dropped("the opening's builds come before the first moves"),
        "build-anywhere": native("the rule BUILD_ANY"),
        "build-any-home": dropped("builds are for one's own homes or for every owned centre; the file says homes"),
        "automatic-builds": dropped("builds need orders; units that nobody builds are waived"),
        "unit-types": _unit_types,
        "no-retreats": dropped("dislodged units retreat; a referee has to pass each retreat without orders"),
        "calendar": _calendar,
        "one-phase-year": _one_phase_year,
        "year-step": dropped("the engine counts every year"),
        "start-year": _start_year,
        "victory-timing": dropped("victory is checked each winter"),
        "victory-centres": native("the number of centres is the file's VICTORY"),
        "victory-below-majority": _below_majority,
        "points-victory": dropped("there are no points; the file puts victory out of reach, and a referee counts"),
        "last-year": _last_year,
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines belong to the server, not to a map"),
        "option:convoy_adjacent": _fixed("fallback"),
        "option:disband_distance": _fixed("home"),
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Ids, coasts and names that had to change."""
        return () if self.problems(variant) else name_verdicts(variant)

    def problems(self, variant: Variant) -> list[Finding]:
        """Why the map could not load."""
        return problems(variant, self.title)

    def files(self, variant: Variant) -> list[str]:
        """The one file, named after the variant."""
        return [f"{variant.id}.map"]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """The `.map`, in UTF-8."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        rules = []
        if variant.builds.sites == "owned":
            rules.append("BUILD_ANY")
        if not variant.victory.most and not variant.victory.sole:
            rules.append("SHARED_VICTORY")
        kept = kept_of(material.kept)
        rules += kept.dummies or ()
        text = MapFile(variant, self.title, tuple(self.verdicts(variant)), tuple(rules), self.limits, kept=kept).text()
        return {self.files(variant)[0]: text.encode("utf-8", "replace")}

    def recognises(self, files: Files) -> bool:
        """Whether they are `.map` files in what PyPI diplomacy shares with DPjudge."""
        return dialect(files) == self.name

    def read(self, files: Files) -> tuple[Imported, ...]:
        """A variant for each map that is not merely included by another."""
        return read_maps(files, judge=False, title=self.title)


ENGINE = Diplomacy()
