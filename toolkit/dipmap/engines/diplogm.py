"""DiploGM (DiplomacyGM, a Discord bot): a folder with `config.json` and a layered SVG.

Facts of the bot's own loader (1.8); no code of it is used here. The tests read the folder with a checker of their own,
which plays the bot's rules of what touches and of overrides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from dipmap.diagnostics import Finding
from dipmap.engines._diplogm.config import NAMES, configs
from dipmap.engines._diplogm.files import Folder, Kept, season, start
from dipmap.engines._diplogm.graph import Overrides
from dipmap.engines._diplogm.look import Look, kept_standing, unplaced_units
from dipmap.engines._diplogm.names import Names, name_verdicts, names_of
from dipmap.engines._diplogm.read import read_folder
from dipmap.engines._diplogm.shape import touching
from dipmap.engines._diplogm.svg import Sheet
from dipmap.engines._engine import Answer, Capability, Engine, Handling, Verdict, dropped, emulated, native
from dipmap.engines._mapfile.text import first_season, problems
from dipmap.engines._material import NOTHING, Material
from dipmap.engines._reading import Files, Imported
from dipmap.engines._rules import Use, listed, years_in_round
from dipmap.engines._standing import standing_units, stands
from dipmap.model import UnitType, Variant, province_of


def _convoyable_coast(variant: Variant, use: Use) -> Answer:
    lost = [place for place in use.where if not stands(variant.by_id[place], UnitType.FLEET)]
    if lost:
        return dropped(f"no fleet may enter {listed(variant.by_id[place].name for place in lost)}")
    return emulated("it is an island of the map, and islands convoy")


def _standing_unit(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    kept = kept_standing(variant)
    lost = [variant.by_id[province_of(unit.location)] for unit in standing_units(variant) if unit not in kept]
    if lost:
        return dropped(
            "a player nobody has owns the unit, but without a centre of its own the bot removes it in the first winter: "
            f"{listed(place.name for place in lost)}"
        )
    return emulated("a player nobody has owns the centre and the unit; it holds, and is removed when dislodged")


def _extra_build_sites(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.builds.sites == "owned":
        return native("every owned centre is a build site")
    homes = {home for power in variant.powers for home in power.homes}
    sites = [entry.site for entry in variant.builds.extra]
    lost = [
        site
        for site in dict.fromkeys(sites)
        if site in homes or sites.count(site) > 1 or site not in variant.by_id or not variant.by_id[site].centre
    ]
    if lost:
        names = listed(variant.by_id[site].name if site in variant.by_id else site for site in lost)
        return dropped(f"a centre is the core of one player: {names}")
    return emulated("the site is written as a core of the player, whoever owns it at the start")


def _unit_types(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    homes = {home for power in variant.powers for home in power.homes}
    sites = [item for item in variant.centres if variant.builds.sites == "owned" or item.id in homes]
    other = [unit for unit in UnitType if unit not in variant.builds.units]
    lost = [item.name for item in sites if any(stands(item, unit) for unit in other)]
    if not lost:
        return native("no build site takes units of the other type")
    return dropped(f"a player may build either type of unit where it can stand: {listed(lost)}")


def _opening(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if first_season(variant) in ("SPRING", "WINTER"):
        return native(f"the game begins with {season(variant)}")
    return dropped("builds come before a spring only, and this game does not begin with one")


def _calendar(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    years = years_in_round(variant.calendar)
    if years == 1:
        return emulated("the turns have the bot's names: spring, fall, winter")
    if years:
        return emulated(f"a round of turns is {years} years of the bot, each spring, fall and winter")
    return dropped("a year has spring, fall and winter, and centres change hands after fall only")


def _start_year(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return native(f"the first spring is that of {start(variant)[1]}")


def _agreed_draw(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    if variant.end.agreed_draw == "survivors":
        return native("players vote, and the game master ends the game")
    return emulated("the game master lets no vote be held")


def _option(variant: Variant, use: Use) -> Answer:  # noqa: ARG001
    return dropped(f"adjudication has no choices of its own; the variant says {use.what}")


class DiploGM(Engine):
    """DiploGM, formerly the bot of Imperial Diplomacy."""

    name: ClassVar[str] = "diplogm"
    title: ClassVar[str] = "DiploGM"
    limits: ClassVar[tuple[str, ...]] = (
        "a game master runs the game on Discord: the bot adjudicates and draws, and ends no game by itself",
        "a year is spring, fall and winter, and centres change hands after fall",
        "a province holds one unit",
        "coasts are nc, sc, ec and wc, and a place is one to four words of ASCII",
        "a province has the colour of its owner, so every player has one colour for land, units and centres",
        "what touches on the map is adjacent, but for the overrides in the config",
        "civil disorder counts the way from owned centres, then from owned homes",
    )
    capabilities: ClassVar[Mapping[str, Capability]] = {
        "capacity": dropped("a province holds one unit"),
        "island-sea": native("it is an island of the map: armies and fleets may stand there"),
        "island-sea-convoy": native("the config lets fleets at islands convoy"),
        "convoyable-coast": _convoyable_coast,
        "sea-without-convoy": dropped("a fleet in any sea may convoy"),
        "one-coast-canal": native("one coast touches both waters"),
        "split-coasts": native("each coast has its own list of fleet neighbours"),
        "impassable": native("the province has the colour of what nobody may enter"),
        "direct-passage": native("an override joins the two"),
        "strait": native("an override joins the two seas"),
        "narrow-strait": native("an override joins the two coasts"),
        "sea-lane": native("an override joins the two for armies"),
        "permission-passage": dropped("there is no passage by consent; the overrides leave it closed"),
        "link": native("an override joins the two"),
        "oneway": native("an override is for one direction"),
        "barrier": native("an override parts the two"),
        "standing-unit": _standing_unit,
        "unplayed-power": emulated("the player is not active: its units hold, and are removed when dislodged"),
        "shared-home": dropped("a centre is the core of one player; the file names the first"),
        "home-without-centre": dropped("units are built in supply centres alone"),
        "owned-at-start": native("the land shows the owner, the centre whose home it is"),
        "opening-adjustment": _opening,
        "opening-caps": dropped("in the opening every player builds until its units are as many as its centres"),
        "secret-opening": dropped("builds are shown before the first moves"),
        "opening-alternatives": dropped("all homes are build sites at once"),
        "joint-opening": dropped("the opening's builds come before the first moves"),
        "build-anywhere": native("the build option for builds in any owned centre"),
        "build-any-home": dropped("builds are for one's own homes or for every owned centre; the config says homes"),
        "build-sites": dropped("builds are for one's own homes or for every owned centre; the config says homes"),
        "extra-build-sites": _extra_build_sites,
        "build-limits": dropped("a player builds in as many homes as it has builds"),
        "one-power-spaces": dropped("no province holds more than one unit"),
        "automatic-builds": dropped("builds need orders; units that nobody builds are waived"),
        "unit-types": _unit_types,
        "no-retreats": dropped("dislodged units retreat; the game master has to pass each retreat without orders"),
        "calendar": _calendar,
        "one-phase-year": dropped(
            "there are two movements before centres change hands; the game master has to pass each spring without orders"
        ),
        "year-step": dropped("the bot counts every year"),
        "start-year": _start_year,
        "victory-timing": dropped("the bot looks for no winner; the game master has to look when the variant says so"),
        "victory-centres": native("the config has the number, the bot shows how near each player is"),
        "victory-below-majority": dropped(
            "nothing ends the game: the bot shows who has most, and the game master names the winner"
        ),
        "points-victory": dropped("there are no points; the config puts victory out of reach, and a referee counts"),
        "last-year": dropped("nothing ends the game in a year; the game master has to stop it"),
        "agreed-draw": _agreed_draw,
        "schedule": dropped("deadlines belong to the server, not to a variant"),
        "option": _option,
    }

    def own_verdicts(self, variant: Variant) -> Iterable[Verdict]:
        """Names that had to change, and what map and overrides cannot say."""
        if self.problems(variant):
            return
        names = names_of(variant)
        yield from name_verdicts(variant, names)
        yield from _edge_verdicts(variant, names)
        if first_season(variant) == "FALL":
            why = "a game begins with a spring or with the builds before it; the config says spring"
            yield Verdict("first-turn", Handling.DROPPED, why, changes_play=True)
        lost = [f"{unit.type.value} {unit.location}" for unit in unplaced_units(variant)]
        if lost:
            why = f"a unit at the start is the owner's of its province, and no sea has one; these are left out: {listed(lost)}"
            yield Verdict("start-units", Handling.DROPPED, why, changes_play=True)

    def problems(self, variant: Variant) -> list[Finding]:
        """Why the bot could not load the folder or play the variant."""
        return problems(variant, self.title)

    def files(self, variant: Variant) -> list[str]:
        """A folder named after the variant."""
        return [f"{variant.id}/{name}" for name in ("config.json", f"{variant.id}.svg", "README.md")]

    def write(self, variant: Variant, material: Material = NOTHING) -> dict[str, bytes]:
        """The folder. Raises `ValueError` where there are problems or no drawing."""
        found = self.problems(variant)
        if found:
            raise ValueError("; ".join(finding.message for finding in found))
        drawing = material.needed_drawing(self.title)
        kept = Kept(material.kept)
        names = names_of(variant)
        look = Look(variant, drawing)
        sheet = Sheet(variant, drawing, names, look, kept.owners, season(variant), kept.strip)
        overrides = Overrides(variant, names, frozenset(touching(sheet.areas, kept.margin)))
        folder = Folder(variant, names, look, overrides, kept, drawing.box[2])
        texts = (folder.config(), sheet.write(), folder.readme(self.title, self.verdicts(variant), self.limits))
        return dict(zip(self.files(variant), texts, strict=True))

    def recognises(self, files: Files) -> bool:
        """Whether there is a config that names an SVG."""
        found = [data for path, data in files.items() if path.rpartition("/")[2] in NAMES]
        return any(b"svg config" in data for data in found)

    def read(self, files: Files) -> tuple[Imported, ...]:
        """The variant of each folder with a config. Raises `UnreadableError`."""
        return tuple(read_folder(files, config) for config in configs(files))


def _edge_verdicts(variant: Variant, names: Names) -> Iterable[Verdict]:
    """Steps that no override can force: what touches makes no difference to them."""
    overrides = Overrides(variant, names)
    missing, more = overrides.differences()
    if missing or more:
        told = [f"{step} is missing" for step in missing] + [f"{step} is open" for step in more]
        yield Verdict("edges", Handling.DROPPED, f"no override says it: {listed(told)}", changes_play=True)

    bare = overrides.bare_coasts()
    if bare:
        held = any(unit.location in bare for unit in variant.start.units)
        why = f"a coast without fleet neighbours is none: {listed(map(names.place, bare))}"
        yield Verdict("bare-coasts", Handling.DROPPED, why, changes_play=held)


ENGINE = DiploGM()
