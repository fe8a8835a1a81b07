"""jDip: a variant package, one zip with `variants.xml`, the adjacency file, the map and a thumbnail at its root.

Facts from jDip's own parsers, map viewer and adjudicator (research on engine formats); no code of it is used here. Of an
imported variant these parts are given back, where `Material.kept` has them: `borders` (id: its attributes),
`provinces` (id: `borders`, a list of those ids), `years_without_capture`, `game_length`, `no_winning_number`, `options`
(rule options by name), `description` (in HTML, while it still says what the variant says), `aliases`, `unit_style`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._engine import Answer, Capability, Engine, Verdict, dropped, emulated, native
from dipmap.engines._jdip.graph import GraphFile, problems, unbuilt
from dipmap.engines._jdip.map import MapFile
from dipmap.engines._jdip.names import name_verdicts, names_of
from dipmap.engines._jdip.picture import thumbnail
from dipmap.engines._jdip.read import read_package
from dipmap.engines._jdip.read_files import index_of
from dipmap.engines._jdip.text import VariantsFile, begin
from dipmap.engines._mapfile.text import first_season
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._reading import Files, Imported
from dipmap.engines._rules import Use, listed, years_in_round
from dipmap.engines._standing import standing_units
from dipmap.model import UnitType, Variant, province_of

_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say
_MODE = 0o100644  # a plain file that all may read
_UNIX = 3


def _standing_unit(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    places = [variant.by_id[province_of(unit.location)] for unit in standing_units(variant)]
    lost = [place for place in places if not place.centre or place.owner]
    if lost:
        return dropped(
            "a power that is not active has the unit, but without a centre of its own jDip removes it in the first "
            f"winter: {listed(place.name for place in lost)}",
        )
    return emulated("a power that is not active owns the centre and the unit; it holds, and is removed when dislodged")


def _shared_home(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped("a centre is the home of one power; the file names the first")


def _extra_build_sites(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    homes = {home for power in variant.powers for home in power.homes}
    sites = [entry.site for entry in variant.builds.extra]
    lost = [
        site
        for site in sites
        if site in homes or sites.count(site) > 1 or site not in variant.by_id or not variant.by_id[site].centre
    ]
    if variant.builds.sites == "owned":
        return native("builds are for every owned centre")
    if lost:
        names = listed(dict.fromkeys(variant.by_id[site].name if site in variant.by_id else site for site in lost))
        return dropped(f"a centre is a build site of one power: {names}")
    names = listed(variant.by_id[site].name for site in sites)
    return emulated(f"written as a home that its power does not own at the start: {names}")


def _opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if first_season(variant) == "SPRING":
        year = begin(variant)[1]
        return native(f"the game begins with the adjustments of winter {year if year > 0 else f'{-year} BC'}")
    return dropped("adjustments come before a spring only, and this game does not begin with one")


def _unit_types(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    missing = unbuilt(variant)
    if any(unit.type in missing for unit in (*variant.start.units, *variant.standing_units)):
        return dropped("a type of unit that some have at the start can be built")
    if not any(missing.values()):
        return native("no centre could hold the other type")
    places = listed(province.name for places in missing.values() for province in places)
    kinds = " and ".join("armies" if unit is UnitType.ARMY else "fleets" for unit in missing)
    return emulated(f"a border keeps {kinds} out of {places}")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    years = years_in_round(variant.calendar)
    if years == 1:
        return emulated("the turns have jDip's names: spring, fall, winter")
    if years:
        return emulated(f"a round of turns is {years} years of jDip, each spring, fall and winter")
    return dropped("a year has spring, fall and winter, and centres change hands after fall only")


def _one_phase_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(
        "there are two movements before centres change hands; the game begins in fall, and a referee has to pass each "
        "spring without orders",
    )


def _start_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    season, year = begin(variant)
    told = f"the game begins in {season.lower()} {abs(year)}{' BC' if year < 0 else ''}"
    if year < 0 or variant.calendar.first_year == 0:
        return emulated(f"there is no year 0: {told}")
    return native(told)


def _below_majority(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    first = variant.powers[0].name if variant.powers else "the first"
    return dropped(
        f"where two powers have {variant.victory.at_least} centres at once, the one that is listed first wins, though "
        f"the other has as many or more; {first} stands first",
    )


def _last_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.result != "draw":
        return dropped("a game that ends after a number of years is a draw of all who have centres")
    if not years_in_round(variant.calendar):
        return dropped("the turns are not those of jDip, so its years do not tell when the game ends")
    return emulated("one more spring is played, in which no centre changes hands, then the game is a draw")


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return emulated("players agree among themselves and stop; jDip has no votes")
    return native("jDip has no votes")


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no choices of its own; the variant says {use.what}")


def _distance(variant: Variant, use: Use) -> Answer:
    if "home" in use.where and variant.builds.sites != "owned":
        return native("it is jDip's own choice")
    return _option(variant, use)


class JDip(Engine):
    """jDip, the desktop mapper and adjudicator (1.6 and later)."""

    name: ClassVar[str] = "jdip"
    title: ClassVar[str] = "jDip"
    limits: ClassVar[tuple[str, ...]] = (
        "coasts are nc, sc, ec and wc; a power's name is one word",
        "a year is spring, fall and winter, and no phase has a name of its own",
        "a province holds one unit",
        "victory is checked when a movement ends, before retreats",
        "an army ordered by a convoy that is not there takes the land route",
        "civil disorder counts the way from home, where builds are for homes",
        "only the provinces of centres change their colour",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("it is a coast without neighbours on land: armies come by convoy, fleets as to any sea"),
        "island-sea-convoy": native("it is marked as a coast where fleets convoy"),
        "convoyable-coast": native("it is marked as a coast where fleets convoy"),
        "sea-without-convoy": emulated("it is a coast, where fleets do not convoy, and a border keeps armies out"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast has its own fleet neighbours"),
        "impassable": native("it is a province without neighbours"),
        "direct-passage": native("an edge like any other"),
        "strait": native("an edge for fleets"),
        "narrow-strait": native("an edge like any other"),
        "sea-lane": native("an edge for armies"),
        "permission-passage": dropped("there is no passage by consent; the file leaves it closed"),
        "link": native("an edge like any other"),
        "oneway": native("each end has its own list of neighbours"),
        "barrier": native("no edge is written"),
        "standing-unit": _standing_unit,
        "unplayed-power": emulated("the power is not active: its units hold, and are removed when dislodged"),
        "shared-home": _shared_home,
        "home-without-centre": dropped("every home is a supply centre"),
        "owned-at-start": native("homes and owners at the start are told apart"),
        "opening-adjustment": _opening,
        "opening-caps": dropped("in the opening every power builds until its units are as many as its centres"),
        "secret-opening": dropped("builds are shown before the first moves"),
        "opening-alternatives": dropped("all homes are build sites at once"),
        "extra-build-sites": _extra_build_sites,
        "build-limits": dropped("a power builds in as many homes as it has builds"),
        "one-power-spaces": dropped("no province holds more than one unit"),
        "joint-opening": dropped("the opening's builds come before the first moves"),
        "build-anywhere": native("the rule option for builds in any owned centre"),
        "build-any-home": dropped("builds are for one's own homes or for every owned centre; the file says homes"),
        "automatic-builds": dropped("builds need orders; units that nobody builds are waived"),
        "unit-types": _unit_types,
        "no-retreats": dropped("dislodged units retreat; a referee has to pass each retreat without orders"),
        "calendar": _calendar,
        "one-phase-year": _one_phase_year,
        "year-step": dropped("jDip counts every year"),
        "start-year": _start_year,
        "victory-timing": dropped("victory is checked after every movement"),
        "victory-centres": native("the number of centres that wins is in the file"),
        "victory-below-majority": _below_majority,
        "points-victory": dropped("there are no points; the file puts victory out of reach, and a referee counts"),
        "last-year": _last_year,
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines are the players' own business"),
        "option:disband_distance": _distance,
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Ids, coasts and names that had to change."""
        return () if self.problems(variant) else name_verdicts(variant)

    def recognises(self, files: Files) -> bool:
        """Whether there is a `variants.xml`."""
        return index_of(files) is not None

    def read(self, files: Files) -> tuple[Imported, ...]:
        """The variants of a package's files. Raises `UnreadableError`."""
        return read_package(files)

    def problems(self, variant: Variant) -> list[Finding]:
        """Why jDip could not load the variant."""
        return problems(variant, self.title)

    def files(self, variant: Variant) -> list[str]:
        """The one zip: jDip finds packages by the end of their names."""
        return [f"{names_of(variant).file}Variant.zip"]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """The zip. Raises `ValueError` where there are problems or no drawing."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        drawing = material.needed_drawing(self.title)
        names = names_of(variant)
        graph, picture, small = (f"{variant.id}{end}" for end in ("_adjacency.xml", ".svg", "_thumb.png"))
        told = VariantsFile(
            variant, names, tuple(self.verdicts(variant)), self.limits, (graph, picture, small), material.kept
        )
        drawn = MapFile(variant, names, drawing)
        parts = {
            "variants.xml": told.write(),
            graph: GraphFile(variant, names, told.header(), material.kept).write(),
            picture: drawn.write(),
            small: thumbnail(variant, drawing, drawn.looks),
        }
        return {self.files(variant)[0]: _zipped(parts)}


def _zipped(parts: Mapping[str, bytes]) -> bytes:
    """A zip of some files at its root: sorted, with one date and one mode, so that equal files make equal bytes."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as bundle:
        for name in sorted(parts):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = _UNIX
            entry.external_attr = _MODE << 16
            bundle.writestr(entry, parts[name], compress_type=zipfile.ZIP_DEFLATED, compresslevel=9)
    return held.getvalue()


ENGINE = JDip()
